import { LibraryError } from '#contract/errors.ts';
import type { JobChildOrder } from './console/job-runner.ts';
import { runImport } from './console/run-import.ts';
import { runTakeBack } from './console/run-take-back.ts';
import { openLibrary } from './library.ts';

// Imports one sheet, or takes one change back, for console/job-runner.ts, in a process of its own: a million
// rows hold an event loop for minutes.

process.on('message', ({ config, job, order }: JobChildOrder) => {
  void (async () => {
    const library = await openLibrary(config);
    const done = order === null ? runTakeBack(library, job) : runImport(library, job, order);
    await done.catch((error: unknown) => {
      // The job says what was wrong.
      if (!(error instanceof LibraryError)) throw error;
    });
    await library.db.destroy();
    process.exit(0);
  })();
});
process.on('SIGINT', () => {}); // Ctrl+C reaches the whole process group; the server ends us
process.once('disconnect', () => process.exit(1)); // the next server takes back what was begun
