import { type Kysely, sql } from 'kysely';

/** A job may delete many rows: JSON of what came of it, null for any other job. Its kind stays `import`, as in 0021. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table jobs add column deletion text`).execute(db);
}
