import { type Kysely, sql } from 'kysely';

/**
 * Each job has the kind of what it does: undos and deletions were imports before. The comparison of a case is a job as
 * well, which waits until its PDFs are read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const formerColumns = `by_user, file_name, change_id, mark, held_until_ms, state, rows_total, rows_done, started_at,
  finished_at, called_off_by, report, fault, takes_back, taken_back, deletion`;

const statements = [
  `drop index jobs_one_import`,
  `drop index jobs_by_start`,
  `alter table jobs rename to former_jobs`,
  `create table jobs (
    id text not null,
    kind text not null check (kind in ('import', 'preview', 'undo', 'delete', 'compare')),
    by_user text not null,
    file_name text not null,
    change_id text not null,
    mark text not null,
    held_until_ms bigint not null,
    state text not null check (state in ('waiting', 'reading', 'checking', 'writing', 'taking_back',
      'done', 'refused', 'called_off', 'failed')),
    rows_total integer,
    rows_done integer not null,
    started_at text not null,
    finished_at text,
    called_off_by text,
    report text,
    fault text,
    takes_back text,
    taken_back text,
    deletion text,
    case_id bigint,
    constraint jobs_by_id primary key (id)
  )`,
  `insert into jobs (id, kind, ${formerColumns})
    select id, case when takes_back is not null then 'undo' when deletion is not null then 'delete' else kind end,
      ${formerColumns} from former_jobs`,
  `drop table former_jobs`,
  // Of imports, undos and deletions one runs at a time.
  `create unique index jobs_one_writes on jobs ((finished_at is null))
    where kind in ('import', 'undo', 'delete') and finished_at is null`,
  `create index jobs_by_start on jobs (started_at)`,
  `create index jobs_of_cases on jobs (case_id) where case_id is not null`,
  `insert into jobs (id, kind, by_user, file_name, change_id, mark, held_until_ms, state, rows_done, started_at, case_id)
    select 'comparison of case ' || id, 'compare', 'EGD Library', doc_num || ' Rev. ' || doc_rev,
      'comparison of case ' || id, '', 0, 'waiting', 0, opened_at, id
    from cases where state in ('open', 'in_review') and reason = 'revision'
      and previous_document_id is not null and to_hash is null`,
];
