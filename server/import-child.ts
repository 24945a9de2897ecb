import { LibraryError } from '#contract/errors.ts';
import type { ImportChildOrder } from './console/import-runner.ts';
import { runImport } from './console/run-import.ts';
import { openLibrary } from './library.ts';

// Imports one sheet for console/import-runner.ts, in a process of its own: a million rows hold an event loop
// for minutes.

process.on('message', ({ config, job, order }: ImportChildOrder) => {
  void (async () => {
    const library = await openLibrary(config);
    await runImport(library, job, order).catch((error: unknown) => {
      // The job says what was wrong with the file.
      if (!(error instanceof LibraryError)) throw error;
    });
    await library.db.destroy();
    process.exit(0);
  })();
});
process.on('SIGINT', () => {}); // Ctrl+C reaches the whole process group; the server ends us
process.once('disconnect', () => process.exit(1)); // the next server takes back what was begun
