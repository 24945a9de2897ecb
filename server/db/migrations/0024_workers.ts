import { type Kysely, sql } from 'kysely';

/** How each worker of each server is, written twice a minute, for `doctor`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table workers (
        node text not null,
        name text not null,
        seen_at text not null,
        running integer not null,
        waiting integer,
        last_success_at text,
        last_fault_at text,
        last_fault text,
        primary key (node, name)
      )`,
    )
    .execute(db);
}
