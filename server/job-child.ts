import { LibraryError } from '#contract/errors.ts';
import type { Library } from './changes/change.ts';
import type { Job } from './catalogue/import-jobs.ts';
import type { JobChildOrder, JobOrder } from './console/job-runner.ts';
import { runDelete } from './console/run-delete.ts';
import { runImport } from './console/run-import.ts';
import { runTakeBack } from './console/run-take-back.ts';
import { openLibrary } from './library.ts';

// Imports one sheet, deletes many rows or undoes one change, for console/job-runner.ts, in a process of its
// own: a million rows hold an event loop for minutes.

process.on('message', ({ config, job, order }: JobChildOrder) => {
  void (async () => {
    const library = await openLibrary(config);
    await run(library, job, order).catch((error: unknown) => {
      // The job says what was wrong.
      if (!(error instanceof LibraryError)) throw error;
    });
    await library.db.destroy();
    process.exit(0);
  })();
});

function run(library: Library, job: Job, order: JobOrder): Promise<unknown> {
  if (order.does === 'import') return runImport(library, job, order.import);
  return order.does === 'delete'
    ? runDelete(library, job, order.deletion)
    : runTakeBack(library, job);
}

process.on('SIGINT', () => {}); // Ctrl+C reaches the whole process group; the server ends us
process.once('disconnect', () => process.exit(1)); // the next server takes back what was begun
