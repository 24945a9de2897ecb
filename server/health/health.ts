import { hash, timingSafeEqual } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { collectDefaultMetrics, Histogram, Registry } from '@prometheus-io/client';
import type { FastifyRequest } from 'fastify';
import { readVersion } from '#contract/branding.ts';
import { LibraryError } from '#contract/errors.ts';
import type { App } from '../http/app.ts';
import { ScrapedMetrics } from '../http/scraped.ts';
import { ownBuild } from '../config/build.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/schema.ts';
import { WriteProbe } from '../db/write-probe.ts';
import type { SharedFolder } from '../share/shared-folder.ts';
import type { SearchIndex } from '../search/index/search-index.ts';
import type { Workers } from '../jobs/workers.ts';
import { measureLibrary } from './library-metrics.ts';
import { measureWorkers } from './worker-metrics.ts';
import { sendingByProxy } from '../files/by-proxy.ts';
import { measurePictures } from '../files/picture-metrics.ts';
import type { PagePictures } from '../files/page-pictures.ts';
import { measureOcr } from '../ocr/metrics.ts';
import { measureSearch } from '../search/metrics.ts';
import { scanStateOf } from '../scan/scan-state.ts';

type HealthDeps = {
  config: Config;
  db: Db;
  folder: SharedFolder;
  index: SearchIndex;
  pictures: PagePictures;
  workers: Workers;
  /** Counts what waits for them. */
  readWorkers: () => Promise<void>;
  now: () => number;
};

/** For operators: is the process up, can it serve, what are its figures. */
export function healthRoutes(app: App, deps: HealthDeps): void {
  const { config, db, folder, index, pictures, workers, readWorkers, now } = deps;
  const open = { config: { access: 'public' }, logLevel: 'warn' } as const;
  app.get('/healthz', { ...open, schema: { summary: 'Liveness: the process runs' } }, async () => ({
    status: 'ok',
  }));

  const probe = new WriteProbe(db, config.database.kind === 'sqlite' ? config.dataDir : null);
  const requireScanned = async () => {
    const scan = await scanStateOf(db, config, now()).catch(() => null); // the database's own probe reports it
    if (scan !== null && scan.fault !== null)
      throw new LibraryError('share_unreachable', scan.fault);
  };
  app.get(
    '/readyz',
    { ...open, schema: { summary: 'Readiness: the node can serve' } },
    async (request, reply) => {
      const [database, share] = await Promise.all([
        probed(request, () => probe.requireWritable()),
        probed(request, () => folder.requireReachable().then(requireScanned)),
      ]);
      // Without the share, sign-in, search and lists still work: the node stays ready.
      const works = share === 'ok' ? 'ok' : 'degraded';
      const status = app.isDraining ? 'closing' : database === 'ok' ? works : 'not ready';
      const code = status === 'ok' || status === 'degraded' ? 200 : 503;
      return reply.header('cache-control', 'no-store').code(code).send({ status, database, share });
    },
  );

  app.route({
    ...readVersion,
    config: { access: 'EGD_LIB' },
    schema: { summary: 'Version and commit', response: { 200: readVersion.response } },
    handler: async () => ownBuild(),
  });

  const { placeFor } = sendingByProxy(config, now);
  // For `doctor`: whether one file gets through the proxy. HEAD alone, so nobody reads it.
  app.route({
    method: 'HEAD',
    url: '/probe-file',
    config: { access: 'public' },
    schema: { hide: true },
    handler: async (request, reply) => {
      requireOperator(request, config);
      const file = await newestFile(db);
      if (file === undefined) throw new LibraryError('not_found', 'The library has no PDF yet.');
      const opened = await folder.open(file);
      if (typeof opened === 'string')
        throw new LibraryError('file_changing', 'The file is changing.');
      opened.release();
      const place = placeFor(request, file.path);
      if (place !== null) reply.header('x-accel-redirect', place);
      return reply.type('application/pdf').send();
    },
  });

  const registry = new Registry();
  const metrics = new ScrapedMetrics(registry);
  measureRequests(app, registry);
  metrics.gauges(
    'build_info',
    'Version and commit of this server; the value is 1',
    ['version', 'commit'],
    () => [[ownBuild(), 1]],
  );
  metrics.gauge(
    'share_open_files',
    'Descriptors open in the shared folder',
    () => folder.openFiles,
  );
  measureLibrary(metrics, { config, db, folder });
  measureWorkers(metrics, workers, readWorkers);
  if (config.search === 'on') measureSearch(registry, metrics, db, index);
  measurePictures(metrics, pictures);
  if (config.ocr === 'on') measureOcr(metrics, db);
  app.get('/metrics', { ...open, schema: { hide: true } }, async (request, reply) => {
    requireOperator(request, config);
    reply.header('content-type', registry.contentType);
    return registry.metrics();
  });
}

function newestFile(db: Db) {
  return db
    .selectFrom('files')
    .select(['path', 'bytes', 'modified_ns'])
    .where('verdict', '=', 'matched')
    .where('gone_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Each part has to answer within this. */
const probeLimitMs = 2000;

async function probed(request: FastifyRequest, probe: () => Promise<unknown>): Promise<string> {
  const limit = new AbortController();
  const late = setTimeout(probeLimitMs, null, { signal: limit.signal }).then(() => {
    throw new LibraryError('busy', `No answer within ${probeLimitMs / 1000} seconds.`);
  });
  late.catch(() => {}); // the answer came first
  try {
    await Promise.race([probe(), late]);
    return 'ok';
  } catch (error) {
    request.log.error({ err: error, event: 'not_ready' }, 'a readiness check failed');
    return error instanceof LibraryError ? error.message : 'No answer. See the log.';
  } finally {
    limit.abort();
  }
}

function measureRequests(app: App, metrics: Registry): void {
  collectDefaultMetrics({ register: metrics });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [metrics],
  });
  const timers = new Map<string, ReturnType<typeof seconds.labels>>();
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, not the address: clients must not be able to create labels.
    const route = request.is404 ? 'none' : (request.routeOptions.url ?? 'none');
    const status = String(reply.statusCode);
    const key = `${request.method} ${status} ${route}`;
    const timer = timers.get(key) ?? seconds.labels({ method: request.method, route, status });
    timers.set(key, timer);
    timer.observe(reply.elapsedTime / 1000);
    done();
  });
}

/** From this machine without a proxy, or from anywhere with the token. */
function requireOperator(request: FastifyRequest, config: Config): void {
  const { metricsToken } = config;
  const { authorization = '' } = request.headers;
  if (metricsToken !== null && sameText(authorization, `Bearer ${metricsToken}`)) return;
  if (isFromThisMachine(request) && !isProxied(request, config)) return;
  throw new LibraryError(
    'no_permission',
    'Metrics need the token METRICS_TOKEN, or a request from this machine.',
  );
}

function isFromThisMachine({ socket }: FastifyRequest): boolean {
  return isLoopback(socket.remoteAddress ?? '');
}

function isLoopback(name: string): boolean {
  return /^(localhost|::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/.test(name);
}

// A proxy on this machine connects from it too. If the settings name a proxy, or the request's Host is
// not this port, we assume one even without forwarding headers.
function isProxied({ headers, raw, socket }: FastifyRequest, config: Config): boolean {
  if (config.trustProxy !== false || config.publicUrl !== null) return true;
  const says = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'x-real-ip', 'via'];
  if (says.some((header) => headers[header] !== undefined)) return true;
  const asked = URL.parse(`http://${headers.host ?? ''}`);
  if (asked === null || !isLoopback(asked.hostname.replace(/^\[(.*)\]$/, '$1'))) return true;
  const { localPort = Number(asked.port || 80) } = socket;
  return raw.httpVersion !== '1.1' || Number(asked.port || 80) !== localPort;
}

function sameText(a: string, b: string): boolean {
  return timingSafeEqual(hash('sha256', a, 'buffer'), hash('sha256', b, 'buffer'));
}
