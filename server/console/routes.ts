import type { FastifyRequest } from 'fastify';
import { mostDocumentsAtOnce } from '#contract/calls.ts';
import * as editing from '#contract/editing.ts';
import { ErrorBody } from '#contract/errors.ts';
import { deleteManyDocuments } from '#contract/views.ts';
import type { App } from '../http/app.ts';
import { changeLibrary, type Library, recordedId } from '../changes/change.ts';
import { userOf } from '../auth/guard.ts';
import type { Deletion } from '../catalogue/delete-many.ts';
import * as catalogue from '../catalogue/editing.ts';
import type { Config } from '../config/config.ts';
import type { ScanTrigger } from '../scan/scan-process.ts';
import type { SharedFolder } from '../share/shared-folder.ts';
import { scanStateOf } from '../scan/scan-state.ts';
import { consoleChanges } from './changes.ts';
import { deletionOf, deletionOfCustomer, startDeletion } from './delete-many.ts';
import type { JobRunner } from '../jobs/runner.ts';
import { compressList } from '../http/compress.ts';
import { findByIdentity } from './find-by-identity.ts';
import { allCustomers, customersById, documentsAfter, documentsById } from './rows.ts';
import { positionOf } from '../changes/changes-since.ts';
import { saveWithFiles } from './save-with-files.ts';
import type { ViewsProcess } from './views/views-process.ts';

const rowsAPage = 2000;
// 5,000 rows of a spreadsheet, in JSON. To parse and check more would hold the event loop for too long.
const largestBody = 6 * 1024 * 1024;

type ConsoleDeps = {
  config: Config;
  library: Library;
  folder: SharedFolder;
  scans: ScanTrigger | null;
  views: ViewsProcess;
  runner: JobRunner;
};

/** What the console's grids read and write. */
export function consoleRoutes(app: App, deps: ConsoleDeps): void {
  const { config, library, folder, scans, views, runner } = deps;
  const { db } = library;
  const access = { config: { access: 'EGD_LIB_EDIT' } } as const;
  const looks = { config: { access: ['EGD_LIB_EDIT', 'EGD_LIB_AUDIT'] } } as const;

  app.route({
    ...looks,
    method: editing.listManagedCustomers.method,
    url: editing.listManagedCustomers.url,
    onSend: compressList,
    schema: {
      summary: 'All customers, with their versions',
      response: { 200: editing.listManagedCustomers.response },
    },
    handler: async () => {
      const as_of = await positionOf(db);
      const data = await allCustomers(db);
      // Opening the console of a large library is usually followed by opening its standard numbers.
      const total = data.reduce((sum, { documents }) => sum + documents, 0);
      if (total > mostDocumentsAtOnce) views.prepare('documents');
      return { as_of, data };
    },
  });

  app.route({
    ...access,
    method: editing.listManagedDocuments.method,
    url: editing.listManagedDocuments.url,
    onSend: compressList,
    schema: {
      summary: 'Standard numbers with their versions and files, in pages',
      querystring: editing.listManagedDocuments.query,
      response: { 200: editing.listManagedDocuments.response },
    },
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
    method: editing.saveDocuments.method,
    url: editing.saveDocuments.url,
    bodyLimit: largestBody,
    schema: {
      summary: 'Adds and changes standard numbers, each row for itself',
      body: editing.saveDocuments.body,
      response: { 200: editing.saveDocuments.response, 400: ErrorBody },
    },
    handler: async (request) => {
      const { rows } = request.body;
      const saved = await saveWithFiles(library, folder, userOf(request), rows);
      if (saved.files_renamed > 0) scans?.scanNow();
      const { outcomes, ...answer } = saved;
      return { ...answer, results: withRows(outcomes, await documentsById(db, idsOf(outcomes))) };
    },
  });

  app.route({
    ...access,
    method: editing.findDocuments.method,
    url: editing.findDocuments.url,
    bodyLimit: largestBody,
    schema: {
      summary: 'The standard numbers with these identities',
      body: editing.findDocuments.body,
      response: { 200: editing.findDocuments.response },
    },
    handler: async (request) => ({ data: await findByIdentity(db, request.body.rows) }),
  });

  app.route({
    ...access,
    method: editing.saveCustomers.method,
    url: editing.saveCustomers.url,
    bodyLimit: largestBody,
    schema: {
      summary: 'Adds and renames customers, each row for itself',
      body: editing.saveCustomers.body,
      response: { 200: editing.saveCustomers.response, 400: ErrorBody },
    },
    handler: async (request) => {
      const { rows } = request.body;
      const { result, ...change } = await changeLibrary(
        library,
        { user: userOf(request) },
        (tx, change) => catalogue.saveCustomers(tx, rows, change),
      );
      return {
        change_id: recordedId(change),
        results: withRows(result, await customersById(db, idsOf(result))),
      };
    },
  });

  app.route({
    ...access,
    method: editing.deleteDocuments.method,
    url: editing.deleteDocuments.url,
    bodyLimit: largestBody,
    schema: {
      summary: 'Deletes standard numbers, all or none',
      body: editing.deleteDocuments.body,
      response: { 200: editing.deleteDocuments.response, 409: ErrorBody },
    },
    handler: async (request) => {
      const { rows } = request.body;
      const { result, change_id } = await changeLibrary(
        library,
        { user: userOf(request) },
        (tx, change) => catalogue.deleteDocuments(tx, rows, change),
      );
      return { change_id, deleted: result };
    },
  });

  app.route({
    ...access,
    method: editing.deleteCustomer.method,
    url: editing.deleteCustomer.url,
    schema: {
      summary: 'Deletes a customer, and deletes or moves its standard numbers',
      body: editing.deleteCustomer.body,
      response: { 200: editing.deleteCustomer.response, 409: ErrorBody },
    },
    handler: async (request) => {
      const { documents, ...seen } = request.body;
      const large = await deletionOfCustomer(library, seen, documents);
      if (large !== null) {
        const job = await runDeletion(request, large.deletion, large.name);
        return { change_id: null, deleted: 0, job };
      }
      const { result, change_id } = await changeLibrary(
        library,
        { user: userOf(request) },
        (tx, change) => catalogue.deleteCustomer(tx, seen, documents, change),
      );
      return { change_id, deleted: result, job: null };
    },
  });

  app.route({
    ...access,
    method: deleteManyDocuments.method,
    url: deleteManyDocuments.url,
    bodyLimit: largestBody,
    schema: {
      summary: 'Starts to delete many standard numbers, all or none',
      body: deleteManyDocuments.body,
      response: { 200: deleteManyDocuments.response, 409: ErrorBody },
    },
    handler: async (request) => {
      const deletion = await deletionOf(request.body, views);
      return { job: await runDeletion(request, deletion) };
    },
  });

  /** Starts the job, which goes on by itself, and gives its id. */
  async function runDeletion(request: FastifyRequest, deletion: Deletion, name?: string) {
    await runner.endFailed();
    const job = await startDeletion(library, userOf(request), deletion, name);
    runner.run(job, deletion).catch((error: unknown) => {
      request.log.warn({ err: error, job: job.id }, 'a deletion failed');
    });
    return job.id;
  }

  app.route({
    ...looks,
    method: editing.listChanges.method,
    url: editing.listChanges.url,
    // Every open console asks every few seconds.
    logLevel: 'warn',
    schema: {
      summary: 'What changed since the lists were read',
      querystring: editing.listChanges.query,
      response: { 200: editing.listChanges.response },
    },
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
  return isThere
    ? 'Someone else changed this row meanwhile.'
    : 'Someone else deleted this row meanwhile.';
}
