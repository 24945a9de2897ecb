import { type Kysely, sql } from 'kysely';

/** How large each note is, for what one person may write; drawings beside what a list of notes has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table notes add column strokes text`,
    `update notes set strokes = json_extract(look, '$.strokes'), look = json_remove(look, '$.strokes')
      where json_type(look, '$.strokes') is not null`,
    ...sizes,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export const sizes = [
  `alter table notes add column bytes integer not null default 0`,
  `update notes set bytes = octet_length(text) + octet_length(look) + coalesce(octet_length(strokes), 0)
    + octet_length(rects) + octet_length(other_pages) where deleted_at is null`,
  `drop index notes_of_author`,
  `create index notes_of_author on notes (author_id, deleted_at, document_id, bytes)`,
];
