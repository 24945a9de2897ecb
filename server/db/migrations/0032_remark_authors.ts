import { type Kysely, sql } from 'kysely';

/** A remark has its author, who may be another reviewer than the one who decided; of older ones nobody knows. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table case_lines add column remark_by text`).execute(db);
}
