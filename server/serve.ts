import { access, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { listUsers } from './auth/accounts.ts';
import { buildApp } from './app.ts';
import { describeBuild, libraryCommand, ownBuild } from './config/build.ts';
import type { Config } from './config/config.ts';
import type { GivenSettings } from './config/environment.ts';
import { settingNotes } from './config/network-settings.ts';
import { requireLocalDisk } from './db/network-disk.ts';
import { explainError } from './config/explain-error.ts';
import { type StepName, stepNames } from './jobs/table.ts';
import { openLibrary } from './library.ts';
import { beginFollowing } from './cases/open-cases.ts';

const webDir = path.join(import.meta.dirname, '..', 'dist');
const finishWithinMs = 25_000;
// A balancer needs a moment to see that we are going, a browser to ask for the next thing.
const drainStepMs = 2000;

export type Serving = {
  url: string;
  /** Answers on for a moment and lets go of all clients. */
  drain: () => Promise<void>;
  close: () => Promise<void>;
};

/** Opens the library, builds the server and listens; `close` ends all of it in order. */
export async function serve(config: Config, given?: StartedWith): Promise<Serving> {
  await requireLocalDisk(config);
  const library = await openLibrary(config);
  const { db } = library;
  if (config.shareIsOurs) await mkdir(config.shareDir, { recursive: true });
  const built = await access(path.join(webDir, 'index.html')).then(
    () => true,
    () => false,
  );
  await beginFollowing(library);
  const isOn: Partial<Record<StepName, 'on' | 'off'>> = { index: config.search, ocr: config.ocr };
  const app = await buildApp({
    config,
    library,
    webDir: built ? webDir : null,
    logger: { level: config.logLevel },
    steps: stepNames.filter((name) => isOn[name] !== 'off'),
  });
  const close = async () => {
    await app.close();
    await db.destroy();
  };
  try {
    logStart(app.log, config, given);
    if (!built) app.log.warn('the web application is not built: see "doctor"');
    const { provider, oidc } = config.auth;
    const isLocal = provider === 'local' && oidc === null;
    if (isLocal && (await listUsers(db)).length === 0) {
      app.log.warn(`no account exists yet: ${libraryCommand()} user add NAME --role EGD_LIB`);
    }
    const url = await app.listen({ host: config.host, port: config.port });
    return { url, drain: () => app.drain(drainStepMs), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type StartedWith = Omit<GivenSettings, 'environment'> & { owner: string | null };

/** Logs what runs, with which settings, and what in them has no effect or is dangerous. */
function logStart(log: FastifyBaseLogger, config: Config, given?: StartedWith): void {
  const { file = null, faults = [], notes = [], owner = null } = given ?? {};
  log.info({ event: 'started', ...ownBuild(), settings: file }, describeBuild(ownBuild()));
  if (owner !== null) log.warn({ event: 'user_changed' }, owner);
  for (const words of [...faults, ...notes]) log.warn({ event: 'setting_ignored' }, words);
  for (const words of settingNotes(config)) log.warn({ event: 'setting_noted' }, words);
}

/** Finishes what is under way and ends; a request that will not finish is not waited for. */
export function closeOnSignal({ drain, close }: Omit<Serving, 'url'>): void {
  const end = (signal: NodeJS.Signals) => {
    setTimeout(() => process.exit(1), finishWithinMs).unref();
    // On Ctrl+C someone is waiting.
    const drained = signal === 'SIGINT' ? Promise.resolve() : drain();
    drained.then(close).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
}

export function failToStart(error: unknown): void {
  console.error(explainError(error));
  process.exitCode = 1;
}
