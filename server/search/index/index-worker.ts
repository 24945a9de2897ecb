import os from 'node:os';
import { openDatabase } from '../../db/open.ts';
import { workers } from '../../jobs/registry.ts';
import { type ChildLife, wordsOf } from '../../processes/in-child.ts';
import { HandOver } from './hand-over.ts';
import { indexPathsIn, UnusableIndexError } from './index-file.ts';
import { IndexKeeper } from './index-keeper.ts';
import type { IndexMessage, IndexOrder } from './index-process.ts';
import { WriterLock } from './writer-lock.ts';

const { pauseMs } = workers.index;
const tellEveryMs = 250;
/** After a fault: the database is away, the disk is full, the index was damaged. */
const firstRestMs = 250;
const longestRestMs = 30_000;

type Life = ChildLife<IndexMessage>;

/**
 * Builds the search index and keeps it in step, for as long as the server runs. It has a process of its own because
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
  // On SQLite there is one node.
  const node = `${os.hostname()} ${config.dataDir}`; // the same after a restart
  const handOver = config.database.kind === 'postgres' ? new HandOver(db, node) : null;
  const keeper = new IndexKeeper(db, paths, handOver);
  let toldAt = 0;
  let restMs = firstRestMs;
  while (!life.isEnding) {
    try {
      if (isUnusable) keeper.discard('damaged');
      isUnusable = false;
      const isMore = await keeper.step();
      if (!isMore || Date.now() - toldAt > tellEveryMs) {
        toldAt = Date.now();
        if (!isMore || keeper.state.state === 'building') void life.send(keeper.state);
      }
      restMs = firstRestMs;
      if (!isMore) await life.rest(pauseMs);
    } catch (error) {
      const healing = error instanceof UnusableIndexError ? error.reason : null;
      void life.send(healing === null ? { waits: wordsOf(error) } : { heals: healing });
      await life.rest(restMs);
      restMs = Math.min(restMs * 2, longestRestMs);
    }
  }
  keeper.close();
  await handOver?.release().catch(() => {}); // it runs out by itself
  lock?.release();
  await db.destroy();
}

/** Waits until no other process writes this index: it may be the command line, or another server. */
async function takeLock(life: Life, file: string): Promise<WriterLock | null> {
  while (!life.isEnding) {
    const lock = WriterLock.take(file);
    if (lock !== null) return lock;
    void life.send({ state: 'elsewhere' });
    await life.rest(pauseMs);
  }
  return null;
}
