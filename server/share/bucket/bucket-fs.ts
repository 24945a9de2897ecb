import type { BigIntStats } from 'node:fs';
import { callbackify } from 'node:util';
import { LibraryError } from '#contract/errors.ts';
import type { ShareFs } from '../shared-folder.ts';
import { StoreError } from './client.ts';
import { requireListing } from './listing.ts';
import { type BucketObjects, fileFactsOf, type ObjectFacts, ReadAhead } from './objects.ts';

type Done<T> = (error: Error | null, value?: T) => void;

/**
 * The calls that `SharedFolder` makes, on a bucket: so its deadlines, its limits and its refusals are those of the
 * folder. A bucket is only read; every call that writes is refused.
 */
export function bucketFs(objects: BucketObjects): ShareFs {
  const open = new Map<number, { at: string; facts: ObjectFacts; bytes: ReadAhead }>();
  let lastFd = 0;
  const calls = {
    stat: (_root: string, done: Done<unknown>) =>
      answer(done, async () => {
        await requireListing(objects.client, objects.prefix);
        return { isDirectory: () => true };
      }),
    lstat: (at: string, _options: unknown, done: Done<BigIntStats>) =>
      answer(done, async () => statsOf(await objects.factsOf(at))),
    open: (at: string, flags: unknown, done: Done<number>) =>
      answer(done, async () => {
        if (flags === 'wx') throw managedThere();
        const facts = await objects.factsOf(at);
        const bytes = new ReadAhead((first, length) => objects.read(at, facts, first, length));
        open.set(++lastFd, { at, facts, bytes });
        return lastFd;
      }),
    fstat: (fd: number, _options: unknown, done: Done<BigIntStats>) =>
      answer(done, async () => statsOf(opened(fd).facts)),
    read: (
      fd: number,
      into: Buffer,
      offset: number,
      length: number,
      position: number,
      done: Done<number>,
    ) =>
      answer(done, async () => {
        const bytes = await opened(fd)
          .bytes.read(position, length)
          .catch((error: unknown) => {
            // As a file that became shorter: the download breaks off.
            if (error instanceof StoreError && error.code === 'changed') return Buffer.alloc(0);
            throw error;
          });
        into.set(bytes, offset);
        return bytes.length;
      }),
    close: (fd: number, done: Done<void>) => answer(done, async () => void open.delete(fd)),
    readdir: (_at: string, done: Done<string[]>) => answer(done, async () => []), // nothing of ours
    statfs: refuse,
    write: refuse,
    fsync: refuse,
    chmod: refuse,
    link: refuse,
    unlink: refuse,
    rename: refuse,
    mkdir: refuse,
  };
  const opened = (fd: number) => {
    const found = open.get(fd);
    if (found === undefined) throw new Error('The object is not open.');
    return found;
  };
  // The calls of `node:fs` have more forms than those that we use.
  return calls as unknown as ShareFs;
}

function answer<T>(done: Done<T>, work: () => Promise<T>): void {
  callbackify(work)(done);
}

function refuse(...args: unknown[]): void {
  const done = args.at(-1) as Done<never>; // as every call of `node:fs` has it
  done(managedThere());
}

function managedThere(): LibraryError {
  const message =
    'The PDFs are in object storage and are managed there: upload, replace or rename the file in the bucket.';
  return new LibraryError('share_read_only', message);
}

/** The part of the stats that we use. */
function statsOf(facts: ObjectFacts): BigIntStats {
  const { bytes, modified_ns, inode } = fileFactsOf(facts);
  const mtimeNs = BigInt(modified_ns);
  return {
    isFile: () => true,
    isDirectory: () => false,
    size: BigInt(bytes),
    mtimeNs,
    mtimeMs: mtimeNs / 1_000_000n,
    mtime: new Date(Number(mtimeNs / 1_000_000n)),
    ino: BigInt(inode),
    dev: 0n,
  } as BigIntStats;
}
