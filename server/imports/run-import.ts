import type { ImportReport } from '#contract/importing.ts';
import type { Library } from '../changes/change.ts';
import { type ImportOptions, importRows } from './import.ts';
import type { Job } from '../jobs/jobs.ts';
import { LibraryError } from '#contract/errors.ts';
import { sheetWithHeadings } from './columns.ts';
import { rememberedHeadings } from './remembered-headings.ts';
import { readWorksheets, type Worksheet } from '../spreadsheet/spreadsheet.ts';
import { type JobProgress, runJob } from '../jobs/run-job.ts';

/** The file that a job imports, and how. */
export type ImportOrder = Pick<ImportOptions, 'columns' | 'headings' | 'keepGoing'> & {
  file: string;
  /** The worksheet of a workbook; without it the one with the headings. */
  worksheet?: string | undefined;
};

/** The most rows of a kind that a report keeps. */
const mostRowsListed = 1000;

/** Does the work of a job from reading the file to its end, and writes down how far it is. */
export async function runImport(
  library: Library,
  job: Job,
  { file, worksheet, ...how }: ImportOrder,
  onProgress: (progress: JobProgress) => void = () => {},
): Promise<ImportReport> {
  return runJob(
    library,
    job,
    async ({ tell, mayGoOn }) => {
      const onRead = (rows_done: number) => tell({ state: 'reading', rows_done, rows_total: null });
      const sheets = await readWorksheets(file, { onRead });
      const sheet = await chosenSheet(library, sheets, worksheet, how.headings);
      const report = await importRows(library, sheet.rows, {
        user: job.by_user,
        change_id: job.change_id,
        dryRun: job.kind === 'preview',
        ...how,
        onStep: ({ step, done, total }) =>
          tell({ state: step, rows_done: done, rows_total: total }),
        mayGoOn,
      });
      const worksheets = sheets.map(({ name }) => name);
      // A CSV file has none.
      const done = sheet.name === '' ? report : { ...report, worksheets, worksheet: sheet.name };
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

async function chosenSheet(
  { db }: Library,
  sheets: readonly Worksheet[],
  name: string | undefined,
  headings: ImportOrder['headings'] = new Map(),
): Promise<Worksheet> {
  const remembered = new Map([...(await rememberedHeadings(db)), ...headings]);
  const sheet =
    name === undefined
      ? sheets[sheetWithHeadings(sheets, remembered)]
      : sheets.find((one) => one.name === name);
  if (sheet !== undefined) return sheet;
  const names = sheets.map((one) => one.name).join(', ');
  throw new LibraryError('bad_request', `Worksheet "${name}" not found. Worksheets: ${names}.`);
}
