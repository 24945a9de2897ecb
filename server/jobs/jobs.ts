import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { LibraryError } from '#contract/errors.ts';
import type { ImportReport } from '#contract/importing.ts';
import type { ImportJob } from '#contract/jobs.ts';
import type { Library } from '../changes/change.ts';
import { sharedTime } from '../db/clock.ts';
import type { Db, Schema } from '../db/schema.ts';
import { hasMarkOfEnded, ownMark } from '../processes/alive.ts';

// Imports, deletions of many rows and undos of large changes as rows: what any process needs to know of them,
// and what is left of one whose process was killed. At most one writes at a time, of all processes; the table
// itself sees to it: all are of the kind `import`.

export type Job = Selectable<Schema['jobs']>;
type JobColumns = Partial<Omit<Job, 'id'>>;

/** How long a process counts as alive without a sign of life. */
const heldMs = 30_000;
const keptMs = 30 * 24 * 3600_000;

/** Starts a job, unless it would write and another one that writes is running. */
export async function startJob(
  library: Library,
  of: Pick<Job, 'kind' | 'by_user' | 'file_name'> &
    Partial<Pick<Job, 'takes_back' | 'deletion' | 'change_id'>>,
): Promise<Job> {
  const { db } = library;
  const former = await findJobOf(db, of.change_id ?? '');
  const job: Job = {
    takes_back: null,
    deletion: null,
    ...of,
    // What a job undid that failed or was cancelled is in the trail under its id.
    change_id: former === null && of.change_id !== undefined ? of.change_id : randomUUID(),
    id: randomUUID(),
    mark: ownMark(),
    held_until_ms: (await sharedTime(db, Date.now)) + heldMs,
    state: 'reading',
    rows_total: null,
    rows_done: 0,
    started_at: new Date(library.now()).toISOString(),
    finished_at: null,
    called_off_by: null,
    report: null,
    fault: null,
    taken_back: null,
  };
  // A second process that starts one at the same moment adds no row.
  const insert = db.insertInto('jobs').values(job);
  const added = await insert
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added === undefined) {
    await requireNoImport(db);
    throw new LibraryError('busy', 'Another one has just ended. Try again.');
  }
  return job;
}

/** Refuses while an import is running, or a large change is being undone, and says whose. */
export async function requireNoImport(db: Db): Promise<void> {
  const running = await runningImport(db);
  if (running === null || isCutShort(running, await sharedTime(db, Date.now))) return; // what is left of that is undone first
  const { by_user, file_name, state, rows_done, rows_total } = running;
  const { does, words } = work[workOf(running)];
  const rows =
    rows_total === null
      ? ''
      : `, ${rows_done.toLocaleString('en')} of ${rows_total.toLocaleString('en')} rows`;
  throw new LibraryError(
    'import_running',
    `${by_user} is ${does} ${file_name} (${words[state] ?? state}${rows}). Try again when that has ended.`,
  );
}

type StateWords = Partial<Record<Job['state'], string>>;
const underWay: StateWords = { reading: 'beginning', writing: 'under way' };
const work: Record<Work, { does: string; words: StateWords }> = {
  import: { does: 'importing', words: { taking_back: 'undoing it' } },
  undo: { does: 'undoing', words: { ...underWay, taking_back: 'cancelled' } },
  delete: { does: 'deleting', words: { ...underWay, taking_back: 'cancelled' } },
};

export type Work = 'import' | 'undo' | 'delete';

/** What a job does. */
export function workOf({ takes_back, deletion }: Job): Work {
  if (takes_back !== null) return 'undo';
  return deletion === null ? 'import' : 'delete';
}

/** The import that is running, or the large change that is being undone. */
export async function runningImport(db: Db): Promise<Job | null> {
  const imports = db.selectFrom('jobs').selectAll().where('kind', '=', 'import');
  return (await imports.where('finished_at', 'is', null).executeTakeFirst()) ?? null;
}

/** The import that ended last. */
export const lastImport = (db: Db) => lastEnded(db, 'is');

/** The large change that was undone last. */
export const lastUndo = (db: Db) => lastEnded(db, 'is not');

async function lastEnded(db: Db, undoes: 'is' | 'is not'): Promise<Job | null> {
  const jobs = db.selectFrom('jobs').selectAll().where('kind', '=', 'import');
  const ended = jobs
    .where('takes_back', undoes, null)
    .where('deletion', 'is', null)
    .where('finished_at', 'is not', null);
  return (await ended.orderBy('finished_at', 'desc').limit(1).executeTakeFirst()) ?? null;
}

export async function requireJob(db: Db, id: string): Promise<Job> {
  const job = await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
  if (job === undefined) throw new LibraryError('not_found', 'This job is not known any more.');
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
    .set({ called_off_by: user })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .where('called_off_by', 'is', null)
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
  const running = await unfinished.execute();
  const nowMs = await sharedTime(db, Date.now);
  return running.filter((job) => isCutShort(job, nowMs));
}

/** Forgets jobs of more than a month ago. An import that wrote something stays, as the history names it; the rows that its report lists do not. */
export async function forgetOldJobs({ db, now }: Library): Promise<void> {
  const old = new Date(now() - keptMs).toISOString();
  const done = doneImports(db).where('finished_at', '<', old);
  for (const { id, report } of await done
    .where(sql`length(report)`, '>', longestOldReport)
    .execute()) {
    const slim = slimReport(report);
    await db.updateTable('jobs').set({ report: slim }).where('id', '=', id).execute();
  }
  await db
    .deleteFrom('jobs')
    .where('finished_at', '<', old)
    .where('id', 'not in', doneImports(db).clearSelect().select('id'))
    .execute();
}

const longestOldReport = 2000;

function doneImports(db: Db) {
  return db
    .selectFrom('jobs')
    .select(['id', 'change_id', 'file_name', 'report'])
    .where('kind', '=', 'import')
    .where('takes_back', 'is', null)
    .where('state', '=', 'done');
}

function slimReport(report: string | null): string {
  const whole = reportOf(report);
  const lists = { columns: [], added_rows: [], changed_rows: [], refused: [], warnings: [] };
  return JSON.stringify({ ...whole, ...lists, absent: [], absent_customers: [] });
}

// Written by run-import.ts, as what the contract says.
const reportOf = (report: string | null) => JSON.parse(report ?? '{}') as Partial<ImportReport>;

/** What the history calls imports, by their changes: `Import of issued.csv: 3 changed`. */
export async function importTitles(
  db: Db,
  changeIds: readonly string[],
): Promise<Map<string, string>> {
  if (changeIds.length === 0) return new Map();
  const found = await doneImports(db).where('change_id', 'in', changeIds).execute();
  return new Map(
    found.map(({ change_id, file_name, report }) => {
      const { added = 0, changed = 0 } = reportOf(report);
      const counts = [
        ...(added > 0 ? [`${added.toLocaleString('en')} added`] : []),
        ...(changed > 0 ? [`${changed.toLocaleString('en')} changed`] : []),
      ];
      return [change_id, [`Import of ${file_name}`, counts.join(', ')].filter(Boolean).join(': ')];
    }),
  );
}

function isCutShort({ mark, held_until_ms }: Job, nowMs: number): boolean {
  return hasMarkOfEnded(mark) || held_until_ms < nowMs;
}

/** Makes a job ours that shows no sign of life; false where another process was faster, or it lives. */
export async function takeOverJob(db: Db, { id, mark, held_until_ms }: Job): Promise<boolean> {
  const taken = await db
    .updateTable('jobs')
    .set({
      state: 'taking_back',
      mark: ownMark(),
      held_until_ms: (await sharedTime(db, Date.now)) + heldMs,
    })
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
  ...job
}: Job): ImportJob {
  const parsed = (json: string | null) => (json === null ? null : JSON.parse(json));
  const { report, taken_back, deletion } = job;
  return {
    ...job,
    report: parsed(report),
    taken_back: parsed(taken_back),
    deletion: parsed(deletion),
  };
}
