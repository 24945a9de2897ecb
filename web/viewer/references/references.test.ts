import { expect, test } from 'vitest';
import type { Cited } from '#contract/references.ts';
import { boxOnSheet, placesByPage } from './references.ts';

test.each([
  [0, [0.1, 0.2, 0.4, 0.1]],
  [90, [0.7, 0.1, 0.1, 0.4]],
  [180, [0.5, 0.7, 0.4, 0.1]],
  [270, [0.2, 0.5, 0.1, 0.4]],
])('a box keeps its place on a sheet that is turned by %i degrees', (rotation, expected) => {
  const box = boxOnSheet([50, 160, 200, 80], { width: 500, height: 800, rotation });
  expect(box.map((share) => Math.round(share * 1000) / 1000)).toEqual(expected);
});

test('the places of a page come in the order in which they are read', () => {
  const standard = { customer: 'A', doc_desc: '', language: 'EN', doc_rev: '1' };
  const rest = { ...standard, status: 'latest' as const, has_file: true, is_outdated: false };
  const at = (page: number, left: number, top: number) => ({
    page,
    boxes: [[left, top, 10, 10] as [number, number, number, number]],
    doc_rev: null,
  });
  const cites: Cited[] = [
    { ...rest, doc_num: 'N 1', mentions: [at(2, 10, 300), at(1, 200, 100.4)] },
    { ...rest, doc_num: 'N 2', mentions: [at(1, 50, 100), at(1, 50, 50)] },
  ];
  const read = [...placesByPage(cites)].map(([page, places]) => [
    page,
    places.map(({ cited, boxes }) => `${cited.doc_num} at ${boxes[0]?.[1]}`),
  ]);
  expect(Object.fromEntries(read)).toEqual({
    1: ['N 2 at 50', 'N 2 at 100', 'N 1 at 100.4'],
    2: ['N 1 at 300'],
  });
});
