import { LibraryError } from '#contract/errors.ts';
import type { Library } from '../changes/change.ts';
import { endJob, type Job, recordProgress } from './jobs.ts';
import type { Tx } from '../db/schema.ts';

export type JobProgress = Pick<Job, 'state' | 'rows_done' | 'rows_total'>;

/** What the work of a job is given. */
type Running = {
  tell: (progress: JobProgress) => void;
  /** To be asked in the transaction of each portion: throws when the work must stop. */
  mayGoOn: (tx: Tx) => Promise<void>;
};

/** What the work gives, and what is written down of it. */
type Ended<T> = { result: T; columns: Pick<Job, 'state'> & Partial<Job> };

const signOfLifeMs = 1000;

/** Does the work of a job to its end, gives signs of life meanwhile, and writes down what came of it. */
export async function runJob<T>(
  library: Library,
  job: Job,
  work: (running: Running) => Promise<Ended<T>>,
  onProgress: (progress: JobProgress) => void = () => {},
): Promise<T> {
  const { db } = library;
  let progress: JobProgress = { state: 'reading', rows_done: 0, rows_total: null };
  let isOver: CutOff | null = null;
  const report = async () => {
    const now = await recordProgress(db, job.id, progress);
    if (now === null) isOver = new CutOff('failed', job);
    else if (now.cancelled_by !== null && !isOver) isOver = new CutOff('cancelled', job);
  };
  const reporting = setInterval(() => void report().catch(() => {}), signOfLifeMs); // busy: the next one
  try {
    await report();
    const { result, columns } = await work({
      tell: (now) => {
        progress = now;
        onProgress(now);
      },
      mayGoOn: async (tx) => {
        if (isOver !== null) throw isOver;
        await requireOurs(tx, job);
      },
    });
    await endJob(library, job.id, { ...progress, ...columns });
    return result;
  } catch (error) {
    const fault = error instanceof LibraryError ? error.message : `${workWords[job.kind]} failed.`;
    const state = error instanceof CutOff ? error.state : 'failed';
    const ended = endJob(library, job.id, { state, fault: state === 'failed' ? fault : null });
    await ended.catch(() => {}); // a full disk: the next job's start ends it
    throw error;
  } finally {
    clearInterval(reporting);
  }
}

const workWords: Record<Job['kind'], string> = {
  import: 'The import',
  preview: 'The import',
  undo: 'The undo',
  delete: 'The deletion',
  compare: 'The comparison',
};

/** Why a job stops before its end, in words. */
export class CutOff extends LibraryError {
  readonly state: 'cancelled' | 'failed';

  constructor(state: 'cancelled' | 'failed', job: Job) {
    const what = workWords[job.kind];
    const why = state === 'cancelled' ? 'was cancelled' : 'stopped answering and was undone';
    super('changed_meanwhile', `${what} ${why}. No change was kept.`);
    this.state = state;
  }
}

// A process that was taken for dead must not continue beside the one that undoes its work. A cancelled
// one stops at its next portion, not at its next sign of life: the portions may all be written by then.
async function requireOurs(tx: Tx, job: Job): Promise<void> {
  const now = await tx
    .selectFrom('jobs')
    .select(['state', 'finished_at', 'cancelled_by'])
    .where('id', '=', job.id)
    .executeTakeFirst();
  if (now === undefined || now.finished_at !== null || now.state === 'undoing') {
    throw new CutOff('failed', job);
  }
  if (now.cancelled_by !== null) throw new CutOff('cancelled', job);
}
