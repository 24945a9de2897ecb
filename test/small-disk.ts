import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../server/share/errors.ts';
import type { CleanUp } from './clean-up.ts';
import { temporaryFolder } from './harness.ts';

/** Only Linux's root can mount a disk in memory. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0;

/** A real disk of this many kilobytes; gives its folder. */
export async function mountSmallDisk(cleanUp: CleanUp, kilobytes: number): Promise<string> {
  const dir = await temporaryFolder(cleanUp);
  const options = `size=${kilobytes}k,mode=0700`;
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', dir]);
  if (status !== 0) throw new Error(`The small disk was not mounted: ${String(stderr)}`);
  cleanUp(async () => void spawnSync('umount', ['--lazy', dir]));
  return dir;
}

const page = Buffer.alloc(4096);

/** Writes until only this many pages of 4 KiB are left; gives a function that makes room again. */
export function fillDisk(dir: string, pagesLeft = 0): () => void {
  const file = path.join(dir, 'filler');
  const fd = openSync(file, 'w');
  let pages = 0;
  try {
    for (;;) if (writeSync(fd, page) === page.length) pages += 1;
  } catch (error) {
    if (errorCode(error) !== 'ENOSPC') throw error;
  }
  ftruncateSync(fd, Math.max(0, pages - pagesLeft) * page.length);
  closeSync(fd);
  return () => rmSync(file);
}
