import { expect, test } from 'vitest';
import { aChange } from '../made-changes.ts';
import { pagesOf, sentenceOf, shortened } from './change-words.ts';

test('long texts end with a whole word', () => {
  expect(shortened('  Zinc \n plating ')).toBe('Zinc plating');
  expect(shortened('The coating shall be even', 15)).toBe('The coating…');
  expect(shortened('0123456789', 4)).toBe('0123…');
});

test('the page is named once, unless it differs between the sides', () => {
  expect(pagesOf(aChange({ kind: 'changed', pages: [3, 3] }))).toBe('page 3');
  expect(pagesOf(aChange({ kind: 'moved', pages: [3, 12] }))).toBe('page 3 → 12');
  expect(pagesOf(aChange({ kind: 'inserted', pages: [3, 4] }))).toBe('page 4');
  expect(pagesOf(aChange({ kind: 'deleted', pages: [3, 4] }))).toBe('page 3');
});

test('a change is read aloud with its kind, clause, page and words', () => {
  const change = aChange({
    weight: 'limit',
    effect: 'looser',
    percent: 25,
    clause: '4.2 Thickness',
    texts: ['2', '2.5'],
  });
  expect(sentenceOf(change)).toBe(
    'Changed, 4.2 Thickness, page 1, looser, +25 %: “2” became “2.5”',
  );
  expect(sentenceOf(aChange({ kind: 'deleted', texts: ['gone', ''] }))).toBe(
    'Deleted, page 1: gone',
  );
  expect(sentenceOf(aChange({ weight: 'picture', texts: ['', ''] }))).toBe(
    'Changed, page 1: the picture',
  );
});
