import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyQuery } from '../any-query.ts';
import { entryOf, indexOf } from '../full-text.ts';
import { times } from '../times.ts';

test('random texts are never an error to quick open', () => {
  const { find } = indexOf(
    Array.from({ length: 1000 }, (_, at) => [
      entryOf(at + 1, {
        doc_num: `GMW ${at * 3}`,
        doc_desc: '締結部品の防錆皮膜, Überzüge für Schrauben',
        is_latest: at % 3 > 0,
      }),
    ]),
  );
  fc.assert(
    fc.property(anyQuery, (q) => {
      const { hits, didYouMean } = find(q);
      expect(hits.length + didYouMean.length).toBeLessThanOrEqual(1030);
    }),
    { seed: 15, numRuns: times({ short: 2_000, full: 100_000 }) },
  );
});
