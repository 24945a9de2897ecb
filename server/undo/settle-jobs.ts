import type { Library } from '../changes/change.ts';
import {
  endJob,
  forgetOldJobs,
  type Job,
  jobsCutShort,
  recordProgress,
  takeOverJob,
} from '../jobs/jobs.ts';
import { undoUnfinished } from './portions.ts';

/** Undoes what processes have left that were killed in the middle of a job. To be called before a job is started. */
export async function settleJobs(library: Library): Promise<void> {
  for (const job of await jobsCutShort(library.db)) await settleJob(library, job);
  await forgetOldJobs(library);
}

/** Ends a job whose process is no more, as if it had never begun. */
export async function settleJob(library: Library, job: Job): Promise<void> {
  const { id, change_id, by_user } = job;
  const signOfLife = () => void recordProgress(library.db, id, {}).catch(() => {});
  if (!(await takeOverJob(library.db, job, 'taking_back'))) return;
  await undoUnfinished(library, { user: by_user, change_id }, signOfLife);
  const fault = `It was cut short, and nothing of it was kept. ${again[job.kind]}`;
  const isCancelled = job.called_off_by !== null;
  await endJob(library, id, isCancelled ? { state: 'called_off' } : { state: 'failed', fault });
}

const again: Record<Job['kind'], string> = {
  import: 'Import the file again.',
  preview: 'Preview the file again.',
  compare: 'Compare the documents again.',
  undo: 'Undo the change again.',
  delete: 'Delete the rows again.',
};
