import { expect, test } from 'vitest';
import { heightOf, layOut, pagesWithin, placeAt } from './strip-layout.ts';

const upright = { width: 600, height: 800 };
const lying = { width: 800, height: 400 };
const layout = layOut([upright, lying, upright], 300);

test('every page is as wide as the strip, with a gap between two', () => {
  expect(layout).toEqual({
    width: 300,
    height: 400 + 12 + 150 + 12 + 400,
    pages: [
      { top: 0, height: 400, scale: 0.5 },
      { top: 412, height: 150, scale: 0.375 },
      { top: 574, height: 400, scale: 0.5 },
    ],
  });
});

test('only pages of which something is in view are counted', () => {
  expect(pagesWithin(layout, 0, 100)).toEqual({ first: 1, last: 1 });
  expect(pagesWithin(layout, 300, 500)).toEqual({ first: 1, last: 2 });
  expect(pagesWithin(layout, 412, 574)).toEqual({ first: 2, last: 3 });
  expect(pagesWithin(layout, -50, 5000)).toEqual({ first: 1, last: 3 });
  expect(pagesWithin(layOut([], 300), 0, 100)).toEqual({ first: 0, last: 0 });
});

test('a place is found at its height again, whatever the width of the strip', () => {
  expect(placeAt(layout, 487)).toEqual({ page: 2, share: 0.5 });
  expect(placeAt(layout, 405)).toEqual({ page: 1, share: 1 });
  expect(placeAt(layout, -5)).toEqual({ page: 1, share: 0 });
  const wider = layOut([upright, lying, upright], 600);
  expect(heightOf(wider, placeAt(layout, 487))).toBe(812 + 150);
  expect(heightOf(layout, { page: 9, share: 0 })).toBe(layout.height);
});

test('of 300 pages a window holds a few', () => {
  const long = layOut(
    Array.from({ length: 300 }, () => upright),
    600,
  );
  const { first, last } = pagesWithin(long, 100_000, 101_000);
  expect([first, last]).toEqual([124, 125]);
});
