import { type BigIntStats, constants } from 'node:fs';
import { open } from 'node:fs/promises';

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

/** An open PDF, for a process that may not open files. */
export type PdfHandle = {
  facts: () => Promise<FileFacts>;
  /** How many bytes there were. */
  read: (into: Uint8Array, offset: number, length: number, position: number) => Promise<number>;
  close: () => Promise<void>;
};

/** Opens a PDF by SHARE_DIR joined with its path. */
export type OpenPdf = (at: string) => Promise<PdfHandle>;

export const openInFolder: OpenPdf = async (at) => {
  const file = await open(at, readFlags);
  return {
    facts: async () => factsOf(await file.stat({ bigint: true })),
    read: async (into, offset, length, position) =>
      (await file.read(into, offset, length, position)).bytesRead,
    close: () => file.close(),
  };
};
