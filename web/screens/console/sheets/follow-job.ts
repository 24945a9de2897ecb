import type { ImportReport } from '#contract/importing.ts';
import type { ImportJob } from '#contract/jobs.ts';
import { readImportJob } from '../console-api.ts';

const askEveryMs = 700;

/**
 * Waits for the end of an import, which goes on by itself, and gives its report. Fails in words when it
 * failed or was called off.
 */
export async function followJob(
  started: ImportJob,
  onProgress: (job: ImportJob) => void,
  signal?: AbortSignal,
): Promise<ImportReport> {
  const job = await whenEnded(started, onProgress, signal);
  if (job.report !== null) return job.report;
  if (job.state === 'called_off') {
    throw new Error(
      `${job.called_off_by ?? 'Someone'} called the import off. Nothing was changed.`,
    );
  }
  throw new Error(job.fault ?? 'The import failed. Nothing was changed.');
}

/** Gives a job that has ended. An answer that does not come is asked for again. */
export async function whenEnded(
  started: ImportJob,
  onProgress: (job: ImportJob) => void,
  signal: AbortSignal = new AbortController().signal,
): Promise<ImportJob> {
  let job = started;
  while (job.finished_at === null) {
    onProgress(job);
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
    signal.throwIfAborted();
    job = await readImportJob(job.id, signal).then(
      (answer) => answer.job,
      (error: unknown) => {
        if (!(error instanceof TypeError)) throw error; // no connection: fetch fails with a TypeError
        return job;
      },
    );
  }
  return job;
}
