import { type Kysely, sql } from 'kysely';

/** The entry that a file belonged to until the entry got another number, language or revision. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table files add column former_document_id integer`.execute(db);
}
