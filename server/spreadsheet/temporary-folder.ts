import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { hasMarkOfEnded, ownMark } from '../share/marks.ts';

const temporaryName = 'egd-library-work-';

/** Removes the folders of processes that were killed at their work. */
export async function removeTemporaryFolders(): Promise<void> {
  for (const name of await readdir(os.tmpdir())) {
    if (!name.startsWith(temporaryName) || !hasMarkOfEnded(name)) continue;
    await rm(path.join(os.tmpdir(), name), { recursive: true, force: true });
  }
}

/** A folder for one piece of work, gone afterwards. */
export async function inTemporaryFolder<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(path.join(os.tmpdir(), `${temporaryName}${ownMark()}-`));
  try {
    return await work(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
