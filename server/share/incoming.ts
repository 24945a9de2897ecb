import { randomUUID } from 'node:crypto';
import type { BigIntStats } from 'node:fs';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LibraryError } from '#contract/errors.ts';
import { atMost } from '../http/bodies.ts';
import { errorCode } from './errors.ts';
import type { SharedFolder } from './shared-folder.ts';

/** Where replaced files are kept; its name is hidden, so scans pass it over. */
const supersededFolder = '.superseded';

export const largestPdfBytes = 2 * 1024 ** 3;
// A PDF says so somewhere in its first 1024 bytes (ISO 32000-1, annex H).
const headBytes = 1024;
// A server may write 2 GB to its disks before it answers.
const longestFlushMs = 120_000;

/** A file that came in whole and lies in the folder under a name that scans ignore. */
export type Incoming = { temporary: string; discard: () => Promise<void> };

/**
 * Streams a PDF into the shared folder under a temporary name. What is not a PDF is refused at its
 * first bytes; what breaks off leaves nothing behind.
 */
export async function receive(
  folder: SharedFolder,
  body: Readable,
  mostBytes = largestPdfBytes,
): Promise<Incoming> {
  const temporary = path.join(folder.root, `.incoming-${randomUUID()}.part`);
  // It may never have been made, have its name already, or be as gone as the share.
  const discard = () => unlink(folder, temporary).catch(() => {});
  try {
    await pipeline(body, atMost(mostBytes), beginningLikePdf(), (bytes: AsyncIterable<Buffer>) =>
      writeNewFile(folder, temporary, bytes),
    );
    return { temporary, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

async function writeNewFile(
  folder: SharedFolder,
  at: string,
  bytes: AsyncIterable<Buffer>,
): Promise<void> {
  const fd = await folder.run<number>((fs, done) => fs.open(at, 'wx', done));
  try {
    for await (const chunk of bytes) {
      for (let from = 0; from < chunk.length;) {
        from += await folder.run<number>((fs, done) =>
          fs.write(fd, chunk, from, chunk.length - from, null, done),
        );
      }
    }
    await folder.run<void>((fs, done) => fs.fsync(fd, (error) => done(error)), longestFlushMs);
  } finally {
    await folder.run<void>((fs, done) => fs.close(fd, (error) => done(error ?? null)));
  }
}

/**
 * Gives an incoming file its name. The file that had it is kept in `.superseded`, and is replaced
 * in one step: at no moment is there no file.
 */
export async function place(
  folder: SharedFolder,
  { temporary, discard }: Incoming,
  target: string,
  replaced: { path: string; at: Date } | null,
): Promise<BigIntStats> {
  const to = path.join(folder.root, target);
  try {
    if (replaced === null) {
      await moveToFree(folder, temporary, to);
    } else {
      await keepSuperseded(folder, replaced.path, replaced.at);
      await rename(folder, temporary, to);
      if (replaced.path !== target) await unlink(folder, path.join(folder.root, replaced.path));
    }
    return await lstat(folder, to);
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Another name for a file; refused when there is a file of this name. */
export async function moveFile(folder: SharedFolder, from: string, to: string): Promise<void> {
  await moveToFree(folder, path.join(folder.root, from), path.join(folder.root, to));
}

const dayMs = 24 * 3600 * 1000;

/** Deletes what uploads left that a crash cut short; none takes a day. */
export async function purgeBrokenOff(folder: SharedFolder): Promise<void> {
  const names = await namesIn(folder, folder.root);
  for (const name of names.filter((one) => /^\.incoming-[0-9a-f-]+\.part$/.test(one))) {
    const at = path.join(folder.root, name);
    const { mtimeMs } = await lstat(folder, at);
    if (mtimeMs < Date.now() - dayMs) await unlink(folder, at);
  }
}

/** Deletes what was replaced before that day, and gives how many there were. */
export async function purgeSuperseded(folder: SharedFolder, before: Date): Promise<number> {
  const kept = path.join(folder.root, supersededFolder);
  const names = await namesIn(folder, kept).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
  const old = names.filter((name) => name.slice(0, 10) < before.toISOString().slice(0, 10));
  for (const name of old) await unlink(folder, path.join(kept, name));
  return old.length;
}

async function keepSuperseded(folder: SharedFolder, from: string, at: Date): Promise<void> {
  const kept = path.join(folder.root, supersededFolder);
  await folder.run<unknown>((fs, done) => fs.mkdir(kept, { recursive: true }, done));
  const stamp = at.toISOString().replaceAll(':', '-');
  const to = path.join(kept, `${stamp} ${path.basename(from)}`);
  await linkOrMove(folder, path.join(folder.root, from), to);
}

// A second name, and then the first one goes: a rename would overwrite a file that took the name
// meanwhile.
async function moveToFree(folder: SharedFolder, from: string, to: string): Promise<void> {
  // A name that differs in case only, on a share that ignores case.
  if (await isSameFile(folder, from, to)) return rename(folder, from, to);
  try {
    await link(folder, from, to);
    await unlink(folder, from);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw fileExists(to);
    if (!cannotLink(error)) throw error;
    await requireFree(folder, to);
    await rename(folder, from, to);
  }
}

async function linkOrMove(folder: SharedFolder, from: string, to: string): Promise<void> {
  try {
    await link(folder, from, to);
  } catch (error) {
    if (!cannotLink(error)) throw error;
    await rename(folder, from, to);
  }
}

async function requireFree(folder: SharedFolder, at: string): Promise<void> {
  const found = await lstat(folder, at).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
  if (found !== null) throw fileExists(at);
}

async function isSameFile(folder: SharedFolder, a: string, b: string): Promise<boolean> {
  if (a.toLowerCase() !== b.toLowerCase()) return false;
  const [one, other] = await Promise.all([a, b].map((at) => lstat(folder, at).catch(() => null)));
  return one != null && other != null && one.ino === other.ino && one.dev === other.dev;
}

function fileExists(at: string): LibraryError {
  return new LibraryError('file_exists', `There is a file ${path.basename(at)} already.`);
}

// Shares without hard links say so in these ways.
function cannotLink(error: unknown): boolean {
  const codes = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'];
  return codes.includes(errorCode(error));
}

function lstat(folder: SharedFolder, at: string): Promise<BigIntStats> {
  return folder.run((fs, done) => fs.lstat(at, { bigint: true }, done));
}

function namesIn(folder: SharedFolder, at: string): Promise<string[]> {
  return folder.run((fs, done) => fs.readdir(at, done));
}

function link(folder: SharedFolder, from: string, to: string): Promise<void> {
  return folder.run<void>((fs, done) => fs.link(from, to, (error) => done(error)));
}

function rename(folder: SharedFolder, from: string, to: string): Promise<void> {
  return folder.run<void>((fs, done) => fs.rename(from, to, (error) => done(error)));
}

function unlink(folder: SharedFolder, at: string): Promise<void> {
  return folder.run<void>((fs, done) => fs.unlink(at, (error) => done(error)));
}

function beginningLikePdf(): Transform {
  let head: Buffer | null = Buffer.alloc(0);
  const notPdf = () =>
    new LibraryError('not_pdf', 'The file is not a PDF, whatever its name says.');
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
      done(head === null ? null : notPdf());
    },
  });
}
