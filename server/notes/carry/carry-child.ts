import { unpackWords } from '../../pdf/text/words.ts';
import type { DocumentPages } from '../../redline/engine/furniture.ts';
import { withOcrWords } from '../page-words.ts';
import { carryNotes } from './carried-places.ts';
import type { CarryAnswer, CarryQuestion, CarrySide } from './carry-process.ts';

// Finds the places of notes for carry-process.ts, in a separate process: it takes seconds of processor time, and the
// files may be hostile.

process.on('message', ({ from, to, notes }: CarryQuestion) => {
  const places: CarryAnswer = carryNotes(from === null ? null : pagesOf(from), pagesOf(to), notes);
  process.send?.(places, undefined, {}, () => process.exit(0));
});
process.once('disconnect', () => process.exit(1));

function pagesOf({ words, page_sizes, ocr }: CarrySide): DocumentPages {
  const sizes = page_sizes.flatMap(({ pages, width, height }) =>
    Array.from({ length: pages }, () => ({ width, height })),
  );
  return { words: withOcrWords(unpackWords(words), page_sizes, ocr), sizes, headings: [] };
}
