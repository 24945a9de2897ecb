import type { DeletionReport } from '#contract/jobs.ts';
import type { Library } from '../changes/change.ts';
import { type Deletion, deleteMany, rowsOf } from '../catalogue/delete-many.ts';
import type { Job } from '../jobs/jobs.ts';
import { runJob } from '../jobs/run-job.ts';

/** Does the work of a job that deletes many rows: all of them, or none. */
export async function runDelete(library: Library, job: Job, deletion: Deletion): Promise<void> {
  const rows_total = rowsOf(deletion);
  await runJob(library, job, async ({ tell, mayGoOn }) => {
    tell({ state: 'writing', rows_done: 0, rows_total });
    const change_id = await deleteMany(library, deletion, {
      user: job.by_user,
      change_id: job.change_id,
      mayGoOn,
      onStep: ({ step, done }) => {
        const total = step === 'taking_back' ? null : rows_total;
        tell({ state: step, rows_done: done, rows_total: total });
      },
    });
    const report: DeletionReport = { change_id, deleted: rows_total };
    return { result: report, columns: { state: 'done', deletion: JSON.stringify(report) } };
  });
}
