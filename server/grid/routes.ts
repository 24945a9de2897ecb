import type { FastifyRequest } from 'fastify';
import { mostRowsShown } from '#contract/calls.ts';
import * as editing from '#contract/editing.ts';
import { listFiles } from '#contract/files.ts';
import {
  countDeletion,
  deleteManyDocuments,
  narrowDocuments,
  narrowFiles,
} from '#contract/narrowing.ts';
import type { App } from '../http/app.ts';
import { callRoute } from '../http/call-route.ts';
import { changeLibrary, type Library, recordedId } from '../changes/change.ts';
import { authorOf } from '../auth/guard.ts';
import * as catalogue from '../catalogue/editing.ts';
import type { Config } from '../config/config.ts';
import type { ScanTrigger } from '../scan/scan-steps.ts';
import type { SharedFolder } from '../share/shared-folder.ts';
import { scanStateOf } from '../scan/scan-state.ts';
import { consoleChanges } from './changes.ts';
import {
  type Deletion,
  deletionOf,
  deletionOfCustomer,
  startDeletion,
  touchedBy,
} from './delete-many.ts';
import { jobStartedBefore } from '../jobs/jobs.ts';
import type { JobRunner } from '../jobs/runner.ts';
import { closedSignal } from '../http/closed.ts';
import {
  allCustomers,
  customersById,
  documentsAfter,
  documentsById,
  findByIdentity,
} from './rows.ts';
import { fileRows, fileRowsAfter } from './file-rows.ts';
import { matchingDocuments, matchingFiles } from './narrowing.ts';
import { positionOf } from '../changes/changes-since.ts';
import { lastAuditId } from '../changes/trail.ts';
import { saveWithFiles } from './save-with-files.ts';

const rowsAPage = 2000;
const filesAPage = 1000;
// 5,000 rows of a spreadsheet, in JSON. To parse and check more would hold the event loop for too long.
const largestBody = 6 * 1024 * 1024;

type GridDeps = {
  config: Config;
  library: Library;
  folder: SharedFolder;
  scans: ScanTrigger | null;
  runner: JobRunner;
};

/** What the console's grids read and write. */
export function gridRoutes(app: App, deps: GridDeps): void {
  const { config, library, folder, scans, runner } = deps;
  const { db } = library;
  const access = { config: { access: 'EGD_LIB_EDIT' } } as const;
  const looks = { config: { access: ['EGD_LIB_EDIT', 'EGD_LIB_AUDIT'] } } as const;

  app.route({
    ...looks,
    ...callRoute(editing.listManagedCustomers, 'All customers, with their versions'),
    handler: async () => {
      const as_of = await positionOf(db);
      return { as_of, data: await allCustomers(db) };
    },
  });

  app.route({
    ...access,
    ...callRoute(
      editing.listManagedDocuments,
      'Standard numbers with their versions and files, in pages',
    ),
    handler: async (request) => {
      const { after = '0', customer_id } = request.query;
      const as_of = await positionOf(db);
      const customerId = customer_id === undefined ? null : Number(customer_id);
      const data = await documentsAfter(db, Number(after), customerId, rowsAPage);
      return { as_of, data, more: data.length >= rowsAPage };
    },
  });

  app.route({
    ...access,
    ...callRoute(narrowDocuments, 'The matching standard numbers, as many as a grid shows'),
    handler: async ({ query }, reply) => {
      const as_of = await positionOf(db);
      const ids = await matchingDocuments(db, query, closedSignal(reply));
      const data = await documentsById(db, ids.slice(0, mostRowsShown));
      return { as_of, data, found: ids.length };
    },
  });

  app.route({
    ...access,
    ...callRoute(listFiles, 'The files of the shared folder, with their verdicts'),
    handler: async (request) => {
      if (request.versions === null) throw new Error('The guard reads the versions.');
      const as_of = { audit: await lastAuditId(db), files: request.versions.files };
      const after = Number(request.query.after ?? 0);
      return { ...(await fileRowsAfter(db, after, filesAPage)), as_of };
    },
  });

  app.route({
    ...access,
    ...callRoute(narrowFiles, 'The matching files, as many as a grid shows'),
    handler: async ({ query }, reply) => {
      const as_of = await positionOf(db);
      const ids = await matchingFiles(db, query, closedSignal(reply));
      return { as_of, data: await fileRows(db, ids.slice(0, mostRowsShown)), found: ids.length };
    },
  });

  app.route({
    ...access,
    ...callRoute(editing.saveDocuments, 'Adds and changes standard numbers, row by row', [400]),
    bodyLimit: largestBody,
    handler: async (request) => {
      const { rows } = request.body;
      const saved = await saveWithFiles(library, folder, authorOf(request), rows);
      if (saved.files_renamed > 0) scans?.scanNow();
      const { outcomes, ...answer } = saved;
      return { ...answer, results: withRows(outcomes, await documentsById(db, idsOf(outcomes))) };
    },
  });

  app.route({
    ...access,
    ...callRoute(editing.findDocuments, 'The standard numbers with these identities'),
    bodyLimit: largestBody,
    handler: async (request) => ({ data: await findByIdentity(db, request.body.rows) }),
  });

  app.route({
    ...access,
    ...callRoute(editing.saveCustomers, 'Adds and renames customers, row by row', [400]),
    bodyLimit: largestBody,
    handler: async (request) => {
      const { rows } = request.body;
      const { result, ...change } = await changeLibrary(library, authorOf(request), (tx, change) =>
        catalogue.saveCustomers(tx, rows, change),
      );
      return {
        change_id: recordedId(change),
        results: withRows(result, await customersById(db, idsOf(result))),
      };
    },
  });

  app.route({
    ...access,
    ...callRoute(editing.deleteDocuments, 'Deletes standard numbers, all or none', [409]),
    bodyLimit: largestBody,
    handler: async (request) => {
      const { rows } = request.body;
      const { result, change_id, former } = await changeLibrary(
        library,
        authorOf(request),
        (tx, change) => catalogue.deleteDocuments(tx, rows, change),
      );
      return { change_id, deleted: former + result };
    },
  });

  app.route({
    ...access,
    ...callRoute(
      editing.deleteCustomer,
      'Deletes a customer, and deletes or moves its standard numbers',
      [409],
    ),
    handler: async (request) => {
      const { documents, ...seen } = request.body;
      const large = await deletionOfCustomer(library, seen, documents);
      if (large !== null) {
        const job = await runDeletion(request, large.deletion, large.name);
        return { change_id: null, deleted: 0, job };
      }
      const { result, change_id, former } = await changeLibrary(
        library,
        authorOf(request),
        (tx, change) => catalogue.deleteCustomer(tx, seen, documents, change),
      );
      return { change_id, deleted: former + result, job: null };
    },
  });

  app.route({
    ...access,
    ...callRoute(deleteManyDocuments, 'Starts to delete many standard numbers, all or none', [409]),
    bodyLimit: largestBody,
    handler: async (request) => {
      const former = await jobStartedBefore(db, authorOf(request).change_id);
      if (former !== null) return { job: former.id };
      const deletion = await deletionOf(db, request.body);
      return { job: await runDeletion(request, deletion) };
    },
  });

  app.route({
    ...access,
    ...callRoute(countDeletion, 'Previews a deletion of many standard numbers'),
    bodyLimit: largestBody,
    handler: (request, reply) => touchedBy(db, request.body, closedSignal(reply)),
  });

  /** Starts the job and gives its id; the job runs on after the answer. */
  async function runDeletion(request: FastifyRequest, deletion: Deletion, name?: string) {
    await runner.endFailed();
    const job = await startDeletion(library, authorOf(request), deletion, name);
    runner.run(job, deletion).catch((error: unknown) => {
      request.log.warn({ err: error, job: job.id }, 'a deletion failed');
    });
    return job.id;
  }

  app.route({
    ...looks,
    ...callRoute(editing.listChanges, 'The changes since a cursor'),
    // Every open console asks every few seconds.
    logLevel: 'warn',
    handler: async (request) => {
      const since = { audit: Number(request.query.audit), files: Number(request.query.files) };
      return consoleChanges(db, since, await scanStateOf(db, config, library.now()));
    },
  });
}

function idsOf(outcomes: readonly catalogue.RowOutcome[]): number[] {
  return [...new Set(outcomes.flatMap(({ id }) => id ?? []))];
}

function withRows<R extends { id: number }>(
  outcomes: readonly catalogue.RowOutcome[],
  rows: readonly R[],
) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return outcomes.map((one) => ({
    outcome: one.outcome,
    reason: one.outcome === 'refused' ? one.reason : reasonOf(one, byId.has(one.id)),
    current: one.id === null ? null : (byId.get(one.id) ?? null),
  }));
}

function reasonOf({ outcome }: { outcome: 'saved' | 'conflict' }, isThere: boolean): string | null {
  if (outcome === 'saved') return null;
  return isThere ? 'Someone else changed this row.' : 'Someone else deleted this row.';
}
