import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { entryOf } from '../../../test/full-text.ts';
import { times } from '../../../test/times.ts';
import { FullText } from './full-text.ts';
import { isPart } from './marks.ts';
import { rowsOfBlock } from './posting-blocks.ts';
import { PostingsReader, PostingStatements } from './postings-reader.ts';
import { createTexts } from './tables.ts';
import { partsOf } from './term-parts.ts';
import { TextWriter } from './writer.ts';

test('an index that is built at once has the words of one that grew and changed', () => {
  const aWord = fc.constantFrom('zinc', 'Überzug', 'M10x1,5', 'NV 50180', '亜鉛', 'torque', 'x');
  const aDocument = fc.record({
    id: fc.integer({ min: 1, max: 12 }),
    customer_id: fc.integer({ min: 1, max: 3 }),
    is_latest: fc.boolean(),
    doc_desc: aWord,
    pages: fc.array(fc.array(aWord, { maxLength: 6 }), { maxLength: 3 }),
  });
  const portions = fc.array(fc.array(aDocument, { maxLength: 6 }), { maxLength: 5 });
  fc.assert(
    fc.property(portions, (written) => {
      const [built, grown] = [emptyIndex(), emptyIndex()];
      const growing = new TextWriter(grown);
      for (const portion of written) {
        // As after a kill, which may come after any portion.
        const building = new TextWriter(built, { isNew: true });
        for (const { id, pages, ...fields } of portion) {
          const texts = pages.map((words) => words.join(' '));
          for (const writer of [building, growing]) writer.put(entryOf(id, fields), texts);
        }
        for (const writer of [building, growing]) writer.finish();
      }
      new TextWriter(built, { isNew: true }).optimize();
      expect(wordsIn(built)).toEqual(wordsIn(grown));
      expect(termsIn(built)).toEqual(termsIn(grown));
      expect(partsIn(built)).toEqual(partsIn(grown));
      for (const table of ['text_portions', 'text_new_terms']) {
        expect(built.prepare(`select * from ${table}`).all()).toEqual([]);
      }
    }),
    { numRuns: times({ short: 40, full: 150 }) },
  );
});

test('a word of many documents is kept in blocks that grow, are parted and go', () => {
  const file = emptyIndex();
  const writer = new TextWriter(file);
  for (let id = 1; id <= 6000; id += 2) writer.put(entryOf(id, { doc_num: 'A' }), ['zinc']);
  writer.finish();
  for (let id = 2; id <= 6000; id += 2) writer.put(entryOf(id, { doc_num: 'A' }), ['zinc']);
  writer.finish();
  const all = Math.max(...[...wordsIn(file).values()].map((rows) => rows.length));
  expect(all).toBe(6000);
  expect(new Set([...wordsIn(file).values()].map((rows) => rows.length))).toEqual(new Set([6000]));
  for (let id = 1; id <= 6000; id++) if (id % 3 !== 0) writer.remove(id);
  writer.finish();
  for (const rows of wordsIn(file).values()) {
    expect(rows).toEqual(Array.from({ length: 2000 }, (_, at) => 2 ** 28 - 6000 + 3 * at));
  }
  for (let id = 1; id <= 6000; id++) writer.remove(id);
  writer.finish();
  expect(wordsIn(file)).toEqual(new Map());
});

test('a library of many millions of terms has keys beyond the numbers of JavaScript', () => {
  const file = emptyIndex();
  file.exec(`insert into text_new_terms (first, terms) values (${2 ** 23}, '["first"]')`);
  const severalPieces = Array.from({ length: 100_000 }, (_, at) => `word${at}`).join(' ');
  for (const isNew of [true, false]) {
    const writer = new TextWriter(file, { isNew });
    writer.put(entryOf(isNew ? 1 : 2), ['phosphating', severalPieces]);
    writer.finish();
    if (isNew) writer.optimize();
  }
  const index = new FullText(file);
  const all = { customer_id: null, language: null, latest: false, limit: 20, after: null };
  for (const q of ['phosphating', 'phosph*', 'sphati']) {
    expect(index.search({ q, ...all }).hits.map((hit) => hit.document_id)).toEqual([2, 1]);
  }
});

function emptyIndex(): DatabaseSync {
  const file = new DatabaseSync(':memory:');
  createTexts(file);
  return file;
}

/** The rows of each word of documents, by its number. */
function wordsIn(file: DatabaseSync): Map<number, number[]> {
  const words = new Map<number, number[]>();
  const blocks = file.prepare(
    'select key >> 28 as word, key & 268435455 as first, rows from postings order by key',
  );
  for (const { word, first, rows } of blocks.all()) {
    if (isPart(Number(word))) continue; // terms stay
    if (!(rows instanceof Uint8Array)) throw new Error('A block has no rows.');
    const before = words.get(Number(word)) ?? [];
    words.set(Number(word), [...before, ...rowsOfBlock(Number(first), rows)]);
  }
  return words;
}

function termsIn(file: DatabaseSync) {
  return file.prepare('select id, term, documents from terms order by id').all();
}

/** The terms that have three letters which some of them have. */
function partsIn(file: DatabaseSync) {
  const postings = new PostingsReader(new PostingStatements(file));
  return ['zin', 'inc', '^ub', 'ug$', '10x', '018', '^亜鉛', 'que'].map((part) =>
    postings.rows({ all: partsOf(part) }, 0, 100),
  );
}
