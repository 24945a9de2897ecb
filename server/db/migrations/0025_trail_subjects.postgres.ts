import { type Kysely, sql } from 'kysely';

/** The trail takes lines about any subject: notes and change cases have some. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table audit drop constraint audit_subject_check').execute(db);
}
