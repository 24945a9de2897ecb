import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { type AuthSettings, readAuthSettings } from './auth-settings.ts';
import { type PostgresAddress, readDatabaseUrl } from './database-url.ts';

const accessAudits = ['off', 'signins', 'all'] as const;
const backupsBeforeMigration = ['auto', 'on', 'off'] as const;
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Where the library keeps its data, and whether opening it may bring the schema up to date. */
export type DatabaseSettings = { migrates: boolean } & (
  | { kind: 'sqlite'; file: string }
  | { kind: 'postgres'; address: PostgresAddress; connections: number }
);

export type Config = Readonly<{
  host: string;
  port: number;
  dataDir: string;
  shareDir: string;
  /** False where SHARE_DIR names a share: that folder is never made, since a missing one may just be unplugged. */
  shareIsOurs: boolean;
  database: DatabaseSettings;
  /** Where SQLite may be on a disk of the network all the same; see db/network-disk.ts. */
  allowNetworkDisk: boolean;
  /** Whether a library is backed up before a migration; `auto`: where it is a file in DATA_DIR. */
  backupBeforeMigration: (typeof backupsBeforeMigration)[number];
  publicUrl: string | null;
  /** Further names under which readers reach the server. */
  allowedHosts: readonly string[];
  /** Proxies whose X-Forwarded-For is believed; none by default. */
  trustProxy: string[] | false;
  /** The proxy's own address of the shared folder, by which it sends PDFs itself; null: we send them. */
  accelRedirect: string | null;
  /** How many connections one address may have open; the proxies of trustProxy any number. */
  connectionsPerAddress: number;
  sessionIdleMinutes: number;
  sessionMaxHours: number;
  /** What the access audit records: nothing, sign-ins and accounts, or openings of documents too. */
  accessAudit: (typeof accessAudits)[number];
  accessAuditDays: number;
  scanEverySeconds: number;
  /** Off: no index is kept, and searches are refused in words. */
  search: 'on' | 'off';
  /** On: what has no text layer is read by tesseract, in these of its languages. */
  ocr: 'on' | 'off';
  ocrLanguages: readonly string[];
  companyName: string;
  companyUrl: string | null;
  logoFile: string | null;
  logLevel: (typeof logLevels)[number];
  metricsToken: string | null;
  auth: AuthSettings;
}>;

export class ConfigError extends Error {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(`The settings have ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}:
${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
    this.faults = faults;
  }
}

export type Environment = Record<string, string | undefined>;

/** The process's variables over those of the folder's `.env`, where there is one. */
export function readEnvironment(folder: string, processEnv: Environment): Environment {
  const file = path.join(folder, '.env');
  return { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...processEnv };
}

/** Settings from the environment. Reports every fault at once, and never a secret's value. */
export function readConfig(env: Environment): Config {
  const faults: string[] = [];
  const setting = (name: string): string | null => env[name]?.trim() || null;

  function wholeNumber(name: string, fallback: number, least: number, most: number): number {
    const text = setting(name);
    if (text === null) return fallback;
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    faults.push(`${name} must be a whole number from ${least} to ${most}; it is "${text}".`);
    return fallback;
  }

  function oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const text = setting(name) ?? fallback;
    const found = allowed.find((value) => value === text);
    if (found !== undefined) return found;
    faults.push(`${name} must be one of ${allowed.join(', ')}; it is "${text}".`);
    return fallback;
  }

  function webAddress(name: string): URL | null {
    const text = setting(name);
    if (text === null) return null;
    const url = URL.parse(text);
    if (url !== null && /^https?:$/.test(url.protocol)) return url;
    faults.push(`${name} must be an http or https address; it is "${text}".`);
    return null;
  }

  function trustedProxies(): string[] | false {
    const text = setting('TRUST_PROXY');
    if (text === null) return false;
    const names = text.split(',').map((name) => name.trim());
    if (names.every(isAddressOrRange)) return names;
    faults.push(
      "TRUST_PROXY must list the proxies' addresses or ranges, such as 10.0.0.1, 10.0.0.0/8 or " +
        `loopback; it is "${text}".`,
    );
    return false;
  }

  function accelRedirect(): string | null {
    const text = setting('ACCEL_REDIRECT');
    if (text === null) return null;
    if (!/^\/[\w-]+\/$/.test(text)) {
      faults.push(`ACCEL_REDIRECT must be a path such as /_documents/; it is "${text}".`);
    }
    if (setting('TRUST_PROXY') === null) {
      faults.push('ACCEL_REDIRECT needs TRUST_PROXY: only that proxy is told where PDFs are.');
    }
    return text;
  }

  function allowedHosts(): string[] {
    const text = setting('ALLOWED_HOSTS');
    if (text === null) return [];
    const names = text.split(',').map((name) => name.trim().toLowerCase());
    if (names.every((name) => /^[\p{L}\p{N}.:_-]+$/u.test(name))) return names;
    faults.push(
      `ALLOWED_HOSTS must list names without port, such as library.example; it is "${text}".`,
    );
    return [];
  }

  function ocrLanguages(): string[] {
    const text = setting('OCR_LANGUAGES') ?? 'eng+deu';
    const names = text.split('+').map((name) => name.trim());
    // They become an argument of a command, and names of files.
    if (names.length <= 10 && names.every((name) => /^[A-Za-z]\w{2,30}$/.test(name))) return names;
    faults.push(
      `OCR_LANGUAGES must name languages of tesseract, such as eng+deu; it is "${text}".`,
    );
    return [];
  }

  function publicUrl(): string | null {
    const url = webAddress('PUBLIC_URL');
    if (url === null) return null;
    if (url.pathname === '/' && url.search === '' && url.hash === '') return url.origin;
    faults.push(`PUBLIC_URL must be an address without a path, such as https://${url.host}.`);
    return null;
  }

  function database(): DatabaseSettings {
    const migrates = oneOf('MIGRATE', ['on', 'off'], 'on') === 'on';
    const connections = wholeNumber('DATABASE_CONNECTIONS', 10, 4, 200);
    const inDataDir = {
      kind: 'sqlite',
      migrates,
      file: path.join(dataDir, 'library.sqlite'),
    } as const;
    const url = setting('DATABASE_URL');
    if (url === null) return inDataDir;
    const password = setting('PGPASSWORD');
    const address = readDatabaseUrl(url, { password, sslRootCert: setting('PGSSLROOTCERT') });
    if (!('fault' in address)) return { kind: 'postgres', migrates, address, connections };
    faults.push(address.fault);
    return inDataDir;
  }

  const fault = (words: string) => void faults.push(words);
  const auth = readAuthSettings({ setting, wholeNumber, oneOf, webAddress, fault });
  const metricsToken = setting('METRICS_TOKEN');
  if (metricsToken !== null && metricsToken.length < 16) {
    faults.push('METRICS_TOKEN must have at least 16 characters.');
  }

  const dataDir = path.resolve(setting('DATA_DIR') ?? 'data');
  const logoFile = setting('LOGO_FILE');
  const config: Config = Object.freeze({
    host: setting('HOST') ?? '127.0.0.1',
    port: wholeNumber('PORT', 3000, 0, 65_535),
    dataDir,
    shareDir: path.resolve(setting('SHARE_DIR') ?? path.join(dataDir, 'documents')),
    shareIsOurs: setting('SHARE_DIR') === null,
    database: database(),
    allowNetworkDisk: oneOf('ALLOW_NETWORK_DISK', ['on', 'off'], 'off') === 'on',
    backupBeforeMigration: oneOf('BACKUP_BEFORE_MIGRATION', backupsBeforeMigration, 'auto'),
    publicUrl: publicUrl(),
    allowedHosts: allowedHosts(),
    trustProxy: trustedProxies(),
    accelRedirect: accelRedirect(),
    connectionsPerAddress: wholeNumber('CONNECTIONS_PER_ADDRESS', 512, 8, 4096),
    sessionIdleMinutes: wholeNumber('SESSION_IDLE_MINUTES', 480, 1, 10_080),
    sessionMaxHours: wholeNumber('SESSION_MAX_HOURS', 24, 1, 720),
    accessAudit: oneOf('ACCESS_AUDIT', accessAudits, 'signins'),
    accessAuditDays: wholeNumber('ACCESS_AUDIT_DAYS', 400, 1, 3660),
    scanEverySeconds: wholeNumber('SCAN_EVERY_SECONDS', 30, 1, 86_400),
    search: oneOf('SEARCH', ['on', 'off'], 'on'),
    ocr: oneOf('OCR', ['on', 'off'], 'off'),
    ocrLanguages: ocrLanguages(),
    companyName: setting('COMPANY_NAME') ?? 'EGD Library',
    companyUrl: webAddress('COMPANY_URL')?.href ?? null,
    logoFile: logoFile === null ? null : path.resolve(logoFile),
    logLevel: oneOf('LOG_LEVEL', logLevels, 'info'),
    metricsToken,
    auth,
  });
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

function isAddressOrRange(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}
