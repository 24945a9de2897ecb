import { type Kysely, sql } from 'kysely';

/** The headings that librarians chose fields for, and indexes for the filters of the history. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  // A null field is a column that imports pass over.
  `create table import_headings (
    heading_key text primary key,
    field text,
    chosen_by_user text not null,
    chosen_at text not null
  )`,

  // Whoever looks for the history of a number also means entries that had it once.
  `create table former_numbers (
    loose_num text not null,
    document_id integer not null,
    primary key (loose_num, document_id)
  )`,
  // Where the lines of each change are, and how many: a list of changes leads past a million lines
  // without reading them.
  `create table changes (
    change_id text primary key,
    first_id integer not null,
    last_id integer not null,
    lines integer not null
  )`,
  `insert into changes (change_id, first_id, last_id, lines)
    select change_id, min(id), max(id), count(*) from audit group by change_id`,
  // Each filter of the history reads its lines in order, the newest first, however many there are.
  `create index audit_of_user on audit ("user", id)`,
  `create index audit_of_action on audit (action, id)`,
  `create index audit_of_customer on audit (customer_id, id)`,
  `create index audit_of_previous_customer on audit (previous_customer_id, id)`,
  `create index audit_of_document on audit (document_id, id)`,
  `create index audit_by_time on audit (at, id)`,
];
