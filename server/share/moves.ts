import path from 'node:path';
import { LibraryError } from '#contract/errors.ts';
import { errorCode } from './errors.ts';
import {
  allowAsFolder,
  findFile,
  link,
  makeFolder,
  namesIn,
  rename,
  sync,
  unlink,
  withOpen,
} from './folder-calls.ts';
import type { SharedFolder } from './shared-folder.ts';

/** Where replaced files go; its name is hidden, so scans skip it. */
export const supersededFolder = '.superseded';

/** Whether the path is in `.superseded`, hidden from readers and scans. */
export const isSetAside = (at: string): boolean => at.startsWith(`${supersededFolder}/`);

/** A file that is replaced by another, and when. */
export type Replaced = { path: string; at: Date };

/**
 * Gives an incoming file its name. The replaced file is saved in `.superseded` first. The name
 * changes in one step, so there is a file at every moment.
 */
export async function place(
  folder: SharedFolder,
  incoming: string,
  target: string,
  replaced: Replaced | null,
): Promise<void> {
  await allowAsFolder(folder, incoming, target);
  if (replaced === null) return moveFile(folder, incoming, target);
  await saveSuperseded(folder, replaced);
  await rename(folder, incoming, target);
  await removeReplaced(folder, replaced, target);
  return syncFolders(folder, path.dirname(incoming), path.dirname(target));
}

/** Renames a file; refuses if there is a file of this name. */
export async function moveFile(folder: SharedFolder, from: string, to: string): Promise<void> {
  await moveToFree(folder, from, to);
  await syncFolders(folder, path.dirname(from), path.dirname(to));
}

/** Moves a file to `.superseded`, to the path that `supersededPath` gives it. */
export async function setAside(folder: SharedFolder, from: string, to: string): Promise<void> {
  await makeFolder(folder, supersededFolder);
  await moveFile(folder, from, to);
}

/** Removes the first of two names of one file, which a crash in the middle of a move leaves. */
export async function removeFirstName(
  folder: SharedFolder,
  from: string,
  to: string,
): Promise<void> {
  if (isSpelledAlike(from, to)) return; // a share that ignores case shows one name as two
  if (await isSameFile(folder, from, to)) await unlink(folder, from);
}

/** Removes a replaced file whose successor has another name, if it is saved in `.superseded`. */
export async function removeReplaced(
  folder: SharedFolder,
  replaced: Replaced,
  target: string,
): Promise<void> {
  if (replaced.path === target || (await isSameFile(folder, replaced.path, target))) return;
  const isSaved = (await findFile(folder, supersededPath(replaced))) !== null;
  const isThere = (await findFile(folder, replaced.path)) !== null;
  if (isSaved && isThere) await unlink(folder, replaced.path);
}

/** Moves a replaced file back, if its successor was never placed or is `successor`. */
export async function restoreReplaced(
  folder: SharedFolder,
  replaced: Replaced,
  successor?: string,
): Promise<void> {
  const saved = supersededPath(replaced);
  if ((await findFile(folder, saved)) === null) return;
  if (replaced.path === successor) {
    await rename(folder, saved, successor); // in one step, so there is a file at every moment
    await syncFolders(folder, supersededFolder, path.dirname(successor));
  } else if ((await findFile(folder, replaced.path)) === null) {
    await moveFile(folder, saved, replaced.path);
  } else {
    await removeFirstName(folder, saved, replaced.path);
  }
}

/** Deletes files replaced before that day; returns how many. */
export async function purgeSuperseded(folder: SharedFolder, before: Date): Promise<number> {
  const names = await namesIn(folder, supersededFolder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  const old = names.filter((name) => name.slice(0, 10) < before.toISOString().slice(0, 10));
  for (const name of old) await unlink(folder, path.join(supersededFolder, name));
  return old.length;
}

async function saveSuperseded(folder: SharedFolder, replaced: Replaced): Promise<void> {
  await makeFolder(folder, supersededFolder);
  await linkOrMove(folder, replaced.path, supersededPath(replaced));
  await syncFolders(folder, supersededFolder);
}

/** The path in `.superseded` of a replaced file. */
export function supersededPath({ path: from, at }: Replaced): string {
  const stamp = at.toISOString().replaceAll(':', '-');
  return path.posix.join(supersededFolder, `${stamp} ${path.basename(from)}`);
}

// Adds the new name, then removes the old one: a rename would overwrite a file that got the name
// meanwhile.
async function moveToFree(folder: SharedFolder, from: string, to: string): Promise<void> {
  if (isSpelledAlike(from, to) && (await isSameFile(folder, from, to))) {
    return rename(folder, from, to);
  }
  try {
    await link(folder, from, to);
    await unlink(folder, from);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw fileExists(to);
    if (!cannotLink.has(errorCode(error))) throw error;
    if ((await findFile(folder, to)) !== null) throw fileExists(to);
    await rename(folder, from, to);
  }
}

async function linkOrMove(folder: SharedFolder, from: string, to: string): Promise<void> {
  try {
    await link(folder, from, to);
  } catch (error) {
    if (!cannotLink.has(errorCode(error))) throw error;
    await rename(folder, from, to);
  }
}

// Error codes of shares without hard links.
const cannotLink = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV']);

// A new name is durable once its folder is flushed to disk.
async function syncFolders(folder: SharedFolder, ...paths: string[]): Promise<void> {
  for (const at of new Set(paths)) {
    await withOpen(folder, at, 'r', (fd) => sync(folder, fd)).catch((error: unknown) => {
      if (!cannotSync.has(errorCode(error))) throw error;
    });
  }
}

// Windows and some shares cannot open a folder, or sync it.
const cannotSync = new Set(['EISDIR', 'EPERM', 'EACCES', 'EINVAL', 'EBADF', 'ENOTSUP', 'ENOSYS']);

function isSpelledAlike(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

async function isSameFile(folder: SharedFolder, a: string, b: string): Promise<boolean> {
  const [one, other] = [await findFile(folder, a), await findFile(folder, b)];
  return one !== null && other !== null && one.ino === other.ino && one.dev === other.dev;
}

function fileExists(at: string): LibraryError {
  return new LibraryError('file_exists', `A file ${path.basename(at)} already exists.`);
}
