import { startJob } from '../../server/jobs/jobs.ts';
import { runImport } from '../../server/imports/run-import.ts';
import { openLibrary } from '../../server/library.ts';
import { sqliteAt } from '../databases.ts';

// Imports a file and sends what it is doing, and how much memory it took at most; after each message it waits, so that the test can kill it
// at a known place.

const [file = '', sheet = ''] = process.argv.slice(2);
const library = await openLibrary({ database: sqliteAt(file) });
const of = { kind: 'import', by_user: 'jsmith', file_name: 'large.csv' } as const;
const job = await startJob(library, of);
await runImport(library, job, { file: sheet, keepGoing: false }, ({ state, rows_done }) => {
  const megabytes = process.resourceUsage().maxRSS / 1024;
  process.send?.({ state, rows_done, megabytes });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
});
