import type { DatabaseSync } from 'node:sqlite';
import { LibraryError } from '#contract/errors.ts';
import type { Db } from '../../db/schema.ts';
import { sqliteCodeOf } from '../../db/sqlite-faults.ts';
import { positionOf, type FeedPosition as LibraryPosition } from '../../changes/changes-since.ts';
import { readPageTexts } from '../page-texts.ts';
import { changeOf, changesAfter, positionAt } from './changes.ts';
import {
  checked,
  createIndexFile,
  identityOf,
  openIndexFile,
  UnusableIndexError,
} from './index-file.ts';
import { IndexWriter, type MissingText } from './index-writer.ts';
import { readEntries, readEntriesAfter } from './library-entries.ts';
import { type Progress, progressOf, totalsOf, writeProgress } from './progress.ts';

// A step holds the worker's event loop, while scans and their lease wait: it takes about a second.
const entriesAtOnce = 2000;
const textsAtOnce = 20;
const mostLetters = 2_000_000;
const freedPagesAtOnce = 2000;

/** How the index stands. `missing`: texts that it does not have yet. */
export type IndexState =
  | { state: 'building' }
  | { state: 'following'; counters: LibraryPosition; missing: number };

/**
 * The index of a library, to write: first all entries, so that numbers are found within seconds; then what changes
 * of them, and the texts that are missing. Each step is one transaction of the index, with how far it came: a kill at
 * any time leaves it whole. The library is read in short pages, so that nobody who writes there waits.
 */
export class LibraryIndex {
  readonly #path: string;
  readonly #db: Db;
  readonly #file: DatabaseSync;
  readonly #identity: string | null;
  #writer: IndexWriter;
  #progress: Progress;

  private constructor(path: string, db: Db, file: DatabaseSync, progress: Progress) {
    this.#path = path;
    this.#db = db;
    this.#file = file;
    this.#identity = identityOf(path);
    this.#writer = new IndexWriter(file);
    this.#progress = progress;
  }

  /** A new index, from the first entry on. */
  static async create(path: string, db: Db): Promise<LibraryIndex> {
    // What changes from now on is followed after the entries.
    const { audit, files } = await positionOf(db);
    const progress: Progress = {
      audit_id: audit,
      audit_change: await changeOf(db, audit),
      files_seq: files,
      matches_seq: files,
      building: 'entries',
    };
    return checked(path, () => {
      const file = createIndexFile(path);
      writeProgress(file, progress);
      return new LibraryIndex(path, db, file, progress);
    });
  }

  /** An index that is there, whole or not; refuses one that is damaged, old, or another library's. */
  static async open(path: string, db: Db): Promise<LibraryIndex> {
    const file = openIndexFile(path);
    try {
      const progress = checked(path, () => progressOf(file));
      if (progress === null || !(await isOf(db, progress))) throw new UnusableIndexError('damaged');
      return checked(path, () => new LibraryIndex(path, db, file, progress));
    } catch (error) {
      file.close();
      throw error;
    }
  }

  get state(): IndexState {
    if (this.#progress.building === 'entries') return { state: 'building' };
    const { missing } = this.#read(() => totalsOf(this.#file));
    return { state: 'following', counters: positionAt(this.#progress), missing };
  }

  /** Whether the file is still the one under its name: someone may have deleted it. */
  get isThere(): boolean {
    return identityOf(this.#path) === this.#identity;
  }

  /** One portion of work; false when there is none left. */
  async step(): Promise<boolean> {
    if (this.#progress.building === 'entries') return this.#addEntries();
    return (await this.#follow()) || (await this.#addTexts());
  }

  close(): void {
    this.#file.close();
  }

  async #addEntries(): Promise<boolean> {
    const last = this.#read(() => this.#file.prepare('select max(row) as row from entries').get());
    const after = Number(last?.['row'] ?? 0);
    const entries = await readEntriesAfter(this.#db, after, entriesAtOnce);
    this.#write(() => {
      for (const entry of entries) this.#writer.putEntry(entry);
      return entries.length < entriesAtOnce ? { ...this.#progress, building: 'texts' } : undefined;
    });
    return true;
  }

  async #follow(): Promise<boolean> {
    const changes = await changesAfter(this.#db, this.#progress);
    if (changes === null) return false;
    const entries = await readEntries(this.#db, [...changes.documentIds]);
    this.#write(() => {
      for (const entry of entries) this.#writer.putEntry(entry);
      const there = new Set(entries.map(({ document_id }) => document_id));
      for (const id of changes.documentIds) if (!there.has(id)) this.#writer.removeEntry(id);
      return { ...this.#progress, ...changes.position };
    });
    return true;
  }

  /** Some of the contents that entries have and the index does not. */
  async #addTexts(): Promise<boolean> {
    const missing = this.#read(() => this.#writer.missing(textsAtOnce));
    if (missing.length === 0) return this.#finishBuilding();
    const texts = new Map<MissingText, string[]>();
    let letters = 0;
    for (const one of missing) {
      if (letters >= mostLetters) break; // a content has up to 20 million (pdf/reader/reader.ts)
      const pages = (await readPageTexts(this.#db, [one.hash])).map(({ text }) => text);
      for (const page of pages) letters += page.length;
      texts.set(one, pages);
    }
    const put = (one: MissingText) => this.#writer.putText(one, texts.get(one) ?? []);
    try {
      this.#write(() => [...texts.keys()].toReversed().forEach(put)); // FTS5 wants rising rows
    } catch (error) {
      if (!isOfOneText(error)) throw error;
      for (const one of texts.keys()) this.#addAlone(one, put);
    }
    return true;
  }

  /** One text that cannot be written must not keep all others from it. */
  #addAlone(one: MissingText, put: (one: MissingText) => void): void {
    try {
      this.#write(() => put(one));
    } catch (error) {
      if (!isOfOneText(error)) throw error;
      this.#write(() => this.#writer.failText(one));
    }
  }

  #finishBuilding(): boolean {
    if (this.#progress.building === null) return false;
    let isMerging = false;
    this.#write(() => void (isMerging = this.#writer.mergeSome()));
    if (isMerging) return true;
    // A third of the file is what was merged.
    const free = this.#freePages();
    this.#read(() => this.#file.exec(`pragma incremental_vacuum(${freedPagesAtOnce})`));
    if (this.#freePages() < free) return true;
    this.#write(() => ({ ...this.#progress, building: null }));
    this.#read(() => this.#file.exec('pragma wal_checkpoint(truncate)'));
    return true;
  }

  #freePages(): number {
    const row = this.#read(() => this.#file.prepare('pragma freelist_count').get());
    return Number(row?.['freelist_count']);
  }

  #read<T>(work: () => T): T {
    return checked(this.#path, work);
  }

  /** One transaction; `work` gives how far the index is then, where that changes. */
  #write(work: () => Progress | undefined | void): void {
    checked(this.#path, () => {
      this.#file.exec('begin immediate');
      try {
        const progress = work() ?? this.#progress;
        if (progress !== this.#progress) writeProgress(this.#file, progress);
        this.#file.exec('commit');
        this.#progress = progress;
      } catch (error) {
        if (this.#file.isTransaction) this.#file.exec('rollback');
        this.#writer = new IndexWriter(this.#file); // the old one knows terms that are undone
        throw error;
      }
    });
  }
}

/** Whether an error may be the fault of what was to be written: no other text has it then. */
function isOfOneText(error: unknown): boolean {
  if (error instanceof UnusableIndexError || error instanceof LibraryError) return false;
  const code = sqliteCodeOf(error);
  // SQLite's result codes: too big, against a constraint, of another type.
  if (code !== null) return [18, 19, 20].includes(code);
  return error instanceof Error && !('code' in error);
}

/** Whether the index followed this very library: a restored or another one has another trail. */
async function isOf(db: Db, progress: Progress): Promise<boolean> {
  const library = await positionOf(db);
  const { audit, files } = positionAt(progress);
  if (audit > library.audit || Math.max(files, progress.files_seq) > library.files) return false;
  return (await changeOf(db, audit)) === progress.audit_change;
}
