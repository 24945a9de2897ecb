import type { Config } from '../config.ts';
import type { Db } from './schema.ts';
import { openSqlite } from './sqlite.ts';

/** Opens the library's database, as the settings name it, with its schema up to date. */
export function openDatabase(config: Pick<Config, 'databaseFile'>): Promise<Db> {
  return openSqlite(config.databaseFile);
}
