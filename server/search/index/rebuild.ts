import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../db/schema.ts';
import { forgetSnapshot } from './hand-over.ts';
import { type IndexPaths, openIndexToRead } from './index-file.ts';
import { IndexKeeper } from './index-keeper.ts';
import { progressOf, type Totals, totalsOf, type Walk } from './progress.ts';
import { WriterLock } from './writer-lock.ts';

const lookEveryMs = 200;

/**
 * Builds the index anew beside the one that answers, here or, where a server has the index in its
 * care, there. Tells how far it is, and gives what is in it.
 */
export async function rebuildIndex(
  db: Db,
  paths: IndexPaths,
  onProgress: (walk: Walk) => void,
): Promise<Totals> {
  await mkdir(path.dirname(paths.wanted), { recursive: true, mode: 0o700 });
  await writeFile(paths.wanted, '', { mode: 0o600 });
  await forgetSnapshot(db);
  while (existsSync(paths.wanted)) {
    const lock = WriterLock.take(paths.lock);
    if (lock !== null) {
      await rebuildHere(db, paths, onProgress).finally(() => lock.release());
      break;
    }
    const walk = walkOf(paths.beside);
    if (walk !== null) onProgress(walk);
    await pause(lookEveryMs);
  }
  return read(paths.file, totalsOf);
}

async function rebuildHere(
  db: Db,
  paths: IndexPaths,
  onProgress: (walk: Walk) => void,
): Promise<void> {
  const keeper = new IndexKeeper(db, paths, null);
  try {
    while (existsSync(paths.wanted)) {
      await keeper.step();
      const { walk } = keeper;
      if (walk !== null) onProgress(walk);
    }
  } finally {
    keeper.close();
  }
}

/** How far an index is built; null where none is. */
export function walkOf(file: string): Walk | null {
  try {
    return read(file, progressOf)?.walk ?? null;
  } catch {
    return null; // it is being made, or was finished a moment ago
  }
}

function read<T>(file: string, what: (opened: DatabaseSync) => T): T {
  const opened = openIndexToRead(file);
  try {
    return what(opened);
  } finally {
    opened.close();
  }
}
