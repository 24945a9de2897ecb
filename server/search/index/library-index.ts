import { closeSync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { LibraryError } from '#contract/errors.ts';
import type { Db } from '../../db/schema.ts';
import { sqliteCodeOf } from '../../db/sqlite-faults.ts';
import { positionOf, type FeedPosition as LibraryPosition } from '../../changes/changes-since.ts';
import { changeOf, changesAfter, positionAt } from './changes.ts';
import {
  checked,
  createIndexFile,
  identityOf,
  openIndexFile,
  removeIndexFiles,
  UnusableIndexError,
} from './index-file.ts';
import { IndexWriter } from './index-writer.ts';
import { type LibraryEntry, readEntries, readEntriesAfter } from './library-entries.ts';
import {
  addPending,
  pendingDocuments,
  type Progress,
  progressOf,
  removePending,
  totalsOf,
  type Walk,
  writeProgress,
} from './progress.ts';
import { withTexts } from './texts.ts';

const entriesAtOnce = 2000;
/** Those of the first walk; most have no text. */
const entriesOfWalk = 10_000;

/** What belongs to the transaction of entries: how far the index is with them, where that changes. */
type Done = (written: LibraryEntry[]) => Progress | void;

/**
 * The index of a library, to write: first it walks through all entries, then it follows what changes.
 * Each step is one transaction of the index, with how far it came: a kill at any time leaves it whole.
 * The library is read in short pages, so that nobody who writes there waits.
 */
export class LibraryIndex {
  readonly path: string;
  readonly #db: Db;
  readonly #file: DatabaseSync;
  readonly #identity: string | null;
  #writer: IndexWriter;
  #progress: Progress;

  private constructor(path: string, db: Db, file: DatabaseSync, progress: Progress) {
    this.path = path;
    this.#db = db;
    this.#file = file;
    this.#identity = identityOf(path);
    this.#writer = new IndexWriter(file);
    this.#progress = progress;
  }

  /** A new index, from the first entry on. */
  static async create(path: string, db: Db): Promise<LibraryIndex> {
    // What changes from now on is followed after the walk.
    const { audit, files } = await positionOf(db);
    const counted = await db
      .selectFrom('documents')
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    const progress = {
      audit_id: audit,
      audit_change: await changeOf(db, audit),
      files_seq: files,
      matches_seq: files,
      walk: { after: 0, done: 0, total: Number(counted.count) },
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

  /** How far the first walk is; null once the index is whole. */
  get walk(): Walk | null {
    return this.#progress.walk;
  }

  /** What of the library it has seen. */
  get counters(): LibraryPosition {
    return positionAt(this.#progress);
  }

  /** Whether the file is still the one under its name: someone may have deleted it. */
  get isThere(): boolean {
    return identityOf(this.path) === this.#identity;
  }

  /** One portion of work; false when there is none left. */
  async step(): Promise<boolean> {
    const { walk } = this.#progress;
    if (walk !== null) return this.#walkOn(walk);
    return (await this.#writePending()) || this.#noteChanges();
  }

  /** How many entries it has. */
  get entries(): number {
    return this.#read(() => totalsOf(this.#file).entries);
  }

  /** Writes all of it to another file, as it is at this moment. */
  copyTo(file: string): void {
    removeIndexFiles(file);
    closeSync(openSync(file, 'w', 0o600)); // nobody else may read texts of standards
    this.#read(() => this.#file.prepare('vacuum into ?').run(file));
  }

  /** Closes a new index, so that the file alone is all of it; false while someone looks into it. */
  trySeal(): boolean {
    const isWhole = this.#emptyLog();
    if (isWhole) this.close();
    return isWhole;
  }

  close(): void {
    this.#file.close();
  }

  /** Writes what is in SQLite's log to the file; false while someone reads. */
  #emptyLog(): boolean {
    return this.#read(() => {
      const done = this.#file.prepare('pragma wal_checkpoint(truncate)').get();
      return done?.['busy'] === 0;
    });
  }

  async #walkOn(walk: Walk): Promise<boolean> {
    const entries = await readEntriesAfter(this.#db, walk.after, entriesOfWalk);
    await this.#putAll(entries, (written) => {
      const { after = 0, done = 0, total = 0 } = this.#progress.walk ?? {};
      const next = {
        after: written.at(-1)?.document_id ?? after,
        done: done + written.length,
        total: Math.max(total, done + written.length),
      };
      return { ...this.#progress, walk: next };
    });
    if (entries.length < entriesOfWalk) {
      this.#write(() => {
        this.#writer.optimize();
        return { ...this.#progress, walk: null };
      });
      // A third of the file is what was merged.
      this.#read(() => this.#file.exec('pragma incremental_vacuum'));
      this.#emptyLog();
    }
    return true;
  }

  async #writePending(): Promise<boolean> {
    const ids = this.#read(() => pendingDocuments(this.#file, entriesAtOnce));
    if (ids.length === 0) return false;
    const entries = await readEntries(this.#db, ids);
    const there = new Set(entries.map(({ document_id }) => document_id));
    const news = this.#read(() => entries.filter((entry) => this.#writer.isNews(entry)));
    const others = new Set(news.map(({ document_id }) => document_id));
    this.#write(() => {
      for (const id of ids) if (!there.has(id)) this.#writer.remove(id);
      removePending(
        this.#file,
        ids.filter((id) => !others.has(id)),
      );
    });
    await this.#putAll(news, (written) =>
      removePending(
        this.#file,
        written.map(({ document_id }) => document_id),
      ),
    );
    return true;
  }

  /**
   * Writes entries with their texts; `done` belongs to the transaction of those that it is told. One
   * that cannot be written must not keep all others from it: it is found out and set aside.
   */
  async #putAll(entries: readonly LibraryEntry[], done: Done): Promise<void> {
    let committed = 0;
    try {
      await this.#putTogether(entries, done, (count) => (committed += count));
    } catch (error) {
      if (!isOfOneDocument(error)) throw error;
      for (const entry of entries.slice(committed)) await this.#putAlone(entry, done);
    }
  }

  /** As many in one transaction as the writer can hold: the fewer there are, the faster. */
  async #putTogether(
    entries: readonly LibraryEntry[],
    done: Done,
    onCommitted: (count: number) => void = () => {},
  ): Promise<void> {
    let written: LibraryEntry[] = [];
    const write = () => {
      this.#write(() => done(written));
      onCommitted(written.length);
      written = [];
    };
    for await (const { portion, pages } of withTexts(this.#db, entries)) {
      for (const entry of portion) {
        this.#put(entry, pages);
        written.push(entry);
      }
      if (this.#writer.isFull) write();
    }
    if (written.length > 0) write();
  }

  async #putAlone(entry: LibraryEntry, done: Done): Promise<void> {
    try {
      await this.#putTogether([entry], done);
    } catch (error) {
      if (!isOfOneDocument(error)) throw error;
      this.#write(() => {
        this.#writer.setAside(entry, error instanceof Error ? error.name : 'Error');
        return done([entry]);
      });
    }
  }

  async #noteChanges(): Promise<boolean> {
    const changes = await changesAfter(this.#db, this.#progress);
    if (changes === null) return false;
    this.#write(() => {
      addPending(this.#file, changes.documentIds);
      return { ...changes.position, walk: null };
    });
    return true;
  }

  #put(entry: LibraryEntry, pages: ReadonlyMap<string, string[]>): void {
    const texts = (entry.hash === null ? undefined : pages.get(entry.hash)) ?? [];
    try {
      this.#read(() => this.#writer.put(entry, texts));
    } catch (error) {
      this.#startWriter(); // the old one has a part of it
      throw error;
    }
  }

  #startWriter(): void {
    this.#writer = new IndexWriter(this.#file);
  }

  #read<T>(work: () => T): T {
    return checked(this.path, work);
  }

  /** One transaction; `work` gives how far the index is then, where that changes. */
  #write(work: () => Progress | void): void {
    checked(this.path, () => {
      this.#file.exec('begin immediate');
      try {
        const progress = work();
        this.#writer.finish();
        if (progress !== undefined) writeProgress(this.#file, progress);
        this.#file.exec('commit');
        if (progress !== undefined) this.#progress = progress;
      } catch (error) {
        if (this.#file.isTransaction) this.#file.exec('rollback');
        this.#startWriter(); // the old one holds back what is undone
        throw error;
      }
    });
  }
}

/** Whether an error may be the fault of what was to be written: no other document has it then. */
function isOfOneDocument(error: unknown): boolean {
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
