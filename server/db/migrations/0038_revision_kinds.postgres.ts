import { type Kysely, sql } from 'kysely';

/** The same as on SQLite; see 0038_revision_kinds.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const text = 'text collate "C"';

const statements = [
  `alter table revisions drop constraint revisions_status_check`,
  `alter table revisions add constraint revisions_status_check
    check (status in ('latest', 'superseded', 'draft', 'withdrawn', 'unsure'))`,
  `alter table revisions add column kind ${text} not null default 'edition'
    check (kind in ('edition', 'draft', 'beside', 'instead', 'reaffirmed'))`,
  `alter table revisions add column amends bigint`,
];
