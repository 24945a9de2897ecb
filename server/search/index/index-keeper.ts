import { existsSync, renameSync, rmSync } from 'node:fs';
import type { Db } from '../../db/schema.ts';
import type { Position as LibraryPosition } from '../../changes/changes-since.ts';
import { besides, type IndexPaths, removeIndexFiles, UnusableIndexError } from './index-file.ts';
import { LibraryIndex } from './library-index.ts';
import type { Walk } from './progress.ts';

/** How the index stands. */
export type IndexState =
  | { state: 'building'; done: number; total: number }
  | { state: 'following'; counters: LibraryPosition };

/**
 * Keeps the index in step with the library, for as long as its process has the lock: builds it where
 * it is missing, damaged, of another version or unwanted as it is, and follows every change. Where an
 * index answers, the new one is built beside it and takes its name once it is whole; elsewhere it has
 * its name from the first entry on, and answers as far as it is.
 */
export class IndexKeeper {
  readonly #db: Db;
  readonly #paths: IndexPaths;
  #current: LibraryIndex | null = null;
  #next: LibraryIndex | null = null;

  constructor(db: Db, paths: IndexPaths) {
    this.#db = db;
    this.#paths = paths;
  }

  /** How far a new index is; null while none is built. */
  get walk(): Walk | null {
    return this.#next?.walk ?? null;
  }

  get state(): IndexState {
    const walk = this.#next?.walk ?? this.#current?.walk ?? null;
    if (walk !== null || this.#next !== null || this.#current === null) {
      const { done = 0, total = 0 } = walk ?? {};
      return { state: 'building', done, total };
    }
    return { state: 'following', counters: this.#current.counters };
  }

  /** One portion of work; false when there is none left. A fault that a new index mends is thrown, and mended. */
  async step(): Promise<boolean> {
    try {
      await this.#open();
      const follows = (await this.#current?.step()) ?? false;
      if (this.#next === null) return follows;
      if (!(await this.#next.step()) && this.#next.trySeal()) this.#exchange();
      return true;
    } catch (error) {
      if (error instanceof UnusableIndexError) this.discard();
      throw error;
    }
  }

  /** Forgets what was found unusable; the next step builds it anew. */
  discard(): void {
    this.close();
    removeIndexFiles(this.#paths.file);
    removeIndexFiles(this.#paths.beside);
  }

  /** Leaves what is there as it is. */
  close(): void {
    this.#current?.close();
    this.#next?.close();
    this.#current = null;
    this.#next = null;
  }

  async #open(): Promise<void> {
    if (this.#current?.isThere === false || this.#next?.isThere === false) this.close();
    const isWanted = existsSync(this.#paths.wanted);
    if (this.#next !== null || (this.#current !== null && !isWanted)) return;
    this.#current ??= await this.#openCurrent(isWanted);
    if (this.#current === null || isWanted) this.#next = await this.#openNext(isWanted);
  }

  /** Null where a new one has to be built beside. */
  async #openCurrent(isWanted: boolean): Promise<LibraryIndex | null> {
    const index = await openUnlessUnusable(this.#paths.file, this.#db);
    if (index instanceof LibraryIndex) return index;
    // One of another version answers until the new one is there.
    if (index.reason === 'other_version') return null;
    removeIndexFiles(this.#paths.file);
    return isWanted ? null : LibraryIndex.create(this.#paths.file, this.#db);
  }

  /** Goes on with one that was cut short, unless it has to be new. */
  async #openNext(isWanted: boolean): Promise<LibraryIndex> {
    const { beside } = this.#paths;
    const halfBuilt = isWanted ? null : await openUnlessUnusable(beside, this.#db);
    return halfBuilt instanceof LibraryIndex ? halfBuilt : LibraryIndex.create(beside, this.#db);
  }

  /** Gives the new index, which is closed, its name. */
  #exchange(): void {
    const { file, beside, wanted } = this.#paths;
    this.#next = null;
    this.#current?.close();
    this.#current = null;
    // A log of the old file beside the new one would be taken for its own.
    for (const part of besides(file)) rmSync(part, { force: true });
    renameSync(beside, file);
    for (const part of besides(beside)) rmSync(part, { force: true });
    rmSync(wanted, { force: true });
  }
}

async function openUnlessUnusable(
  file: string,
  db: Db,
): Promise<LibraryIndex | UnusableIndexError> {
  try {
    return await LibraryIndex.open(file, db);
  } catch (error) {
    if (error instanceof UnusableIndexError) return error;
    throw error;
  }
}
