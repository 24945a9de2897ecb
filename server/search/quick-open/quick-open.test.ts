import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyQuery } from '../../../test/any-query.ts';
import { entryOf, indexOf } from '../../../test/full-text.ts';
import type { IndexedEntry } from '../entry.ts';

const library = [
  entry(1, { doc_num: 'GMW 3059', doc_desc: 'Coating of fasteners' }),
  entry(2, { doc_num: 'GMW 14872', doc_desc: 'Cyclic corrosion laboratory test' }),
  entry(3, { doc_num: 'VW 011 55', doc_desc: 'Überzüge für Fahrwerksschrauben', language: 'DE' }),
  entry(4, { doc_num: 'VW 011 54', doc_desc: 'Flange bolts' }),
  entry(5, { doc_num: '02091-C-71', doc_desc: 'Hoses' }),
  entry(6, { doc_num: 'M675', doc_desc: 'Rings' }),
  entry(7, { doc_num: 'AB 100', doc_desc: '2K varnish' }),
  entry(8, { doc_num: 'TRK 06/011', doc_desc: 'Bogies' }),
  entry(9, { doc_num: 'NV 50180', doc_rev: '9', doc_desc: 'Seals' }),
  entry(10, { doc_num: 'NV 50180', doc_rev: '10', doc_desc: 'Seals', is_latest: true }),
  entry(11, { doc_num: 'NV 50180', doc_rev: '8', doc_desc: 'Seals' }),
  entry(12, { doc_num: 'NV 50180', doc_rev: '10', doc_desc: 'Dichtungen', language: 'DE' }),
  entry(13, { doc_num: 'KES-G-1021', doc_desc: '締結部品の防錆皮膜', language: 'JA' }),
  entry(14, {
    doc_num: 'X 1',
    doc_desc: 'Zink-Nickel-Schichten',
    customer: 'Solenne Électronique',
  }),
].map((one) => ({ ...one, is_latest: ![9, 11].includes(one.document_id) }));

const { find } = indexOf(library.map((one) => [one]));

test.each([
  ['gmw3059', 1],
  ['GMW 3059', 1],
  ['gmw-3059', 1],
  ['3059', 1],
  ['ＧＭＷ３０５９', 1],
  ['VW1155', 3],
  ['vw 11 55', 3],
  ['VW01155', 3],
  ['01155', 3],
  ['02091-C-71', 5],
  ['2091c71', 5],
  ['675', 6],
  ['2k', 7],
  ['trk611', 8],
  ['trk06011', 8],
  ['trk 6/11', 8],
  ['50180 en', 10],
  ['norvanta 50180 de', 12],
  ['de 50180 norvanta', 12],
  ['NV 50180_EN_9.pdf', 9],
  ['nv50180en8', 11],
  ['nv 50180 rev 8', 11],
  ['fahrwerks', 3],
  ['werksschr', 3],
  ['ueberzuege', 3],
  ['防錆', 13],
  ['膜', 13],
  ['zinknickel', 14],
  ['electronique', 14],
])('%s finds its entry first', (q, document_id) => {
  expect(find(q).hits[0]).toBe(document_id);
});

test('the newest revision is before older ones', () => {
  expect(find('nv50180 en').hits).toEqual([10, 11, 9]);
  expect(find('seals').hits).toEqual([10, 11, 9]);
});

test('equals come in the order of their numbers, and no more than a thousand', () => {
  const numbers = Array.from({ length: 1001 }, (_, at) => at + 1);
  const { find } = indexOf(numbers.map((id) => [entry(id, { doc_num: `S-${id}` })]));
  const { hits, isCut } = find('bolts');
  expect(hits).toEqual(numbers.slice(1)); // of more the newest
  expect(isCut).toBe(true);
  expect(find('s-7')).toMatchObject({ isCut: false });
});

test.each([
  ['gmw3095', 1],
  ['3095', 1],
  ['gmw 3095', 1],
  ['gmw305', 1],
  ['gwm3059', 1],
  ['gmw30599', 1],
  ['gmv3059', 1],
  ['cyclc corrosion', 2],
  ['corosion', 2],
  ['norvnta 50180 en', 10],
  ['3509', 1],
])('%s is answered apart from hits, or is the start of it', (q, document_id) => {
  const { hits, didYouMean } = find(q);
  expect([...hits, ...didYouMean][0]).toBe(document_id);
  expect(hits.filter((id) => didYouMean.includes(id))).toEqual([]);
});

test('what is mistyped is never among the hits', () => {
  expect(find('gmw3095')).toEqual({ hits: [], isCut: false, didYouMean: [1] });
  expect(find('gmw3059').didYouMean).toEqual([]);
});

test.each(['', ' ', '*', '"', '""', '-', '§ … “', '\0', '\uD800', '🙂', 'NOT', 'a AND', "';--"])(
  '%j is plain text',
  (q) => {
    expect(() => find(q)).not.toThrow();
  },
);

test('signs alone find nothing', () => {
  for (const q of ['*', '"', '* " -', '\0', '🙂']) {
    expect(find(q)).toEqual({ hits: [], isCut: false, didYouMean: [] });
  }
});

test('a thousand letters are read and find nothing', () => {
  expect(find('x'.repeat(1000)).hits).toEqual([]);
  expect(find('gmw '.repeat(250)).hits).not.toEqual([]);
});

test('random texts are never an error', () => {
  fc.assert(
    fc.property(anyQuery, (q) => {
      const { hits, didYouMean } = find(q);
      expect(hits.length + didYouMean.length).toBeLessThanOrEqual(40);
    }),
    { seed: 15, numRuns: 3000 },
  );
});

test('an entry is found as it is now, and not at all once it is removed', () => {
  const { find, writer, write } = indexOf([
    [entry(1, { doc_num: 'AM 1' })],
    [entry(2, { doc_num: 'AM 2' })],
  ]);
  write(() => {
    writer.put(entry(1, { doc_num: 'BN 7', doc_desc: 'Grommets' }), []);
    writer.put(entry(1, { doc_num: 'BN 7', doc_desc: 'Grommets', is_latest: false }), []);
  });
  expect(find('am').hits).toEqual([2]);
  expect(find('bn7').hits).toEqual([1]);
  expect(find('grommts').didYouMean).toEqual([1]);

  write(() => {
    writer.remove(1);
    writer.remove(99);
  });
  expect(find('bn7')).toEqual({ hits: [], isCut: false, didYouMean: [] });
  expect(find('grommts').didYouMean).toEqual([]);
});

function entry(document_id: number, fields: Partial<IndexedEntry>): IndexedEntry {
  return entryOf(document_id, { doc_num: 'AM-1', doc_desc: 'Bolts', ...fields });
}
