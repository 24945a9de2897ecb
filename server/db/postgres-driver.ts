import { setTimeout as pause } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
} from 'kysely';
import type pg from 'pg';
import { Semaphore } from '../processes/semaphore.ts';
import { currentRequestId } from './current-request.ts';
import {
  explainPostgresFault,
  isConnectionLost,
  isReadOnly,
  isConflict,
  OutcomeUnknownError,
} from './postgres-faults.ts';
import { requireStorable } from './storable.ts';
import { explainViolation } from './violations.ts';

/** How long statements may take: `usual` for the server, `endless` for migrations and moves. */
export type Patience = 'usual' | 'endless';

// How long we wait for an answer. PostgreSQL's own timeouts end a slow change before that; this is for a
// server that vanished.
const longestMs = { usual: { read: 20_000, change: 70_000 }, endless: { read: 0, change: 0 } };
/** A lost or refused connection is retried for this long before the statement fails. */
const retryForMs = 2000;
const pauseMs = 100;

const begin = {
  usual: [
    'begin isolation level read committed',
    // Set for the transaction only: PgBouncer may give the connection to another client.
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

export class PostgresDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #transactions: Semaphore;
  readonly #patience: Patience;

  constructor(pool: pg.Pool, connections: number, patience: Patience) {
    this.#pool = pool;
    // Transactions wait for each other, so some connections are reserved for reads.
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

  /** One statement outside a transaction: a read that loses its connection is retried, a write is not. */
  async #runAlone<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const isRead = SelectQueryNode.is(query.query);
    const giveUpAt = performance.now() + retryForMs;
    for (;;) {
      const client = await this.#connect(giveUpAt);
      try {
        const result = await run<R>(client, query, longestMs[this.#patience].read);
        client.release();
        return result;
      } catch (error) {
        const isLost = isConnectionLost(error);
        client.release(isLost || isReadOnly(error));
        const again = isConflict(error) || (isLost && isRead);
        if (again && performance.now() < giveUpAt) continue;
        throw isLost && !isRead ? new OutcomeUnknownError(error) : error;
      }
    }
  }

  /** Nothing was sent yet, so every failure may be retried. */
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
    const release = await this.#transactions.acquire();
    try {
      const client = await this.#beginOnClient();
      const end = (broken?: true) => {
        this.#transaction = null;
        client.release(broken);
        release();
      };
      this.#transaction = { client, end };
    } catch (error) {
      release();
      throw explainPostgresFault(error);
    }
  }

  async #beginOnClient(): Promise<pg.PoolClient> {
    const giveUpAt = performance.now() + retryForMs;
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
    if (this.#transaction === null) throw new Error('No transaction to commit.');
    const { client, end } = this.#transaction;
    const { command } = await client
      .query(this.#timed('commit', 'change'))
      .catch((error: unknown) => {
        throw isConnectionLost(error)
          ? new OutcomeUnknownError(error)
          : explainPostgresFault(error);
      });
    // After a failed statement PostgreSQL answers a commit with a rollback.
    if (command !== 'COMMIT')
      throw new Error('The transaction was rolled back: a statement failed.');
    end();
  }

  /** Also after a commit that failed. */
  async rollback(): Promise<void> {
    if (this.#transaction === null) return;
    const { client, end } = this.#transaction;
    await client.query(this.#timed('rollback', 'read')).then(
      () => end(this.#isReadOnly || undefined),
      () => end(true), // closing the connection rolls back
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
  const id = currentRequestId.getStore(); // of letters, digits and hyphens
  const text = id === undefined ? sql : `/* ${id} */ ${sql}`;
  const query = { text, values: parameters as unknown[], query_timeout }; // 0 is no limit
  const { rows, rowCount } = await client.query(query);
  return { rows, ...(rowCount === null ? {} : { numAffectedRows: BigInt(rowCount) }) };
}
