import { type Kysely, sql } from 'kysely';

/**
 * A job may take a large change back: which one, and what came of it. It stays of the kind `import`: of both together one
 * runs at a time, for nodes of the version before, too, and those settle one that was cut short.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table jobs add column takes_back text`).execute(db);
  await sql.raw(`alter table jobs add column taken_back text`).execute(db);
}
