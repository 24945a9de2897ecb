import { expect, test } from 'vitest';
import { orderRevisions } from './order.ts';

/** Labels as they were added, the first one first. */
const added = (...labels: string[]) => labels.map((doc_rev, id) => ({ doc_rev, id }));

test('revisions whose labels give no order are in the order of adding, and unsure', () => {
  const revisions = added('A', '2009-04', '-', 'B');
  expect(orderRevisions(revisions)).toEqual({
    newestFirst: revisions.toReversed(),
    places: [0, 1, 2, 3],
    isSure: false,
    by: 'added',
  });
  const { newestFirst, isSure, by } = orderRevisions(added('B', 'AA', 'A', '-'));
  expect(newestFirst.map(({ doc_rev }) => doc_rev)).toEqual(['AA', 'B', 'A', '-']);
  expect([isSure, by]).toEqual([true, 'names']);
});

/** The revisions newest first, `?` where they are unsure; in whichever order they were added. */
function ordered(revisions: readonly string[], chosen: readonly string[] | null): string {
  const [one, other] = [revisions, revisions.toReversed()].map((labels) => {
    const order = orderRevisions(added(...labels), chosen);
    return order.isSure ? order.newestFirst.map(({ doc_rev }) => doc_rev).join(' > ') : '?';
  });
  expect(other).toBe(one);
  return one ?? '';
}

test('the order of a librarian holds, and later revisions find their place in it', () => {
  const chosen = ['2009-04', 'B', 'A'];
  expect(ordered(['A', 'B', '2009-04'], null)).toBe('?');
  expect(ordered(['A', 'B', '2009-04'], chosen)).toBe('2009-04 > B > A');
  // A date goes after the last date, whatever the letters leave open.
  expect(ordered(['A', 'B', '2009-04', '2011-09'], chosen)).toBe('2011-09 > 2009-04 > B > A');
  expect(ordered(['A', 'B', '2009-04', '2011', '2012', '-'], chosen)).toBe(
    '2012 > 2011 > 2009-04 > B > A > -',
  );
  expect(ordered(['A', 'C', '2009-04', 'B'], ['2009-04', 'C', 'A'])).toBe('2009-04 > C > B > A');
  // C may be older or newer than 2009-04, and 2008-01 older or newer than B: asked again.
  expect(ordered(['A', 'B', '2009-04', 'C'], chosen)).toBe('?');
  expect(ordered(['A', 'B', '2009-04', '2008-01'], chosen)).toBe('?');
  // One that was deleted since does not matter.
  expect(ordered(['B', '2009-04'], chosen)).toBe('2009-04 > B');
  expect(ordered(['B', '2009-04'], [])).toBe('?');
});

test('the order of a librarian against the labels holds until a new revision contradicts it', () => {
  expect(ordered(['A', 'C'], ['A', 'C'])).toBe('A > C');
  expect(ordered(['A', 'B', 'C'], ['A', 'C'])).toBe('?');
  expect(ordered(['Draft', 'N/C', 'A'], ['A', 'N/C', 'Draft'])).toBe('A > N/C > Draft');
});

test('the order of a librarian decides how later labels are read', () => {
  const monthFirst = ['05/03/2019', '04/06/2019'];
  expect(ordered([...monthFirst, '03/07/2019'], monthFirst)).toBe(
    '05/03/2019 > 04/06/2019 > 03/07/2019',
  );
  expect(ordered(['1.9', '1.10', '1.11'], ['1.10', '1.9'])).toBe('1.11 > 1.10 > 1.9');
});

test('the same revision in two spellings has one place', () => {
  const revisions = added('A', 'B', 'Rev. B', 'B');
  expect(orderRevisions(revisions)).toMatchObject({
    newestFirst: revisions.toReversed(),
    places: [0, 0, 0, 3],
    isSure: true,
  });
  const { places } = orderRevisions(added('2009-04', 'A', 'Rev. A', 'B'), ['2009-04', 'B', 'A']);
  expect(places).toEqual([0, 1, 2, 2]);
});

const issued = (...pairs: [string, string | null][]) =>
  pairs.map(([doc_rev, issued_on], id) => ({ doc_rev, issued_on, id }));
const outcome = (...[revisions, chosen]: Parameters<typeof orderRevisions>) => {
  const { newestFirst, isSure, by } = orderRevisions(revisions, chosen);
  return [newestFirst.map(({ doc_rev }) => doc_rev).join(' > '), isSure, by];
};

test('days of issue that contradict the names make the order unsure', () => {
  const days: [string, string | null][] = [
    ['A', '2019-01-01'],
    ['B', null],
    ['C', '2019-01-01'],
  ];
  expect(outcome(issued(...days))).toEqual(['C > B > A', true, 'names']);
  expect(outcome(issued(...days, ['D', '2018-12-31']))).toEqual(['D > C > B > A', false, 'names']);
});

test('a librarian is right about days of issue, too, but not about those of later revisions', () => {
  const revisions = issued(['A', '2020-01-01'], ['B', '2019-01-01']);
  expect(outcome(revisions)).toEqual(['B > A', false, 'names']);
  expect(outcome(revisions, ['B', 'A'])).toEqual(['B > A', true, 'librarian']);
  expect(outcome(revisions, ['A', 'B'])).toEqual(['A > B', true, 'librarian']);
  const [a, b, c] = issued(['A', '2020-01-01'], ['B', '2019-01-01'], ['C', '2019-06-01']);
  if (!a || !b || !c) throw new Error('There are three.');
  expect(outcome([a, b, c], ['B', 'A'])).toEqual(['C > B > A', false, 'librarian']);
  expect(outcome([a, b, { ...c, issued_on: '2021-01-01' }], ['B', 'A'])).toEqual([
    'C > B > A',
    true,
    'librarian',
  ]);
});

test('thousands of revisions are ordered and placed in the order of a librarian', () => {
  const letters = ['C', 'B', 'A'];
  const numbers = Array.from({ length: 3000 }, (_, at) => String(4000 - at));
  const { newestFirst, isSure } = orderRevisions(added(...letters, ...numbers), [
    ...numbers.slice(1000),
    ...letters,
  ]);
  expect([newestFirst.length, newestFirst[0]?.doc_rev, isSure]).toEqual([3003, '4000', true]);
});
