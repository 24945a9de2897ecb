import { PostgresAdapter, sql } from 'kysely';
import type { Db } from './schema.ts';

/**
 * The time that all nodes agree on, in milliseconds: the database's if there may be several nodes,
 * else this machine's. In a test, `now` may be ahead of the machine's clock.
 */
export async function sharedTime(db: Db, now: () => number): Promise<number> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return now();
  const ahead = now() - Date.now();
  const { rows } = await sql<{ ms: number }>`select
    floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(db);
  return (rows[0]?.ms ?? Date.now()) + ahead;
}
