import type { BigIntStats, Stats } from 'node:fs';
import path from 'node:path';
import { errorCode, isAbsent } from './errors.ts';
import type { SharedFolder } from './shared-folder.ts';

// File system calls on the shared folder. Every path is relative to the folder.

// A server may write 2 GB to its disks before it answers.
const longestFlushMs = 120_000;

/** The stats of a file; null if there is none. */
export async function findFile(folder: SharedFolder, at: string): Promise<BigIntStats | null> {
  return lstat(folder, at).catch((error: unknown) => {
    if (isAbsent(error)) return null;
    throw error;
  });
}

export function lstat(folder: SharedFolder, at: string): Promise<BigIntStats> {
  return folder.run((fs, done) => fs.lstat(path.join(folder.root, at), { bigint: true }, done));
}

export function namesIn(folder: SharedFolder, at: string): Promise<string[]> {
  return folder.run((fs, done) => fs.readdir(path.join(folder.root, at), done));
}

export function makeFolder(folder: SharedFolder, at: string): Promise<unknown> {
  const dir = path.join(folder.root, at);
  return folder.run<unknown>((fs, done) => fs.mkdir(dir, { recursive: true }, done));
}

/**
 * Lets those read and write a file who may do so in its folder, whatever the umask: a web server that reads the
 * folder sends the file. Shares such as CIFS have modes of their own and may refuse.
 */
export async function allowAsFolder(folder: SharedFolder, at: string, to: string): Promise<void> {
  const dir = path.join(folder.root, path.dirname(to));
  const { mode } = await folder.run<Stats>((fs, done) => fs.stat(dir, done));
  await folder
    .run<void>((fs, done) =>
      fs.chmod(path.join(folder.root, at), mode & 0o666, (error) => done(error)),
    )
    .catch((error: unknown) => {
      if (errorCode(error) === '') throw error; // the share does not answer
    });
}

export function link(folder: SharedFolder, from: string, to: string): Promise<void> {
  const [one, other] = [path.join(folder.root, from), path.join(folder.root, to)];
  return folder.run<void>((fs, done) => fs.link(one, other, (error) => done(error)));
}

export function rename(folder: SharedFolder, from: string, to: string): Promise<void> {
  const [one, other] = [path.join(folder.root, from), path.join(folder.root, to)];
  return folder.run<void>((fs, done) => fs.rename(one, other, (error) => done(error)));
}

export function unlink(folder: SharedFolder, at: string): Promise<void> {
  return folder.run<void>((fs, done) =>
    fs.unlink(path.join(folder.root, at), (error) => done(error)),
  );
}

/** Opens a file or folder, and closes it when the work on its descriptor is done. */
export async function withOpen(
  folder: SharedFolder,
  at: string,
  flags: 'r' | 'wx',
  work: (fd: number) => Promise<void>,
): Promise<void> {
  const fd = await folder.run<number>((fs, done) =>
    fs.open(path.join(folder.root, at), flags, done),
  );
  try {
    await work(fd);
  } finally {
    await folder.run<void>((fs, done) => fs.close(fd, (error) => done(error ?? null)));
  }
}

/** Returns once what was written is on the disk. */
export function sync(folder: SharedFolder, fd: number): Promise<void> {
  return folder.run<void>((fs, done) => fs.fsync(fd, (error) => done(error)), longestFlushMs);
}
