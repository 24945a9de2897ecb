import { test } from 'vitest';
import { isOnPostgres } from './databases.ts';

/**
 * A test about processes, files or limits, whose queries another test of its file runs, too: PostgreSQL
 * would give the same answer, so it runs on SQLite only.
 */
export const testOnSqlite = test.skipIf(isOnPostgres);
