import type { ImportReport } from '#contract/importing.ts';
import { LibraryError } from '#contract/errors.ts';
import type { Library } from '../audit/change.ts';
import { type ImportOptions, importRows } from '../catalogue/import.ts';
import { endJob, type Job, recordProgress } from '../catalogue/import-jobs.ts';
import type { Tx } from '../db/schema.ts';
import { readSpreadsheet } from '../spreadsheet/spreadsheet.ts';

/** The file that a job imports, and how. */
export type ImportOrder = Pick<ImportOptions, 'columns' | 'headings' | 'keepGoing'> & {
  file: string;
};

/** A report keeps so many rows of a kind. */
const mostRowsListed = 1000;
const signOfLifeMs = 1000;

/** Does the work of a job from reading the file to its end, and writes down how far it is. */
export async function runImport(
  library: Library,
  job: Job,
  { file, ...how }: ImportOrder,
  onProgress: (progress: Progress) => void = () => {},
): Promise<ImportReport> {
  const { db } = library;
  let progress: Progress = { state: 'reading', rows_done: 0, rows_total: null };
  let isOver: CutOff | null = null;
  const report = async () => {
    const now = await recordProgress(db, job.id, progress);
    if (now === null) isOver = new CutOff('failed');
    else if (now.called_off_by !== null && !isOver) isOver = new CutOff('called_off');
  };
  const reporting = setInterval(() => void report().catch(() => {}), signOfLifeMs); // busy: the next one
  try {
    await report();
    const sheet = await readSpreadsheet(file);
    const done = await importRows(library, sheet, {
      user: job.by_user,
      change_id: job.change_id,
      dryRun: job.kind === 'preview',
      ...how,
      onStep: ({ step, done, total }) => {
        progress = { state: step, rows_done: done, rows_total: total };
        onProgress(progress);
      },
      mayGoOn: async (tx) => {
        if (isOver !== null) throw isOver;
        await requireOurs(tx, job);
      },
    });
    const { refused, warnings } = done;
    const listed = {
      ...done,
      refused: refused.slice(0, mostRowsListed),
      warnings: warnings.slice(0, mostRowsListed),
    };
    const isRefused = !done.written && job.kind === 'import';
    const state = isRefused ? 'refused' : 'done';
    await endJob(library, job.id, { ...progress, state, report: JSON.stringify(listed) });
    return done;
  } catch (error) {
    const fault = error instanceof LibraryError ? error.message : 'The import failed.';
    const state = error instanceof CutOff ? error.state : 'failed';
    const ended = endJob(library, job.id, { state, fault: state === 'failed' ? fault : null });
    await ended.catch(() => {}); // a full disk: whoever asks for the next import ends it
    throw error;
  } finally {
    clearInterval(reporting);
  }
}

export type Progress = Pick<Job, 'state' | 'rows_done' | 'rows_total'>;

/** Why an import stops before its end, in words. */
export class CutOff extends LibraryError {
  readonly state: 'called_off' | 'failed';

  constructor(state: 'called_off' | 'failed') {
    const why = state === 'called_off' ? 'was called off' : 'did not answer and was taken back';
    super('changed_meanwhile', `The import ${why}; nothing of it was kept.`);
    this.state = state;
  }
}

// A process that was taken for dead must not go on beside the one that takes its work back.
async function requireOurs(tx: Tx, { id }: Job): Promise<void> {
  const job = await tx
    .selectFrom('jobs')
    .select(['state', 'finished_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (job === undefined || job.finished_at !== null || job.state === 'taking_back') {
    throw new CutOff('failed');
  }
}
