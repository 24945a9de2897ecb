import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LibraryError } from '#contract/errors.ts';
import { atMost } from '../http/bodies.ts';
import { findFile, lstat, namesIn, sync, unlink, withOpen } from './folder-calls.ts';
import { hasMarkOfEnded, ownMark } from '../processes/alive.ts';
import type { SharedFolder } from './shared-folder.ts';

export const largestPdfBytes = 2 * 1024 ** 3;
// A PDF has `%PDF-` somewhere in its first 1024 bytes (ISO 32000-1, annex H).
const headBytes = 1024;

/** A completely received file, in the folder under a name that scans ignore. */
export type Incoming = { name: string; stats: BigIntStats };

/**
 * Streams a PDF into the shared folder under a temporary name. Other files are refused at their
 * first bytes; an upload that fails leaves nothing behind.
 */
export async function receive(
  folder: SharedFolder,
  body: Readable,
  mostBytes = largestPdfBytes,
): Promise<Incoming> {
  const name = `.incoming-${ownMark()}-${randomUUID()}.part`;
  await folder.mount?.require(); // an empty mount point would hide the file later
  try {
    await pipeline(body, atMost(mostBytes), beginningLikePdf(), (bytes: AsyncIterable<Buffer>) =>
      withOpen(folder, name, 'wx', (fd) => writeAll(folder, fd, bytes)),
    );
    return { name, stats: await lstat(folder, name) };
  } catch (error) {
    await discard(folder, name);
    throw error;
  }
}

/** Deletes an incoming file, if it is there and the share can be reached. */
export async function discard(folder: SharedFolder, name: string): Promise<void> {
  await unlink(folder, name).catch(() => {});
}

async function writeAll(
  folder: SharedFolder,
  fd: number,
  bytes: AsyncIterable<Buffer>,
): Promise<void> {
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.length;) {
      from += await folder.run<number>((fs, done) =>
        fs.write(fd, chunk, from, chunk.length - from, null, done),
      );
    }
  }
  await sync(folder, fd);
}

const dayMs = 24 * 3600 * 1000;

/** Deletes the rest of uploads that a crash interrupted: ours at once, another machine's after a day. */
export async function purgeBrokenOff(folder: SharedFolder): Promise<void> {
  const names = await namesIn(folder, '');
  for (const name of names.filter((one) => /^\.incoming-[0-9a-f-]+\.part$/.test(one))) {
    const found = await findFile(folder, name);
    if (found === null) continue; // it has its final name by now
    const isOld = found.mtimeMs < Date.now() - dayMs;
    if (isOld || hasMarkOfEnded(name)) await discard(folder, name);
  }
}

function beginningLikePdf(): Transform {
  let head: Buffer | null = Buffer.alloc(0);
  const notPdf = () =>
    new LibraryError('not_pdf', 'The file is not a PDF, although its name says so.');
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (head === null) return done(null, chunk);
      head = Buffer.concat([head, chunk]);
      const known = head.subarray(0, headBytes).includes('%PDF-');
      if (!known && head.length >= headBytes) return done(notPdf());
      if (!known) return done();
      const begun = head;
      head = null;
      return done(null, begun);
    },
    flush(done) {
      if (head?.length === 0)
        return done(new LibraryError('not_pdf', 'The file is empty. Choose another.'));
      done(head === null ? null : notPdf());
    },
  });
}
