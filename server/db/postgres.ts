import { readFile } from 'node:fs/promises';
import {
  type Dialect,
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  replaceWithNoncontingentExpression,
} from 'kysely';
import pg from 'pg';
import { LibraryError } from '#contract/errors.ts';
import type { PostgresAddress } from '../config/database-url.ts';
import { type Patience, PostgresDriver } from './postgres-driver.ts';
import type { Db, Schema } from './schema.ts';

export type PostgresSettings = { address: PostgresAddress; connections: number };

/** Connects to the database without creating or migrating anything. */
export async function connectPostgres(
  { address, connections }: PostgresSettings,
  patience: Patience = 'usual',
): Promise<Db> {
  const { host, port, database, user, password } = address;
  const pool = new pg.Pool({
    host,
    port,
    database,
    user,
    password: password ?? undefined,
    ssl: await sslOf(address),
    max: connections,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 60_000,
    maxLifetimeSeconds: 3600, // after a failover, all go to the new server in the end
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    application_name: 'egd-library',
    types: { getTypeParser },
  });
  // The pool drops an idle connection that breaks; without a listener the error would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const dialect: Dialect = {
    createAdapter: () => new TransactionalAdapter(),
    createDriver: () => new PostgresDriver(pool, connections, patience),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
  // SQLite understands `in ()`, PostgreSQL does not.
  const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression });
  return new Kysely<Schema>({ dialect, plugins: [emptyLists] });
}

/** Kysely locks the whole session for a migration; migrate.ts locks in its transaction instead. */
class TransactionalAdapter extends PostgresAdapter {
  override async acquireMigrationLock(): Promise<void> {}
  override async releaseMigrationLock(): Promise<void> {}
}

async function sslOf({ sslMode, sslRootCert }: PostgresAddress): Promise<pg.PoolConfig['ssl']> {
  if (sslMode === 'disable') return false;
  if (sslMode === 'require') return { rejectUnauthorized: false };
  const ca = sslRootCert === null ? {} : { ca: await readRootCertificate(sslRootCert) };
  const anyHost = sslMode === 'verify-ca' ? { checkServerIdentity: () => undefined } : {};
  return { rejectUnauthorized: true, ...ca, ...anyHost };
}

async function readRootCertificate(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new LibraryError(
      'database_unavailable',
      `The root certificate of the database is unreadable: ${reason}. Correct PGSSLROOTCERT.`,
      { cause: error },
    );
  }
}

const int8 = 20;
const numeric = 1700;

// Counts and ids are below 2^53; the driver would return them as text.
function getTypeParser(type: number, format?: 'text' | 'binary') {
  if (type === int8 || type === numeric) return Number;
  return pg.types.getTypeParser(type, format ?? 'text');
}
