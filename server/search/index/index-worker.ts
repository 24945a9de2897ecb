import os from 'node:os';
import { openDatabase } from '../../db/open.ts';
import type { Db } from '../../db/schema.ts';
import { jobs } from '../../jobs/table.ts';
import { type ChildLife, wordsOf } from '../../processes/in-child.ts';
import { identityOf, indexPathsIn, removeIndexFiles, UnusableIndexError } from './index-file.ts';
import type { IndexMessage, IndexOrder } from './index-process.ts';
import { LibraryIndex } from './library-index.ts';
import { WriterLock } from './writer-lock.ts';

const { everyMs } = jobs.index;
const tellEveryMs = 250;
/** After a fault: the database is away, the disk is full, the index was damaged. */
const firstRestMs = 250;
const longestRestMs = 30_000;

type Life = ChildLife<IndexMessage>;

/**
 * Builds the search index and keeps it in step, for as long as the server runs. One that is damaged or of another
 * version is deleted and built again: it answers as far as it is, numbers first. It has a process of its own because
 * writing the texts of a million pages takes a processor for minutes.
 */
export async function keepIndex(life: Life, { config }: IndexOrder): Promise<void> {
  // Readers come first; at 10 it would starve on a busy machine.
  os.setPriority(5);
  /** The thread that answers searches found it damaged. */
  let isUnusable = false;
  life.onNote = (note) => {
    if (note === 'unusable') isUnusable = true;
    life.wake();
  };
  const db = await openDatabase(config);
  const paths = indexPathsIn(config.dataDir);
  const lock = await takeLock(life, paths.lock);
  let index: LibraryIndex | null = null;
  const close = () => {
    index?.close();
    index = null;
  };
  let toldAt = 0;
  let restMs = firstRestMs;
  while (!life.isEnding) {
    try {
      if (isUnusable) throw new UnusableIndexError('damaged');
      if (index?.isThere === false) close(); // `reindex` deletes it
      index ??= await openIndex(paths.file, db);
      const isMore = await index.step();
      if (!isMore || Date.now() - toldAt > tellEveryMs) {
        toldAt = Date.now();
        void life.send(index.state);
      }
      restMs = firstRestMs;
      if (!isMore) await life.rest(everyMs);
    } catch (error) {
      const healing = error instanceof UnusableIndexError ? error.reason : null;
      if (healing !== null) {
        close();
        removeIndexFiles(paths.file);
        isUnusable = false;
      }
      void life.send(healing === null ? { waits: wordsOf(error) } : { heals: healing });
      await life.rest(restMs);
      restMs = Math.min(restMs * 2, longestRestMs);
    }
  }
  close();
  lock?.release();
  await db.destroy();
}

/** What is there, or a new one. */
function openIndex(file: string, db: Db): Promise<LibraryIndex> {
  return identityOf(file) === null ? LibraryIndex.create(file, db) : LibraryIndex.open(file, db);
}

/** Waits until no other process writes this index: it may be the command line, or another server. */
async function takeLock(life: Life, file: string): Promise<WriterLock | null> {
  while (!life.isEnding) {
    const lock = WriterLock.take(file);
    if (lock !== null) return lock;
    void life.send({ state: 'elsewhere' });
    await life.rest(everyMs);
  }
  return null;
}
