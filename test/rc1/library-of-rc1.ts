import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { DatabaseSettings } from '../../server/config/config.ts';
import { envOf } from '../databases.ts';

/** Fills an empty database with the library that 1.0.0-rc.1 made: six entries, two files, one user, nine lines of history. */
export async function fillAsRc1(database: DatabaseSettings): Promise<void> {
  const statements = await readFile(path.join(import.meta.dirname, `${database.kind}.sql`), 'utf8');
  if (database.kind === 'sqlite') {
    await mkdir(path.dirname(database.file), { recursive: true });
    const db = new DatabaseSync(database.file);
    db.exec(statements);
    db.close();
    return;
  }
  const client = new pg.Client({ connectionString: envOf(database).DATABASE_URL });
  await client.connect();
  await client.query(statements);
  await client.end();
}
