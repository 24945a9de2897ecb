import { randomUUID } from 'node:crypto';
import { type BigIntStats, createWriteStream } from 'node:fs';
import { link, lstat, mkdir, readdir, rename, unlink } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LibraryError } from '#contract/errors.ts';

/** Where replaced files are kept; its name is hidden, so scans pass it over. */
const supersededFolder = '.superseded';

// A PDF says so somewhere in its first 1024 bytes (ISO 32000-1, annex H).
const headBytes = 1024;

/** A file that came in whole and lies in the folder under a name that no scan looks at. */
export type Incoming = { temporary: string; discard: () => Promise<void> };

/**
 * Streams a PDF into the shared folder under a temporary name. What is not a PDF is refused at its
 * first bytes; what breaks off leaves nothing behind.
 */
export async function receive(root: string, body: Readable, mostBytes: number): Promise<Incoming> {
  const temporary = path.join(root, `.incoming-${randomUUID()}.part`);
  const discard = () => unlink(temporary).catch(() => {}); // never made, placed, or as gone as the share
  try {
    const file = createWriteStream(temporary, { flags: 'wx', flush: true });
    await pipeline(body, atMost(mostBytes), beginningLikePdf(), file);
    return { temporary, discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/**
 * Gives an incoming file its name. The file that had it is kept in `.superseded`, and is replaced
 * in one step: at no moment is there no file.
 */
export async function place(
  root: string,
  { temporary, discard }: Incoming,
  target: string,
  replaced: { path: string; at: Date } | null,
): Promise<BigIntStats> {
  const to = path.join(root, target);
  try {
    if (replaced === null) {
      await moveToFree(temporary, to);
    } else {
      await keepSuperseded(root, replaced.path, replaced.at);
      await rename(temporary, to);
      if (replaced.path !== target) await unlink(path.join(root, replaced.path));
    }
    return await lstat(to, { bigint: true });
  } catch (error) {
    await discard();
    throw error;
  }
}

/** Another name for a file; refused when there is a file of this name. */
export async function renameFile(root: string, from: string, to: string): Promise<void> {
  await moveToFree(path.join(root, from), path.join(root, to));
}

/**
 * What the folder's refusal means, in words; an error of another kind is given back as it is. A
 * broken-off connection is none of the folder's.
 */
export function asShareFault(error: unknown): unknown {
  const code = error instanceof Error && 'syscall' in error && 'code' in error ? error.code : null;
  if (code === null || code === 'ECONNRESET') return error;
  const why =
    code === 'ENOSPC' || code === 'EDQUOT'
      ? 'The shared folder is full.'
      : ['EACCES', 'EPERM', 'EROFS'].includes(String(code))
        ? 'The library may not write to the shared folder. Tell your administrator.'
        : 'The shared folder cannot be written. Try again.';
  return new LibraryError('share_unreachable', why, { cause: error });
}

const dayMs = 24 * 3600 * 1000;

/** Deletes what uploads left that a crash cut short; none takes a day. */
export async function purgeBrokenOff(root: string): Promise<void> {
  const names = (await readdir(root)).filter((name) => /^\.incoming-[0-9a-f-]+\.part$/.test(name));
  for (const name of names) {
    const at = path.join(root, name);
    if ((await lstat(at)).mtimeMs < Date.now() - dayMs) await unlink(at);
  }
}

/** Deletes what was replaced before that day, and says how many there were. */
export async function purgeSuperseded(root: string, before: Date): Promise<number> {
  const folder = path.join(root, supersededFolder);
  const names = await readdir(folder).catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  });
  const old = names.filter((name) => name.slice(0, 10) < before.toISOString().slice(0, 10));
  for (const name of old) await unlink(path.join(folder, name));
  return old.length;
}

async function keepSuperseded(root: string, from: string, at: Date): Promise<void> {
  await mkdir(path.join(root, supersededFolder), { recursive: true });
  const stamp = at.toISOString().replaceAll(':', '-');
  const kept = path.join(root, supersededFolder, `${stamp} ${path.basename(from)}`);
  await linkOrMove(path.join(root, from), kept);
}

// A second name and then none of the first: a rename would overwrite what took the name meanwhile.
async function moveToFree(from: string, to: string): Promise<void> {
  const same = await isSameFile(from, to); // a name that differs in case only, on such a share
  if (same) return rename(from, to);
  try {
    await link(from, to);
    await unlink(from);
  } catch (error) {
    if (isCode(error, 'EEXIST')) throw fileExists(to);
    if (!cannotLink(error)) throw error;
    await requireFree(to);
    await rename(from, to);
  }
}

async function linkOrMove(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    if (!cannotLink(error)) throw error;
    await rename(from, to);
  }
}

async function requireFree(at: string): Promise<void> {
  const found = await lstat(at).catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  });
  if (found !== null) throw fileExists(at);
}

async function isSameFile(a: string, b: string): Promise<boolean> {
  if (a.toLowerCase() !== b.toLowerCase()) return false;
  const [one, other] = await Promise.all([a, b].map((at) => lstat(at).catch(() => null)));
  return one != null && other != null && one.ino === other.ino && one.dev === other.dev;
}

function fileExists(at: string): LibraryError {
  return new LibraryError('file_exists', `There is a file ${path.basename(at)} already.`);
}

// Shares without hard links say so in these ways.
function cannotLink(error: unknown): boolean {
  return ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV'].some((code) =>
    isCode(error, code),
  );
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Lets so many bytes pass and no more. */
export function atMost(bytes: number): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed <= bytes) return done(null, chunk);
      const megabytes = Math.floor(bytes / (1024 * 1024));
      return done(new LibraryError('too_large', `The file is larger than ${megabytes} MB.`));
    },
  });
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
