import { expect, test } from 'vitest';
import { piecesOf } from './line-text.ts';

test('the text of a line is read into what stayed, went and came', () => {
  expect(piecesOf('A creep of at most [-2-]{+2.5+} mm.')).toEqual([
    { kind: 'same', text: 'A creep of at most ' },
    { kind: 'deleted', text: '2' },
    { kind: 'inserted', text: '2.5' },
    { kind: 'same', text: ' mm.' },
  ]);
});

test('brackets that mark nothing stay text', () => {
  expect(piecesOf('See [1] and {a}, -5 to +5.')).toEqual([
    { kind: 'same', text: 'See [1] and {a}, -5 to +5.' },
  ]);
  expect(piecesOf('')).toEqual([]);
});
