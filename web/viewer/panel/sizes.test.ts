import { expect, test } from 'vitest';
import { describeBytes, describePageSize } from './sizes.ts';

test('a page is described in millimetres, with the name of its size', () => {
  expect(describePageSize({ width: 595.28, height: 841.89 })).toBe('210 × 297 mm (A4)');
  expect(describePageSize({ width: 3370.39, height: 2383.94 })).toBe(
    '1189 × 841 mm (A0, landscape)',
  );
  expect(describePageSize({ width: 612, height: 792 })).toBe('216 × 279 mm (Letter)');
  expect(describePageSize({ width: 300, height: 300 })).toBe('106 × 106 mm');
});

test('a file is described in the largest unit that leaves a number', () => {
  expect([0, 999, 1000, 64_000, 1_450_000, 110e6, 2.5e9].map(describeBytes)).toEqual([
    '0 bytes',
    '999 bytes',
    '1.0 kB',
    '64 kB',
    '1.4 MB',
    '110 MB',
    '2.5 GB',
  ]);
});
