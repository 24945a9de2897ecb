import { expect, test } from 'vitest';
import { readData } from './newer-functions.ts';
import { newerStyles } from './newer-styles.ts';

const data = readData();
const usesIn = (styles: string) => newerStyles(styles, data).map(({ what }) => what);

test('values, properties, selectors, functions and at-rules that one of the oldest browsers lacks are found', () => {
  expect(usesIn('a { justify-content: safe center }')).toEqual(['justify-content: safe']);
  expect(usesIn('a { field-sizing: content }')).toEqual(['field-sizing', 'field-sizing: content']);
  expect(usesIn('a:open { color: light-dark(red, blue) }')).toEqual([':open', 'light-dark()']);
  expect(usesIn('@starting-style { a { color: red } }')).toEqual(['@starting-style']);
});

test('the browsers that lack it are named', () => {
  expect(newerStyles('a { align-items: safe end }', data)).toEqual([
    { what: 'align-items: safe', lackedBy: ['safari', 'safari_ios'] },
  ]);
});

test('what all of them have is not, nor what older browsers have another value for', () => {
  expect(usesIn('a:has(b)::before { display: grid; width: round(1px, 2px) }')).toEqual([]);
  expect(usesIn("a { content: 'safe'; --safe: safe; background: url(safe.png) }")).toEqual([]);
  expect(usesIn('a { color: red; color: light-dark(red, blue) }')).toEqual([]);
  expect(usesIn('a { -webkit-user-select: none; user-select: none }')).toEqual([]);
  expect(usesIn('@supports (field-sizing: content) { a { field-sizing: content } }')).toEqual([]);
});
