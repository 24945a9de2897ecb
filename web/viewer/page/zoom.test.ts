import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  boundZoom,
  maxZoomTenths,
  minZoomTenths,
  pageWidthAt,
  startWidth,
  zoomAtWidth,
  zoomThatFits,
} from './zoom.ts';

const a4 = 794;
const a0 = 4494;

test('up to zoom 3 a page is in proportion to its start width', () => {
  expect(pageWidthAt(30, { start: 900, true: a4 })).toBe(900);
  expect(pageWidthAt(15, { start: 900, true: a4 })).toBe(450);
  expect(pageWidthAt(5, { start: 900, true: a4 })).toBe(150);
});

test('at zoom 5 a page has twice its true size, or 5/3 of its start width if that is more', () => {
  expect(pageWidthAt(50, { start: 900, true: a0 })).toBeCloseTo(2 * a0, 6);
  expect(pageWidthAt(50, { start: 900, true: a4 })).toBeCloseTo(2 * a4, 6);
  expect(pageWidthAt(50, { start: 1500, true: a4 })).toBeCloseTo(2500, 6);
});

const a4Sheet = { width: a4, height: 1123 };

test('a page starts as wide as there is room, up to 125 % of its true size', () => {
  expect(startWidth(a4Sheet, { width: 390, height: 700 })).toBe(390);
  expect(startWidth(a4Sheet, { width: 900, height: 600 })).toBe(900);
  expect(startWidth(a4Sheet, { width: 1500, height: 600 })).toBe(1.25 * a4);
});

test('in a high window a page starts so large that two thirds of its height are seen', () => {
  const width = startWidth(a4Sheet, { width: 2500, height: 1200 });
  expect(width).toBeCloseTo(1800 * (a4 / 1123), 6);
  expect((width * 1123) / a4).toBeCloseTo(1200 / (2 / 3), 6);
});

test('a page larger than A3 starts as wide as there is room, and at most 1600 pixels', () => {
  const a0Sheet = { width: a0, height: 3179 };
  expect(startWidth(a0Sheet, { width: 900, height: 600 })).toBe(900);
  expect(startWidth(a0Sheet, { width: 3840, height: 1200 })).toBe(1600);
  // A3 itself is like A4.
  expect(startWidth({ width: 1123, height: 1587 }, { width: 3840, height: 600 })).toBe(1.25 * 1123);
});

test('every step is wider than the one before, from 3 on by equal factors, and has its way back', () => {
  const widthsOf = fc.record({
    start: fc.double({ min: 100, max: 1600, noNaN: true }),
    true: fc.double({ min: 20, max: 20_000, noNaN: true }),
  });
  fc.assert(
    fc.property(widthsOf, (widths) => {
      const zooms = Array.from({ length: 46 }, (_, step) => minZoomTenths + step);
      const widthsAt = zooms.map((zoom) => pageWidthAt(zoom, widths));
      const factors = widthsAt.slice(1).map((width, step) => width / widthsAt[step]!);
      expect(zooms.at(-1)).toBe(maxZoomTenths);
      expect(Math.min(...factors)).toBeGreaterThan(1);
      for (const factor of factors.slice(25)) expect(factor).toBeCloseTo(factors[25]!, 9);
      for (const [step, zoom] of zooms.entries()) {
        expect(zoomAtWidth(widthsAt[step]!, widths)).toBeCloseTo(zoom, 6);
      }
    }),
  );
});

test('a page taller than the viewer fits at the zoom that makes it as tall', () => {
  const zoomTenths = zoomThatFits({ width: 100, height: 200 }, 400, 600);
  expect(zoomTenths).toBe(10);
  expect(pageWidthAt(zoomTenths, { start: 600, true: a4 }) * 2).toBe(400);
});

test('a page that is wide and low fits at zoom 3, not beyond it', () => {
  expect(zoomThatFits({ width: 400, height: 100 }, 400, 600)).toBe(30);
});

test('a zoom is rounded to tenths and kept from 0.5 to 5', () => {
  expect([-1, 4.4, 30.4, 30.5, 51].map(boundZoom)).toEqual([5, 5, 30, 31, 50]);
});
