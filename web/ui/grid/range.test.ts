import { expect, test } from 'vitest';
import { contains, movedBy, rectangleOf, textInAll, textsFilledDown } from './range.ts';

const rows = [
  { key: 11, num: 'A', desc: 'a' },
  { key: 12, num: 'B', desc: 'b' },
  { key: 13, num: 'C', desc: 'c' },
];
type Row = (typeof rows)[number];
const columns = [
  { key: 'state' },
  { key: 'num', edit: { value: (row: Row) => row.num } },
  { key: 'desc', edit: { value: (row: Row) => row.desc } },
];

test('a range is the same whichever corner it began in', () => {
  const range = { anchor: { row: 2, column: 1 }, head: { row: 0, column: 2 } };
  const rectangle = rectangleOf(range);
  expect(rectangle).toEqual({ top: 0, bottom: 2, left: 1, right: 2 });
  expect(contains(rectangle, { row: 1, column: 2 })).toBe(true);
  expect(contains(rectangle, { row: 1, column: 0 })).toBe(false);
});

test('arrows move a corner by a cell, with Ctrl to the edge, and never beyond', () => {
  const last = { row: 9, column: 4 };
  const from = { row: 3, column: 4 };
  expect(movedBy('ArrowDown', from, last, false)).toEqual({ row: 4, column: 4 });
  expect(movedBy('ArrowDown', from, last, true)).toEqual({ row: 9, column: 4 });
  expect(movedBy('ArrowUp', from, last, true)).toEqual({ row: 0, column: 4 });
  expect(movedBy('ArrowRight', from, last, false)).toEqual(from);
  expect(movedBy('Enter', from, last, false)).toBe(null);
});

test('one text goes into all cells that can be written into', () => {
  expect(textInAll({ top: 0, bottom: 1, left: 0, right: 1 }, rows, columns, 'x')).toEqual([
    { row: 11, column: 'num', text: 'x' },
    { row: 12, column: 'num', text: 'x' },
  ]);
});

test('filling down copies the top row, or the row above a single one', () => {
  expect(textsFilledDown({ top: 0, bottom: 2, left: 2, right: 2 }, rows, columns)).toEqual([
    { row: 12, column: 'desc', text: 'a' },
    { row: 13, column: 'desc', text: 'a' },
  ]);
  expect(textsFilledDown({ top: 2, bottom: 2, left: 1, right: 2 }, rows, columns)).toEqual([
    { row: 13, column: 'num', text: 'B' },
    { row: 13, column: 'desc', text: 'b' },
  ]);
  expect(textsFilledDown({ top: 0, bottom: 0, left: 1, right: 1 }, rows, columns)).toEqual([]);
});
