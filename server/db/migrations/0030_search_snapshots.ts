import { type Kysely, sql } from 'kysely';

/** The search index that a node hands to the others, and which node builds one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statementsWith('blob')) await sql.raw(statement).execute(db);
}

/** The same on both databases but for bytes. */
export function statementsWith(bytes: string): string[] {
  return [
    `create table search_snapshots (
      id integer not null primary key,
      holder text,
      held_until_ms bigint not null,
      walk_done bigint not null,
      walk_total bigint not null,
      hash text,
      version integer not null,
      bytes bigint not null,
      position bigint not null
    )`,
    `insert into search_snapshots values (1, null, 0, 0, 0, null, 0, 0, 0)`,
    `create table search_snapshot_parts (
      hash text not null,
      part integer not null,
      packed ${bytes} not null,
      primary key (hash, part)
    )`,
  ];
}
