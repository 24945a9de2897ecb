import { type Kysely, sql } from 'kysely';

/** Which version of the extraction read a content: what an earlier one read is read again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table contents add column extraction integer not null default 1`.execute(db);
  await sql`create index contents_by_extraction on contents (extraction)`.execute(db);
}
