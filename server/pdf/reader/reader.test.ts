import { expect, test } from 'vitest';
import {
  brokenWordsPdf,
  columnsPdf,
  filledFormPdf,
  indexPdf,
  oddLettersPdf,
  raisedPdf,
  spacedJapanesePdf,
  sparseTablePdf,
  tablePdf,
  turnedWordsPdf,
} from '../../../test/text-pdfs.ts';
import type { PdfFacts } from '../facts.ts';
import { PdfReader } from './reader.ts';
import { unpackWords } from '../text/words.ts';

const reader = await PdfReader.start();

function factsOf(pdf: Buffer): PdfFacts | undefined {
  const read = (position: number, into: Uint8Array) => {
    into.set(pdf.subarray(position, position + into.length));
    return true;
  };
  for (const part of reader.read({ length: pdf.length, read })) {
    if (part.what === 'facts') return part.facts;
  }
  return undefined;
}

test('a word broken at the end of a line is one word, and control characters are gone', () => {
  const texts = ['The galvanic coating of 12-\n15 mm is whole.'];
  expect(factsOf(brokenWordsPdf())).toMatchObject({ texts });
});

test('Japanese characters set apart a little are one word; a wide space stays', () => {
  expect(factsOf(spacedJapanesePdf())).toMatchObject({ texts: ['引張強さ 試験\n厚 さ'] });
});

test('form fields and free notes are text; hidden ones and passwords are not', () => {
  const texts = ['Form\nNordwerk\nB-4417\nValid from May'];
  expect(factsOf(filledFormPdf())).toMatchObject({ texts });
});

test('columns are read one after the other, and what is painted last is in its place', () => {
  const text = [
    'A title that is wider than one of the columns below it, as titles often are',
    'Left one of the first column',
    'left two of the first column',
    'left = three;',
    'Left four of the first column',
    'Right one of the second column',
    'right two of the second column',
    'Right three of the second column',
    'Right four of the second column',
  ].join('\n');
  expect(factsOf(columnsPdf())).toMatchObject({ texts: [text] });
});

test('columns of short lines end at a heading, and a page number below is no part of them', () => {
  const text = [
    'Nordwerk Page 9',
    'Adhesion 4\n12\nBolts 7',
    'Coating 5\n16\nDrawing 2',
    'Figures',
    'Bracket 3\nGasket 4',
    'Housing 5\nWeld 6',
    '9',
  ].join('\n');
  expect(factsOf(indexPdf())).toMatchObject({ texts: [text] });
});

test('digits in a row are numbers; an index and a font of tall boxes stay in their lines', () => {
  const text = '5 4 3 1 0\nThe load Rb is known\nRow 1 x value 1\nRow 2 x value 2\nRow 3 x value 3';
  const facts = factsOf(oddLettersPdf());
  expect(facts).toMatchObject({ texts: [text] });
  const words = facts?.state === 'readable' ? unpackWords(facts.words)[0] : [];
  expect(words?.find((word) => word.text === 'x')).toMatchObject({ top: 193, height: 12 });
});

test('a table is read row by row, and each row cell by cell', () => {
  const text = 'Coating of the\nouter surface\nat least 25\nmicrometres\nCoating inside 12';
  expect(factsOf(tablePdf())).toMatchObject({ texts: [text] });
});

test('a cell alone in the last column is read in its row, also between frames that are painted last', () => {
  const text = [
    '"headers": 0',
    'Field Type Description\nheaders map A short name',
    'links map of\nlinks\nReference A map of links that can be\nfollowed from the response',
    'This object may be extended.',
    '"links": 1',
    'A response with a text:',
    '"text": 2',
  ].join('\n');
  expect(factsOf(sparseTablePdf())).toMatchObject({ texts: [text] });
});

test('raised digits stay raised, and letters set apart are words', () => {
  const texts = ['of 10² mm², each coating ¹ of 102\nTable Values\n¹ Only outside'];
  expect(factsOf(raisedPdf())).toMatchObject({ texts });
});

test('turned words come after the others, each line in its direction', () => {
  const texts = ['A chart of some words\nSalt spray\nin hours'];
  expect(factsOf(turnedWordsPdf())).toMatchObject({ texts });
});
