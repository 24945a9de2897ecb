import { type Kysely, sql } from 'kysely';

// What each revision is to the others of its standard, and what it amends. SQLite cannot widen a check, so the table
// is made anew; the standards' follower fills it in at the next start.
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table revisions_of_kinds (
    document_id integer primary key,
    standard_id integer not null,
    place integer not null,
    status text not null check (status in ('latest', 'superseded', 'draft', 'withdrawn', 'unsure')),
    kind text not null default 'edition' check (kind in ('edition', 'draft', 'beside', 'instead', 'reaffirmed')),
    amends integer
  ) strict`,
  `insert into revisions_of_kinds (document_id, standard_id, place, status)
    select document_id, standard_id, place, status from revisions`,
  `drop table revisions`,
  `alter table revisions_of_kinds rename to revisions`,
  `create index revisions_of_standard on revisions (standard_id)`,
];
