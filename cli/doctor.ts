import { access } from 'node:fs/promises';
import path from 'node:path';
import { listUsers } from '../server/auth/accounts.ts';
import { describeBuild, isRelease, libraryCommand, ownBuild } from '../server/config/build.ts';
import { readLogo } from '../server/http/branding.ts';
import { type Config, ConfigError, readConfig } from '../server/config/config.ts';
import type { GivenSettings } from '../server/config/environment.ts';
import { settingNotes } from '../server/config/network-settings.ts';
import { requireLocalDisk } from '../server/db/network-disk.ts';
import { openDatabase } from '../server/db/open.ts';
import { sharedTime } from '../server/db/clock.ts';
import type { Db } from '../server/db/schema.ts';
import { scanStateOf } from '../server/scan/scan-state.ts';
import { type CliCommand, parseWords } from './command.ts';
import { editorFindings } from './doctor-accounts.ts';
import { backupFindings } from './doctor-backup.ts';
import { fileFindings } from './doctor-files.ts';
import { databaseFindings, openingFinding } from './doctor-database.ts';
import { ocrFinding } from './doctor-ocr.ts';
import { publicUrlFindings } from './doctor-public-url.ts';
import { searchFinding } from './doctor-search.ts';
import { shareFindings } from './doctor-share.ts';
import { standardFindings } from './doctor-standards.ts';
import { workerFindings } from './doctor-workers.ts';
import { type Finding, note, ok, wrong } from './finding.ts';
import { providerFindings } from './auth-test.ts';
import { printFindings } from './print-findings.ts';

const root = path.join(import.meta.dirname, '..');

export const doctor: CliCommand = {
  usage: 'doctor',
  does: 'Checks settings, database, shared folder and web application, and says how to fix faults.',
  async run({ args, settings }) {
    parseWords(args, {}, 0);
    return printFindings(findings(settings));
  },
};

async function* findings(settings: GivenSettings): AsyncGenerator<Finding> {
  yield ok(describeBuild(ownBuild()));
  yield runtimeFinding();
  yield await assetFinding();
  let config: Config;
  try {
    config = readConfig(settings.environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const fault of error.faults)
      yield wrong(fault, `change it in ${settings.file ?? 'the environment'}.`);
    return;
  }
  yield ok(`the settings are valid${settings.file === null ? '' : ` (${settings.file})`}`);
  for (const fault of settings.faults) yield wrong(fault, 'correct or remove it.');
  for (const words of [...settings.notes, ...settingNotes(config)]) yield note(words);
  if (config.logoFile !== null) yield await logoFinding(config.logoFile);
  const db = await tryToOpen(config);
  if (db instanceof Error) {
    yield openingFinding(config.database, db);
    yield* shareFindings(config);
    return;
  }
  try {
    yield* databaseFindings(config.database, db);
    yield await clockFinding(db);
    if (config.auth.provider === 'local') yield await accountFinding(db);
    if (config.auth.provider !== 'local' || config.auth.oidc !== null) {
      yield* providerFindings(config.auth, null);
    }
    yield* editorFindings(db);
    yield* standardFindings(db);
    yield* shareFindings(config);
    yield* scanFindings(config, db);
    yield* publicUrlFindings(config);
    yield* backupFindings(db, Date.now());
    yield await searchFinding(config, db);
    yield await ocrFinding(config, db);
    yield* workerFindings(db, Date.now());
  } finally {
    await db.destroy();
  }
}

function runtimeFinding(): Finding {
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= 26) return ok(`Node ${process.versions.node}`);
  return wrong(
    `Node ${process.versions.node} is too old`,
    `run it as ${libraryCommand()} doctor, which brings its own Node.`,
  );
}

async function assetFinding(): Promise<Finding> {
  for (const file of ['index.html', 'pdf.worker.min.mjs']) {
    const there = await access(path.join(root, 'dist', file)).then(
      () => true,
      () => false,
    );
    if (!there) {
      const mend = isRelease() ? 'unpack the release again.' : 'npm run build';
      return wrong(`the web application is not built (no dist/${file})`, mend);
    }
  }
  return ok('the web application is built');
}

async function logoFinding(file: string): Promise<Finding> {
  try {
    await readLogo(file);
    return ok('the logo is readable');
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return wrong(error.faults.join(' '), 'change LOGO_FILE.');
  }
}

async function tryToOpen(config: Config): Promise<Db | Error> {
  try {
    await requireLocalDisk(config);
    const database = { ...config.database, migrates: false };
    return await openDatabase({ ...config, database, begins: false });
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function accountFinding(db: Db): Promise<Finding> {
  const readers = (await listUsers(db)).filter(
    (user) => user.disabled_at === null && user.roles.includes('EGD_LIB'),
  );
  return readers.length > 0
    ? ok(`accounts that can read: ${readers.length}`)
    : wrong('nobody can sign in', `${libraryCommand()} user add NAME --role EGD_LIB`);
}

/** Sessions, leases and due days go by the clock. */
async function clockFinding(db: Db): Promise<Finding> {
  const aheadMs = Date.now() - (await sharedTime(db, Date.now));
  const { finished_at } = await db
    .selectFrom('scan_state')
    .select('finished_at')
    .executeTakeFirstOrThrow();
  const toComeMs = finished_at === null ? 0 : Date.parse(finished_at) - Date.now();
  const mend = 'set the clock, by NTP if possible.';
  if (Math.abs(aheadMs) > 30_000) {
    const seconds = Math.round(Math.abs(aheadMs) / 1000);
    return wrong(
      `the clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's`,
      mend,
    );
  }
  if (toComeMs > 30_000)
    return wrong(`the last scan ended at ${finished_at}, which is in the future`, mend);
  return ok('the clock agrees with the database');
}

async function* scanFindings(config: Config, db: Db): AsyncGenerator<Finding> {
  const scan = await scanStateOf(db, config, Date.now());
  if (scan.fault !== null) {
    yield wrong(`the last scan stopped: ${scan.fault}`, `${libraryCommand()} scan`);
  } else if (scan.finished_at === null) {
    yield note(
      `the shared folder has not been scanned yet; start the server or run ${libraryCommand()} scan`,
    );
    return;
  }
  yield* fileFindings(db);
}
