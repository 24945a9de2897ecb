import { expect, test } from 'vitest';
import { readTsv } from './tsv.ts';

const tsv = [
  'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext',
  '1\t1\t0\t0\t0\t0\t0\t0\t2000\t1000\t-1\t',
  '5\t1\t1\t1\t1\t1\t200\t100\t400\t50\t96.1\tCadmium',
  '5\t1\t1\t1\t1\t2\t700\t100\t100\t50\t91.0\tplating',
  '5\t1\t1\t1\t2\t1\t200\t200\t300\t50\t90.0\t ',
  '5\t1\t1\t1\t3\t1\t200\t300\t300\t50\t90.0\tlubricant',
  '5\t1\t2\t1\t1\t1\t200\t600\t300\t50\t90.0\tPage',
  '',
].join('\n');

test('the words of a scan have their lines, and boxes in ten-thousandths of the page', () => {
  const { text, lines } = readTsv(tsv, { width: 2000, height: 1000 });
  expect(text).toBe('Cadmium plating\nlubricant\n\nPage');
  expect(lines).toEqual([
    [
      ['Cadmium', 1000, 1000, 2000, 500],
      ['plating', 3500, 1000, 500, 500],
    ],
    [['lubricant', 1000, 3000, 1500, 500]],
    [['Page', 1000, 6000, 1500, 500]],
  ]);
});

test('a box that is not on the page, or no number, is brought to its edge', () => {
  const row = '5\t1\t1\t1\t1\t1\t-5\tx\t9000\t50\t96.1\tOdd';
  expect(readTsv(row, { width: 2000, height: 1000 }).lines).toEqual([[['Odd', 0, 0, 10_000, 500]]]);
});
