import { expect, test } from 'vitest';
import { numberIn, optionIn, parseTable, rangeIn } from './table-file.ts';

const columns = ['part', 'quantity'] as const;
const line = { file: 'parts.csv', number: 2, text: 'Lid;2' };

test('a table is read by its columns', () => {
  expect(parseTable('parts.csv', 'part;quantity\nLid;2\nPlug;\n', columns)).toEqual([
    { line, cells: { part: 'Lid', quantity: '2' } },
    {
      line: { file: 'parts.csv', number: 3, text: 'Plug;' },
      cells: { part: 'Plug', quantity: '' },
    },
  ]);
});

test.each([
  ['quantity;part\n2;Lid\n', 1, 'The columns must be part;quantity.'],
  ['part;quantity\nLid\n', 2, 'The row has 1 cells instead of 2.'],
])('a mistake in a table is named with its line: %j', (content, number, problem) => {
  expect(() => parseTable('parts.csv', content, columns)).toThrow(
    `sample/parts.csv, line ${number}: ${problem}`,
  );
});

test('a cell is a number, a range or one of a few words, or it is refused', () => {
  expect([numberIn(line, '0.7'), rangeIn(line, '28 to 17')]).toEqual([0.7, [28, 17]]);
  expect(optionIn(line, 'A4', ['A4', 'LETTER'])).toBe('A4');
  expect(() => numberIn(line, '')).toThrow('line 2: "" is not a number.');
  expect(() => rangeIn(line, '28')).toThrow('line 2: "" is not a number.');
  expect(() => optionIn(line, 'A5', ['A4', 'LETTER'])).toThrow('"A5" is not one of A4, LETTER.');
});
