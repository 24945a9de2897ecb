import { expect, test } from 'vitest';
import { brokenWordsPdf, filledFormPdf, spacedJapanesePdf } from '../../test/text-pdfs.ts';
import type { PdfFacts } from './facts.ts';
import { PdfReader } from './reader.ts';

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
