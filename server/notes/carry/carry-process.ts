import path from 'node:path';
import { askOnce } from '../../processes/asked.ts';
import { startConfined } from '../../processes/confined.ts';
import type { OcrPage, PageSizes } from '../page-words.ts';
import type { CarriedPlace } from './carried-places.ts';
import type { OlderNote } from './texts.ts';

/** The stored words of a content. */
export type CarrySide = { words: Uint8Array; page_sizes: PageSizes; ocr: OcrPage[] };
export type CarryQuestion = { from: CarrySide | null; to: CarrySide; notes: OlderNote[] };
export type CarryAnswer = CarriedPlace[];

const child = path.join(import.meta.dirname, 'carry-child.ts');
const server = path.join(import.meta.dirname, '..', '..');
const usedCode = [
  ...['notes', 'pdf', 'redline', 'references', 'units'].map((room) => path.join(server, room)),
  path.join(server, '..', 'contract'),
];
const withinMs = 180_000;
const megabytes = 2048;

/** Finds the places of notes in a newer content, in a confined process. */
export function carryInProcess(
  question: CarryQuestion,
  signal: AbortSignal,
): Promise<CarriedPlace[]> {
  return askOnce({
    what: 'carrying notes over',
    start: () =>
      startConfined(child, [], {
        gets: [],
        uses: usedCode,
        megabytes,
        processorSeconds: Math.ceil(withinMs / 1000),
        options: [`--max-old-space-size=${Math.floor(megabytes * 0.75)}`],
      }),
    question,
    answerOf: (places: CarryAnswer) => places,
    withinMs,
    signal,
  });
}
