import { type Kysely, sql } from 'kysely';

/** Each node builds its own search index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['search_snapshot_parts', 'search_snapshots']) {
    await sql`drop table ${sql.table(table)}`.execute(db);
  }
}
