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
    isSure: false,
  });
  const letters = ['B', 'AA', 'A', '-'].map((doc_rev, id) => ({ doc_rev, id }));
  const { newestFirst, isSure } = orderRevisions(letters);
  expect([newestFirst.map(({ doc_rev }) => doc_rev), isSure]).toEqual([
    ['AA', 'B', 'A', '-'],
    true,
  ]);
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
