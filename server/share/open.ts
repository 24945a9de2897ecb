import { type BigIntStats, constants } from 'node:fs';

// Does not follow a link out of the folder, and does not block on a named pipe. Windows has and
// needs neither flag.
export const readFlags =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** A file that did not change for this long is not being copied any more. */
export const longestPauseMs = 10 * 60_000;

/** What the table `files` stores to detect that a file changed. */
export type FileFacts = { bytes: number; modified_ns: string; inode: string };

export function factsOf({ size, mtimeNs, ino }: BigIntStats): FileFacts {
  return { bytes: Number(size), modified_ns: String(mtimeNs), inode: String(ino) };
}
