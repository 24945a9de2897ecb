import { type Kysely, sql } from 'kysely';

/** What librarians say of single revisions: kind, base, days and why. A change of it is one of the entry. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

export const factColumns =
  'stated_kind, stated_amends, valid_from, usable_until, confirmed_on, withdrawn_on, reason';

const statements = [
  ...factColumns.split(', ').map((column) => `alter table documents add column ${column} text`),
  `drop trigger documents_versioned`,
  `create trigger documents_versioned
    after update of customer_id, doc_num, doc_desc, doc_rev, language, issued_on, ${factColumns} on documents
    when new.version = old.version
    begin update documents set version = old.version + 1 where id = new.id; end`,
];
