import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type BackupReader, type BackupWriter, Passing } from './container.ts';
import { refused } from './manifest.ts';
import { isRunning } from '../processes/alive.ts';

/** Writes a backup as a folder. */
export async function writeFolder(target: string): Promise<BackupWriter> {
  if (existsSync(target)) throw refused(`${target} already exists. Name a new folder.`);
  const unfinished = await makeUnfinished(target);
  const at = (name: string) => path.join(unfinished, name);
  return {
    workFolder: unfinished,
    async add(name, bytes) {
      await mkdir(path.dirname(at(name)), { recursive: true, mode: 0o700 });
      return writeSynced(at(name), name, bytes);
    },
    async link(name, file) {
      await mkdir(path.dirname(at(name)), { recursive: true, mode: 0o700 });
      return link(file, at(name)).then(
        () => true,
        () => false, // another disk, or files of another owner
      );
    },
    async finish() {
      await syncFolders(unfinished);
      await rename(unfinished, target).catch((error: unknown) => {
        throw refused(`Another process created ${target}. Name a new folder.`, error);
      });
      await sync(path.dirname(target));
    },
    abandon: () => rm(unfinished, { recursive: true, force: true }),
  };
}

/** Creates the folder of an unfinished backup; removes those that ended processes left. */
export async function makeUnfinished(target: string): Promise<string> {
  const folder = path.dirname(target);
  // Not created: if a disk is not mounted, the backup would fill the disk below.
  const names = await readdir(folder).catch((error: unknown) => {
    throw refused(`The folder ${folder} is missing or unreadable. Mount or create it.`, error);
  });
  for (const name of names) {
    const pid = unfinishedName.exec(name)?.[1];
    if (pid === undefined || isRunning(Number(pid))) continue;
    await rm(path.join(folder, name), { recursive: true, force: true });
  }
  const made = unfinishedNameOf(target);
  await mkdir(made, { mode: 0o700 });
  return made;
}

/** The name of a backup that is being written or deleted. */
export function unfinishedNameOf(target: string): string {
  const name = `.${path.basename(target)}.unfinished-backup-${process.pid}`;
  return path.join(path.dirname(target), name);
}

const unfinishedName = /^\..+\.unfinished-backup-(\d+)$/;

export function readFolder(folder: string): BackupReader {
  const at = (name: string) => path.join(folder, name);
  return {
    has: (name) => existsSync(at(name)),
    read: (name) => createReadStream(at(name)),
  };
}

/** Writes a file that only its owner may read; returns its size and hash. */
export async function writeSynced(at: string, name: string, bytes: AsyncIterable<Uint8Array>) {
  const passing = new Passing();
  const file = await open(at, 'wx', 0o600);
  try {
    for await (const piece of passing.through(bytes)) await file.writeFile(piece);
    await file.sync();
  } finally {
    await file.close();
  }
  return passing.as(name);
}

async function syncFolders(folder: string): Promise<void> {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of all.filter((one) => one.isDirectory())) {
    await sync(path.join(entry.parentPath, entry.name));
  }
  await sync(folder);
}

/** Flushes a folder, so that its names survive a crash. Windows does so itself and has no call for it. */
export async function sync(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
