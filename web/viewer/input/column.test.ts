import { expect, test } from 'vitest';
import { type TextPiece, columnAt } from './column.ts';

const lines = (left: number, right: number, count: number): TextPiece[] =>
  Array.from({ length: count }, () => ({ left, right, height: 0.01 }));

const twoColumns = [...lines(0.1, 0.48, 40), ...lines(0.52, 0.9, 40), ...lines(0.1, 0.9, 2)];

test('a column ends at the gutter, although a heading goes across it', () => {
  expect(columnAt(0.3, twoColumns)?.left).toBeCloseTo(0.1, 2);
  expect(columnAt(0.3, twoColumns)?.right).toBeCloseTo(0.48, 1);
  expect(columnAt(0.7, twoColumns)?.left).toBeCloseTo(0.52, 1);
});

test('on a page of one column it is all the text', () => {
  const column = columnAt(0.2, [...lines(0.12, 0.88, 30), ...lines(0.12, 0.4, 10)]);
  expect(column?.left).toBeCloseTo(0.12, 1);
  expect(column?.right).toBeCloseTo(0.88, 1);
});

test('a finger beside the text means the nearest column, one far from it none', () => {
  expect(columnAt(0.5, twoColumns)).not.toBeNull();
  expect(columnAt(0.07, twoColumns)?.left).toBeCloseTo(0.1, 2);
  expect(columnAt(0.02, twoColumns)).toBeNull();
  expect(columnAt(0.5, [])).toBeNull();
});
