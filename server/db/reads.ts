import type { FastifyBaseLogger } from 'fastify';
import { LibraryError } from '#contract/errors.ts';
import type { DatabaseSettings } from '../config/config.ts';
import { connectPostgres } from './postgres.ts';
import type { Db } from './schema.ts';

/** After a failure, the replica is not asked again for this long: each attempt takes seconds. */
const restMs = 10_000;

type Deps = { primary: Db; replica: Db | null; log: Pick<FastifyBaseLogger, 'warn'> };

/**
 * Large reads, from a replica of PostgreSQL where there is one (DATABASE_READ_URL). A replica may be behind, so it is
 * asked only if it has reached the catalogue's count that the request read from the primary; otherwise the
 * primary is. So no reader sees less than before.
 */
export class Reads {
  /** How many reads each server answered, for the metrics. */
  readonly answered = { replica: 0, primary: 0 };
  readonly #deps: Deps;
  #restUntil = 0;
  #firstChange: string | null = null;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** `work` only reads; it may be called again, on the primary. */
  async atLeast<T>(catalogueVersion: number, work: (db: Db) => Promise<T>): Promise<T> {
    const { primary, replica } = this.#deps;
    if (replica !== null && performance.now() >= this.#restUntil) {
      const read = await this.#fromReplica(replica, catalogueVersion, work);
      if (read !== 'refused') return read.result;
    }
    const result = await work(primary);
    this.answered.primary += 1;
    return result;
  }

  async close(): Promise<void> {
    await this.#deps.replica?.destroy();
  }

  async #fromReplica<T>(
    replica: Db,
    catalogueVersion: number,
    work: (db: Db) => Promise<T>,
  ): Promise<{ result: T } | 'refused'> {
    try {
      const firstChange = await this.#firstChangeOfLibrary();
      // A transaction keeps to one connection: behind one name there may be several replicas.
      const read = await replica.transaction().execute(async (tx) => {
        const isReached = (await catalogueCount(tx)) >= catalogueVersion;
        if (!isReached || (await firstChangeIn(tx)) !== firstChange) return 'refused';
        return { result: await work(tx) };
      });
      if (read !== 'refused') this.answered.replica += 1;
      return read;
    } catch (error) {
      const isDatabase =
        !(error instanceof LibraryError) || ['busy', 'database_unavailable'].includes(error.code);
      if (!isDatabase) throw error;
      this.#restUntil = performance.now() + restMs;
      this.#deps.log.warn(
        { err: error, event: 'replica_failed' },
        'the replica failed; the primary is asked for 10 s',
      );
      return 'refused';
    }
  }

  /** By it another library's database is known. */
  async #firstChangeOfLibrary(): Promise<string | null> {
    this.#firstChange ??= await firstChangeIn(this.#deps.primary);
    return this.#firstChange;
  }
}

/** Connects to the replica that the settings name; null without one. */
export async function connectReplica(database: DatabaseSettings): Promise<Db | null> {
  if (database.kind === 'sqlite' || database.replica === null) return null;
  return connectPostgres({ address: database.replica, connections: database.connections });
}

export async function catalogueCount(db: Db): Promise<number> {
  const { value } = await db
    .selectFrom('versions')
    .select('value')
    .where('name', '=', 'catalogue')
    .executeTakeFirstOrThrow();
  return value;
}

/** The change that a library began with; null for an empty one. */
export async function firstChangeIn(db: Db): Promise<string | null> {
  const query = db.selectFrom('audit').select('change_id').orderBy('id').limit(1);
  return (await query.executeTakeFirst())?.change_id ?? null;
}
