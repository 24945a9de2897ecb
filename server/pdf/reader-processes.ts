import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Semaphore } from '../semaphore.ts';
import type { PdfFacts } from './reader.ts';

export type ReaderQuestion =
  | { what: 'hash'; path: string }
  | { what: 'read'; path: string; picture: boolean };

/** The file as it was when it was read. */
type AsRead = { bytes: number; modified_ns: string };

/** What the reading process sends: `begun` and then `pages` come before the answer itself. */
export type ReaderAnswer =
  | { what: 'begun' }
  | ({ what: 'hash'; hash: string } & AsRead)
  | { what: 'pages'; pages: number }
  /** `last`: the process ends after it. */
  | ({ what: 'facts'; facts: PdfFacts; last: boolean } & AsRead)
  | { what: 'failed'; reason: string };

export type ReadingLimits = {
  processes: number;
  /** What PDFium may take, and the whole process. */
  wasmMegabytes: number;
  megabytes: number;
  /** The time for a file, and more for each page. */
  fileMs: number;
  pageMs: number;
};

const limitsByDefault: ReadingLimits = {
  processes: Math.max(1, os.availableParallelism() - 1),
  wasmMegabytes: 512,
  megabytes: 1024,
  fileMs: 60_000,
  pageMs: 200,
};

const child = path.join(import.meta.dirname, 'reader-child.ts');
const prlimit = '/usr/bin/prlimit';
const hasPrlimit = process.platform === 'linux' && existsSync(prlimit);
const idleMs = 5000;
// No file takes so long: a process whose parent was killed does not run on for ever.
const processorSeconds = 1800;
const hashMsPerMegabyte = 1000;
const startWithinMs = 60_000;

/** Processes that read PDFs, kept warm between files; a file that takes one down costs that one. */
export class PdfReaders {
  readonly #limits: ReadingLimits;
  readonly #semaphore: Semaphore;
  readonly #idle: { process: ChildProcess; ending: NodeJS.Timeout }[] = [];
  readonly #all = new Set<ChildProcess>();

  constructor(limits: Partial<ReadingLimits> = {}) {
    this.#limits = { ...limitsByDefault, ...limits };
    this.#semaphore = new Semaphore(this.#limits.processes);
  }

  get processes(): number {
    return this.#limits.processes;
  }

  /** The file's SHA-256; null when it cannot be read now. */
  async hash(file: string, bytes: number): Promise<({ hash: string } & AsRead) | null> {
    const ms = this.#limits.fileMs + (bytes / 2 ** 20) * hashMsPerMegabyte;
    const answer = await this.#ask({ what: 'hash', path: file }, ms);
    return typeof answer !== 'string' && answer.what === 'hash' ? answer : null;
  }

  /** What is in the file; null when it cannot be read now. */
  async read(
    file: string,
    { picture = true } = {},
  ): Promise<{ facts: PdfFacts; asRead: AsRead | null } | null> {
    const answer = await this.#ask({ what: 'read', path: file, picture }, this.#limits.fileMs);
    if (answer === 'late') return broken('It takes too long to read.');
    if (answer === 'died') return broken('It needs more memory than allowed.');
    if (answer.what !== 'facts') return null;
    const { facts, bytes, modified_ns } = answer;
    return { facts, asRead: { bytes, modified_ns } };
  }

  /** Ends all processes, whatever they are doing. */
  async close(): Promise<void> {
    const ended = [...this.#all].map((one) => new Promise((resolve) => one.once('exit', resolve)));
    for (const one of this.#all) one.kill('SIGKILL');
    await Promise.all(ended);
  }

  /** A process that dies over a file may have been damaged by the file before: a new one decides. */
  async #ask(question: ReaderQuestion, ms: number): Promise<ReaderAnswer | 'late' | 'died'> {
    return this.#semaphore.use(async () => {
      const kept = this.#takeIdle();
      const answer = kept === null ? 'died' : await this.#askOne(kept, question, ms);
      return answer === 'died' ? this.#askOne(this.#start(), question, ms) : answer;
    });
  }

  async #askOne(
    process: ChildProcess,
    question: ReaderQuestion,
    ms: number,
  ): Promise<ReaderAnswer | 'late' | 'died'> {
    let deadline: NodeJS.Timeout | undefined;
    let killedFor: 'late' | 'failed' | null = null;
    const expect = (withinMs: number, reason: 'late' | 'failed') => {
      clearTimeout(deadline);
      deadline = setTimeout(() => {
        killedFor = reason;
        process.kill('SIGKILL');
      }, withinMs);
    };
    const answer = await new Promise<ReaderAnswer | 'died'>((resolve) => {
      process.once('close', () => resolve('died')); // after its last message
      process.on('message', (message: ReaderAnswer) => {
        if (message.what === 'begun') expect(ms, 'late');
        else if (message.what === 'pages') expect(ms + message.pages * this.#limits.pageMs, 'late');
        else resolve(message);
      });
      expect(startWithinMs, 'failed'); // a machine that is too busy to start it: no file's fault
      process.send(question, () => {}); // a process that is gone emits 'close'
    });
    clearTimeout(deadline);
    process.removeAllListeners('message');
    process.removeAllListeners('close');
    const isLast = typeof answer !== 'string' && answer.what === 'facts' && answer.last;
    if (answer !== 'died' && !isLast) this.#keep(process);
    if (killedFor === 'failed') return { what: 'failed', reason: 'The reader did not start.' };
    return killedFor ?? answer;
  }

  #takeIdle(): ChildProcess | null {
    const kept = this.#idle.pop();
    if (kept === undefined) return null;
    clearTimeout(kept.ending);
    return this.#all.has(kept.process) ? kept.process : this.#takeIdle();
  }

  #keep(process: ChildProcess): void {
    this.#idle.push({ process, ending: setTimeout(() => process.kill(), idleMs).unref() });
  }

  #start(): ChildProcess {
    const { megabytes, wasmMegabytes } = this.#limits;
    const within = [`--data=${megabytes * 2 ** 20}`, `--cpu=${processorSeconds}`];
    // prlimit becomes Node itself, so its pid and its channel are Node's.
    const limited = hasPrlimit
      ? { execPath: prlimit, execArgv: [...within, process.execPath] }
      : { execArgv: [] };
    const started = fork(child, [String(wasmMegabytes)], {
      ...limited,
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    started.on('error', () => started.kill('SIGKILL'));
    started.once('exit', () => this.#all.delete(started));
    this.#all.add(started);
    return started;
  }
}

function broken(fault: string): { facts: PdfFacts; asRead: null } {
  return { facts: { state: 'broken', fault }, asRead: null };
}
