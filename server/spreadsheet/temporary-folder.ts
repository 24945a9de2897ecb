import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { LibraryError } from '#contract/errors.ts';
import { errorCode } from '../share/errors.ts';
import { hasMarkOfEnded, ownMark } from '../processes/alive.ts';

const temporaryName = 'egd-library-work-';

/** Removes the folders of processes that were killed. */
export async function removeTemporaryFolders(): Promise<void> {
  for (const name of await readdir(os.tmpdir())) {
    if (!name.startsWith(temporaryName) || !hasMarkOfEnded(name)) continue;
    await rm(path.join(os.tmpdir(), name), { recursive: true, force: true });
  }
}

/** Runs `work` with a temporary folder, and removes it afterwards. */
export async function inTemporaryFolder<T>(work: (dir: string) => Promise<T>): Promise<T> {
  try {
    const dir = await mkdtemp(path.join(os.tmpdir(), `${temporaryName}${ownMark()}-`));
    try {
      return await work(dir);
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  } catch (error) {
    if (!cannotWrite.has(errorCode(error))) throw error;
    const message =
      'The server’s temporary folder is full or not writable. Nothing was changed. Tell your administrator.';
    throw new LibraryError('busy', message, { cause: error });
  }
}

const cannotWrite = new Set(['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR']);
