import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { LibraryError } from '#contract/errors.ts';
import type { UndoReport } from '#contract/jobs.ts';
import { type Author, changeLibrary, type Library } from '../changes/change.ts';
import { countLinesOf, type FeedLine, lastLinesOf } from '../changes/trail.ts';
import type { Tx } from '../db/schema.ts';
import {
  endJob,
  forgetOldJobs,
  type Job,
  jobsCutShort,
  recordProgress,
  takeOverJob,
} from '../jobs/jobs.ts';
import { runJob } from '../jobs/run-job.ts';
import { undoLines } from './catalogue.ts';
import { staysInWords, subjectInWords } from './plan.ts';

// A changed row takes about half a millisecond, added and deleted ones less. A sign-in writes several times and waits for a portion each time.
const linesAtOnce = 250;
// As in write-whole.ts: another process that waits for the database gets it.
const restMs = 60;
const nothing: ReadonlySet<number> = new Set();
/** The most rows that stay which are listed. */
const mostListed = 1000;

type UndoneInPortions = Omit<UndoReport, 'change_id'>;
/** Called in the transaction of each portion, before it; what it throws stops the work. */
type MayGoOn = (tx: Tx) => Promise<void>;

/**
 * Does the work of a job that undoes a large change. The history shows all its portions as one change. If it cannot
 * finish, what it undid is written again.
 */
export async function runUndo(library: Library, job: Job): Promise<UndoReport> {
  const { by_user: user, change_id, undoes } = job;
  if (undoes === null) throw new Error('This job undoes nothing.');
  const author = { user, change_id };
  return runJob(library, job, async ({ tell, mayGoOn }) => {
    const rows_total = await countLinesOf(library.db, undoes);
    const onUndone = (rows_done: number) => tell({ state: 'writing', rows_done, rows_total });
    onUndone(0);
    try {
      const undone = await undoInPortions(library, author, undoes, onUndone, mayGoOn);
      const report = { ...undone, change_id: undone.rows === 0 ? null : change_id };
      return { result: report, columns: { state: 'done', undone: JSON.stringify(report) } };
    } catch (error) {
      await undoUnfinished(library, author, (rows_done) =>
        tell({ state: 'undoing', rows_done, rows_total: null }),
      );
      throw error;
    }
  });
}

/** Undoes an import, or an undo, that did not come to its end. */
export async function undoUnfinished(
  library: Library,
  { user, change_id }: { user: string; change_id: string },
  onUndone: (lines: number) => void,
): Promise<void> {
  const author = { user, change_id: randomUUID() };
  await undoInPortions(library, author, change_id, onUndone, async () => {});
}

/**
 * Undoes a change by the audit trail, in portions, the last line first. What someone else has
 * changed since stays. Run again after a crash, it continues with the rest.
 */
async function undoInPortions(
  library: Library,
  author: Author,
  change_id: string,
  onUndone: (lines: number) => void,
  mayGoOn: MayGoOn,
): Promise<UndoneInPortions> {
  const undone: UndoneInPortions = { rows: 0, stays_count: 0, stays: [] };
  let before: number | null = null;
  for (let done = 0; ;) {
    const lines: FeedLine[] = await lastLinesOf(library.db, change_id, before, linesAtOnce);
    const [first] = lines;
    if (first === undefined) return undone;
    for await (const { rows, stays } of undoPortion(library, author, lines, mayGoOn)) {
      undone.rows += rows;
      undone.stays_count += stays.length;
      undone.stays.push(...stays.slice(0, mostListed - undone.stays.length));
    }
    before = first.id;
    done += lines.length;
    onUndone(done);
  }
}

async function* undoPortion(
  library: Library,
  author: Author,
  lines: readonly FeedLine[],
  mayGoOn: MayGoOn,
): AsyncGenerator<{ rows: number; stays: string[] }> {
  const files = lines.filter(({ subject }) => subject === 'file');
  const ofCatalogue = lines.filter(({ subject }) => subject !== 'file');
  let hasBegun = false;
  try {
    const { result } = await changeLibrary(library, author, async (tx, change) => {
      await mayGoOn(tx);
      hasBegun = true;
      return undoLines(tx, ofCatalogue, nothing, change);
    });
    const left = files.map(
      (line) => `${subjectInWords(line)} stays. Undo file changes one by one.`,
    );
    const stays = [...result.builtOn.map(staysInWords), ...result.left, ...left];
    yield { rows: result.rows, stays };
  } catch (error) {
    if (!hasBegun || !isPlaceInUse(error)) throw error;
    const [only] = lines;
    if (only === undefined) return;
    // Someone took the place of one of them: that one stays, the others go.
    if (lines.length === 1) {
      yield { rows: 0, stays: [`${subjectInWords(only)} stays. ${error.message}`] };
      return;
    }
    const middle = lines.length >> 1;
    yield* undoPortion(library, author, lines.slice(middle), mayGoOn);
    yield* undoPortion(library, author, lines.slice(0, middle), mayGoOn);
  } finally {
    await pause(restMs);
  }
}

function isPlaceInUse(error: unknown): error is LibraryError {
  return error instanceof LibraryError && error.code === 'changed_meanwhile';
}

/** Undoes what processes have left that were killed in the middle of a job. To be called before a job is started. */
export async function endJobsCutShort(library: Library): Promise<void> {
  for (const job of await jobsCutShort(library.db)) await endCutShort(library, job);
  await forgetOldJobs(library);
}

/** Ends a job whose process is no more, as if it had never begun. */
export async function endCutShort(library: Library, job: Job): Promise<void> {
  const { id, change_id, by_user } = job;
  const signOfLife = () => void recordProgress(library.db, id, {}).catch(() => {});
  if (!(await takeOverJob(library.db, job, 'undoing'))) return;
  await undoUnfinished(library, { user: by_user, change_id }, signOfLife);
  const fault = `The job was interrupted, and no change was kept. ${again[job.kind]}`;
  const isCancelled = job.cancelled_by !== null;
  await endJob(library, id, isCancelled ? { state: 'cancelled' } : { state: 'failed', fault });
}

const again: Record<Job['kind'], string> = {
  import: 'Import the file again.',
  preview: 'Preview the file again.',
  compare: 'Compare the documents again.',
  undo: 'Undo the change again.',
  delete: 'Delete the rows again.',
};
