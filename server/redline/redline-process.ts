import path from 'node:path';
import type { RedlineSide } from '#contract/redline.ts';
import { LibraryError } from '#contract/errors.ts';
import { askOnce, TooLateError } from '../processes/asked.ts';
import { startConfined } from '../processes/confined.ts';
import type { PdfHeading } from '../pdf/text/headings.ts';
import type { DrawnPage } from '../pdf/reader/reader.ts';
import type { PdfReaders } from '../pdf/reader/reader-processes.ts';

export type PackedSide = {
  words: Uint8Array;
  page_sizes: RedlineSide['page_sizes'];
  headings: PdfHeading[];
};

/** The path of a side's file, with its size and time when it was read. */
export type SideFile = { at: string; bytes: number; modified_ns: string };

export type CompareQuestion =
  | { compare: { from: PackedSide; to: PackedSide; shapes: string[] } }
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
  /** Of the catalogue's numbers, by which references are known. */
  shapes: string[];
  readers: PdfReaders;
  onProgress: (done: number) => void;
  /** Ends it at once. */
  signal: AbortSignal;
  limits?: Partial<CompareLimits>;
};

export type CompareLimits = { ms: number; megabytes: number };

const child = path.join(import.meta.dirname, 'redline-child.ts');
const usedCode = ['pdf', 'references', 'units', '../contract'].map((room) =>
  path.join(import.meta.dirname, '..', room),
);
const limitsByDefault: CompareLimits = { ms: 180_000, megabytes: 2048 };

/** Compares two documents in a confined process, and draws the pages that it requests. */
export async function compareInProcess(order: CompareOrder): Promise<MeasuredComparison> {
  const { from, to, shapes, signal } = order;
  const limits = { ...limitsByDefault, ...order.limits };
  const question: CompareQuestion = {
    compare: { from: packed(from), to: packed(to), shapes },
  };
  try {
    return await askOnce({
      what: 'the comparison',
      start: () => startComparing(limits),
      question,
      answerOf: (message: CompareAnswer, child) => {
        if ('done' in message) return message.done;
        if ('progress' in message) order.onProgress(message.progress);
        else {
          void drawnPages(order, message.draw)
            .catch(() => [])
            .then((drawn) => child.send({ drawn } satisfies CompareQuestion, () => {}));
        }
        return undefined;
      },
      withinMs: limits.ms,
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw new LibraryError('busy', 'The server is stopping.');
    if (error instanceof LibraryError) throw error;
    const isLate = error instanceof TooLateError;
    const reason = isLate ? 'take too long to compare' : 'could not be compared';
    throw new LibraryError('too_large', `These two documents ${reason}.`, { cause: error });
  }
}

function startComparing({ ms, megabytes }: CompareLimits) {
  return startConfined(child, [], {
    gets: [],
    uses: usedCode,
    megabytes,
    processorSeconds: Math.ceil(ms / 1000),
    options: [
      `--max-old-space-size=${Math.floor(megabytes * 0.75)}`,
      // It ends after seconds: better code takes longer to compile than it saves.
      '--no-turbofan',
      '--liftoff-only',
    ],
  });
}

function packed({ words, page_sizes, headings }: PackedSide): PackedSide {
  return { words, page_sizes, headings };
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
