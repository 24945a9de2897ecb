import { importRows } from '../../server/catalogue/import.ts';
import { readSpreadsheet } from '../../server/spreadsheet/spreadsheet.ts';
import { openLibrary } from '../../server/library.ts';
import { sqliteAt } from '../databases.ts';

// Imports a file and sends its progress; after each message it waits, so that the test can kill it
// at a known place inside the transaction.

const [file = '', sheet = ''] = process.argv.slice(2);
const library = await openLibrary({ database: sqliteAt(file) });
await importRows(library, await readSpreadsheet(sheet), {
  user: 'jsmith',
  onProgress: (done) => {
    process.send?.(done);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  },
});
