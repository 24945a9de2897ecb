import os from 'node:os';
import path from 'node:path';
import type { ImportReport } from '#contract/editing.ts';
import { exportRows } from '../server/console/export.ts';
import { importRows } from '../server/catalogue/import.ts';
import { readSpreadsheet, writeSpreadsheet } from '../server/spreadsheet/spreadsheet.ts';
import { type Command, parseWords } from './command.ts';
import { progressLine } from './terminal.ts';

const importCatalogue: Command = {
  usage: 'import FILE.csv|FILE.xlsx [--dry-run] [--keep-going] [--as NAME]',
  does: 'Adds and updates entries: all rows or none, unless --keep-going.',
  async run({ args, open }) {
    const options = {
      'dry-run': { type: 'boolean', default: false },
      'keep-going': { type: 'boolean', default: false },
      as: { type: 'string', default: os.userInfo().username },
    } as const;
    const { values, positionals } = parseWords(args, options, 1);
    const { library } = await open();
    const sheet = await readSpreadsheet(path.resolve(positionals[0] ?? ''));
    const progress = progressLine('rows');
    const report = await importRows(library, sheet, {
      user: values.as,
      dryRun: values['dry-run'],
      keepGoing: values['keep-going'],
      onProgress: progress.show,
    }).finally(progress.end);
    printReport(report, values['dry-run']);
    return report.refused.length > 0 ? 1 : 0;
  },
};

function printReport(report: ImportReport, dryRun: boolean): void {
  for (const { row, reason } of report.refused) console.error(`row ${row}: ${reason}`);
  const { added, changed, unchanged, refused, written } = report;
  const counts = `${added} added, ${changed} changed, ${unchanged} unchanged, ${refused.length} refused`;
  if (written) console.log(`Imported: ${counts}.`);
  else if (dryRun) console.log(`Dry run, nothing was written. It would be: ${counts}.`);
  else
    console.log(`Nothing was written: mend the rows above, or use --keep-going. Found: ${counts}.`);
}

const exportCatalogue: Command = {
  usage: 'export FILE.csv|FILE.xlsx',
  does: 'Writes all entries with file status and dates; importing it back changes nothing.',
  async run({ args, open }) {
    const { positionals } = parseWords(args, {}, 1);
    const file = path.resolve(positionals[0] ?? '');
    const { library } = await open();
    const progress = progressLine('entries');
    let written = -1; // the header is no entry
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

export const catalogueCommands: Record<string, Command> = {
  import: importCatalogue,
  export: exportCatalogue,
};
