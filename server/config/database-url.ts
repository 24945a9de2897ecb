import { isIP } from 'node:net';

const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof sslModes)[number];

/** Where a PostgreSQL server is and how to connect; the driver's own defaults are not used. */
export type PostgresAddress = {
  /** A name, an address, or the folder of its socket. */
  host: string;
  port: number;
  database: string;
  user: string;
  password: string | null;
  /**
   * As in libpq: `require` encrypts and trusts any certificate, `verify-ca` one that the root
   * certificate signed, `verify-full` only one that also names the host.
   */
  sslMode: SslMode;
  /** The file with the root certificate; null for those that Node knows. */
  sslRootCert: string | null;
};

const known = ['host', 'sslmode', 'sslrootcert'];

/**
 * Reads an address such as postgres://library@db.example/library?sslmode=verify-full. Returns a fault,
 * without the password, if it is not valid.
 */
export function readDatabaseUrl(
  text: string,
  { password, sslRootCert }: { password: string | null; sslRootCert: string | null },
): PostgresAddress | { fault: string } {
  const url = URL.parse(text);
  if (url === null || !/^postgres(ql)?:$/.test(url.protocol)) {
    return { fault: 'DATABASE_URL must be an address such as postgres://user@host/database.' };
  }
  const strange = [...url.searchParams.keys()].find((name) => !known.includes(name));
  if (strange !== undefined) {
    return { fault: `DATABASE_URL contains "${strange}"; it accepts ${known.join(', ')}.` };
  }
  const [user, ownPassword, database] = [url.username, url.password, url.pathname.slice(1)].map(
    decoded,
  );
  const host = url.searchParams.get('host') ?? decoded(url.hostname.replace(/^\[(.*)\]$/, '$1'));
  if (!user || !database || !host || ownPassword === undefined || database.includes('/')) {
    return { fault: 'DATABASE_URL must name the user, the host and the database.' };
  }
  const sslMode = url.searchParams.get('sslmode') ?? (isThisMachine(host) ? 'disable' : undefined);
  const found = sslModes.find((mode) => mode === (sslMode ?? 'verify-full'));
  if (found === undefined) {
    return { fault: `DATABASE_URL has an unknown sslmode; it accepts ${sslModes.join(', ')}.` };
  }
  return {
    host,
    port: Number(url.port || 5432),
    database,
    user,
    password: ownPassword || password,
    sslMode: found,
    sslRootCert: url.searchParams.get('sslrootcert') ?? sslRootCert,
  };
}

/** A socket's folder or a loopback address: the traffic does not leave the machine. */
export function isThisMachine(host: string): boolean {
  if (host.startsWith('/') || host === 'localhost' || host === '::1') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** The server and the database, without the password: for messages. */
export function describeAddress({ host, port, database, user }: PostgresAddress): string {
  const place = host.includes(':') ? `[${host}]` : host;
  return `${database} at ${place}:${port} (user ${user})`;
}
