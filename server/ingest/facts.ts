import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Places } from '../places.ts';
import type { PdfFacts } from './pdf.ts';

export type FactsQuestion = { what: 'hash' | 'read'; path: string };

/** The file as it was when it was read. */
type AsRead = { bytes: number; modified_ns: string };

/** What the reading process tells; `pages` comes ahead of `facts`. */
export type FactsAnswer =
  | ({ what: 'hash'; hash: string } & AsRead)
  | { what: 'pages'; pages: number }
  | ({ what: 'facts'; facts: PdfFacts } & AsRead)
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

const child = path.join(import.meta.dirname, 'facts-child.ts');
const prlimit = '/usr/bin/prlimit';
const hasPrlimit = process.platform === 'linux' && existsSync(prlimit);
const idleMs = 5000;
// No file takes so long: a process whose parent was killed does not run on for ever.
const processorSeconds = 1800;
const hashMsPerMegabyte = 1000;

/** Processes that read PDFs, kept warm between files; a file that takes one down costs that one. */
export class PdfReaders {
  readonly #limits: ReadingLimits;
  readonly #places: Places;
  readonly #idle: { process: ChildProcess; ending: NodeJS.Timeout }[] = [];
  readonly #all = new Set<ChildProcess>();

  constructor(limits: Partial<ReadingLimits> = {}) {
    this.#limits = { ...limitsByDefault, ...limits };
    this.#places = new Places(this.#limits.processes);
  }

  get processes(): number {
    return this.#limits.processes;
  }

  /** The file's SHA-256; null when it cannot be read now. */
  async hash(file: string, bytes: number): Promise<({ hash: string } & AsRead) | null> {
    const ms = this.#limits.fileMs + (bytes / 2 ** 20) * hashMsPerMegabyte;
    const answer = await this.#ask({ what: 'hash', path: file }, ms);
    return answer !== 'late' && answer?.what === 'hash' ? answer : null;
  }

  /** What is in the file; null when it cannot be read now. */
  async read(file: string): Promise<{ facts: PdfFacts; asRead: AsRead | null } | null> {
    const answer = await this.#ask({ what: 'read', path: file }, this.#limits.fileMs);
    if (answer === 'late') return broken('It takes too long to read.');
    if (answer === null) return broken('It needs more memory than allowed.');
    if (answer.what !== 'facts') return null;
    const { facts, bytes, modified_ns } = answer;
    return { facts, asRead: { bytes, modified_ns } };
  }

  /** Ends all processes, whatever they are doing. */
  close(): void {
    for (const one of this.#all) one.kill('SIGKILL');
  }

  // Null when the process died over it; a process that is killed for being late dies, too.
  async #ask(question: FactsQuestion, ms: number): Promise<FactsAnswer | 'late' | null> {
    const leave = await this.#places.take();
    const process = this.#take();
    let isLate = false;
    const kill = () => {
      isLate = true;
      process.kill('SIGKILL');
    };
    let deadline = setTimeout(kill, ms);
    const answer = await new Promise<FactsAnswer | null>((resolve) => {
      process.once('exit', () => resolve(null));
      process.on('message', (message: FactsAnswer) => {
        if (message.what !== 'pages') return resolve(message);
        clearTimeout(deadline);
        deadline = setTimeout(kill, ms + message.pages * this.#limits.pageMs);
      });
      process.send(question, () => {}); // one that is gone tells by its exit
    });
    clearTimeout(deadline);
    process.removeAllListeners('message');
    if (answer !== null) this.#keep(process);
    leave();
    return isLate ? 'late' : answer;
  }

  #take(): ChildProcess {
    for (let kept = this.#idle.pop(); kept !== undefined; kept = this.#idle.pop()) {
      clearTimeout(kept.ending);
      if (this.#all.has(kept.process)) return kept.process;
    }
    return this.#start();
  }

  #keep(process: ChildProcess): void {
    process.removeAllListeners('exit');
    process.once('exit', () => this.#all.delete(process));
    if (process.exitCode !== null || process.signalCode !== null) this.#all.delete(process);
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
