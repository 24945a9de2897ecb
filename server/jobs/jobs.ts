import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { LibraryError } from '#contract/errors.ts';
import type { ImportReport } from '#contract/importing.ts';
import type { ImportJob } from '#contract/jobs.ts';
import { type Library, librarysOwnName } from '../changes/change.ts';
import { sharedTime } from '../db/clock.ts';
import type { Db, Schema, Tx } from '../db/schema.ts';
import { hasMarkOfEnded, ownMark } from '../processes/alive.ts';
import { jobs } from './table.ts';

// Imports, deletions of many rows, undos of large changes and comparisons as rows: what any process needs to know of
// them, and what is left of one whose process was killed. Of the kinds in `writing`, at most one runs at a time, of all
// processes; the table itself sees to it.

export type Job = Selectable<Schema['jobs']>;
type JobColumns = Partial<Omit<Job, 'id'>>;

const writing = ['import', 'undo', 'delete'] as const;

/** How long a process counts as alive without a sign of life. */
const heldMs = jobs.import.timeoutMs; // undo and delete have the same
const keptMs = 30 * 24 * 3600_000;

/** Starts a job, unless it would write and another one that writes is running. */
export async function startJob(
  library: Library,
  of: Pick<Job, 'kind' | 'by_user' | 'file_name'> &
    Partial<Pick<Job, 'undoes' | 'deletion' | 'change_id'>>,
): Promise<Job> {
  const { db } = library;
  const former = await findJobOf(db, of.change_id ?? '');
  const job: Job = {
    undoes: null,
    deletion: null,
    ...of,
    ...begun(library.now()),
    // What a job undid that failed or was cancelled is in the trail under its id.
    change_id: former === null && of.change_id !== undefined ? of.change_id : randomUUID(),
    mark: ownMark(),
    held_until_ms: (await sharedTime(db, Date.now)) + heldMs,
    state: 'reading',
    case_id: null,
  };
  // A second process that starts one at the same moment adds no row.
  const insert = db.insertInto('jobs').values(job);
  const added = await insert
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added === undefined) {
    await requireNoImport(db);
    throw new LibraryError('busy', 'Another job has just finished. Try again.');
  }
  return job;
}

function begun(now: number) {
  const none = { rows_total: null, finished_at: null, cancelled_by: null, report: null };
  const nothing = { ...none, rows_done: 0, fault: null, undone: null };
  return { ...nothing, id: randomUUID(), started_at: new Date(now).toISOString() };
}

/** Adds the comparison of a case, which any server takes up, unless one is waiting already. */
export async function enqueueComparison(
  tx: Tx,
  { id: case_id, doc_num, doc_rev }: { id: number; doc_num: string; doc_rev: string },
  { at }: { at: Date },
): Promise<void> {
  const unended = tx.selectFrom('jobs').select('id').where('case_id', '=', case_id);
  if (await unended.where('finished_at', 'is', null).executeTakeFirst()) return;
  const work = { kind: 'compare', state: 'waiting', by_user: librarysOwnName } as const;
  const none = { undoes: null, deletion: null, mark: '', held_until_ms: 0 };
  await tx
    .insertInto('jobs')
    .values({
      ...begun(at.getTime()),
      ...work,
      ...none,
      case_id,
      file_name: `${doc_num} Rev. ${doc_rev}`,
      change_id: randomUUID(),
    })
    .execute();
}

/** Refuses while an import is running, or a large change is being undone, and says whose. */
export async function requireNoImport(db: Db): Promise<void> {
  const running = await runningImport(db);
  if (running === null || isCutShort(running, await sharedTime(db, Date.now))) return; // what is left of that is undone first
  const { by_user, file_name, state, rows_done, rows_total } = running;
  const { does, words } = work[running.kind];
  const rows =
    rows_total === null
      ? ''
      : `, ${rows_done.toLocaleString('en')} of ${rows_total.toLocaleString('en')} rows`;
  throw new LibraryError(
    'import_running',
    `${by_user} is ${does} ${file_name} (${words[state] ?? state}${rows}). Try again when it has finished.`,
  );
}

type StateWords = Partial<Record<Job['state'], string>>;
const underWay: StateWords = { reading: 'beginning', writing: 'under way' };
const importing = { does: 'importing', words: { undoing: 'undoing it' } };
const work: Record<Job['kind'], { does: string; words: StateWords }> = {
  import: importing,
  preview: importing,
  undo: { does: 'undoing', words: { ...underWay, undoing: 'cancelled' } },
  delete: { does: 'deleting', words: { ...underWay, undoing: 'cancelled' } },
  compare: { does: 'comparing', words: underWay },
};

/** The import that is running, or the large change that is being undone. */
export async function runningImport(db: Db): Promise<Job | null> {
  const jobs = db.selectFrom('jobs').selectAll().where('kind', 'in', writing);
  return (await jobs.where('finished_at', 'is', null).executeTakeFirst()) ?? null;
}

/** The import that ended last, or the large change that was undone last. */
export async function lastEnded(db: Db, kind: 'import' | 'undo'): Promise<Job | null> {
  const jobs = db.selectFrom('jobs').selectAll().where('kind', '=', kind);
  const ended = jobs.where('finished_at', 'is not', null);
  return (await ended.orderBy('finished_at', 'desc').limit(1).executeTakeFirst()) ?? null;
}

export async function requireJob(db: Db, id: string): Promise<Job> {
  const job = await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
  if (job === undefined) throw new LibraryError('not_found', 'This job no longer exists.');
  return job;
}

async function findJobOf(db: Db, change_id: string): Promise<Job | null> {
  const jobs = db.selectFrom('jobs').selectAll().where('change_id', '=', change_id);
  return (await jobs.executeTakeFirst()) ?? null;
}

/** The job of an earlier request that was not answered; null also where it failed or was cancelled. */
export async function jobStartedBefore(db: Db, change_id: string): Promise<Job | null> {
  const job = await findJobOf(db, change_id);
  return job?.finished_at === null || job?.state === 'done' ? job : null;
}

/** Asks a job to stop; one that has ended stays as it is. */
export async function cancelJob(db: Db, id: string, user: string): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ cancelled_by: user })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .where('cancelled_by', 'is', null)
    .execute();
}

/** Writes how far a job of ours is, as a sign of life; gives what it is now, null when it is not ours any more. */
export async function recordProgress(db: Db, id: string, columns: JobColumns): Promise<Job | null> {
  const held_until_ms = (await sharedTime(db, Date.now)) + heldMs;
  const job = await db
    .updateTable('jobs')
    .set({ ...columns, mark: ownMark(), held_until_ms })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return job ?? null;
}

export async function endJob(
  library: Library,
  id: string,
  columns: Pick<Job, 'state'> & JobColumns,
): Promise<void> {
  await library.db
    .updateTable('jobs')
    .set({ ...columns, finished_at: new Date(library.now()).toISOString() })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute();
}

/** The jobs whose processes were killed in the middle of them. */
export async function jobsCutShort(db: Db): Promise<Job[]> {
  const unfinished = db.selectFrom('jobs').selectAll().where('finished_at', 'is', null);
  const running = await unfinished.where('kind', '<>', 'compare').execute();
  const nowMs = await sharedTime(db, Date.now);
  return running.filter((job) => isCutShort(job, nowMs));
}

/** Forgets jobs of more than a month ago. One that wrote something stays, as the history names it; the rows that its report lists do not. */
export async function forgetOldJobs({ db, now }: Library): Promise<void> {
  const old = new Date(now() - keptMs).toISOString();
  const done = doneWork(db).where('finished_at', '<', old);
  for (const { id, report } of await done
    .where(sql`length(report)`, '>', longestOldReport)
    .execute()) {
    const slim = slimReport(report);
    await db.updateTable('jobs').set({ report: slim }).where('id', '=', id).execute();
  }
  await db
    .deleteFrom('jobs')
    .where('finished_at', '<', old)
    .where('id', 'not in', doneWork(db).clearSelect().select('id'))
    .execute();
}

const longestOldReport = 2000;

function doneWork(db: Db) {
  return db
    .selectFrom('jobs')
    .select(['id', 'kind', 'change_id', 'file_name', 'report'])
    .where('kind', 'in', writing)
    .where('state', '=', 'done');
}

function slimReport(report: string | null): string {
  const whole = reportOf(report);
  const lists = { columns: [], added_rows: [], changed_rows: [], refused: [], warnings: [] };
  return JSON.stringify({ ...whole, ...lists, absent: [], absent_customers: [] });
}

// Written by run-import.ts, as what the contract says.
const reportOf = (report: string | null) => JSON.parse(report ?? '{}') as Partial<ImportReport>;

/** What the history calls jobs, by their changes: `Import of issued.csv: 3 changed`, `Deletion of 12,001 rows`. */
export async function jobTitles(
  db: Db,
  changeIds: readonly string[],
): Promise<Map<string, string>> {
  if (changeIds.length === 0) return new Map();
  const found = await doneWork(db).where('change_id', 'in', changeIds).execute();
  return new Map(
    found.map(({ kind, change_id, file_name, report }) => {
      const { added = 0, changed = 0 } = reportOf(report);
      const counts = [
        ...(added > 0 ? [`${added.toLocaleString('en')} added`] : []),
        ...(changed > 0 ? [`${changed.toLocaleString('en')} changed`] : []),
      ];
      return [
        change_id,
        [`${titles[kind]} of ${file_name}`, counts.join(', ')].filter(Boolean).join(': '),
      ];
    }),
  );
}

const titles = {
  import: 'Import',
  preview: 'Preview',
  undo: 'Undo',
  delete: 'Deletion',
  compare: 'Comparison',
};

function isCutShort({ mark, held_until_ms }: Job, nowMs: number): boolean {
  return hasMarkOfEnded(mark) || held_until_ms < nowMs;
}

/** The comparisons of these cases that no process makes, in the order of the cases. */
export async function idleComparisons(db: Db, case_ids: readonly number[]): Promise<Job[]> {
  const jobs = db.selectFrom('jobs').selectAll().where('case_id', 'in', case_ids);
  const unfinished = await jobs.where('finished_at', 'is', null).execute();
  const nowMs = await sharedTime(db, Date.now);
  return case_ids.flatMap((id) =>
    unfinished.filter((job) => job.case_id === id && isCutShort(job, nowMs)),
  );
}

/** The comparison of a case that was added last. */
export async function lastComparison(db: Db, case_id: number): Promise<Job | null> {
  const jobs = db.selectFrom('jobs').selectAll().where('case_id', '=', case_id);
  const last = await jobs.orderBy('started_at', 'desc').orderBy('finished_at').executeTakeFirst();
  return last ?? null;
}

/** Makes a job ours that shows no sign of life; false where another process was faster, or it lives. */
export async function takeOverJob(
  db: Db,
  { id, mark, held_until_ms }: Job,
  state: Job['state'],
  forMs = heldMs,
): Promise<boolean> {
  const taken = await db
    .updateTable('jobs')
    .set({ state, mark: ownMark(), held_until_ms: (await sharedTime(db, Date.now)) + forMs })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .where('mark', '=', mark)
    .where('held_until_ms', '=', held_until_ms)
    .returning('id')
    .executeTakeFirst();
  return taken !== undefined;
}

/** A job as others see it. */
export function asImportJob({
  change_id: _c,
  mark: _m,
  held_until_ms: _h,
  case_id: _case,
  ...job
}: Job): ImportJob {
  const parsed = (json: string | null) => (json === null ? null : JSON.parse(json));
  const undone = parsed(job.undone);
  return {
    ...job,
    report: parsed(job.report),
    undone,
    deletion: parsed(job.deletion),
    takes_back: job.undoes,
    called_off_by: job.cancelled_by,
    taken_back: undone,
  };
}
