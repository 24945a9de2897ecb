import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  replaceWithNoncontingentExpression,
  SelectQueryNode,
} from 'kysely';
import pg from 'pg';
import { LibraryError } from '#contract/errors.ts';
import type { PostgresAddress } from '../database-url.ts';
import { Semaphore } from '../semaphore.ts';
import {
  explainPostgresFault,
  isConnectionLost,
  isReadOnly,
  isUndoneByConflict,
  OutcomeUnknownError,
} from './postgres-faults.ts';
import type { Db, Schema } from './schema.ts';
import { requireStorable } from './storable.ts';
import { explainViolation } from './violations.ts';

export type PostgresSettings = { address: PostgresAddress; connections: number };

/** How long statements may take: those of a server that many wait for, or those of a migration. */
export type Patience = 'usual' | 'endless';

/** A connection to the database as its schema is; nothing is made or changed. */
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
  // A connection that breaks while nobody uses it is thrown away, and no reason to end the process.
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

/** Kysely would lock a whole session for a migration; migrate.ts locks its transaction. */
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
      `The root certificate of the database cannot be read: ${reason}. Correct PGSSLROOTCERT.`,
      { cause: error },
    );
  }
}

const int8 = 20;
const numeric = 1700;

// Counts and ids are below 2^53; the driver would give them as text.
function getTypeParser(type: number, format?: 'text' | 'binary') {
  if (type === int8 || type === numeric) return Number;
  return pg.types.getTypeParser(type, format ?? 'text');
}

// How long we wait for an answer. PostgreSQL ends a slow statement of a change before that; a server that
// vanished without a word never would.
const longestMs = { usual: { read: 20_000, change: 70_000 }, endless: { read: 0, change: 0 } };
/** A connection that is lost or refused is tried again for so long before anyone is told. */
const quietMs = 2000;
const pauseMs = 100;

const begin = {
  usual: [
    'begin isolation level read committed',
    // Set for the transaction, not for the connection: a PgBouncer may give that to somebody else.
    "set local statement_timeout = '60s'",
    "set local lock_timeout = '15s'",
    "set local idle_in_transaction_session_timeout = '20s'",
  ].join('; '),
  endless: [
    'begin isolation level read committed',
    'set local statement_timeout = 0',
    'set local lock_timeout = 0',
    'set local idle_in_transaction_session_timeout = 0',
  ].join('; '),
};

class PostgresDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #transactions: Semaphore;
  readonly #patience: Patience;

  constructor(pool: pg.Pool, connections: number, patience: Patience) {
    this.#pool = pool;
    // Transactions wait for each other: some connections are for those who only read.
    this.#transactions = new Semaphore(Math.ceil(connections / 2));
    this.#patience = patience;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<PostgresConnection> {
    return new PostgresConnection(this.#pool, this.#transactions, this.#patience);
  }

  async beginTransaction(connection: PostgresConnection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: PostgresConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: PostgresConnection): Promise<void> {
    await connection.rollback();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#pool.end();
  }
}

/** Takes a connection of the pool for one statement, or for a transaction. */
class PostgresConnection implements DatabaseConnection {
  readonly #pool: pg.Pool;
  readonly #transactions: Semaphore;
  readonly #patience: Patience;
  #transaction: { client: pg.PoolClient; end: (broken?: true) => void } | null = null;
  #isReadOnly = false;

  constructor(pool: pg.Pool, transactions: Semaphore, patience: Patience) {
    this.#pool = pool;
    this.#transactions = transactions;
    this.#patience = patience;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    requireStorable(query.parameters);
    try {
      if (this.#transaction !== null) {
        return await run<R>(this.#transaction.client, query, longestMs[this.#patience].change);
      }
      return await this.#runAlone<R>(query);
    } catch (error) {
      this.#isReadOnly ||= isReadOnly(error);
      throw explainPostgresFault(explainViolation(error));
    }
  }

  /** One statement by itself: a read that fails for want of a connection is made again, a write is not. */
  async #runAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const isRead = SelectQueryNode.is(query.query);
    const giveUpAt = performance.now() + quietMs;
    for (;;) {
      const client = await this.#connect(giveUpAt);
      try {
        const result = await run<R>(client, query, longestMs[this.#patience].read);
        client.release();
        return result;
      } catch (error) {
        const isLost = isConnectionLost(error);
        client.release(isLost || isReadOnly(error));
        const again = isUndoneByConflict(error) || (isLost && isRead);
        if (again && performance.now() < giveUpAt) continue;
        throw isLost && !isRead ? new OutcomeUnknownError(error) : error;
      }
    }
  }

  /** Nothing was asked yet, so whatever goes wrong may be tried again. */
  async #connect(giveUpAt: number): Promise<pg.PoolClient> {
    for (;;) {
      try {
        return await this.#pool.connect();
      } catch (error) {
        if (!isConnectionLost(error) || performance.now() > giveUpAt) throw error;
        await pause(pauseMs);
      }
    }
  }

  async begin(): Promise<void> {
    const endTurn = await this.#transactions.acquire();
    try {
      const client = await this.#beginOnClient();
      const end = (broken?: true) => {
        this.#transaction = null;
        client.release(broken);
        endTurn();
      };
      this.#transaction = { client, end };
    } catch (error) {
      endTurn();
      throw explainPostgresFault(error);
    }
  }

  async #beginOnClient(): Promise<pg.PoolClient> {
    const giveUpAt = performance.now() + quietMs;
    for (;;) {
      const client = await this.#connect(giveUpAt);
      try {
        await client.query(this.#timed(begin[this.#patience], 'read'));
        return client;
      } catch (error) {
        client.release(true);
        if (!isConnectionLost(error) || performance.now() > giveUpAt) throw error;
      }
    }
  }

  async commit(): Promise<void> {
    if (this.#transaction === null) throw new Error('There is no transaction to commit.');
    const { client, end } = this.#transaction;
    const { command } = await client
      .query(this.#timed('commit', 'change'))
      .catch((error: unknown) => {
        throw isConnectionLost(error)
          ? new OutcomeUnknownError(error)
          : explainPostgresFault(error);
      });
    // After a statement that failed, PostgreSQL answers a commit by undoing all of it.
    if (command !== 'COMMIT') throw new Error('The transaction was undone: a statement failed.');
    end();
  }

  /** Also after a commit that failed. */
  async rollback(): Promise<void> {
    if (this.#transaction === null) return;
    const { client, end } = this.#transaction;
    await client.query(this.#timed('rollback', 'read')).then(
      () => end(this.#isReadOnly || undefined),
      () => end(true), // what is not committed is undone with its connection
    );
  }

  #timed(text: string, what: 'read' | 'change') {
    return { text, query_timeout: longestMs[this.#patience][what] };
  }

  // oxlint-disable-next-line require-yield -- rows are read in pages, never streamed
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Rows are read in pages.');
  }
}

async function run<R>(
  client: pg.PoolClient,
  { sql, parameters }: CompiledQuery,
  query_timeout: number,
): Promise<QueryResult<R>> {
  const query = { text: sql, values: parameters as unknown[], query_timeout }; // 0 is no limit
  const { rows, rowCount } = await client.query(query);
  return { rows, ...(rowCount === null ? {} : { numAffectedRows: BigInt(rowCount) }) };
}
