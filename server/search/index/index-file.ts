import { closeSync, openSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sqliteCodeOf } from '../../db/sqlite-faults.ts';
import { createProgress } from './progress.ts';
import { createTables } from './tables.ts';

/** Raised when the tables, or what is in them, change: an index of another version is built anew. Version 15: torques with angles. */
export const indexVersion = 16;

/** The files of the index in a DATA_DIR. All of them can be deleted at any time. */
export type IndexPaths = {
  file: string;
  /** Held by the one process that writes. */
  lock: string;
};

export function indexPathsIn(dataDir: string): IndexPaths {
  const file = path.join(dataDir, 'search.sqlite');
  return { file, lock: `${file}.lock` };
}

/** An index cannot be used: it has to be built anew. */
export class UnusableIndexError extends Error {
  readonly reason: 'missing' | 'damaged' | 'other_version';

  constructor(reason: UnusableIndexError['reason'], cause?: unknown) {
    super(`The search index is ${reason.replace('_', ' ')}.`, { cause });
    this.name = 'UnusableIndexError';
    this.reason = reason;
  }
}

/** Makes an empty index, in place of whatever is there. */
export function createIndexFile(file: string): DatabaseSync {
  removeIndexFiles(file);
  // SQLite gives its other files the mode of this one: texts of standards are nobody else's business.
  closeSync(openSync(file, 'w', 0o600));
  const made = new DatabaseSync(file, { timeout: writerWaitsMs });
  made.exec('pragma auto_vacuum = incremental'); // before anything is written
  prepareForWriting(made);
  made.exec('begin');
  createProgress(made);
  createTables(made);
  made.exec(`pragma user_version = ${indexVersion}`);
  made.exec('commit');
  return made;
}

/** Opens an index that is there, of this version, to write. */
export function openIndexFile(file: string): DatabaseSync {
  requireFile(file);
  return checked(file, () => {
    const opened = new DatabaseSync(file, { timeout: writerWaitsMs });
    try {
      requireVersion(opened);
      prepareForWriting(opened);
      return opened;
    } catch (error) {
      opened.close();
      throw error;
    }
  });
}

/** Opens an index that is there to ask it, whole or not. */
export function openIndexToRead(file: string): DatabaseSync {
  requireFile(file);
  return checked(file, () => {
    const opened = new DatabaseSync(file, { readOnly: true, timeout: readerWaitsMs });
    opened.exec(`pragma cache_size = -${readerCacheKilobytes}`);
    opened.exec('pragma temp_store = memory');
    try {
      requireVersion(opened);
      return opened;
    } catch (error) {
      opened.close();
      throw error;
    }
  });
}

/** Asks an index as it is at one moment, whatever is written meanwhile; also quicker than by single statements. */
export function askedAtOnce<T>(file: DatabaseSync, ask: () => T): T {
  file.exec('begin');
  try {
    return ask();
  } finally {
    if (file.isTransaction) file.exec('rollback'); // nothing was written
  }
}

/** What tells one file from another that took its name; null when there is none. */
export function identityOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev} ${found.ino} ${found.birthtimeMs}`;
}

/** The file itself comes last: once it is gone, its writer makes another one, with files beside it. */
export function removeIndexFiles(file: string): void {
  for (const part of [...besides(file), file]) rmSync(part, { force: true });
}

/** The files that SQLite keeps beside one: its log, the index of that, and a journal. */
export function besides(file: string): string[] {
  return ['-wal', '-shm', '-journal'].map((end) => `${file}${end}`);
}

/** Runs what reads or writes the index; a fault that a new index mends is told as such. */
export function checked<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (isDamage(error)) throw new UnusableIndexError('damaged', error);
    if (identityOf(file) === null) throw new UnusableIndexError('missing', error);
    throw error;
  }
}

// SQLite's result codes: an error in the statement (a table is missing), a malformed file, no database at all;
// a read beyond the end of the file (522), a journal of a killed writer that only a writer can roll back (776).
function isDamage(error: unknown): boolean {
  const isExtended =
    error instanceof Error && 'errcode' in error && [522, 776].includes(Number(error.errcode));
  return isExtended || [1, 11, 26].includes(sqliteCodeOf(error) ?? 0);
}

const writerWaitsMs = 5000;
const readerWaitsMs = 500;
const readerCacheKilobytes = 32_000;
const writerCacheKilobytes = 64_000;
const longestLogBytes = 64_000_000;

function prepareForWriting(file: DatabaseSync): void {
  file.exec('pragma journal_mode = wal');
  // What the loss of power takes with it is followed again; the file stays whole.
  file.exec('pragma synchronous = normal');
  file.exec(`pragma cache_size = -${writerCacheKilobytes}`);
  // After a large portion the log is cut down again.
  file.exec(`pragma journal_size_limit = ${longestLogBytes}`);
}

function requireVersion(file: DatabaseSync): void {
  const version = Number(file.prepare('pragma user_version').get()?.['user_version']);
  if (version !== indexVersion) throw new UnusableIndexError('other_version');
}

function requireFile(file: string): void {
  if (identityOf(file) === null) throw new UnusableIndexError('missing');
}
