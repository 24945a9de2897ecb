import { expect, test } from 'vitest';
import { replacementsIn } from './replacements.ts';

const rows = [
  { key: 1, fields: { num: 'AM-1', desc: 'Zinc (am)' } },
  { key: 2, fields: { num: 'BA-7', desc: 'Peening' } },
];
const wanted = { find: 'am', replaceWith: 'X', field: null, matchCase: false };

test('a text is found in all columns, in any case, and each cell says what it would be', () => {
  expect(replacementsIn(rows, ['num', 'desc'], wanted)).toEqual([
    { key: 1, field: 'num', before: 'AM-1', after: 'X-1' },
    { key: 1, field: 'desc', before: 'Zinc (am)', after: 'Zinc (X)' },
  ]);
});

test('one column and one case may be asked for', () => {
  const inDesc = { ...wanted, field: 'desc', matchCase: true } as const;
  expect(replacementsIn(rows, ['num', 'desc'], inDesc)).toHaveLength(1);
  expect(replacementsIn(rows, ['num', 'desc'], { ...inDesc, find: 'AM' })).toEqual([]);
});

test('signs mean themselves, and nothing is found by nothing', () => {
  const signs = { ...wanted, find: '(am)', replaceWith: '$&' };
  expect(replacementsIn(rows, ['desc'], signs)[0]?.after).toBe('Zinc $&');
  expect(replacementsIn(rows, ['desc'], { ...wanted, find: '' })).toEqual([]);
});
