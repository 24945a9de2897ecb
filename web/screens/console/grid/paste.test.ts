import { expect, test } from 'vitest';
import { formatCells, parseCells, pasteTarget, rowsFromCells } from './paste.ts';

test('a block of a spreadsheet is cells by tabs and lines, with or without a last line end', () => {
  expect(parseCells('a\tb\r\nc\td\r\n')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  expect(parseCells('a\t\nb')).toEqual([['a', ''], ['b']]);
});

test('a quoted cell keeps its line ends, tabs and quotes', () => {
  expect(parseCells('"two\nlines"\t"a ""b"""\n')).toEqual([['two\nlines', 'a "b"']]);
});

test('a quote within a cell is a quote', () => {
  expect(parseCells('3" pipe\tx')).toEqual([['3" pipe', 'x']]);
  expect(parseCells('"open\tx')).toEqual([['"open', 'x']]);
});

test('what is copied can be pasted', () => {
  const cells = [
    ['a', 'b\tc'],
    ['"', 'd\ne'],
  ];
  expect(parseCells(formatCells(cells))).toEqual(cells);
});

const columns = [
  { field: 'customer', name: 'Customer' },
  { field: 'doc_num', name: 'Standard Number' },
  { field: 'doc_rev', name: 'Revision' },
] as const;

test('a block fills the columns from the chosen one to the right, and no further', () => {
  expect(rowsFromCells([['AM-1', '3', 'beyond']], columns, 'doc_num')).toEqual([
    { doc_num: 'AM-1', doc_rev: '3' },
  ]);
});

test('a block with the names of columns on top is put into those columns', () => {
  const cells = [
    ['Revision', 'Remark', 'doc_num'],
    ['3', 'new', 'AM-1'],
  ];
  expect(rowsFromCells(cells, columns, 'customer')).toEqual([{ doc_rev: '3', doc_num: 'AM-1' }]);
});

test('a block fills the rows from the chosen one down, and goes on below the last', () => {
  const rows = [{ saved: 1 }, { saved: 2 }, { saved: 3 }];
  expect(pasteTarget(rows, 1, 5)).toEqual({ overwritten: 2, addAt: 3 });
  expect(pasteTarget(rows, 0, 2)).toEqual({ overwritten: 2, addAt: 3 });
});

test('a block that is pasted into a new row writes over no saved one', () => {
  const rows = [{ saved: null }, { saved: null }, { saved: 3 }];
  expect(pasteTarget(rows, 0, 5)).toEqual({ overwritten: 2, addAt: 2 });
  expect(pasteTarget(rows, -1, 5)).toEqual({ overwritten: 0, addAt: 0 });
});
