import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ownTurn } from './turns.ts';

test('those who wait for a turn of their own get one each, in their order', async () => {
  const taken: number[] = [];
  const all = [1, 2, 3].map(async (one) => {
    await ownTurn();
    taken.push(one);
  });
  const seen: number[] = [];
  while (taken.length < 3) {
    await nextTurn();
    seen.push(taken.length);
  }
  await Promise.all(all);
  expect(taken).toEqual([1, 2, 3]);
  expect(seen.every((count, at) => count - (seen[at - 1] ?? 0) <= 1)).toBe(true);
});
