import { LibraryError } from '#contract/errors.ts';
import type { Library } from './changes/change.ts';
import type { Deletion } from './grid/delete-many.ts';
import type { ImportOrder } from './imports/run-import.ts';
import type { Db } from './db/schema.ts';
import type { JobOrder } from './jobs/runner.ts';
import type { JobName } from './jobs/table.ts';
import type { Handler, Handlers } from './jobs/workers.ts';
import { countWaitingScans } from './ocr/queue.ts';
import { countUnread } from './scan/scan-state.ts';

/** What each process of a job does, loaded by the process that does it (`job-child.ts`). */
export const handlers: Handlers = {
  worker: async () => (await import('./worker.ts')).runWorker,
  import: async () => {
    const { runImport } = await import('./imports/run-import.ts');
    return inLibrary<ImportOrder>((library, { job, order }) => runImport(library, job, order));
  },
  undo: async () => {
    const { runUndo } = await import('./undo/portions.ts');
    return inLibrary((library, { job }) => runUndo(library, job));
  },
  delete: async () => {
    const { runDelete } = await import('./grid/delete-many.ts');
    return inLibrary<Deletion>((library, { job, order }) => runDelete(library, job, order));
  },
  export: async () => (await import('./exports/export.ts')).writeExport,
};

/** How much waits for a worker, where it is counted. */
export const backlogs: Partial<Record<JobName, (db: Db) => Promise<number>>> = {
  reading: countUnread,
  ocr: countWaitingScans,
};

function inLibrary<Order>(
  run: (library: Library, order: JobOrder<Order>) => Promise<unknown>,
): Handler {
  return async (_life, order: JobOrder<Order>) => {
    const { openLibrary } = await import('./library.ts');
    const library = await openLibrary(order.config);
    await run(library, order).catch((error: unknown) => {
      if (!(error instanceof LibraryError)) throw error; // the job says what was wrong
    });
    await library.db.destroy();
  };
}
