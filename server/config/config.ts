import path from 'node:path';
import { type AuthSettings, readAuthSettings } from './auth-settings.ts';
import { type PostgresAddress, readDatabaseUrl } from './database-url.ts';
import { type NetworkSettings, readNetworkSettings } from './network-settings.ts';
import { whyNotFolder } from './removed-settings.ts';
import { type Environment, type SettingsReader, settingsReader } from './settings-reader.ts';

const accessAudits = ['off', 'signins', 'all'] as const;
const backupsBeforeMigration = ['auto', 'on', 'off'] as const;
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Where the database is, and whether opening it may migrate the schema. */
export type DatabaseSettings = { migrates: boolean } & (
  | { kind: 'sqlite'; file: string }
  | {
      kind: 'postgres';
      address: PostgresAddress;
      connections: number;
    }
);

type Settings = {
  host: string;
  port: number;
  dataDir: string;
  shareDir: string;
  /** False if SHARE_DIR is set: that folder is never created, as a missing one may be unmounted. */
  shareIsOurs: boolean;
  database: DatabaseSettings;
  /** Allows SQLite on a network disk; see db/network-disk.ts. */
  allowNetworkDisk: boolean;
  /** Whether to back up before a migration; `auto`: if the database is a file in DATA_DIR. */
  backupBeforeMigration: (typeof backupsBeforeMigration)[number];
  sessionIdleMinutes: number;
  sessionMaxHours: number;
  /** What the access audit records: nothing, sign-ins and accounts, or openings of documents too. */
  accessAudit: (typeof accessAudits)[number];
  accessAuditDays: number;
  scanEverySeconds: number;
  /** 0: every scan is full; see scan/folder-times.ts. */
  fullScanEveryMinutes: number;
  /** Off: there is no index, and searches are refused. */
  search: 'on' | 'off';
  /** On: tesseract reads PDFs without a text layer, in these languages. */
  ocr: 'on' | 'off';
  ocrLanguages: readonly string[];
  /** The most that stored pictures of pages may take; 0: no pictures are made. */
  pagePicturesMegabytes: number;
  companyName: string;
  companyUrl: string | null;
  logoFile: string | null;
  logLevel: (typeof logLevels)[number];
  metricsToken: string | null;
  auth: AuthSettings;
};

export type Config = Readonly<Settings & NetworkSettings>;

export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The settings contain ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:
${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

/** Settings from the environment. Reports every fault at once, and never a secret's value. */
export function readConfig(env: Environment): Config {
  const faults: string[] = [];
  const reader = settingsReader(env, (words) => faults.push(words));
  const { setting, wholeNumber, oneOf, isOn, webAddress } = reader;
  const dataDir = path.resolve(setting('DATA_DIR') ?? 'data');
  const config: Config = Object.freeze({
    host: setting('HOST') ?? '127.0.0.1',
    port: wholeNumber('PORT', 3000, 0, 65_535),
    dataDir,
    shareDir: shareDirOf(reader, path.join(dataDir, 'documents')),
    shareIsOurs: setting('SHARE_DIR') === null,
    database: readDatabaseSettings(reader, path.join(dataDir, 'library.sqlite')),
    allowNetworkDisk: isOn('ALLOW_NETWORK_DISK', 'off'),
    backupBeforeMigration: oneOf('BACKUP_BEFORE_MIGRATION', backupsBeforeMigration, 'auto'),
    ...readNetworkSettings(reader),
    sessionIdleMinutes: wholeNumber('SESSION_IDLE_MINUTES', 480, 1, 10_080),
    sessionMaxHours: wholeNumber('SESSION_MAX_HOURS', 24, 1, 720),
    accessAudit: oneOf('ACCESS_AUDIT', accessAudits, 'signins'),
    accessAuditDays: wholeNumber('ACCESS_AUDIT_DAYS', 400, 1, 3660),
    scanEverySeconds: wholeNumber('SCAN_EVERY_SECONDS', 30, 1, 86_400),
    fullScanEveryMinutes: wholeNumber('FULL_SCAN_EVERY_MINUTES', 0, 0, 10_080),
    search: oneOf('SEARCH', ['on', 'off'], 'on'),
    ocr: oneOf('OCR', ['on', 'off'], 'off'),
    ocrLanguages: ocrLanguages(reader),
    pagePicturesMegabytes: wholeNumber('PAGE_PICTURES_MB', 1024, 0, 1_000_000),
    companyName: setting('COMPANY_NAME') ?? 'EGD Library',
    companyUrl: webAddress('COMPANY_URL')?.href ?? null,
    logoFile: fileSetting(reader, 'LOGO_FILE'),
    logLevel: oneOf('LOG_LEVEL', logLevels, 'info'),
    metricsToken: metricsToken(reader),
    auth: readAuthSettings(reader),
  });
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

function shareDirOf({ setting, fault }: SettingsReader, fallback: string): string {
  const named = setting('SHARE_DIR') ?? fallback;
  const why = whyNotFolder(named);
  if (why !== null) fault(why);
  return path.resolve(named);
}

function readDatabaseSettings(reader: SettingsReader, file: string): DatabaseSettings {
  const { setting, wholeNumber, isOn, fault } = reader;
  const migrates = isOn('MIGRATE', 'on');
  const connections = wholeNumber('DATABASE_CONNECTIONS', 10, 4, 200);
  const url = setting('DATABASE_URL');
  if (url === null) return { kind: 'sqlite', migrates, file };
  const given = { password: setting('PGPASSWORD'), sslRootCert: setting('PGSSLROOTCERT') };
  const address = readDatabaseUrl(url, given);
  if (!('fault' in address)) return { kind: 'postgres', migrates, address, connections };
  fault(address.fault);
  return { kind: 'sqlite', migrates, file };
}

function ocrLanguages({ setting, fault }: SettingsReader): string[] {
  const text = setting('OCR_LANGUAGES') ?? 'eng+deu';
  const names = text.split('+').map((name) => name.trim());
  // They are passed to a command, and used as file names.
  if (names.length <= 10 && names.every((name) => /^[A-Za-z]\w{2,30}$/.test(name))) return names;
  fault(`OCR_LANGUAGES must name languages of tesseract, such as eng+deu; it is "${text}".`);
  return [];
}

function metricsToken({ setting, fault }: SettingsReader): string | null {
  const token = setting('METRICS_TOKEN');
  if (token !== null && token.length < 16) {
    fault('METRICS_TOKEN must have at least 16 characters.');
  }
  return token;
}

function fileSetting({ setting }: SettingsReader, name: string): string | null {
  const file = setting(name);
  return file === null ? null : path.resolve(file);
}
