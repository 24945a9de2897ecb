import os from 'node:os';
import type { Config } from '../../config/config.ts';
import { openDatabase } from '../../db/open.ts';
import { ChildLife, wordsOf } from '../../processes/in-child.ts';
import { indexPathsIn, UnusableIndexError } from './index-file.ts';
import { IndexKeeper } from './index-keeper.ts';
import type { IndexMessage, IndexOrder } from './index-process.ts';
import { WriterLock } from './writer-lock.ts';

// Builds the search index and keeps it in step, for as long as the server lives. It is a process of
// its own because writing the texts of a million pages takes a processor for minutes.

const lookEveryMs = 1000;
const tellEveryMs = 250;
/** After a fault: the database is away, the disk is full, the index was damaged. */
const firstRestMs = 250;
const longestRestMs = 30_000;

const life = new ChildLife<IndexMessage>();
/** The thread that answers searches found it damaged. */
let isUnusable = false;

// Readers come first; at 10 it would starve on a busy machine.
os.setPriority(5);
process.on('message', (order: IndexOrder) => {
  if (typeof order !== 'string') {
    run(order.config).catch(fail);
    return;
  }
  if (order === 'unusable') isUnusable = true;
  life.wake();
});

function fail(error: unknown): void {
  life.send({ failed: wordsOf(error) });
  process.exit(1);
}

async function run(config: Config): Promise<void> {
  const db = await openDatabase(config);
  const paths = indexPathsIn(config.dataDir);
  const lock = await takeLock(paths.lock);
  const keeper = new IndexKeeper(db, paths);
  let toldAt = 0;
  let restMs = firstRestMs;
  while (!life.isEnding) {
    try {
      if (isUnusable) keeper.discard();
      isUnusable = false;
      const isMore = await keeper.step();
      if (!isMore || Date.now() - toldAt > tellEveryMs) {
        toldAt = Date.now();
        if (!isMore || keeper.state.state === 'building') life.send(keeper.state);
      }
      restMs = firstRestMs;
      if (!isMore) await life.rest(lookEveryMs);
    } catch (error) {
      const healing = error instanceof UnusableIndexError ? error.reason : null;
      life.send(healing === null ? { waits: wordsOf(error) } : { heals: healing });
      await life.rest(restMs);
      restMs = Math.min(restMs * 2, longestRestMs);
    }
  }
  keeper.close();
  lock?.release();
  await db.destroy();
  process.exit();
}

/** Waits until no other process writes this index: it may be the command line, or another server. */
async function takeLock(file: string): Promise<WriterLock | null> {
  while (!life.isEnding) {
    const lock = WriterLock.take(file);
    if (lock !== null) return lock;
    life.send({ state: 'elsewhere' });
    await life.rest(lookEveryMs);
  }
  return null;
}
