import { expect, test } from 'vitest';
import { paceAfter, paceText, type ReadingPace } from './reading-pace.ts';

function textAfter(looks: [seconds: number, checking: number][]): string {
  let pace: ReadingPace | null = null;
  for (const [seconds, checking] of looks) pace = paceAfter(pace, checking, seconds * 1000);
  return paceText(pace);
}

test('the pace of reading and the time left are shown once they are known', () => {
  expect(textAfter([[0, 1000]])).toBe('');
  expect(
    textAfter([
      [0, 1000],
      [3, 940],
    ]),
  ).toBe('');
  expect(
    textAfter([
      [0, 20_000],
      [3, 19_700],
      [10, 19_000],
    ]),
  ).toBe(', 100 a second, 3 min left');
  expect(
    textAfter([
      [0, 100],
      [20, 90],
    ]),
  ).toBe(', 0.5 a second, 3 min left');
});

test('new files begin a new count, and without any there is none', () => {
  expect(
    textAfter([
      [0, 100],
      [10, 50],
      [13, 400],
    ]),
  ).toBe('');
  expect(
    textAfter([
      [0, 100],
      [10, 0],
    ]),
  ).toBe('');
});
