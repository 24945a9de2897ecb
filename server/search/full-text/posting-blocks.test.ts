import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blocksOf, rowsOfBlock } from './posting-blocks.ts';

test('rows come out of their blocks as they went in, however far apart they are', () => {
  const gaps = fc.array(
    fc.oneof(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 2 ** 20 }),
    ),
    { minLength: 1, maxLength: 120 },
  );
  fc.assert(
    fc.property(gaps, fc.integer({ min: 1, max: 13 }), (some, times) => {
      const all = Array.from({ length: times }, () => some).flat();
      let row = 0;
      const rows = all.map((gap) => (row += gap)).filter((one) => one < 2 ** 28);
      expect(readBack(rows)).toEqual(rows);
    }),
  );
});

test('one row, the first and the last of all, and one far from many', () => {
  const many = Array.from({ length: 500 }, (_, at) => at + 1);
  for (const rows of [[1], [2 ** 28 - 1], [1, 2 ** 28 - 1], [...many, 2 ** 28 - 1], many]) {
    expect(readBack(rows)).toEqual(rows);
  }
});

function readBack(rows: readonly number[]): number[] {
  return [...blocksOf(Int32Array.from(rows))].flatMap(({ first, bytes }) => [
    ...rowsOfBlock(first, bytes),
  ]);
}
