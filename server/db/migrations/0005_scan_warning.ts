import { type Kysely, sql } from 'kysely';

/** What a scan could not read although it went on, in words. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table scan_state add column warning text`.execute(db);
}
