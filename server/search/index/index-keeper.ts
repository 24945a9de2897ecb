import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import type { Db } from '../../db/schema.ts';
import type { FeedPosition as LibraryPosition } from '../../changes/changes-since.ts';
import { forgetSnapshot, type HandOver } from './hand-over.ts';
import { besides, type IndexPaths, removeIndexFiles, UnusableIndexError } from './index-file.ts';
import { LibraryIndex } from './library-index.ts';
import type { Walk } from './progress.ts';

const giveEveryMs = 600_000;

/** How the index stands. */
export type IndexState =
  | { state: 'building'; done: number; total: number }
  | { state: 'following'; counters: LibraryPosition };

/**
 * Keeps the index in step with the library, for as long as its process has the lock: builds it where
 * it is missing, damaged, of another version or unwanted as it is, and follows every change. Where an
 * index answers, the new one is built beside it and takes its name once it is whole; elsewhere it has
 * its name from the first entry on, and answers as far as it is. With several nodes one builds at a time, and the others
 * fetch what it built.
 */
export class IndexKeeper {
  readonly #db: Db;
  readonly #paths: IndexPaths;
  /** Null where there is one node. */
  readonly #handOver: HandOver | null;
  /** How far the node that builds is, while we wait for it. */
  #awaited: Pick<Walk, 'done' | 'total'> | null = null;
  /** An index failed in use: build the next one, and replace the snapshot by it. */
  #isSuspect = false;
  #giveAtMs = 0;
  #current: LibraryIndex | null = null;
  #next: LibraryIndex | null = null;

  constructor(db: Db, paths: IndexPaths, handOver: HandOver | null) {
    this.#db = db;
    this.#paths = paths;
    this.#handOver = handOver;
  }

  /** How far a new index is; null while none is built. */
  get walk(): Walk | null {
    return this.#next?.walk ?? null;
  }

  get state(): IndexState {
    const walk = this.#next?.walk ?? this.#current?.walk ?? null;
    if (walk !== null || this.#next !== null || this.#current === null) {
      const { done = 0, total = 0 } = walk ?? this.#awaited ?? {};
      return { state: 'building', done, total };
    }
    return { state: 'following', counters: this.#current.counters };
  }

  /** One portion of work; false when there is none left. A fault that a new index mends is thrown, and mended. */
  async step(): Promise<boolean> {
    try {
      await this.#open();
      if (this.#awaited !== null) return false;
      const walk = this.#next?.walk ?? this.#current?.walk ?? null;
      if (walk !== null) await this.#handOver?.mayBuild(walk); // renews the lease; we go on without it, too
      const follows = (await this.#current?.step()) ?? false;
      if (this.#next === null && !follows) await this.#giveIfDue();
      if (this.#next === null) return follows;
      if (!(await this.#next.step()) && this.#next.trySeal()) this.#exchange();
      return true;
    } catch (error) {
      if (error instanceof UnusableIndexError) this.discard(error.reason);
      await this.#handOver?.release().catch(() => {}); // it runs out by itself
      throw error;
    }
  }

  /** Forgets what was found unusable; the next step builds it anew. */
  discard(reason: UnusableIndexError['reason']): void {
    this.#isSuspect ||= reason === 'damaged';
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
    if (this.#awaited !== null) return;
    if (this.#current === null || isWanted) this.#next = await this.#openNext(isWanted);
  }

  /** Null where a new one has to be built beside, or is awaited. */
  async #openCurrent(isWanted: boolean): Promise<LibraryIndex | null> {
    const index = await openUnlessUnusable(this.#paths.file, this.#db);
    const isThere = index instanceof LibraryIndex;
    if (isThere && (index.walk === null || this.#handOver === null)) return index;
    if (isThere) index.close();
    if (!isWanted && (await this.#fetch())) return LibraryIndex.open(this.#paths.file, this.#db);
    this.#awaited = isWanted ? null : await this.#walkToAwait();
    if (this.#awaited !== null) return null;
    if (isThere) return LibraryIndex.open(this.#paths.file, this.#db);
    // One of another version answers until the new one is there.
    if (index.reason === 'other_version') return null;
    removeIndexFiles(this.#paths.file);
    return isWanted ? null : LibraryIndex.create(this.#paths.file, this.#db);
  }

  /** Takes the index that another node built; false where there is none to trust. */
  async #fetch(): Promise<boolean> {
    const { copy } = this.#paths;
    if (this.#isSuspect || !((await this.#handOver?.fetchTo(copy)) ?? false)) return false;
    const fetched = await openUnlessUnusable(copy, this.#db);
    if (!(fetched instanceof LibraryIndex)) {
      await forgetSnapshot(this.#db); // it is another library's, such as the one before a restore
      removeIndexFiles(copy);
      return false;
    }
    fetched.close(); // nothing was written, so the file alone is all of it
    this.#giveNameTo(copy);
    removeIndexFiles(this.#paths.beside);
    return true;
  }

  /** How far another node is that builds; null when it is our turn to. */
  async #walkToAwait(): Promise<Pick<Walk, 'done' | 'total'> | null> {
    const isOurs = (await this.#handOver?.mayBuild({ done: 0, total: 0 })) ?? true;
    return isOurs || this.#handOver === null ? null : this.#handOver.builderWalk();
  }

  /** Hands the index to the other nodes where they have none, or an old one. */
  async #giveIfDue(): Promise<void> {
    const index = this.#current;
    if (this.#handOver === null || index === null || performance.now() < this.#giveAtMs) return;
    this.#giveAtMs = performance.now() + giveEveryMs; // also after a fault, such as a full disk
    const position = index.counters.audit + index.counters.files;
    const { entries } = index;
    const { size: bytes } = statSync(index.path);
    if (this.#isSuspect) await forgetSnapshot(this.#db);
    this.#isSuspect = false;
    const isWanted = await this.#handOver.isWanted({ position, entries, bytes });
    if (isWanted && (await this.#handOver.mayBuild({ done: 0, total: 0 }))) {
      try {
        index.copyTo(this.#paths.copy);
        await this.#handOver.give(this.#paths.copy, position);
      } finally {
        removeIndexFiles(this.#paths.copy);
      }
    }
    await this.#handOver.release();
  }

  /** Goes on with one that was cut short, unless it has to be new. */
  async #openNext(isWanted: boolean): Promise<LibraryIndex> {
    const { beside } = this.#paths;
    const halfBuilt = isWanted ? null : await openUnlessUnusable(beside, this.#db);
    return halfBuilt instanceof LibraryIndex ? halfBuilt : LibraryIndex.create(beside, this.#db);
  }

  /** Gives the new index, which is closed, its name. */
  #exchange(): void {
    this.#next = null;
    this.#current?.close();
    this.#current = null;
    this.#giveNameTo(this.#paths.beside);
    this.#giveAtMs = 0;
    rmSync(this.#paths.wanted, { force: true });
  }

  #giveNameTo(sealed: string): void {
    const { file } = this.#paths;
    // A log of the old file beside the new one would be taken for its own.
    for (const part of besides(file)) rmSync(part, { force: true });
    renameSync(sealed, file);
    for (const part of besides(sealed)) rmSync(part, { force: true });
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
