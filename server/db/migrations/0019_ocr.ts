import { type Kysely, sql } from 'kysely';

/** What OCR read of contents without a text layer; apart from what is extracted, which is read anew at times. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table ocr_contents (
    hash text primary key references contents (hash) on delete cascade,
    state text not null,
    version integer not null,
    fault text,
    held_until_ms bigint not null default 0,
    changed_at text not null
  )`,
  `create index ocr_contents_by_state on ocr_contents (state, hash)`,
  `create table ocr_texts (
    hash text not null references contents (hash) on delete cascade,
    page integer not null,
    text text not null,
    primary key (hash, page)
  )`,
];
