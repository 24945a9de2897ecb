import { type Kysely, sql } from 'kysely';

/**
 * The keys by which a changed entry finds the files whose names are nearly its own, and long work as
 * rows: who started it, how far it is, and what came of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table near_keys (
    near_key text not null,
    name_key text not null,
    primary key (near_key, name_key)
  )`,
  `create index near_keys_of_name on near_keys (name_key)`,
  // Files that are there already get their keys when the match is derived anew, at the next start.
  `delete from feed_cursors where name = 'matching'`,

  `create table jobs (
    id text primary key,
    kind text not null check (kind in ('import', 'preview')),
    by_user text not null,
    file_name text not null,
    change_id text not null,
    mark text not null,
    held_until_ms bigint not null,
    state text not null check (state in ('reading', 'checking', 'writing', 'taking_back',
      'done', 'refused', 'called_off', 'failed')),
    rows_total integer,
    rows_done integer not null,
    started_at text not null,
    finished_at text,
    called_off_by text,
    report text,
    fault text
  )`,
  `create unique index jobs_one_import on jobs (kind) where kind = 'import' and finished_at is null`,
  `create index jobs_by_start on jobs (started_at)`,
];
