import { type Kysely, sql } from 'kysely';

/** When the last scan ended, also one that stopped. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table scan_state add column ended_at text`.execute(db);
}
