import { setImmediate } from 'node:timers/promises';
import type { CompiledQuery } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db, Tx } from './schema.ts';

/** The counters by which caches are valid. */
export type Versions = { auth: number; catalogue: number; files: number; notes: number };

/**
 * Reads the counters that every change raises. Requests that arrive in one turn of the event loop
 * share one read. It starts after all of them arrived, so none misses an earlier change.
 */
export function versionReader(db: Db): () => Promise<Versions> {
  let shared: Promise<Versions> | null = null;
  const query = db
    .selectFrom('versions')
    .select(['name', 'value'])
    .where('name', '!=', 'audit') // the number of the last line of the trail; no cache is valid for it
    .compile();
  return () => {
    shared ??= setImmediate().then(() => {
      shared = null;
      return readVersions(db, query);
    });
    return shared;
  };
}

async function readVersions(
  db: Db,
  query: CompiledQuery<{ name: keyof Versions | 'audit'; value: number }>,
): Promise<Versions> {
  const { rows } = await db.executeQuery(query);
  const versions = { auth: 0, catalogue: 0, files: 0, notes: 0, audit: 0 };
  for (const { name, value } of rows) versions[name] = value;
  return versions;
}

/** Raises a count of changes, and gives it. */
export async function raiseCount(tx: Tx, name: 'catalogue' | 'files' | 'notes'): Promise<number> {
  const { value } = await tx
    .updateTable('versions')
    .set((set) => ({ value: set('value', '+', 1) }))
    .where('name', '=', name)
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}

/** Caches the result of a query until the counter changes. */
export class VersionedCache<V> {
  readonly #found: LRUCache<string, { version: number; value: Promise<V> }>;

  constructor(max: number) {
    this.#found = new LRUCache({ max });
  }

  get(key: string, version: number, load: () => Promise<V>): Promise<V> {
    const found = this.#found.get(key);
    if (found?.version === version) return found.value;
    const value = load();
    this.#found.set(key, { version, value });
    value.catch(() => this.#found.delete(key));
    return value;
  }
}
