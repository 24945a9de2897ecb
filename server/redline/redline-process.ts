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

/** Where the file of a side lies, and what it was when it was read. */
export type SideFile = { at: string; bytes: number; modified_ns: string };

export type CompareQuestion =
  | { compare: { from: PackedSide; to: PackedSide } }
  | { drawn: DrawnPage[] };

export type CompareAnswer =
  | { progress: number }
  | { draw: { side: 'from' | 'to'; pages: number[]; mostPixels: number } }
  | { done: MeasuredComparison };

export type Compared = { result_gz: Uint8Array; runs_gz: Uint8Array };

/** With the most memory that its process had. */
export type MeasuredComparison = { compared: Compared; megabytes: number };

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

/** Compares two documents in a confined process, and draws for it what it asks for. */
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
      // Its only WebAssembly is Node's eraser of types, which runs once: to optimise it takes a tenth of
      // a second, longer than it runs.
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
    if (signal.aborted) throw new LibraryError('busy', 'The server is about to end.');
    if (!isLate && error instanceof LibraryError) throw error;
    const reason = isLate ? 'take too long to be compared' : 'could not be compared';
    throw new LibraryError('too_large', `These two documents ${reason}.`, { cause: error });
  } finally {
    clearTimeout(deadline);
    signal.removeEventListener('abort', end);
    comparing.kill('SIGKILL');
    // Only now it may be another's turn.
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
    comparing.send(question, () => {}); // one that is gone is told by 'close'
  });
}

/** Nothing when the file is not the one whose words were read: its pictures would be another's. */
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
