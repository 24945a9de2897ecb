import { expect, test } from 'vitest';
import { entryOf, indexOf } from '../../../test/full-text.ts';

const { search, ids, writer, write } = indexOf([
  [
    entryOf(1, { doc_num: 'NV 50180', doc_desc: 'Zinc-nickel coatings' }),
    'Bolt M10x1.5 of 8.8, 0,25 mm per §4.2 Fe//Zn8//C and 02091-C-71, grade 2k',
    'torque and VW 011 55',
  ],
  [
    entryOf(2, { doc_num: 'NV 50181', doc_desc: 'Torque', language: 'DE' }),
    'Flanschschraube der Festigkeitsklasse',
    'siehe NV 50180, Überzüge, Maße',
  ],
  [
    entryOf(3, { doc_num: 'M675', customer_id: 2, language: 'JA' }),
    '締結部品M675の防錆 鋼 GMW3059 12091-C-71',
  ],
  [entryOf(4, { doc_num: 'X 1', language: 'FR' }), 'Propreté technique des pièces; módulos'],
]);

test.each([
  ['8.8', [1]],
  ['M10x1.5', [1]],
  ['m10×1,5', [1]],
  ['0,25 mm', [1]],
  ['0.25', [1]],
  ['§4.2', [1]],
  ['Fe//Zn8//C', [1]],
  ['fe/zn8/c', [1]],
  ['2k', [1]],
  ['2K', [1]],
  ['02091-C-71', [1]],
  ['02091 C 71', [1]],
  ['2091c71', [1]],
  ['vw1155', [1]],
  ['VW-011-55', [1]],
  ['gmw 3059', [3]],
  ['GMW-3059', [3]],
  ['3059', [3]],
])('%s is found as it is written', (q, found) => {
  expect(ids(q)).toEqual(found);
});

test('a code is found exactly, then by its beginning or a part', () => {
  const index = indexOf([
    [entryOf(1), 'part 675'],
    [entryOf(2), 'part 6751'],
    [entryOf(3), 'part M675'],
  ]);
  expect(index.ids('675')).toEqual([1, 3, 2]);
  expect(index.ids('751')).toEqual([]); // the middle of a longer number is chance
});

test('letters before a number are a code, without other forms', () => {
  const index = indexOf([
    [entryOf(1), 'NV 50180 and tests'],
    [entryOf(2), 'see NVS 4711'],
  ]);
  for (const q of ['NVS 4711', 'nvs 4711', 'NVS-4711']) {
    expect(index.ids(q)).toEqual([2]);
    expect(index.search(q).hits).toHaveLength(1);
  }
  expect(index.search('NVS 4712')).toMatchObject({ hits: [], did_you_mean: ['nvs4711'] });
  expect(index.ids('testing')).toEqual([1]);
});

test('a mistyped code finds nothing, and what was meant is told', () => {
  expect(search('gmw3095')).toMatchObject({ hits: [], total: 0, did_you_mean: ['gmw3059'] });
  expect(search('bolt M676').did_you_mean).toEqual(['bolt m675']);
});

test.each([
  ['überzüge', [2]],
  ['UBERZUGE', [2]],
  ['Ueberzuege', [2]],
  ['masse', [2]],
  ['proprete', [4]],
  ['modulos', [4]],
  ['PIÈCES', [4]],
])('%s is found whatever its accents and its case', (q, found) => {
  expect(ids(q)).toEqual(found);
});

test('a part of a word is found: its beginning, its middle and its end', () => {
  expect(ids('flansch')).toEqual([2]);
  expect(ids('keitsklass')).toEqual([2]);
  expect(ids('schraube')).toEqual([2]);
  expect(ids('sch')).toEqual([]);
});

test('one error is allowed from 5 letters, two from 9, and what was meant is told', () => {
  expect(ids('torqeu')).toEqual([2, 1]);
  expect(ids('blot')).toEqual([]);
  expect(ids('flanschscrhube')).toEqual([2]);
  expect(ids('coaxinxx')).toEqual([]);
  expect(search('torqeu').did_you_mean).toEqual(['torque']);
});

test('a word that is there is not taken for a mistyped one', () => {
  const index = indexOf([
    [entryOf(1), 'coating'],
    [entryOf(2), 'coasting'],
  ]);
  expect(index.ids('coating')).toEqual([1]);
});

test('Japanese is found by any of its characters in a row, and by a single one', () => {
  for (const q of ['締結', '結部品', '締結部品', '防錆', '鋼', '品', 'の防錆']) {
    expect(ids(q)).toEqual([3]);
  }
  expect(ids('結締')).toEqual([]);
  expect(ids('品防')).toEqual([]);
});

test('the words may stand on different pages, and those on one page come first', () => {
  const index = indexOf([
    [entryOf(1), 'zinc and nickel'],
    [entryOf(2), 'zinc', 'nickel'],
    [entryOf(3), 'zinc'],
  ]);
  expect(index.search('zinc nickel').hits).toMatchObject([
    { document_id: 1, pages: [1], pages_found: 1, lacks: [] },
    { document_id: 2, pages: [1, 2], pages_found: 2, lacks: [] },
    { document_id: 3, pages: [1], pages_found: 1, lacks: ['nickel'] },
  ]);
});

test('what is replaced or removed is found no longer', () => {
  write(() => writer.put(entryOf(5), ['ephemeral words']));
  expect(ids('ephemeral')).toEqual([5]);
  write(() => writer.put(entryOf(5), ['lasting words']));
  expect(ids('ephemeral')).toEqual([]);
  expect(ids('lasting words')).toEqual([5]);
  write(() => writer.remove(5));
  expect(search('lasting')).toMatchObject({ hits: [], total: 0 });
});
