import { expect, test } from 'vitest';
import { type Fold, foldRevisions, inReadersOrder, namesRevision } from './fold-revisions.ts';
import type { PlacedEntry } from './fold-revisions.ts';

test('a standard comes once, as its latest revision, where its best one was found', () => {
  const other = entry({ standard_id: 2, doc_num: 'B-2' });
  const found = [placed(2), other, placed(0), placed(1)];
  expect(folded(foldRevisions(found))).toEqual([
    { head: 'A-1 rev 0', others: ['A-1 rev 1', 'A-1 rev 2'] },
    { head: 'B-2 rev 0', others: [] },
  ]);
});

test('an older revision is on top where only it was found, or where it is wanted', () => {
  expect(folded(foldRevisions([placed(2), placed(1)]))).toEqual([
    { head: 'A-1 rev 1', others: ['A-1 rev 2'] },
  ]);
  const isWanted = ({ place }: PlacedEntry) => place === 1;
  expect(folded(foldRevisions([placed(0), placed(1), placed(2)], isWanted))).toEqual([
    { head: 'A-1 rev 1', others: ['A-1 rev 0', 'A-1 rev 2'] },
  ]);
});

test('where the order is unsure, every revision stays by itself', () => {
  const unsure = [0, 1].map((place) => ({ ...placed(place), status: 'unsure' as const }));
  expect(folded(foldRevisions(unsure))).toEqual([
    { head: 'A-1 rev 0', others: [] },
    { head: 'A-1 rev 1', others: [] },
  ]);
});

test.each([
  ['a-1 2', '2', true],
  ['A-1_EN_2.pdf', '2', true],
  ['a-1 rev 02', '2', true],
  ['a-1 2019-05', '2019-05', true],
  ['a-1', '1', false],
  ['a-1 1', '1', true],
  ['a-1 2', '10', false],
  ['a-1', '', false],
])('%j names the revision %j of A-1: %j', (q, doc_rev, isNamed) => {
  expect(namesRevision(q)(entry({ doc_num: 'A-1', doc_rev }))).toBe(isNamed);
});

test('of one number the language that was typed comes first, then the one that was read last', () => {
  const folds = (['EN', 'DE', null] as const).map((language) => alone({ language }));
  const other = alone({ doc_num: 'B-2', loose_num: 'b2', language: 'FR' });
  const [en, de, none] = folds;
  const all = [en, other, de, none].flatMap((fold) => fold ?? []);
  const order = (q: string, readLast: (string | null)[]) =>
    inReadersOrder(all, q, readLast).map(({ head }) => head.language);
  expect(order('a1', [])).toEqual(['EN', 'FR', 'DE', null]);
  expect(order('a1', ['de', 'EN'])).toEqual(['DE', 'FR', 'EN', null]);
  expect(order('a1', [null])).toEqual([null, 'FR', 'EN', 'DE']);
  expect(order('a1 en', ['DE'])).toEqual(['EN', 'FR', 'DE', null]);
});

let lastId = 0;

function entry(of: Partial<PlacedEntry>): PlacedEntry {
  return {
    id: ++lastId,
    customer_id: 1,
    doc_num: 'A-1',
    loose_num: 'a1',
    language: 'EN',
    doc_rev: 'rev 0',
    standard_id: 1,
    place: 0,
    status: 'latest',
    kind: 'edition',
    ...of,
  };
}

function placed(place: number): PlacedEntry {
  return entry({ place, doc_rev: `rev ${place}`, status: place === 0 ? 'latest' : 'superseded' });
}

function alone(of: Partial<PlacedEntry>): Fold {
  return { head: entry(of), others: [] };
}

function folded(folds: readonly Fold[]) {
  const nameOf = ({ doc_num, doc_rev }: PlacedEntry) => `${doc_num} ${doc_rev}`;
  return folds.map(({ head, others }) => ({ head: nameOf(head), others: others.map(nameOf) }));
}
