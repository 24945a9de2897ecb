import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PdfReader } from '../server/pdf/reader/reader.ts';
import { unpackWords } from '../server/pdf/text/words.ts';
import { compareTexts } from '../server/redline/engine/compare.ts';
import type { DocumentPages } from '../server/redline/engine/furniture.ts';
import { sampleDocuments } from './catalogue.ts';

test('the fourth issue of NV 50180 shows all kinds of changes', async () => {
  const names = ['NV 50180_EN_3.pdf', 'NV 50180_EN_4.pdf'];
  const reader = await PdfReader.start();
  const [third, fourth] = await Promise.all(
    names.map((name) => pagesOf(reader, path.join(sampleDocuments, name))),
  );
  if (third === undefined || fourth === undefined) throw new Error('Both are there.');
  const { changes, furniture } = compareTexts(third, fourth);
  const story = changes.filter(({ from }) => (from[0]?.page ?? 0) > 2); // after title and contents
  expect(
    story.map(({ kind, weight, clause, from_text, to_text }) => [
      kind,
      weight,
      clause,
      from_text.slice(0, 11),
      to_text.slice(0, 11),
    ]),
  ).toEqual([
    ['inserted', 'limit', '4.2 Choice of the system', '', 'ZF2 Zinc fl'],
    ['changed', 'limit', '5.2 Thickness', '8.8', '10.9'],
    ['inserted', 'obligation', '5.5 Coefficient of friction', '', '5.5 Coeffic'],
    ['changed', 'limit', '6.2 Cyclic corrosion test', '2', '2.5'],
    ['moved', 'text', '6.3 Testing in production', 'White bloom', 'White bloom'],
    ['changed', 'limit', '7.1 First sample', '18', '24'],
  ]);
  expect(changes.filter(({ weight }) => weight === 'cover').map(({ effect }) => effect)).toEqual([
    'date', // and revision: a row of the title block
    'revision',
    'history',
  ]);
  expect(furniture.map(({ kind }) => kind)).toEqual(['header']);
});

async function pagesOf(reader: PdfReader, file: string): Promise<DocumentPages> {
  const pdf = await readFile(file);
  const read = (position: number, into: Uint8Array) => {
    into.set(pdf.subarray(position, position + into.length));
    return true;
  };
  for (const part of reader.read({ length: pdf.length, read })) {
    if (part.what !== 'facts' || part.facts.state !== 'readable') continue;
    const words = unpackWords(part.facts.words);
    const sizes = words.map(() => ({ width: 595.28, height: 841.89 }));
    return { words, sizes, headings: part.facts.headings ?? [] };
  }
  throw new Error(`${file} cannot be read.`);
}
