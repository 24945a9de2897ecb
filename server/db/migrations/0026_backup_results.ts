import { type Kysely, sql } from 'kysely';

/** The last backup and the last verify of a backup, for metrics and `doctor`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table backup_results (
        task text not null primary key,
        finished_at text not null,
        succeeded_at text,
        bytes bigint,
        fault text
      )`,
    )
    .execute(db);
}
