import { type Kysely, sql } from 'kysely';
import { factColumns } from './0044_revision_facts.ts';

/** The same as on SQLite; see 0044_revision_facts.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  ...factColumns
    .split(', ')
    .map((column) => `alter table documents add column ${column} text collate "C"`),
  `drop trigger documents_versioned on documents`,
  `create trigger documents_versioned
    before update of customer_id, doc_num, doc_desc, doc_rev, language, issued_on, ${factColumns} on documents
    for each row execute function count_version()`,
];
