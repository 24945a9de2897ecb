import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { LibraryError } from '#contract/errors.ts';
import type { ImportJob } from '#contract/jobs.ts';
import type { Library } from '../audit/change.ts';
import { sharedTime } from '../db/clock.ts';
import type { Db, Schema } from '../db/schema.ts';
import { hasMarkOfEnded, ownMark } from '../share/marks.ts';
import { takeBackImport } from './take-back-import.ts';

// Imports as rows: what any process needs to know of them, and what is left of one whose process was
// killed. At most one import writes at a time, of all processes; the table itself sees to it.

export type Job = Selectable<Schema['jobs']>;
type JobColumns = Partial<Omit<Job, 'id'>>;

/** How long a process counts as alive without a sign of life. */
const heldMs = 30_000;
const keptMs = 30 * 24 * 3600_000;

/** Starts a job, unless it is an import and another one is running. */
export async function startJob(
  library: Library,
  of: Pick<Job, 'kind' | 'by_user' | 'file_name'>,
): Promise<Job> {
  const { db } = library;
  await settleJobs(library);
  const job: Job = {
    ...of,
    id: randomUUID(),
    change_id: randomUUID(),
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
  };
  // Whoever comes a moment too late adds no row.
  const insert = db.insertInto('jobs').values(job);
  const added = await insert
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added === undefined) {
    await requireNoImport(db);
    throw new LibraryError('busy', 'Another import has just ended. Try again.');
  }
  return job;
}

/** Refuses while an import is running, and says whose. */
export async function requireNoImport(db: Db): Promise<void> {
  const running = await runningImport(db);
  if (running === null || isCutShort(running, await sharedTime(db, Date.now))) return; // what is left of that is taken back first
  const { by_user, file_name, state } = running;
  const rows =
    running.rows_total === null
      ? ''
      : `, ${running.rows_done.toLocaleString('en')} of ${running.rows_total.toLocaleString('en')} rows`;
  throw new LibraryError(
    'import_running',
    `${by_user} is importing ${file_name} (${stateWords[state] ?? state}${rows}). Try again when that has ended.`,
  );
}

const stateWords: Partial<Record<Job['state'], string>> = { taking_back: 'taking it back' };

export async function runningImport(db: Db): Promise<Job | null> {
  const imports = db.selectFrom('jobs').selectAll().where('kind', '=', 'import');
  return (await imports.where('finished_at', 'is', null).executeTakeFirst()) ?? null;
}

/** The import that ended last. */
export async function lastImport(db: Db): Promise<Job | null> {
  const imports = db.selectFrom('jobs').selectAll().where('kind', '=', 'import');
  const last = imports.where('finished_at', 'is not', null).orderBy('finished_at', 'desc');
  return (await last.limit(1).executeTakeFirst()) ?? null;
}

export async function requireJob(db: Db, id: string): Promise<Job> {
  const job = await db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
  if (job === undefined) throw new LibraryError('not_found', 'This import is not known any more.');
  return job;
}

/** Asks a job to stop; one that has ended stays as it is. */
export async function callOffJob(db: Db, id: string, user: string): Promise<void> {
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

/** Takes back what processes have left that were killed in the middle of an import. */
export async function settleJobs(library: Library): Promise<void> {
  const { db, now } = library;
  const running = await db
    .selectFrom('jobs')
    .selectAll()
    .where('finished_at', 'is', null)
    .execute();
  const nowMs = await sharedTime(db, Date.now);
  for (const job of running) if (isCutShort(job, nowMs)) await settleJob(library, job);
  const old = new Date(now() - keptMs).toISOString();
  await db.deleteFrom('jobs').where('finished_at', '<', old).execute();
}

function isCutShort({ mark, held_until_ms }: Job, nowMs: number): boolean {
  return hasMarkOfEnded(mark) || held_until_ms < nowMs;
}

/** Ends a job whose process is no more, as if it had never begun. */
export async function settleJob(library: Library, job: Job): Promise<void> {
  const { id, change_id, by_user } = job;
  const signOfLife = () => void recordProgress(library.db, id, {}).catch(() => {});
  if (!(await takeOver(library.db, job))) return;
  await takeBackImport(library, { user: by_user, change_id }, signOfLife);
  const fault = 'It was cut short, and nothing of it was kept. Import the file again.';
  const isCalledOff = job.called_off_by !== null;
  await endJob(library, id, isCalledOff ? { state: 'called_off' } : { state: 'failed', fault });
}

/** Makes a job ours that shows no sign of life; false where another process was faster, or it lives. */
async function takeOver(db: Db, { id, mark, held_until_ms }: Job): Promise<boolean> {
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
  return { ...job, report: job.report === null ? null : JSON.parse(job.report) };
}
