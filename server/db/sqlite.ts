import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { Semaphore } from '../processes/semaphore.ts';
import { stillBusy } from './busy.ts';
import type { Db, Schema } from './schema.ts';
import { explainOpening, explainSqliteFault, sqliteCodeOf } from './sqlite-faults.ts';
import { requireStorable } from './storable.ts';
import { explainViolation } from './violations.ts';

/** Opens the database file without migrating; `as it is`: neither creates it nor changes its kind of log. */
export async function connectSqlite(
  file: string,
  how: 'as it is' | 'create' = 'create',
): Promise<Db> {
  try {
    if (how === 'create') await makePrivate(file);
    return new Kysely<Schema>({ dialect: nodeSqlite(new NodeSqliteDriver(file, how)) });
  } catch (error) {
    throw explainOpening(error, file);
  }
}

/** Opens an existing database file for a thread that only reads. */
export function connectSqliteToRead(file: string): Db {
  return new Kysely<Schema>({ dialect: nodeSqlite(new ReadingDriver(file)) });
}

// The file has password hashes, so only our user may read it. SQLite's other files get the same mode. It gets its
// name with its first page in it: a file of 0 bytes is an emptied library.
async function makePrivate(file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  if (!existsSync(file)) {
    const part = `${file}.${randomUUID()}.part`;
    await writeFile(part, '', { mode: 0o600 });
    const made = new DatabaseSync(part);
    made.exec('pragma journal_mode = wal');
    made.close();
    // As a rename, but for a file that another process made meanwhile.
    await link(part, file).catch(async () => {
      if (!existsSync(file)) await rename(part, file); // a disk without links
    });
    await rm(part, { force: true });
  }
  await (await open(file, 'a')).close(); // says why it cannot be written
}

function nodeSqlite(driver: Driver): Dialect {
  return {
    createAdapter: () => new NodeSqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/**
 * Two connections to one file. Reads use one and never wait for writers. Writers take turns on the
 * other, a whole transaction at a time: another request's statement between two awaits would be
 * rolled back with the transaction.
 */
class NodeSqliteDriver implements Driver {
  readonly #file: string;
  readonly #how: 'as it is' | 'create';
  #files: { reader: OpenDatabase; writer: OpenDatabase } | undefined;
  readonly #writing = new Semaphore(1);

  constructor(file: string, how: 'as it is' | 'create') {
    this.#file = file;
    this.#how = how;
  }

  async init(): Promise<void> {
    const writer = new OpenDatabase(this.#file, false);
    if (this.#how === 'create') await writer.run(CompiledQuery.raw('pragma journal_mode = wal'));
    this.#files = { writer, reader: new OpenDatabase(this.#file, true) };
  }

  async acquireConnection(): Promise<NodeSqliteConnection> {
    if (this.#files === undefined) throw new Error('The database is not open.');
    return new NodeSqliteConnection(this.#files.reader, this.#files.writer, this.#writing);
  }

  async beginTransaction(connection: NodeSqliteConnection): Promise<void> {
    await connection.begin();
  }

  async commitTransaction(connection: NodeSqliteConnection): Promise<void> {
    await connection.commit();
  }

  async rollbackTransaction(connection: NodeSqliteConnection): Promise<void> {
    await connection.rollback();
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#writing.acquire();
    this.#files?.reader.close();
    this.#files?.writer.close();
  }
}

class NodeSqliteConnection implements DatabaseConnection {
  readonly #reader: OpenDatabase;
  readonly #writer: OpenDatabase;
  readonly #writing: Semaphore;
  #release: (() => void) | null = null;

  constructor(reader: OpenDatabase, writer: OpenDatabase, writing: Semaphore) {
    this.#reader = reader;
    this.#writer = writer;
    this.#writing = writing;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    requireStorable(query.parameters);
    if (this.#release !== null) return this.#writer.run(query);
    if (SelectQueryNode.is(query.query)) return this.#reader.run(query);
    const release = await this.#writing.acquire();
    try {
      return await this.#writer.run(query);
    } finally {
      release();
    }
  }

  async begin(): Promise<void> {
    const release = await this.#writing.acquire();
    try {
      // Takes the write lock now: a transaction that reads first and writes later could fail in the
      // middle because another process wrote meanwhile.
      await this.#writer.run(CompiledQuery.raw('begin immediate'));
      this.#release = release;
    } catch (error) {
      this.#writer.close();
      release();
      throw error;
    }
  }

  async commit(): Promise<void> {
    await this.#writer.run(CompiledQuery.raw('commit'));
    this.#end();
  }

  /** Also after a commit that failed, unless SQLite rolled back already (on a full disk). */
  async rollback(): Promise<void> {
    try {
      if (this.#writer.inTransaction) await this.#writer.run(CompiledQuery.raw('rollback'));
    } catch {
      this.#writer.close(); // rolls back
    } finally {
      this.#end();
    }
  }

  #end(): void {
    this.#release?.();
    this.#release = null;
  }

  streamQuery = readsInPages;
}

// oxlint-disable-next-line require-yield -- rows are read in pages, never streamed
async function* readsInPages(): AsyncIterableIterator<never> {
  throw new Error('Rows are read in pages.');
}

/** One read-only connection. */
class ReadingDriver implements Driver {
  readonly #file: string;
  #reader: OpenDatabase | undefined;

  constructor(file: string) {
    this.#file = file;
  }

  async init(): Promise<void> {
    this.#reader = new OpenDatabase(this.#file, true);
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const reader = this.#reader;
    if (reader === undefined) throw new Error('The database is not open.');
    return { executeQuery: (query) => reader.run(query), streamQuery: readsInPages };
  }

  async beginTransaction(): Promise<void> {
    throw new Error('This connection only reads.');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    this.#reader?.close();
  }
}

const longestWaitMs = 15_000;
const longestHoldMs = 20;
const sqliteBusy = 5;

/** A connection. The first statement opens it, also after `close`. */
class OpenDatabase {
  readonly #file: string;
  readonly #readOnly: boolean;
  readonly #statements = new LRUCache<string, { statement: StatementSync; givesRows: boolean }>({
    max: 200,
  });
  #opened: DatabaseSync | null = null;
  #turnBeganMs: number | null = null;

  constructor(file: string, readOnly: boolean) {
    this.#file = file;
    this.#readOnly = readOnly;
  }

  get inTransaction(): boolean {
    return this.#opened?.isTransaction === true;
  }

  close(): void {
    const opened = this.#opened;
    this.#opened = null;
    this.#statements.clear();
    opened?.close();
  }

  #open(): DatabaseSync {
    // SQLite's own busy timeout would block the event loop; `run` waits instead.
    const opened = new DatabaseSync(this.#file, { readOnly: this.#readOnly, timeout: 0 });
    try {
      opened.exec('pragma synchronous = full');
      return opened;
    } catch (error) {
      opened.close();
      throw error;
    }
  }

  async run<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const giveUpAt = Date.now() + longestWaitMs;
    for (let waitMs = 2; ; waitMs = Math.min(waitMs * 2, 50)) {
      try {
        const result = this.#runNow<R>(query);
        if (this.#holdsLoop()) await nextTurn();
        return result;
      } catch (error) {
        // After a row that it cannot read, node:sqlite also throws for statements that succeed.
        if (sqliteCodeOf(error) === null && !this.inTransaction) this.close();
        if (sqliteCodeOf(error) !== sqliteBusy) throw explainSqliteFault(explainViolation(error));
        if (Date.now() > giveUpAt) throw stillBusy(error);
        await pause(waitMs); // another process (the command line) is writing
      }
    }
  }

  /**
   * SQLite's calls are synchronous, so a chain of queries blocks the event loop. True if queries of this
   * connection have blocked it for long enough.
   */
  #holdsLoop(): boolean {
    if (this.#turnBeganMs === null) {
      this.#turnBeganMs = performance.now();
      setImmediate(() => (this.#turnBeganMs = null));
    }
    return performance.now() - this.#turnBeganMs > longestHoldMs;
  }

  #runNow<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    let prepared = this.#statements.get(sql);
    if (prepared === undefined) {
      this.#opened ??= this.#open();
      const statement = this.#opened.prepare(sql);
      prepared = { statement, givesRows: statement.columns().length > 0 };
      this.#statements.set(sql, prepared);
    }
    const { statement, givesRows } = prepared;
    // The values are those of our queries; SQLite throws on one that it cannot bind.
    const values = parameters as readonly SQLInputValue[];
    if (givesRows) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }
}
