import type { ChildProcess } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import {
  isKilledFromOutside,
  killChild,
  lowerPriority,
  startChild,
} from '../../processes/child.ts';
import { firstGiven, startConfined } from '../../processes/confined.ts';
import { Semaphore } from '../../processes/semaphore.ts';
import { openInFolder, type OpenPdf } from '../../share/open.ts';
import type { PdfFacts } from '../facts.ts';
import type { DrawnPage, Drawing, PagePicture, Picturing, ReadPart } from './reader.ts';
import { type AsRead, ServedFile } from './served-file.ts';

/** A small file is sent with the question; of others, the process requests the ranges that it needs. */
export type ReadQuestion = { bytes: number; picture: boolean; content: Uint8Array | null };
export type DrawQuestion = { bytes: number; draw: Drawing };
export type PictureQuestion = { bytes: number; pictures: Picturing };
export type ReaderQuestion = ReadQuestion | DrawQuestion | PictureQuestion;

/**
 * The messages of the reading process: `begun` when it has started, `pages` of a long file, the facts or the
 * drawn pages, and at the end the picture. Then it is free, or ends if this was its `last` file.
 */
export type ReaderAnswer =
  | { what: 'begun' }
  | Exclude<ReadPart, { what: 'picture' }>
  | Drawn
  | { what: 'done'; picture: Uint8Array | null; last: boolean };

type Drawn = { what: 'drawn'; drawn: DrawnPage } | ({ what: 'page' } & PagePicture);

export type ReaderLimits = {
  processes: number;
  /** The memory limits of PDFium and of the whole process. */
  wasmMegabytes: number;
  megabytes: number;
  /** The time for a file's text, and more for each page. */
  fileMs: number;
  pageMs: number;
  /** The time for its picture afterwards. */
  pictureMs: number;
  /** How long an idle process stays. */
  idleMs: number;
  /** By `nice`; 19 leaves the processor to everybody else. */
  priority: number;
};

/** What was read from a file; without a picture when that could not be drawn in time. */
type PdfReading = { facts: PdfFacts; picture: Uint8Array | null };

const limitsByDefault: ReaderLimits = {
  processes: Math.max(1, os.availableParallelism() - 1),
  wasmMegabytes: 512,
  megabytes: 1024,
  fileMs: 60_000,
  pageMs: 200,
  pictureMs: 20_000,
  idleMs: 5000,
  priority: 0,
};

const childByDefault = path.join(import.meta.dirname, 'reader-child.ts');
// Longer than the time limit of any file, so that only a process whose parent was killed reaches it.
const processorSeconds = 3600;
const hashMsPerMegabyte = 1000;
const startWithinMs = 60_000;
/** So often a file is read whose reader is killed from outside each time. */
const mostKills = 3;

/** Why a process gave no answer; `unready` and `killed` (from outside) are not the file's fault. */
type NoAnswer = 'late' | 'died' | 'killed' | 'unready';

/** A pool of processes that read PDFs; a file that crashes one does not affect the others. */
export class PdfReaders {
  readonly #limits: ReaderLimits;
  readonly #openPdf: OpenPdf;
  readonly #child: string;
  readonly #semaphore: Semaphore;
  readonly #idle: { process: ChildProcess; ending: NodeJS.Timeout }[] = [];
  readonly #all = new Set<ChildProcess>();
  /** How often readers were killed from outside, by the size and time of the file they read. */
  readonly #kills = new Map<string, number>();
  #isClosed = false;

  /** `open`: where the PDFs are, if they are not in a folder. */
  constructor(
    { open = openInFolder, ...limits }: Partial<ReaderLimits> & { open?: OpenPdf } = {},
    child = childByDefault,
  ) {
    this.#limits = { ...limitsByDefault, ...limits };
    this.#openPdf = open;
    this.#child = child;
    this.#semaphore = new Semaphore(this.#limits.processes);
  }

  get processes(): number {
    return this.#limits.processes;
  }

  /** Opens a file for `hash` and `read`; the caller closes it. Null if it cannot be opened now. */
  async open(at: string): Promise<ServedFile | null> {
    return ServedFile.open(at, this.#openPdf).catch(() => null);
  }

  /** The file's SHA-256; null when it cannot be read now. */
  async hash(file: ServedFile, bytes: number): Promise<({ hash: string } & AsRead) | null> {
    const ms = this.#limits.fileMs + (bytes / 2 ** 20) * hashMsPerMegabyte;
    return within(ms, () => file.hash(bytes)).catch(() => null);
  }

  /** What is in the file; null when it cannot be read now, or was reported as killing its readers. */
  async read(
    file: ServedFile,
    { picture = true } = {},
  ): Promise<(PdfReading & { asRead: AsRead }) | null> {
    try {
      const { content } = file;
      const { bytes, modified_ns } = content?.asRead ?? (await file.facts());
      const key = `${bytes} ${modified_ns}`;
      const kills = this.#kills.get(key) ?? 0;
      if (kills >= mostKills) return null;
      const read = await this.#ask(file, { bytes, picture, content: content?.bytes ?? null });
      if (read === 'killed') this.#kills.set(key, kills + 1);
      if (read === 'drawn' || read === 'unready') return null;
      if (read === 'killed' && kills + 1 < mostKills) return null;
      const asRead = content?.asRead ?? (await file.facts());
      return { ...(typeof read === 'string' ? broken(read) : read), asRead };
    } catch {
      return null;
    }
  }

  /**
   * Draws pages of a file, one after the other; null if it cannot be read now. A page that takes too
   * long, or too much memory, ends it: pages after it are not drawn. A page may come twice.
   */
  async draw(
    at: string,
    draw: Drawing,
    onDrawn: (page: DrawnPage) => void,
  ): Promise<AsRead | null> {
    return this.#withFile(at, async (file) => {
      const { bytes } = await file.facts();
      const answer = await this.#ask(file, { bytes, draw }, (drawn) => {
        if (drawn.what === 'drawn') onDrawn(drawn.drawn);
      });
      return isNotItsFault(answer) ? null : file.facts();
    });
  }

  /** The same as image files that readers see. Gives size and time of the file after it was read. */
  async drawPictures(
    at: string,
    pictures: Picturing,
    onDrawn: (page: PagePicture) => void,
  ): Promise<AsRead | null> {
    return this.#withFile(at, async (file) => {
      const { bytes } = await file.facts();
      const answer = await this.#ask(file, { bytes, pictures }, (drawn) => {
        if (drawn.what === 'page') onDrawn(drawn);
      });
      return isNotItsFault(answer) ? null : file.facts();
    });
  }

  /** Null when the file cannot be opened or read now. */
  async #withFile<T>(at: string, work: (file: ServedFile) => Promise<T>): Promise<T | null> {
    let file: ServedFile | null = null;
    try {
      file = await ServedFile.open(at, this.#openPdf);
      return await work(file);
    } catch {
      return null;
    } finally {
      file?.close();
    }
  }

  /** Kills all processes; files that they are reading then "cannot be read now". */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#all].map(killChild));
  }

  /** If a used process dies, an earlier file may have damaged it, so the file is tried again in a new one. */
  async #ask(
    file: ServedFile,
    question: ReaderQuestion,
    onDrawn: (drawn: Drawn) => void = () => {},
  ): Promise<PdfReading | 'drawn' | NoAnswer> {
    return this.#semaphore.use(async () => {
      if (this.#isClosed) return 'unready';
      const idle = this.#takeIdle();
      const ask = (process: ChildProcess, hasBegun: boolean) =>
        this.#askOne(process, file, question, { hasBegun, onDrawn });
      const answer = idle === null ? 'died' : await ask(idle, true);
      const isGone = answer === 'died' || answer === 'killed';
      if (!isGone || this.#isClosed) return answer;
      const started = await this.#start();
      return this.#isClosed ? 'unready' : ask(started, false);
    });
  }

  async #askOne(
    process: ChildProcess,
    file: ServedFile,
    question: ReaderQuestion,
    { hasBegun, onDrawn }: { hasBegun: boolean; onDrawn: (drawn: Drawn) => void },
  ): Promise<PdfReading | 'drawn' | NoAnswer> {
    const { fileMs, pageMs, pictureMs } = this.#limits;
    let deadline: NodeJS.Timeout | undefined;
    let killedFor: NoAnswer | null = null;
    const expect = (withinMs: number, reason: NoAnswer) => {
      clearTimeout(deadline);
      deadline = setTimeout(() => {
        killedFor = file.isWaiting ? 'unready' : reason; // a share that hangs is not the file's fault
        process.kill('SIGKILL');
      }, withinMs);
    };
    let facts: PdfFacts | null = null;
    let picture: Uint8Array | null = null;
    const endServing = file.serve(pipeOf(process));
    const ended = await new Promise<'free' | 'last' | 'died' | 'killed'>((resolve) => {
      process.once('close', (_code, signal) => {
        resolve(isKilledFromOutside(signal) ? 'killed' : 'died'); // after its last message
      });
      process.on('message', (message: ReaderAnswer) => {
        if (message.what === 'begun') expect(fileMs, 'late');
        else if (message.what === 'pages') expect(fileMs + message.pages * pageMs, 'late');
        else if (message.what === 'drawn' || message.what === 'page') {
          onDrawn(message);
          expect(pictureMs, 'late');
        } else if (message.what === 'facts') {
          ({ facts } = message);
          expect(pictureMs, 'late');
        } else {
          ({ picture } = message);
          resolve(message.last ? 'last' : 'free');
        }
      });
      if (hasBegun) expect(fileMs, 'late');
      else expect(startWithinMs, 'unready'); // a machine that is too busy to start it
      process.send(question, () => {}); // a process that is gone emits 'close'
    });
    clearTimeout(deadline);
    endServing();
    process.removeAllListeners('message');
    process.removeAllListeners('close');
    if (ended === 'free') this.#addIdle(process);
    // Killed between the facts and the picture, the file would seem to have none.
    if (ended === 'killed' && killedFor === null) return this.#isClosed ? 'unready' : 'killed';
    if (facts !== null) return { facts, picture };
    const isDrawn = !('content' in question) && (ended === 'free' || ended === 'last');
    return isDrawn ? 'drawn' : (killedFor ?? 'died');
  }

  #takeIdle(): ChildProcess | null {
    const last = this.#idle.pop();
    if (last === undefined) return null;
    clearTimeout(last.ending);
    return this.#all.has(last.process) ? last.process : this.#takeIdle();
  }

  #addIdle(process: ChildProcess): void {
    this.#idle.push({
      process,
      ending: setTimeout(() => process.kill(), this.#limits.idleMs).unref(),
    });
  }

  async #start(): Promise<ChildProcess> {
    const { megabytes, wasmMegabytes, priority } = this.#limits;
    const args = [String(wasmMegabytes), String(firstGiven)];
    const room = path.join(import.meta.dirname, '..');
    const uses = [room, path.join(room, '../paper')]; // the font is paper's
    const limits = { gets: ['pipe' as const], uses, megabytes, processorSeconds };
    const started = await startChild('a PDF reader', () =>
      startConfined(this.#child, args, limits),
    );
    pipeOf(started).on('error', () => {}); // it has gone; 'close' says so
    started.once('exit', () => this.#all.delete(started));
    if (priority > 0) lowerPriority(started, priority);
    this.#all.add(started);
    if (this.#isClosed) await killChild(started);
    return started;
  }
}

/** The pipe of a confined process through which `ServedFile.serve` gives it a file. */
export function pipeOf(process: ChildProcess): Duplex {
  // Node's types have one-way streams only; this pipe goes both ways.
  return process.stdio[firstGiven] as unknown as Duplex;
}

async function within<T>(ms: number, work: () => Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), ms)));
  return Promise.race([work(), late]).finally(() => clearTimeout(timer));
}

function isNotItsFault(answer: PdfReading | 'drawn' | NoAnswer): answer is 'killed' | 'unready' {
  return answer === 'killed' || answer === 'unready';
}

const faults = {
  late: 'It takes too long to read.',
  died: 'It needs more memory than allowed.',
  killed:
    'Reading it failed three times, probably out of memory. The library retries after its next restart.',
};

function broken(reason: keyof typeof faults): PdfReading {
  const facts = { state: 'broken', fault: faults[reason] } as const;
  return { facts: reason === 'killed' ? { ...facts, isRetried: true } : facts, picture: null };
}
