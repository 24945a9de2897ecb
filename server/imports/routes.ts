import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { ErrorBody } from '#contract/error-body.ts';
import { LibraryError } from '#contract/errors.ts';
import { cancelImport, importCatalogue, listImportJobs, readImportJob } from '#contract/jobs.ts';
import type { App } from '../http/app.ts';
import { callRoute } from '../http/call-route.ts';
import type { Library } from '../changes/change.ts';
import { authorOf, userOf } from '../auth/guard.ts';
import { atMost, usingBytes } from '../http/bodies.ts';
import {
  asImportJob,
  cancelJob,
  type Job,
  jobStartedBefore,
  lastEnded,
  requireJob,
  requireNoImport,
  runningImport,
  startJob,
} from '../jobs/jobs.ts';
import { columnChoiceOf } from './columns.ts';
import { inTemporaryFolder } from '../spreadsheet/temporary-folder.ts';
import { endJobsCutShort } from '../undo/portions.ts';
import { runImport } from './run-import.ts';
import type { JobRunner } from '../jobs/runner.ts';

const largestSheetBytes = 64 * 1024 * 1024;
// The answer waits for a small import; for a large one the client polls its progress.
const answerWithinMs = 30_000;

// A larger sheet would be felt by readers: a process of its own takes a second to start, and then
// leaves the event loop alone.
const largestHereBytes = 128 * 1024;

type ImportRoutesDeps = { library: Library; runner: JobRunner };

/** Imports of a spreadsheet, and how far they and other jobs are; the command line imports the same way. */
export function importRoutes(app: App, { library, runner }: ImportRoutesDeps): void {
  const { db } = library;
  const access = { config: { access: 'EGD_LIB_EDIT' } } as const;

  app.route({
    method: importCatalogue.method,
    url: importCatalogue.url,
    config: { access: 'EGD_LIB_EDIT', streams: true },
    schema: {
      summary: 'Starts an import of a spreadsheet, or its preview',
      consumes: ['application/octet-stream'],
      querystring: importCatalogue.query,
      response: { 200: importCatalogue.response, 400: ErrorBody, 409: ErrorBody },
    },
    handler: async (request) => {
      const { format, name = `The file.${format}`, preview, keep_going, columns } = request.query;
      const { worksheet } = request.query;
      const kind = preview === 'yes' ? 'preview' : 'import';
      const { user, change_id } = authorOf(request);
      const former = await jobStartedBefore(db, change_id);
      if (former !== null) return { job: asImportJob(former) };
      await runner.endFailed();
      if (kind === 'import') await requireNoImport(db); // before the file is sent for nothing
      const { body } = request;
      if (body == null)
        throw new LibraryError('bad_request', `${name} is empty. Choose another file.`);
      if (!(body instanceof Readable)) {
        throw new LibraryError('bad_request', 'Send the file itself, as application/octet-stream.');
      }
      const started = Promise.withResolvers<{ job: Job; isSmall: boolean }>();
      const ended = inTemporaryFolder(async (dir) => {
        const file = path.join(dir, `The file.${format}`);
        await usingBytes(body, (bytes) =>
          pipeline(bytes, atMost(largestSheetBytes), createWriteStream(file)),
        );
        await endJobsCutShort(library);
        const job = await startJob(library, { kind, by_user: user, change_id, file_name: name });
        const isSmall = (await stat(file)).size <= largestHereBytes;
        started.resolve({ job, isSmall });
        const order = {
          file,
          worksheet,
          keepGoing: keep_going === 'yes',
          columns: columns === undefined ? undefined : columnChoiceOf(columns.split(',')),
        };
        if (isSmall) await runner.runHere(job, () => runImport(library, job, order));
        else await runner.run(job, order);
      });
      ended.catch(started.reject);
      const { job, isSmall } = await started.promise;
      const { id } = job;
      ended.catch((error: unknown) => request.log.warn({ err: error, job: id }, 'import failed'));
      if (isSmall) await Promise.race([ended, pause(answerWithinMs, undefined, { ref: false })]);
      return { job: asImportJob(await requireJob(db, id)) };
    },
  });

  app.route({
    ...access,
    ...callRoute(listImportJobs, 'The running import or undo, and the last finished of each'),
    logLevel: 'warn', // an open console asks every few seconds
    handler: async () => {
      const shown = (job: Job | null) => (job === null ? null : asImportJob(job));
      return {
        running: shown(await runningImport(db)),
        last: shown(await lastEnded(db, 'import')),
        last_undone: shown(await lastEnded(db, 'undo')),
      };
    },
  });

  app.route({
    ...access,
    ...callRoute(readImportJob, 'Progress and result of an import or an undo', [404]),
    logLevel: 'warn',
    handler: async ({ query }) => ({ job: asImportJob(await requireJob(db, query.id)) }),
  });

  app.route({
    ...access,
    ...callRoute(cancelImport, 'Cancels an import or an undo; it leaves no changes', [404]),
    handler: async (request) => {
      const { id } = request.body;
      await cancelJob(db, id, userOf(request));
      return { job: asImportJob(await requireJob(db, id)) };
    },
  });
}
