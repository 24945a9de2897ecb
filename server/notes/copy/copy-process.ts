import path from 'node:path';
import { LibraryError } from '#contract/errors.ts';
import type { Annotated, AnnotationRefusal } from '../../pdf/draw/add-annotations.ts';
import { pipeOf } from '../../pdf/reader/reader-processes.ts';
import { ServedFile } from '../../pdf/reader/served-file.ts';
import { askOnce, TooLateError } from '../../processes/asked.ts';
import { firstGiven, startConfined } from '../../processes/confined.ts';
import { FairQueue } from '../../processes/fair-queue.ts';
import type { OpenPdf } from '../../share/open.ts';
import type { PageSizes } from '../page-words.ts';
import type { Pictures } from './appearances.ts';

/** `notes`: portions of them as JSON. `print`: for the printer, with these words on pages of these sizes. */
export type CopyQuestion = {
  bytes: number;
  notes: readonly string[];
  pictures: Pictures;
  print: { words: string | null; sizes: PageSizes } | null;
};
type Made = Extract<Annotated, { appended: Uint8Array }>;

type CopyOrder = CopyQuestion & { at: string; open: OpenPdf };

const child = path.join(import.meta.dirname, 'copy-child.ts');
const server = path.join(import.meta.dirname, '..', '..');
const usedCode = [
  ...['notes', 'pdf', 'paper'].map((room) => path.join(server, room)),
  path.join(server, '..', 'contract'),
];
const withinMs = 120_000;
const megabytes = 1536;
const copies = new FairQueue(1, 'copies');

/** What must be appended to a file so that it has these notes as annotations; made in a confined process. */
export function annotateInProcess(
  user: string,
  order: CopyOrder,
  signal: AbortSignal,
): Promise<Made> {
  return copies.use(user, () => annotate(order, signal), signal);
}

async function annotate(order: CopyOrder, signal: AbortSignal): Promise<Made> {
  const { at, open, bytes, notes, pictures, print } = order;
  const file = await ServedFile.open(at, open);
  try {
    const annotated = await askOnce({
      what: 'a copy with notes',
      start: () => startServed(file),
      question: { bytes, notes, pictures, print } satisfies CopyQuestion,
      answerOf: (annotated: Annotated) => annotated,
      withinMs,
      signal,
    });
    await file.facts(); // fails if some of it could not be read
    if ('appended' in annotated) return annotated;
    const refused =
      (print !== null && printRefusals[annotated.refused]) || refusals[annotated.refused];
    throw new LibraryError(...refused);
  } catch (error) {
    if (error instanceof LibraryError || signal.aborted) throw error;
    const isLate = error instanceof TooLateError;
    const message = isLate
      ? 'The copy takes too long. Export the notes as JSON.'
      : 'The copy failed. Try again.';
    throw new LibraryError('too_large', message, { cause: error });
  } finally {
    file.close();
  }
}

function startServed(file: ServedFile) {
  const started = startConfined(child, [String(firstGiven)], {
    gets: ['pipe'],
    uses: usedCode,
    megabytes,
    processorSeconds: Math.ceil(withinMs / 1000),
  });
  const pipe = pipeOf(started);
  pipe.on('error', () => {}); // it has gone; askOnce learns of it
  file.serve(pipe);
  return started;
}

type Refusal = ['file_damaged' | 'too_large', string];

/** Where those of a copy to keep would lead back to printing. */
const printRefusals: Partial<Record<AnnotationRefusal, Refusal>> = {
  too_large: ['too_large', 'The notes need more than 100 MB in print. Export them as JSON.'],
  unreadable: ['file_damaged', 'This PDF is damaged, so notes cannot be printed on its pages.'],
};

const refusals: Record<AnnotationRefusal, Refusal> = {
  encrypted: [
    'file_damaged',
    'This PDF is protected, so notes cannot be added to a copy. Print it with notes instead.',
  ],
  unprintable: ['file_damaged', 'The owner of this PDF does not allow printing.'],
  signed: [
    'file_damaged',
    'This PDF has a digital signature, which a copy with notes would break. Print it with notes instead.',
  ],
  too_large: ['too_large', 'The notes need more than 100 MB in a copy. Export them as JSON.'],
  unreadable: [
    'file_damaged',
    'This PDF is damaged, so notes cannot be added to a copy. Print it with notes instead.',
  ],
};
