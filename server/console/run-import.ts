import type { ImportReport } from '#contract/importing.ts';
import type { Library } from '../audit/change.ts';
import { type ImportOptions, importRows } from '../catalogue/import.ts';
import type { Job } from '../catalogue/import-jobs.ts';
import { readSpreadsheet } from '../spreadsheet/spreadsheet.ts';
import { type Progress, runJob } from './run-job.ts';

/** The file that a job imports, and how. */
export type ImportOrder = Pick<ImportOptions, 'columns' | 'headings' | 'keepGoing'> & {
  file: string;
};

/** A report keeps so many rows of a kind. */
const mostRowsListed = 1000;

/** Does the work of a job from reading the file to its end, and writes down how far it is. */
export async function runImport(
  library: Library,
  job: Job,
  { file, ...how }: ImportOrder,
  onProgress: (progress: Progress) => void = () => {},
): Promise<ImportReport> {
  return runJob(
    library,
    job,
    async ({ tell, mayGoOn }) => {
      const sheet = await readSpreadsheet(file);
      const done = await importRows(library, sheet, {
        user: job.by_user,
        change_id: job.change_id,
        dryRun: job.kind === 'preview',
        ...how,
        onStep: ({ step, done, total }) =>
          tell({ state: step, rows_done: done, rows_total: total }),
        mayGoOn,
      });
      const { refused, warnings } = done;
      const listed = {
        ...done,
        refused: refused.slice(0, mostRowsListed),
        warnings: warnings.slice(0, mostRowsListed),
      };
      const isRefused = !done.written && job.kind === 'import';
      const state = isRefused ? 'refused' : 'done';
      return { result: done, columns: { state, report: JSON.stringify(listed) } };
    },
    onProgress,
  );
}
