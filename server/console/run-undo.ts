import type { UndoReport } from '#contract/jobs.ts';
import type { Library } from '../changes/change.ts';
import { countLinesOf } from '../changes/trail.ts';
import type { Job } from '../jobs/jobs.ts';
import { undoInPortions, undoUnfinished } from '../catalogue/undo-portions.ts';
import { type JobProgress, runJob } from '../jobs/run-job.ts';

/**
 * Does the work of a job that undoes a large change. The history shows all its portions as one change. If it cannot
 * finish, what it undid is written again.
 */
export async function runUndo(
  library: Library,
  job: Job,
  onProgress: (progress: JobProgress) => void = () => {},
): Promise<UndoReport> {
  const { by_user: user, change_id, takes_back } = job;
  if (takes_back === null) throw new Error('This job undoes nothing.');
  const author = { user, change_id };
  return runJob(
    library,
    job,
    async ({ tell, mayGoOn }) => {
      const rows_total = await countLinesOf(library.db, takes_back);
      const onUndone = (rows_done: number) => tell({ state: 'writing', rows_done, rows_total });
      onUndone(0);
      try {
        const taken = await undoInPortions(library, author, takes_back, {
          onUndone,
          mayGoOn,
        });
        const report = { ...taken, change_id: taken.rows === 0 ? null : change_id };
        return { result: report, columns: { state: 'done', taken_back: JSON.stringify(report) } };
      } catch (error) {
        await undoUnfinished(library, author, (rows_done) =>
          tell({ state: 'taking_back', rows_done, rows_total: null }),
        );
        throw error;
      }
    },
    onProgress,
  );
}
