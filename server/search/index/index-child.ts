import os from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Config } from '../../config/config.ts';
import { openDatabase } from '../../db/open.ts';
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

const ending = new AbortController();
/** `wanted` stays set until the loop comes to its pause, so no order is lost. */
const nextLook = { wanted: false, endPause: () => {} };
/** Told by whoever asks the index: it is damaged. */
let isUnusable = false;

// Readers come first; at 10 it would starve on a busy machine.
os.setPriority(5);
process.on('message', (order: IndexOrder) => {
  if (typeof order !== 'string') {
    run(order.config).catch(fail);
    return;
  }
  if (order === 'unusable') isUnusable = true;
  lookNow();
});
process.on('SIGINT', () => {}); // Ctrl+C reaches the whole process group; the server ends us
process.once('SIGTERM', end);
process.once('disconnect', end);

function lookNow(): void {
  nextLook.wanted = true;
  nextLook.endPause();
}

function end(): void {
  ending.abort();
  lookNow();
}

function fail(error: unknown): void {
  send({ failed: wordsOf(error) });
  process.exit(1);
}

async function run(config: Config): Promise<void> {
  const db = await openDatabase(config);
  const paths = indexPathsIn(config.dataDir);
  const lock = await takeLock(paths.lock);
  const keeper = new IndexKeeper(db, paths);
  let toldAt = 0;
  let restMs = firstRestMs;
  while (!ending.signal.aborted) {
    try {
      if (isUnusable) keeper.discard();
      isUnusable = false;
      nextLook.wanted = false;
      const isMore = await keeper.step();
      if (!isMore || Date.now() - toldAt > tellEveryMs) {
        toldAt = Date.now();
        if (!isMore || keeper.state.state === 'building') send(keeper.state);
      }
      restMs = firstRestMs;
      if (!isMore) await pauseUnlessWanted(lookEveryMs);
    } catch (error) {
      const healing = error instanceof UnusableIndexError ? error.reason : null;
      send(healing === null ? { waits: wordsOf(error) } : { heals: healing });
      await pauseUnlessWanted(restMs);
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
  while (!ending.signal.aborted) {
    const lock = WriterLock.take(file);
    if (lock !== null) return lock;
    send({ state: 'elsewhere' });
    await pause(lookEveryMs, undefined, { signal: ending.signal }).catch(() => {});
  }
  return null;
}

async function pauseUnlessWanted(ms: number): Promise<void> {
  if (nextLook.wanted) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    nextLook.endPause = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

function send(message: IndexMessage): void {
  if (process.connected) process.send?.(message, () => {}); // the parent may be gone
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
