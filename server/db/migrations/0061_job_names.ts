import { type Kysely, sql } from 'kysely';

/** Columns and states of jobs say what calls say: undo and cancel, for "take back" and "call off". */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const sameColumns = `id, kind, by_user, file_name, change_id, mark, held_until_ms, rows_total, rows_done, started_at,
  finished_at, report, fault, deletion, case_id`;

const statements = [
  `drop index jobs_one_writes`,
  `drop index jobs_by_start`,
  `drop index jobs_of_cases`,
  `alter table jobs rename to former_jobs`,
  `create table jobs (
    id text not null primary key,
    kind text not null check (kind in ('import', 'preview', 'undo', 'delete', 'compare')),
    by_user text not null,
    file_name text not null,
    change_id text not null,
    mark text not null,
    held_until_ms bigint not null,
    state text not null check (state in ('waiting', 'reading', 'checking', 'writing', 'undoing',
      'done', 'refused', 'cancelled', 'failed')),
    rows_total integer,
    rows_done integer not null,
    started_at text not null,
    finished_at text,
    cancelled_by text,
    report text,
    fault text,
    undoes text,
    undone text,
    deletion text,
    case_id bigint
  )`,
  `insert into jobs (${sameColumns}, state, cancelled_by, undoes, undone)
    select ${sameColumns}, case state when 'taking_back' then 'undoing' when 'called_off' then 'cancelled' else state end,
      called_off_by, takes_back, taken_back from former_jobs`,
  `drop table former_jobs`,
  // Of imports, undos and deletions one runs at a time.
  `create unique index jobs_one_writes on jobs ((finished_at is null))
    where kind in ('import', 'undo', 'delete') and finished_at is null`,
  `create index jobs_by_start on jobs (started_at)`,
  `create index jobs_of_cases on jobs (case_id) where case_id is not null`,
];
