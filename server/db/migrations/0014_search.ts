import { type Kysely, sql } from 'kysely';

/** What each user opened, and which numbers were sought and not found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // Without a reference to the documents: an entry that is put back is still one that was opened.
  `create table opened_documents (
    user_name text not null,
    document_id bigint not null,
    times integer not null,
    last_at text not null,
    primary key (user_name, document_id)
  )`,
  `create index opened_documents_by_time on opened_documents (user_name, last_at)`,

  `create table searches_without_hit (
    code_key text primary key,
    times integer not null,
    last_at text not null
  )`,
  `create index searches_without_hit_by_time on searches_without_hit (last_at, code_key)`,
];
