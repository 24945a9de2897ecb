import { expect, test } from 'vitest';
import { formatCells, parseCells, pasteTarget, readBlock } from './paste.ts';

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

const known = {
  columns: [
    { field: 'customer', name: 'Customer' },
    { field: 'doc_num', name: 'Standard Number' },
    { field: 'doc_rev', name: 'Revision' },
  ],
  fieldOf: (heading: string) => (heading === 'Norm' ? 'doc_num' : null),
  needed: ['customer', 'doc_num'],
  given: [],
  isLead: (text: string) => text === 'Aurora Motors',
} as const;

test('a block fills the columns from the chosen one to the right, and no further', () => {
  expect(readBlock([['AM-1', '3', 'beyond']], known, 'doc_num')).toEqual({
    by: 'place',
    rows: [{ doc_num: 'AM-1', doc_rev: '3' }],
  });
});

test('a block with the names of columns on top is put into those columns', () => {
  const cells = [
    ['Revision', 'Remark', 'doc_num'],
    ['3', 'new', 'AM-1'],
  ];
  expect(readBlock(cells, known, 'customer')).toEqual({
    by: 'place',
    rows: [{ doc_rev: '3', doc_num: 'AM-1' }],
  });
});

test('a block that names customer and number goes to the entries that it names', () => {
  const cells = [
    ['Norm', 'Customer'],
    ['AM-1', 'Aurora Motors'],
    ['', ''],
    ['AM-2', 'Nobody'],
  ];
  const rows = [
    { doc_num: 'AM-1', customer: 'Aurora Motors' },
    { doc_num: 'AM-2', customer: 'Nobody' },
  ];
  expect(readBlock(cells, known, 'doc_rev')).toEqual({ by: 'identity', rows });
});

test('where all rows are of one customer, a block needs no column for it', () => {
  const cells = [
    ['Standard Number', 'Revision'],
    ['AM-1', '3'],
  ];
  const ofOne = { ...known, given: ['customer'] } as const;
  expect(readBlock(cells, ofOne, 'customer').by).toBe('identity');
});

test('a block without header whose first column is customers is known by them', () => {
  const cells = [
    ['Aurora Motors', 'AM-1', '3'],
    ['Aurora Motors', 'AM-2', '1'],
  ];
  expect(readBlock(cells, known, 'doc_rev')).toEqual({
    by: 'identity',
    rows: [
      { customer: 'Aurora Motors', doc_num: 'AM-1', doc_rev: '3' },
      { customer: 'Aurora Motors', doc_num: 'AM-2', doc_rev: '1' },
    ],
  });
  expect(readBlock([['Aurora Motors']], known, 'customer').by).toBe('place');
  expect(readBlock([['Aurora Motors', '']], known, 'customer').by).toBe('place');
});

test('blank lines at the end are no rows, within a block they keep their place', () => {
  const cells = [['AM-1'], [''], ['AM-2'], ['', ''], ['  ']];
  expect(readBlock(cells, known, 'doc_num').rows).toEqual([
    { doc_num: 'AM-1' },
    { doc_num: '' },
    { doc_num: 'AM-2' },
  ]);
  expect(readBlock([['']], known, 'doc_num').rows).toEqual([]);
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
