import { type Kysely, sql } from 'kysely';

/** Where the headers and footers of each content are, for search; the background fills them in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table content_words add column furniture text`.execute(db);
}
