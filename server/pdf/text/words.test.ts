import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  brokenWordsPdf,
  filledFormPdf,
  spacedJapanesePdf,
  turnedPdf,
} from '../../../test/text-pdfs.ts';
import { rawPdf, stream } from '../../../test/pdfs.ts';
import { PdfReader } from '../reader/reader.ts';
import { packWords, unpackWords, type Word } from './words.ts';

const reader = await PdfReader.start();

function wordsOf(pdf: Buffer, limits = {}): Word[][] {
  const read = (position: number, into: Uint8Array) => {
    into.set(pdf.subarray(position, position + into.length));
    return true;
  };
  for (const part of reader.read({ length: pdf.length, read }, limits)) {
    if (part.what === 'facts' && part.facts.state === 'readable') {
      return unpackWords(part.facts.words);
    }
  }
  throw new Error('It cannot be read.');
}

const textsOf = (pages: Word[][]) => pages.map((words) => words.map(({ text }) => text));

test('words are separated by spaces; one that continues on the next line ends with a soft hyphen', () => {
  expect(textsOf(wordsOf(brokenWordsPdf()))).toEqual([
    ['The', 'gal\u00AD', 'vanic', 'coating', 'of', '12-', '15', 'mm', 'is', 'whole.'],
  ]);
});

/** A line of text as an older TeX or a layout program writes it, with moves between the glyphs. */
function movedPdf(...lines: string[]): Buffer {
  const shown = lines.map((line) => `[${line}] TJ 0 -20 Td`).join(' ');
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    stream(`BT /F 12 Tf 40 150 Td ${shown} ET`),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]);
}

test('glyphs that touch are one word, and an accent upon a letter is that letter', () => {
  const apart = '(the t) ( ) 278 (y) ( ) 278 (p) ( ) 278 (e is)';
  const acute = '(les num) -111 (\\264) 444 (eros)';
  const umlaut = '(Abst) -111 (\\250) 444 (ande sind)';
  expect(textsOf(wordsOf(movedPdf(apart, acute, umlaut)))).toEqual([
    ['the', 'type', 'is', 'les', 'numéros', 'Abstände', 'sind'],
  ]);
});

test('letters of one line that are painted one by one are words, also on a nearly empty page', () => {
  // All letters of Courier are 7.2 points wide.
  const words = 'it is to be of oil or tin as in the law';
  const painted = Array.from(words, (one) => `(${one}) Tj 7.2 0 Td`).join(' ');
  const pdf = rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 600] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    stream(`BT /F 12 Tf 40 550 Td ${painted} ET BT /F 12 Tf 40 538 Td (it is.) Tj ET`),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
  ]);
  expect(textsOf(wordsOf(pdf))).toEqual([[...words.split(' '), 'it', 'is.']]);
});

test('Chinese and Japanese are words of one character', () => {
  const expected = [...'引張強さ試験厚さ'];
  expect(textsOf(wordsOf(spacedJapanesePdf()))).toEqual([expected]);
});

test('a word’s position is where it is shown, in points from the upper left', () => {
  const [words = []] = wordsOf(brokenWordsPdf());
  // 12 points of Helvetica on the base line y = 700 of a page of 842: the text begins at x = 72.
  expect(words[0]).toEqual({ text: 'The', left: 72, top: 130.7, width: 20.7, height: 14 });
  expect(words[2]).toMatchObject({ text: 'vanic', left: 72, top: 144.7 });
});

test('on a cropped and rotated page, a word’s position is where it is shown', () => {
  // Cropped by 50 points at the left and 40 below, and turned to the right by 90 degrees.
  const [words = []] = wordsOf(turnedPdf());
  expect(words).toEqual([{ text: 'Turned', left: 657.3, top: 22, width: 14, height: 38 }]);
});

test('words of form fields and free notes have the position of the field or note', () => {
  const [words = []] = wordsOf(filledFormPdf());
  expect(words.map(({ text }) => text)).toEqual([
    'Form',
    'Nordwerk',
    'B-4417',
    'Valid',
    'from',
    'May',
  ]);
  // The rectangle of the note is 10 90 100 110, from the lower left of a page of 842.
  expect(words.at(-1)).toEqual({ text: 'May', left: 10, top: 732, width: 90, height: 20 });
});

test('words beyond the limit are dropped', () => {
  const texts = textsOf(wordsOf(brokenWordsPdf(), { words: 3 }));
  expect(texts).toEqual([['The', 'gal\u00AD', 'vanic']]);
});

test('unpacking returns what was packed, to a tenth of a point', () => {
  const tenth = fc.integer({ min: -20_000, max: 200_000 }).map((tenths) => tenths / 10);
  const size = fc.integer({ min: 0, max: 30_000 }).map((tenths) => tenths / 10);
  const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((one) => !/\s/.test(one));
  const word = fc.record({ text, left: tenth, top: tenth, width: size, height: size });
  fc.assert(
    fc.property(fc.array(fc.array(word)), (pages) => {
      expect(unpackWords(packWords(pages))).toEqual(pages);
    }),
  );
});
