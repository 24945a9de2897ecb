import { type Kysely, sql } from 'kysely';

/** The words of each content with their places, packed: for redlines and references. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // SQLite keeps bytes as they are, whatever a column's type is called.
  await sql`create table content_words (
    hash text primary key references contents (hash) on delete cascade,
    words bytea not null
  )`.execute(db);
}
