import { expect, test } from 'vitest';
import { editsBetween } from './dictionary.ts';

const long = 'oberflachenbehandlung'.repeat(4);

test.each([
  ['zinc', 'zinc', 0],
  ['zinc', 'zin', 1],
  ['zinc', 'zzinc', 1],
  ['zinc', 'zink', 1],
  ['zinc', 'iznc', 1],
  ['zinc', 'iznk', 2],
  ['galvanising', 'glavanisng', 2],
  ['zinc', 'iron', 3],
  ['zinc', 'zincate', 3],
  [long, `${long.slice(0, 70)}${long.slice(71)}`, 1],
  [long, `x${long}y`, 2],
])('%s and %s are %i apart, or more than was asked for', (a, b, edits) => {
  expect(editsBetween(a, b, 2)).toBe(edits);
  expect(editsBetween(b, a, 2)).toBe(edits);
});
