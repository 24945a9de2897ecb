import { expect, test } from 'vitest';
import { compareRevisions, orderRevisions } from './revision-order.ts';

/** Each line is one standard's revisions, oldest first. */
const inOrder = [
  ['-', 'A', 'B', 'C', 'Z', 'AA', 'AB', 'BA'],
  ['NEW', 'A', 'B', 'Y', 'AA'],
  ['0', 'A', 'H', 'J', 'X'],
  ['0', '1', '2', '9', '10', '11'],
  ['00', '01', '02', '10'],
  ['Rev 1', 'Rev 2', 'Rev. 3', 'REV 10'],
  ['Rev. C', 'REV L', 'HN'],
  ['Issue E', 'Issue: F', 'Issue G'],
  ['2nd Edition', '3rd Edition', '10th Edition'],
  ['3rd Edition, January 2019', '3rd Edition, June 2019', '4th Edition, January 2019'],
  ['07.79', '1996-01', '2002-10', '2009-04', '2013--11', '2014 06 10', 'June 2019', '2020-02-01'],
  ['07.79', '09.79', '01.80', '12.99', '02.03'],
  ['1999', '1999/Amd.1:2003', '1999/Amd.2:2004', '2005', '2005/Cor.1:2006'],
  ['962C', '962D', '962D w/CHANGE 1', '962D w/CHANGE 2', '962E'],
  ['2004', '2004 (R2009)', '2010'],
  ['A', 'A.1', 'A.2', 'B', 'B1', 'B2', 'C'],
  ['1', '1.1', '1.2', '1.10', '2'],
  ['Issue 4 Rev B', 'Issue 5 Rev A', 'ISSUE 5 REV I'],
  ['Rev 02 2012 01 01', 'Rev 03 2014 06 10'],
  ['01.04.2009', '30.04.2009', '2010-01-01'],
  ['März 2018', 'Mai 2018', 'décembre 2018'],
  ['-', '2009-04'],
  ['1996-01', '2002-10', '2009-04'],
  ['07.79', '2013--11', '2019-03', '2020-02'],
  ['NEW', 'Rev A', 'Rev B', 'REV L'],
  ['2nd Edition, May 2018', '3rd Edition, June 2019', '3rd Edition, August 2019'],
  ['1567:1999', '1567:1999/Amd.1:2003(E)', '1567:2008'],
  ['962D', '962D w/CHANGE 2', '962D w/CHANGE 10'],
  ['H', 'I', 'J', 'O', 'Q', 'S', 'X', 'Z', 'AA', 'AI', 'AO', 'BA', 'ZZ', 'AAA'],
];

test.each(inOrder)('%s, …: each comes before all that follow', (...revisions) => {
  for (const [at, older] of revisions.entries()) {
    for (const newer of revisions.slice(at + 1)) {
      expect([older, newer, compareRevisions(older, newer)]).toEqual([older, newer, -1]);
      expect([newer, older, compareRevisions(newer, older)]).toEqual([newer, older, 1]);
    }
  }
});

test.each([
  ['A', '2009-04'],
  ['A', '01'],
  ['C', '3'],
  ['Draft', 'A'],
  ['N/C', 'A'],
  ['2019', 'June 2019'],
  ['10.12', '11.11'],
  ['final version', 'B'],
])('nobody can tell %s from %s', (a, b) => {
  expect([compareRevisions(a, b), compareRevisions(b, a)]).toEqual([null, null]);
});

test.each([
  ['Rev A', 'A'],
  ['01', '1'],
  ['rev. 3', 'Rev 03'],
  ['2013--11', '2013-11'],
  ['June 2019', '2019-06'],
  ['-', 'NEW'],
])('%s and %s are the same revision', (a, b) => {
  expect(compareRevisions(a, b)).toBe(0);
});

test('revisions that cannot be compared stay in the order they were added, and that is told', () => {
  const revisions = ['A', '2009-04', '-', 'B'].map((doc_rev, id) => ({ doc_rev, id }));
  expect(orderRevisions(revisions)).toEqual({
    newestFirst: revisions.toReversed(),
    places: [0, 1, 2, 3],
    isSure: false,
  });
  const letters = ['B', 'AA', 'A', '-'].map((doc_rev, id) => ({ doc_rev, id }));
  const { newestFirst, isSure } = orderRevisions(letters);
  expect([newestFirst.map(({ doc_rev }) => doc_rev), isSure]).toEqual([
    ['AA', 'B', 'A', '-'],
    true,
  ]);
});

/** The revisions newest first, `?` where nobody can tell; in whichever order they were added. */
function ordered(revisions: readonly string[], settled: readonly string[] | null): string {
  const told = [revisions, revisions.toReversed()].map((added) => {
    const order = orderRevisions(
      added.map((doc_rev, id) => ({ doc_rev, id })),
      settled,
    );
    return order.isSure ? order.newestFirst.map(({ doc_rev }) => doc_rev).join(' > ') : '?';
  });
  expect(told[1]).toBe(told[0]);
  return told[0] ?? '';
}

test('what a librarian settled counts, and others find their place beside it', () => {
  const settled = ['2009-04', 'B', 'A'];
  expect(ordered(['A', 'B', '2009-04'], null)).toBe('?');
  expect(ordered(['A', 'B', '2009-04'], settled)).toBe('2009-04 > B > A');
  // A date goes after the last date, whatever cannot be told from the letters.
  expect(ordered(['A', 'B', '2009-04', '2011-09'], settled)).toBe('2011-09 > 2009-04 > B > A');
  expect(ordered(['A', 'B', '2009-04', '2011', '2012', '-'], settled)).toBe(
    '2012 > 2011 > 2009-04 > B > A > -',
  );
  // C may be older or newer than 2009-04: asked again.
  expect(ordered(['A', 'B', '2009-04', 'C'], settled)).toBe('?');
  // One that was deleted since does not matter.
  expect(ordered(['B', '2009-04'], settled)).toBe('2009-04 > B');
  expect(ordered(['B', '2009-04'], [])).toBe('?');
});

test('what was settled against the texts stands, until a new revision makes no sense with it', () => {
  expect(ordered(['A', 'C'], ['A', 'C'])).toBe('A > C');
  expect(ordered(['A', 'B', 'C'], ['A', 'C'])).toBe('?');
  expect(ordered(['Draft', 'N/C', 'A'], ['A', 'N/C', 'Draft'])).toBe('A > N/C > Draft');
});

test('the same revision in two spellings has one place', () => {
  const revisions = ['A', 'B', 'Rev. B', 'B'].map((doc_rev, id) => ({ doc_rev, id }));
  expect(orderRevisions(revisions)).toEqual({
    newestFirst: revisions.toReversed(),
    places: [0, 0, 0, 3],
    isSure: true,
  });
});

test('any text is read in a moment, and compares with itself as equal or not at all', () => {
  for (const text of [
    '',
    ' ',
    '/',
    '((((',
    'a'.repeat(4000),
    '1 '.repeat(2000),
    '9'.repeat(4000),
    '\u0000',
    '発行 3',
  ]) {
    expect([0, null]).toContain(compareRevisions(text, text));
  }
});
