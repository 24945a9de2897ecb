import { type BigIntStats, constants } from 'node:fs';

// Never follows a link out of the folder, and never waits for a pipe's other end. Windows has
// neither flag, nor needs it.
export const readFlags =
  constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** A copy that did not go on for this long is over, whatever it looks like. */
export const longestPauseMs = 10 * 60_000;

/** The facts by which a changed file is known, as the table `files` keeps them. */
export type FileFacts = { bytes: number; modified_ns: string; inode: string };

export function factsOf({ size, mtimeNs, ino }: BigIntStats): FileFacts {
  return { bytes: Number(size), modified_ns: String(mtimeNs), inode: String(ino) };
}
