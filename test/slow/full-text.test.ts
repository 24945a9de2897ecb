import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyQuery } from '../any-query.ts';
import { entryOf, indexOf } from '../full-text.ts';
import { times } from '../times.ts';

test('random texts are never an error to the full text', { timeout: 900_000 }, () => {
  const { search } = indexOf([
    [entryOf(1, { doc_num: 'GMW 3059' }), 'zinc nickel 02091-C-71 0,25 mm', 'a b 防錆皮膜'],
    [entryOf(2, { doc_num: '"*-^#@=' }), 'a-b "c" AND OR NEAR'],
  ]);
  fc.assert(
    fc.property(anyQuery, (q) => {
      const { hits, total, relaxed } = search(q);
      expect(hits.length).toBe(total + relaxed);
    }),
    { seed: 15, numRuns: times({ short: 4_000, full: 100_000 }) },
  );
});
