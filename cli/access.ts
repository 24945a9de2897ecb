import path from 'node:path';
import { accessSheet } from '../server/auth/access-log.ts';
import { writeSpreadsheet } from '../server/spreadsheet/spreadsheet.ts';
import { type CliCommand, parseWords } from './command.ts';

const exportAccess: CliCommand = {
  usage: 'access export FILE.csv|FILE.xlsx',
  does: 'Writes the access audit, newest first: sign-ins, refusals, account changes.',
  async run({ args, open }) {
    const file = path.resolve(parseWords(args, {}, 1).positionals[0] ?? '');
    const { library } = await open();
    let written = -1; // the header is not a line
    async function* counted() {
      for await (const rows of accessSheet(library.db)) {
        written += rows.length;
        yield rows;
      }
    }
    await writeSpreadsheet(file, counted());
    console.log(`Wrote ${written} lines to ${file}.`);
    return 0;
  },
};

export const accessCommands: Record<string, CliCommand> = { 'access export': exportAccess };
