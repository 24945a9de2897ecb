import type { ImportReport } from '#contract/importing.ts';
import type { ImportJob } from '#contract/jobs.ts';
import { isRefusal, isSessionOver } from '../../../api.ts';
import { consoleApi } from '../console-api.ts';

const askEveryMs = 700;

/**
 * Waits for the end of an import, which runs on the server, and gives its report. Fails in words when it
 * failed or was cancelled.
 */
export async function followJob(
  started: ImportJob,
  onProgress: (job: ImportJob) => void,
  signal?: AbortSignal,
): Promise<ImportReport> {
  const job = await whenEnded(started, onProgress, signal);
  if (job.report !== null) return job.report;
  if (job.state === 'cancelled') {
    throw new Error(`Cancelled by ${job.cancelled_by ?? 'someone'}. Nothing was changed.`);
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
    job = await readUntilAnswered(job.id, signal);
  }
  return job;
}

/** Reads a job, however long the connection or the server is away: the job goes on without us. */
export async function readUntilAnswered(
  id: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<ImportJob> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return (await consoleApi.readImportJob({ query: { id }, signal })).job;
    } catch (error) {
      if (isSessionOver(error) || isRefusal(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, askEveryMs));
  }
}
