import nodeFs, { type BigIntStats, type Stats } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { LibraryError } from '#contract/errors.ts';
import type { Representation } from '../http/conditional.ts';
import { cannotReadNow, isAbsent } from './errors.ts';
import { ShareGate } from './gate.ts';
import { factsOf, type PdfHandle, readFlags } from './open.ts';
import { ShareMount } from './share-mount.ts';

/** The calls we make on the share; tests replace them to simulate one that hangs or fails. */
export type ShareFs = Pick<
  typeof nodeFs,
  | ('stat' | 'statfs' | 'lstat' | 'open' | 'fstat' | 'read' | 'close')
  | ('write' | 'fsync' | 'chmod' | 'link' | 'unlink' | 'rename' | 'mkdir' | 'readdir')
>;

/** One call of `node:fs` with a callback. */
export type ShareCall<T> = (
  fs: ShareFs,
  done: (error: NodeJS.ErrnoException | null, value: T) => void,
) => void;

/** A file of the shared folder, as a scan found it. */
export type ExpectedFile = { path: string; bytes: number; modified_ns: string };

/** An open file. Call `release` when done. */
export type OpenFile = Representation & {
  name: string;
  /** Reads into the buffer's start; 0 when the file has become shorter than it was. */
  read: (buffer: Buffer, length: number, position: number) => Promise<number>;
  /** `leave` if the reader went away: closes the descriptor at once. */
  release: (how?: 'leave') => void;
};

// A reader requests many ranges in a row, so the descriptor stays open for a moment.
const stayOpenMs = 2000;

type Handle = {
  fd: number;
  facts: BigIntStats;
  users: number;
  closing: NodeJS.Timeout | null;
  modifiedNs: string;
  /** The facts for response headers, computed once. */
  shown: Representation & { name: string };
};

type FolderOptions = {
  root: string;
  fs?: ShareFs | undefined;
  dataDir?: string;
  longestWaitMs?: number;
};

/** The folder of PDFs. It may be slow, missing, or contain anything: every call here can fail with a message for the reader. */
export class SharedFolder {
  readonly root: string;
  /** Null where nobody asks whether the folder is mounted. */
  readonly mount: ShareMount | null;
  readonly #fs: ShareFs;
  readonly #gate: ShareGate;
  readonly #handles = new Map<string, Handle>();
  readonly #lookups = new Map<string, Promise<BigIntStats | null>>();

  constructor(options: FolderOptions) {
    const { root, fs = nodeFs, dataDir } = options;
    this.root = root;
    this.#fs = fs;
    const statsOf = (at: string) => this.run<Stats>((share, done) => share.stat(at, done));
    const deviceOf = async (at: string) => (await statsOf(at)).dev;
    this.mount = dataDir === undefined ? null : new ShareMount({ root, dataDir, deviceOf });
    this.#gate = new ShareGate({ atOnce: 32, longestMs: options.longestWaitMs ?? 10_000 });
  }

  /** Runs one call on the share; it waits for a free slot, and fails if the share does not answer. */
  run<T>(call: ShareCall<T>, longestMs?: number): Promise<T> {
    return this.#gate.run<T>((done) => call(this.#fs, done), longestMs);
  }

  /** How many descriptors are open, for the metrics and for tests. */
  get openFiles(): number {
    return this.#handles.size;
  }

  /** Fails when the folder itself cannot be read: an unreachable share is not an empty share. */
  async requireReachable(): Promise<void> {
    try {
      const facts = await this.run<Stats>((fs, done) => fs.stat(this.root, done));
      if (facts.isDirectory()) return await this.mount?.require();
    } catch (error) {
      throw cannotReadNow(error);
    }
    throw new LibraryError('share_unreachable', 'The shared folder is not a folder.');
  }

  /** Opens a file as a scan found it; refuses one that changed since, as it may be half written. */
  async open(file: ExpectedFile): Promise<OpenFile | 'gone' | 'changed'> {
    const at = `${this.root}/${file.path}`;
    const facts = await this.#sharedLstat(at);
    if (facts === null || !facts.isFile()) return 'gone';
    let handle = this.#handles.get(at);
    if (handle === undefined || !sameFile(handle.facts, facts)) {
      const opened = await this.#openHandle(at);
      if (opened === null) return 'gone';
      handle = opened;
    }
    const { size } = handle.shown;
    if (size !== file.bytes || handle.modifiedNs !== file.modified_ns) return 'changed';
    return this.#asOpenFile(at, handle);
  }

  /** Opens a PDF, by the folder joined with its path, for a process that may not open files. */
  readonly openPdf = async (at: string): Promise<PdfHandle> => {
    const fd = await this.#openFd(at);
    return {
      facts: async () =>
        factsOf(await this.run<BigIntStats>((fs, done) => fs.fstat(fd, { bigint: true }, done))),
      read: (into, offset, length, position) =>
        this.run<number>((fs, done) => fs.read(fd, into, offset, length, position, done)),
      close: async () => this.#closeFd(fd),
    };
  };

  /** Closes all descriptors, at the end of the process. */
  close(): void {
    for (const [at, handle] of this.#handles) this.#closeHandle(at, handle);
  }

  async #openHandle(at: string): Promise<Handle | null> {
    let fd: number;
    try {
      fd = await this.#openFd(at);
    } catch (error) {
      if (isAbsent(error)) return null;
      throw cannotReadNow(error);
    }
    const facts = await this.#fstat(fd);
    const handle: Handle = {
      fd,
      facts,
      users: 0,
      closing: null,
      modifiedNs: factsOf(facts).modified_ns,
      shown: {
        name: path.basename(at),
        size: Number(facts.size),
        etag: etagOf(facts),
        lastModified: facts.mtime,
      },
    };
    const before = this.#handles.get(at);
    if (before !== undefined && sameFile(before.facts, handle.facts)) {
      this.#closeFd(fd); // another request opened it meanwhile
      return before;
    }
    if (before?.users === 0) this.#closeHandle(at, before);
    this.#handles.set(at, handle);
    return handle;
  }

  #openFd(at: string): Promise<number> {
    let isWaited = true;
    const opened = this.run<number>((fs, done) =>
      fs.open(at, readFlags, (error, fd) => {
        if (error === null && !isWaited) this.#closeFd(fd); // the gate gave up on it
        done(error, fd);
      }),
    );
    return opened.finally(() => (isWaited = false));
  }

  async #fstat(fd: number): Promise<BigIntStats> {
    try {
      const facts = await this.run<BigIntStats>((fs, done) => fs.fstat(fd, { bigint: true }, done));
      if (facts.isFile()) return facts;
      throw new LibraryError('share_unreachable', 'The file in the shared folder is not a file.');
    } catch (error) {
      this.#closeFd(fd);
      throw cannotReadNow(error);
    }
  }

  #asOpenFile(at: string, handle: Handle): OpenFile {
    handle.users += 1;
    if (handle.closing !== null) clearTimeout(handle.closing);
    handle.closing = null;
    let released = false;
    return {
      ...handle.shown,
      read: (buffer, length, position) =>
        this.run<number>((fs, done) => fs.read(handle.fd, buffer, 0, length, position, done)),
      release: (how) => {
        if (released) return;
        released = true;
        handle.users -= 1;
        if (handle.users > 0) return;
        if (how === 'leave' || this.#handles.get(at) !== handle) this.#closeHandle(at, handle);
        else handle.closing = setTimeout(() => this.#closeHandle(at, handle), stayOpenMs).unref();
      },
    };
  }

  #closeHandle(at: string, handle: Handle): void {
    if (handle.closing !== null) clearTimeout(handle.closing);
    if (this.#handles.get(at) === handle) this.#handles.delete(at);
    this.#closeFd(handle.fd);
  }

  #closeFd(fd: number): void {
    this.#fs.close(fd, () => {}); // nothing was written, so nothing can be lost
  }

  // Requests for ranges that arrive in one turn of the event loop share one lstat. It starts after
  // all of them arrived, so none sees an older state of the file.
  #sharedLstat(at: string): Promise<BigIntStats | null> {
    let lookup = this.#lookups.get(at);
    if (lookup === undefined) {
      lookup = setImmediate().then(() => {
        this.#lookups.delete(at);
        return this.#lstat(at);
      });
      this.#lookups.set(at, lookup);
    }
    return lookup;
  }

  async #lstat(at: string): Promise<BigIntStats | null> {
    try {
      return await this.run<BigIntStats>((fs, done) => fs.lstat(at, { bigint: true }, done));
    } catch (error) {
      if (isAbsent(error)) return null;
      throw cannotReadNow(error);
    }
  }
}

// A strong ETag: a changed file has another size, time or inode.
function etagOf({ size, mtimeNs, ino }: BigIntStats): string {
  return `"${size.toString(36)}-${mtimeNs.toString(36)}-${ino.toString(36)}"`;
}

function sameFile(a: BigIntStats, b: BigIntStats): boolean {
  return a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs && a.dev === b.dev;
}
