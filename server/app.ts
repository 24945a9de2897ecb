import { randomUUID } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import cookie from '@fastify/cookie';
import swagger from '@fastify/swagger';
import type { FastifyRequest } from 'fastify';
import { readOpenApi } from '#contract/calls.ts';
import { pages } from '#contract/pages.ts';
import type { Library } from './changes/change.ts';
import { historyRoutes } from './history/routes.ts';
import { AccessLog } from './auth/access-log.ts';
import { accountRoutes } from './auth/account-routes.ts';
import { guardRoutes, mayRead } from './auth/guard.ts';
import { Confirmations } from './auth/confirmations.ts';
import { sessionIdOf } from './auth/cookies.ts';
import { oidcRoutes } from './auth/oidc-routes.ts';
import { OidcProvider } from './auth/providers/oidc.ts';
import { providersOf } from './auth/providers/providers.ts';
import { recheckAccounts } from './auth/rechecks.ts';
import { authRoutes } from './auth/routes.ts';
import { Sessions } from './auth/sessions.ts';
import { forgetOldAttempts } from './auth/throttle.ts';
import { type BodyLimits, limitBodies } from './http/bodies.ts';
import { brandingRoutes } from './http/branding.ts';
import { drainConnections, limitConnections } from './http/connections.ts';
import { undoRoutes } from './undo/routes.ts';
import { endCutShort, endJobsCutShort } from './undo/portions.ts';
import { CatalogueLists } from './catalogue/lists.ts';
import { catalogueRoutes } from './catalogue/routes.ts';
import { revisionRoutes } from './catalogue/standards/routes.ts';
import type { Config } from './config/config.ts';
import { changeFileRoutes } from './files/change-routes.ts';
import { backlogs } from './job-handlers.ts';
import { JobRunner } from './jobs/runner.ts';
import { ServerJobs } from './jobs/server-jobs.ts';
import { countWaiting, keepWorkerStates } from './jobs/worker-states.ts';
import type { StepName } from './jobs/table.ts';
import { WorkerProcess } from './jobs/worker-process.ts';
import { Workers } from './jobs/workers.ts';
import { exportRoutes } from './exports/routes.ts';
import { gridRoutes } from './grid/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { sharedTime } from './db/clock.ts';
import { currentRequestId } from './db/current-request.ts';
import { type Versions, versionReader } from './db/versions.ts';
import type { App } from './http/app.ts';
import { answerErrors } from './http/errors.ts';
import { prepareJson } from './http/json-answers.ts';
import { logRequests } from './http/log-requests.ts';
import { makeServer, type ServerOptions } from './http/server.ts';
import { documentsWithFile } from './matching/entry-files.ts';
import { finishFileChanges } from './files/file-change.ts';
import { DocumentFiles } from './files/document-files.ts';
import { PagePictures } from './files/page-pictures.ts';
import { pageRoutes } from './files/page-routes.ts';
import { fileRoutes } from './files/routes.ts';
import { purgeBrokenOff } from './share/incoming.ts';
import { SharedFolder } from './share/shared-folder.ts';
import type { ShareFs } from './share/shared-folder.ts';
import { removeTemporaryFolders } from './spreadsheet/temporary-folder.ts';
import { healthRoutes } from './health/health.ts';
import { Carrying } from './notes/carry/carrying.ts';
import { removeDeletedNotes } from './notes/forget-notes.ts';
import { removeUnusedPictures } from './notes/pictures.ts';
import { noteRoutes } from './notes/routes.ts';
import { compareNextCase } from './cases/comparisons.ts';
import { followCatalogue } from './cases/open-cases.ts';
import { caseRoutes, caseRuleRoutes } from './cases/routes.ts';
import { ocrRoutes } from './ocr/routes.ts';
import { referenceRoutes } from './references/routes.ts';
import { redlineRoutes } from './redline/routes.ts';
import { Redlines } from './redline/redlines.ts';
import { searchRoutes } from './search/routes.ts';
import { Search } from './search/search.ts';
import { releaseLease } from './scan/lease.ts';
import { recordFault } from './scan/scan-state.ts';
import type { ScanTrigger } from './scan/scan-steps.ts';
import { scanRoutes } from './scan/routes.ts';
import { requireOwnHost } from './http/hosts.ts';
import { answerRequestIds } from './http/request-id.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { webPages } from './http/web-pages.ts';

export type AppDeps = ServerOptions & {
  config: Config;
  library: Library;
  /** The built web application; null serves the calls only. */
  webDir: string | null;
  shareFs?: ShareFs;
  /** Starts a scan, where no worker does. */
  scans?: ScanTrigger;
  /** What the worker does, from the start; without it a first search starts the worker, for the index alone. */
  steps?: readonly StepName[];
  /** Tests are more impatient. */
  silentMs?: number;
  /** Tests are more impatient. */
  bodyLimits?: BodyLimits;
};

const scanHangs =
  'The scan gives no sign of life, and starts again. Does the shared folder answer?';
const jobChild = path.join(import.meta.dirname, 'job-child.ts');

/**
 * The whole server, ready to listen or to be asked in a test: hooks, then every room's routes. `follow` does what a
 * listening server does every few seconds.
 */
export async function buildApp(
  deps: AppDeps,
): Promise<App & { workers: Workers; follow: () => Promise<void> }> {
  const { config, library, steps = ['index'] } = deps;
  const { db, now } = library;
  const app = makeServer(config, deps);
  limitConnections(app.server, config, app.log);
  drainConnections(app);

  const sessions = new Sessions(db, config, now);
  const access = new AccessLog({
    db,
    now,
    config,
    onFault: (error) =>
      app.log.error(
        { err: error, event: 'access_not_recorded' },
        'a line of the access audit was lost',
      ),
  });
  const readVersions = versionReader(db);
  const { providers, host, ldap } = providersOf(config.auth, { db, log: app.log, now });
  const { publicUrl } = config;
  const { oidc: issuer, roleMap } = config.auth;
  const oidc =
    issuer === null || publicUrl === null
      ? null
      : { publicUrl, oidc: new OidcProvider(issuer, { log: app.log, roleMap, now }) };
  const confirmations = new Confirmations({
    db,
    sessions,
    access,
    readVersions,
    now,
    log: app.log,
    hosts: [host, oidc?.oidc ?? null].filter((one) => one !== null),
  });
  const workers = new Workers(jobChild);
  const holder = `${os.hostname()} ${randomUUID()}`;
  const noted = (work: Promise<unknown>) =>
    work.catch((error: unknown) => app.log.error({ err: error, event: 'worker_end_not_recorded' }));
  const worker = new WorkerProcess({
    order: { config, holder, steps },
    log: app.log,
    workers,
    onSilent: () => void noted(recordFault(db, scanHangs, Date.now())),
    onEnd: () => void noted(releaseLease(db, holder)), // the next one need not wait until it runs out
    ...(deps.silentMs === undefined ? {} : { silentMs: deps.silentMs }),
  });
  const scans =
    deps.scans ?? (steps.includes('scan') ? { scanNow: () => worker.send('scan') } : null);
  const search = new Search({ config, library, log: app.log, worker });
  const { recent } = search;
  const folder = new SharedFolder({
    root: config.shareDir,
    dataDir: config.dataDir,
    fs: deps.shareFs,
  });

  const pictures = new PagePictures(config, folder, app.log);

  answerErrors(app);
  limitBodies(app, deps.bodyLimits);
  await app.register(cookie);
  setSecurityHeaders(app, config);
  prepareJson(app);
  answerRequestIds(app);
  app.addHook('onRequest', (request, _reply, done) => currentRequestId.run(request.id, done));
  requireOwnHost(app, config);
  const findSession = (request: FastifyRequest, versions: Versions) =>
    confirmations.find(sessionIdOf(request, config), versions);
  guardRoutes(app, { publicUrl: config.publicUrl, readVersions, findSession });
  logRequests(app);
  await app.register(swagger, { openapi: { info: { title: 'EGD Library', version: '1' } } });

  const readWorkers = () => countWaiting(db, workers, backlogs);
  healthRoutes(app, {
    config,
    db,
    folder,
    index: search.index,
    pictures,
    workers,
    readWorkers,
    now,
  });
  const auth = { config, db, sessions, access, providers, confirmations, now };
  if (oidc === null) authRoutes(app, auth);
  else {
    const afterwards = `${oidc.publicUrl}${pages.login}`;
    const endSessionAddress = (kept: string) => oidc.oidc.endSessionAddress(kept, afterwards);
    authRoutes(app, { ...auth, endSessionAddress });
    oidcRoutes(app, { ...auth, ...oidc });
  }
  accountRoutes(app, { config, db, sessions, access, now });
  const lists = new CatalogueLists(db);
  catalogueRoutes(app, lists);
  revisionRoutes(app, { library, lists, haveFiles: documentsWithFile });
  const onChanged = () => scans?.scanNow();
  const files = new DocumentFiles({ db, folder, now, onChanged });
  pageRoutes(app, { db, files, pictures, access });
  fileRoutes(app, {
    config,
    files,
    access,
    now,
    onAhead: (bytes) => pictures.countAhead(bytes),
    onOpened: (user, document_id) => recent.note(user, document_id),
  });
  searchRoutes(app, db, search);
  const redlines = new Redlines({ folder, db, log: app.log, now });
  redlineRoutes(app, redlines);
  const compare = (user: string, names: { from: string; to: string }) =>
    redlines.compare(user, names);
  caseRoutes(app, { library, compare, access, onStarted: () => void timed.run('compare') });
  caseRuleRoutes(app, library);
  referenceRoutes(app, db);
  ocrRoutes(app, db);
  const carrying = new Carrying(library, app.log);
  noteRoutes(app, { library, folder, access, carrying });
  const runner = new JobRunner({ config, library, log: app.log, workers, endCutShort });
  gridRoutes(app, { config, library, folder, scans, runner });
  importRoutes(app, { library, runner });
  exportRoutes(app, { config, db, workers });
  changeFileRoutes(app, { library, folder, onChanged });
  historyRoutes(app, db);
  undoRoutes(app, { library, folder, runner, onUndone: onChanged });
  scanRoutes(app, { config, library, scans });
  await brandingRoutes(app, config);
  app.get(readOpenApi.url, { config: { access: 'public' }, schema: { hide: true } }, () =>
    app.swagger(),
  );
  await webPages(app, deps.webDir, async (request) =>
    mayRead(await findSession(request, await readVersions())),
  );

  const timed = new ServerJobs(
    { log: app.log, workers },
    {
      cases: () => followCatalogue(library),
      compare: () => compareNextCase(library, (user, names) => redlines.compareToEnd(user, names)),
      notes: () => carrying.follow(),
      accounts: async () => {
        if (ldap !== null) await recheckAccounts({ db, access, now, ldap });
      },
      states: async () => {
        await readWorkers();
        await keepWorkerStates(db, workers, now());
      },
      tidying: () =>
        inOrder(app, {
          'old sessions': () => sessions.endOldSessions(),
          'old lines of the access audit': () => access.purge(),
          'openings of documents that are gone': () => recent.purge(),
          'old attempts to sign in': async () => forgetOldAttempts(db, await sharedTime(db, now)),
          'notes that were deleted': () => removeDeletedNotes(db, now()),
          'pictures of no note': () => removeUnusedPictures(db, now()),
          'changes of files that were cut short': () => finishFileChanges(library, folder),
          'imports that were cut short': () => endJobsCutShort(library),
          'uploads that were cut short': () => purgeBrokenOff(folder),
          'the mount of the shared folder': async () => folder.mount?.keep(),
          'temporary folders': () => removeTemporaryFolders(),
          'old pictures of pages': () => pictures.trim(),
        }),
    },
  );
  app.addHook('onListen', () => timed.start());
  // Last: a process that reads that we listen may end us at once.
  if (deps.steps !== undefined) app.addHook('onListen', () => worker.start());
  app.addHook('onClose', async () => {
    carrying.end();
    await redlines.close();
    await timed.close();
    await runner.close();
    await Promise.all([worker.close(), search.index.close()]);
    await pictures.close();
    folder.close();
  });
  const follow = async () =>
    void (await Promise.all([timed.run('cases'), timed.run('compare'), timed.run('notes')]));
  return Object.assign(app, { workers, follow });
}

/** Runs each; one that fails is logged, and the others run. */
async function inOrder(app: App, work: Record<string, () => Promise<unknown>>): Promise<void> {
  for (const [what, run] of Object.entries(work)) {
    await run().catch((error: unknown) => {
      app.log.error({ err: error, event: 'not_tidied', what }, `${what}: not removed`);
    });
  }
}
