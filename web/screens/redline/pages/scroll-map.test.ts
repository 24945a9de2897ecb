import { expect, test } from 'vitest';
import { layOut } from '../../../viewer/strip/strip-layout.ts';
import { counterpart, scrollMap, scrolledWith, sizesOf } from './scroll-map.ts';

const page = { width: 600, height: 800 };
const pages = (count: number) =>
  layOut(
    Array.from({ length: count }, () => page),
    600,
  );

// A page was inserted after the first one.
const inserted = { from: pages(3), to: pages(4) };
const anchors: [number, number, number, number][] = [
  [1, 0.5, 1, 0.5],
  [2, 0, 3, 0],
  [3, 0.5, 4, 0.5],
];
const map = scrollMap(anchors, inserted);

test('what corresponds by an anchor is at the same line', () => {
  expect(counterpart(map, 'from', 400)).toBe(400);
  expect(counterpart(map, 'from', 812)).toBe(1624);
  expect(counterpart(map, 'to', 1624)).toBe(812);
});

test('between two anchors one side runs faster', () => {
  expect(counterpart(map, 'from', (400 + 812) / 2)).toBe((400 + 1624) / 2);
  expect(counterpart(map, 'to', (400 + 1624) / 2)).toBe((400 + 812) / 2);
});

test('both begin together and end together', () => {
  expect(counterpart(map, 'from', 0)).toBe(0);
  expect(counterpart(map, 'from', inserted.from.height)).toBe(inserted.to.height);
  expect(counterpart(map, 'from', 99_999)).toBe(inserted.to.height);
  expect(scrolledWith(map, 'from', 0, 900)).toBe(0);
});

test('the line at which they correspond is in the upper part of the window', () => {
  expect(scrolledWith(map, 'from', 812 - 300, 900)).toBe(1624 - 300);
});

test('an anchor that leads back is left out', () => {
  const moved = scrollMap(
    [
      [1, 0.5, 3, 0.5],
      [2, 0.5, 1, 0.5],
      [3, 0.5, 4, 0.5],
    ],
    inserted,
  );
  expect(moved).toHaveLength(4);
  expect(counterpart(moved, 'from', 400)).toBe(1624 + 400);
});

test('without anchors the heights are in proportion', () => {
  const plain = scrollMap([], inserted);
  expect(counterpart(plain, 'from', inserted.from.height / 2)).toBe(inserted.to.height / 2);
});

test('runs of equal pages are taken apart', () => {
  const side = {
    page_sizes: [
      { pages: 2, ...page },
      { pages: 1, width: 9, height: 5 },
    ],
  };
  expect(sizesOf({ ...aSide, ...side })).toEqual([page, page, { width: 9, height: 5 }]);
});

const aSide = {
  customer: 'Aurora Motors',
  doc_num: 'AM-1',
  doc_desc: 'Zinc plating',
  language: 'EN',
  doc_rev: '1',
  status: 'latest' as const,
  hash: 'ab',
};
