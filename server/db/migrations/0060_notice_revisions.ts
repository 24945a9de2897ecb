import { type Kysely, sql } from 'kysely';

/** The revisions that a notice is about, as JSON; null: all of the standard, as the notices of before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table standards add column notice_revisions text`.execute(db);
}
