import { type Kysely, sql } from 'kysely';

/** The headings of each content, for search and redlines; the background fills them in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table content_words add column headings text`.execute(db);
}
