import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { headingKey, type ImportField, importFields } from '#contract/import-headings.ts';
import { exportRows } from '../server/exports/export.ts';
import { cancelJob, type Job, startJob } from '../server/jobs/jobs.ts';
import { endJobsCutShort } from '../server/undo/portions.ts';
import { runImport } from '../server/imports/run-import.ts';
import { inTemporaryFolder } from '../server/spreadsheet/temporary-folder.ts';
import { writeSpreadsheet } from '../server/spreadsheet/spreadsheet.ts';
import { userName } from '../server/config/owner.ts';
import { type CliCommand, parseWords, UsageError } from './command.ts';
import { printImport } from './import-report.ts';
import { progressLine } from './terminal.ts';

const importCatalogue: CliCommand = {
  usage:
    'import FILE.csv|FILE.xlsx|- [--dry-run] [--keep-going] [--column "HEADING=FIELD"]… [--worksheet NAME] [--as NAME]',
  does: 'Adds and updates entries: all rows or none, unless --keep-going.',
  more: [
    '- reads standard input, as CSV or a workbook.',
    'The usual headings are known in English and German; --column names the field of another one',
    `(${importFields.filter((field) => field !== 'modified_at').join(', ')},`,
    'or nothing to skip the column); the library remembers it.',
    'A workbook is read from the worksheet with the headings, or from --worksheet.',
    'A row with an id changes that entry. --dry-run also lists what only the library has.',
  ],
  async run({ args, open }) {
    const options = {
      'dry-run': { type: 'boolean', default: false },
      'keep-going': { type: 'boolean', default: false },
      column: { type: 'string', multiple: true, default: [] as string[] },
      worksheet: { type: 'string' },
      as: { type: 'string', default: userName() },
    } as const;
    const { values, positionals } = parseWords(args, options, 1);
    const headings = headingsOf(values.column);
    const { library } = await open('or begin');
    const [given = ''] = positionals;
    const importFrom = async (file: string) => {
      const kind = values['dry-run'] ? 'preview' : 'import';
      const of = { kind, by_user: values.as, file_name: path.basename(file) } as const;
      await endJobsCutShort(library);
      const job = await startJob(library, of);
      const cancel = () => void cancelJob(library.db, job.id, values.as);
      process.once('SIGINT', cancel);
      const progress = progressLine('rows');
      const { worksheet } = values;
      const order = { file, worksheet, headings, keepGoing: values['keep-going'] };
      const report = await runImport(library, job, order, (at) =>
        progress.show(at.rows_done, at.rows_total, stepWords[at.state]),
      ).finally(() => {
        progress.end();
        process.off('SIGINT', cancel);
      });
      printImport(report, values['dry-run']);
      return report.refused_count > 0 || report.missing.length > 0 ? 1 : 0;
    };
    if (given !== '-') return importFrom(path.resolve(given));
    return inTemporaryFolder(async (dir) => importFrom(await saveStandardInput(dir)));
  },
};

/** Its first bytes tell a workbook, which is a zip, from CSV. */
async function saveStandardInput(dir: string): Promise<string> {
  const file = path.join(dir, 'standard input');
  await pipeline(process.stdin, createWriteStream(file));
  const [head] = await Array.fromAsync(createReadStream(file, { end: 1, encoding: 'latin1' }));
  const named = `${file}${head === 'PK' ? '.xlsx' : '.csv'}`;
  await rename(file, named);
  return named;
}

const stepWords: Partial<Record<Job['state'], string>> = {
  reading: 'read',
  checking: 'checked',
  writing: 'written',
  undoing: 'undone',
};

/** What `--column "Teil=doc_num"` says, by heading. */
function headingsOf(columns: readonly string[]): Map<string, ImportField | null> {
  return new Map(
    columns.map((words) => {
      const [, heading = '', name = ''] = /^(.+)=(\w*)$/s.exec(words) ?? [];
      const field = importFields.find((one) => one === name) ?? null;
      if (heading === '' || (field === null && name !== '')) {
        throw new UsageError(`--column needs HEADING=FIELD, not "${words}":`);
      }
      return [headingKey(heading), field];
    }),
  );
}

const exportCatalogue: CliCommand = {
  usage: 'export FILE.csv|FILE.xlsx',
  does: 'Writes all entries with file status and dates. Importing that file changes nothing.',
  async run({ args, open }) {
    const { positionals } = parseWords(args, {}, 1);
    const file = path.resolve(positionals[0] ?? '');
    const { library } = await open();
    const progress = progressLine('entries');
    let written = -1; // the header is not an entry
    async function* counted() {
      for await (const rows of exportRows(library.db)) {
        written += rows.length;
        progress.show(written, null);
        yield rows;
      }
    }
    await writeSpreadsheet(file, counted()).finally(progress.end);
    console.log(`Wrote ${written} entries to ${file}.`);
    return 0;
  },
};

export const catalogueCommands: Record<string, CliCommand> = {
  import: importCatalogue,
  export: exportCatalogue,
};
