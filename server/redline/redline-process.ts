import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { RedlineSide } from '#contract/redline.ts';
import { LibraryError } from '#contract/errors.ts';
import { startConfined } from '../processes/confined.ts';
import { processEnded } from '../processes/process-ended.ts';
import type { DrawnPage } from '../pdf/reader.ts';
import type { PdfReaders } from '../pdf/reader-processes.ts';

export type PackedSide = { words: Uint8Array; page_sizes: RedlineSide['page_sizes'] };

/** The path of a side's file, with its size and time when it was read. */
export type SideFile = { at: string; bytes: number; modified_ns: string };

export type CompareQuestion =
  | { compare: { from: PackedSide; to: PackedSide } }
  | { drawn: DrawnPage[] };

export type CompareAnswer =
  | { progress: number }
  | { draw: { side: 'from' | 'to'; pages: number[]; mostPixels: number } }
  | { done: MeasuredComparison };

export type CompressedRedline = { result_gz: Uint8Array; runs_gz: Uint8Array };

/** With the peak memory of its process. */
export type MeasuredComparison = { compared: CompressedRedline; megabytes: number };

export type CompareOrder = {
  from: PackedSide & { file: SideFile };
  to: PackedSide & { file: SideFile };
  readers: PdfReaders;
  onProgress: (done: number) => void;
  /** Ends it at once. */
  signal: AbortSignal;
  limits?: Partial<CompareLimits>;
};

export type CompareLimits = { ms: number; megabytes: number };

const child = path.join(import.meta.dirname, 'redline-child.ts');
const usedCode = [path.join(import.meta.dirname, '..', 'pdf')];
const limitsByDefault: CompareLimits = { ms: 180_000, megabytes: 2048 };

/** Compares two documents in a confined process, and draws the pages that it requests. */
export async function compareInProcess(order: CompareOrder): Promise<MeasuredComparison> {
  const { from, to, signal, limits } = order;
  const { ms, megabytes } = { ...limitsByDefault, ...limits };
  const comparing = startConfined(child, [], {
    gets: [],
    uses: usedCode,
    megabytes,
    processorSeconds: Math.ceil(ms / 1000),
    options: [
      `--max-old-space-size=${Math.floor(megabytes * 0.75)}`,
      // Its only WebAssembly is Node's type stripping, which runs once: optimising it takes longer, a
      // tenth of a second, than running it.
      '--liftoff-only',
    ],
  });
  let isLate = false;
  const deadline = setTimeout(() => {
    isLate = true;
    comparing.kill('SIGKILL');
  }, ms);
  const end = () => comparing.kill('SIGKILL');
  signal.addEventListener('abort', end);
  if (signal.aborted) end();
  try {
    return await answerOf(comparing, order, {
      compare: { from: packed(from), to: packed(to) },
    });
  } catch (error) {
    if (signal.aborted) throw new LibraryError('busy', 'The server is shutting down.');
    if (!isLate && error instanceof LibraryError) throw error;
    const reason = isLate ? 'take too long to be compared' : 'could not be compared';
    throw new LibraryError('too_large', `These two documents ${reason}.`, { cause: error });
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener('abort', end);
    comparing.kill('SIGKILL');
    // The next one starts only after this process has ended.
    const isGone = comparing.exitCode !== null || comparing.signalCode !== null;
    if (!isGone && comparing.pid !== undefined) await once(comparing, 'exit');
  }
}

function packed({ words, page_sizes }: PackedSide): PackedSide {
  return { words, page_sizes };
}

function answerOf(
  comparing: ChildProcess,
  order: CompareOrder,
  question: CompareQuestion,
): Promise<MeasuredComparison> {
  return new Promise((resolve, reject) => {
    comparing.once('error', reject);
    comparing.once('close', (code, signal) => reject(processEnded('the comparison', code, signal)));
    comparing.on('message', (message: CompareAnswer) => {
      if ('progress' in message) order.onProgress(message.progress);
      else if ('done' in message) resolve(message.done);
      else {
        drawnPages(order, message.draw).then(
          (drawn) => comparing.send({ drawn } satisfies CompareQuestion, () => {}),
          reject,
        );
      }
    });
    comparing.send(question, () => {}); // if it is gone, 'close' follows
  });
}

/** Draws nothing if the file has changed since its words were read. */
async function drawnPages(
  order: CompareOrder,
  { side, pages, mostPixels }: { side: 'from' | 'to'; pages: number[]; mostPixels: number },
): Promise<DrawnPage[]> {
  const { file } = order[side];
  const drawn: DrawnPage[] = [];
  const asRead = await order.readers.draw(file.at, { pages, mostPixels }, (page) => {
    drawn.push(page);
  });
  const isSame = asRead?.bytes === file.bytes && asRead.modified_ns === file.modified_ns;
  return isSame ? drawn : [];
}
