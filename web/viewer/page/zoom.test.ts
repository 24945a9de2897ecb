import { expect, test } from 'vitest';
import { boundZoom, pageWidthAt, zoomThatFits } from './zoom.ts';

test('a page is as wide as the viewer at zoom 3, and in proportion at any other', () => {
  expect(pageWidthAt(30, 900)).toBe(900);
  expect(pageWidthAt(5, 900)).toBe(150);
  expect(pageWidthAt(50, 900)).toBe(1500);
});

test('a page taller than the viewer fits at the zoom that makes it as tall', () => {
  const zoomTenths = zoomThatFits({ width: 100, height: 200 }, { width: 600, height: 400 });
  expect(zoomTenths).toBe(10);
  expect(pageWidthAt(zoomTenths, 600) * 2).toBe(400);
});

test('a page that is wide and low fits at the zoom of the whole width, not beyond it', () => {
  expect(zoomThatFits({ width: 400, height: 100 }, { width: 600, height: 400 })).toBe(30);
});

test('a zoom is rounded to tenths and kept from 0.5 to 5', () => {
  expect([-1, 4.4, 30.4, 30.5, 51].map(boundZoom)).toEqual([5, 5, 30, 31, 50]);
});
