import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ViewAction,
  type ViewState,
  hasPreviousPage,
  hasNextPage,
  canZoomIn,
  canZoomOut,
  initialView,
  nextView,
  viewModes,
} from './view-state.ts';

const loaded = (total: number, firstPage = 1) =>
  nextView(initialView(firstPage), { type: 'loaded', total });

const times = (count: number, action: ViewAction, from: ViewState) =>
  Array.from({ length: count }).reduce<ViewState>((state) => nextView(state, action), from);

test('the viewer starts on page 1 at zoom 3, upright', () => {
  expect(initialView(1)).toEqual({
    page: 1,
    total: null,
    mode: 'single-page',
    zoomTenths: 30,
    fitsPage: false,
    rotation: 0,
  });
});

test('page moves are ignored until the document is loaded', () => {
  const waiting = initialView(2);
  for (const type of ['nextPage', 'previousPage', 'firstPage', 'lastPage'] as const) {
    expect(nextView(waiting, { type })).toBe(waiting);
  }
  expect(nextView(waiting, { type: 'goToPage', page: 3 })).toBe(waiting);
  expect([hasPreviousPage(waiting), hasNextPage(waiting)]).toEqual([false, false]);
});

test('pages go from 1 to the last and no further', () => {
  const last = times(5, { type: 'nextPage' }, loaded(3));
  expect(last.page).toBe(3);
  expect(hasNextPage(last)).toBe(false);
  const first = times(5, { type: 'previousPage' }, last);
  expect(first.page).toBe(1);
  expect(hasPreviousPage(first)).toBe(false);
});

test('a page number beyond the document is its nearest page, and no number is no move', () => {
  expect(loaded(3, 99).page).toBe(3);
  expect(nextView(loaded(3), { type: 'goToPage', page: 99 }).page).toBe(3);
  expect(nextView(loaded(3, 2), { type: 'goToPage', page: -4 }).page).toBe(1);
  expect(nextView(loaded(3, 2), { type: 'goToPage', page: Number.NaN }).page).toBe(2);
});

test('zoom rises in tenths to exactly 5 and falls to exactly 0.5', () => {
  expect(nextView(loaded(1), { type: 'zoomIn' }).zoomTenths).toBe(31);
  const largest = times(100, { type: 'zoomIn' }, loaded(1));
  expect(largest.zoomTenths).toBe(50);
  expect(canZoomIn(largest)).toBe(false);
  const smallest = times(100, { type: 'zoomOut' }, largest);
  expect(smallest.zoomTenths).toBe(5);
  expect(canZoomOut(smallest)).toBe(false);
});

test('a zoom that fits the page is rounded down, and ends with any other', () => {
  const fitted = nextView(loaded(1), { type: 'fitPage', zoomTenths: 21.9 });
  expect([fitted.zoomTenths, fitted.fitsPage]).toEqual([21, true]);
  expect(nextView(fitted, { type: 'fitPage', zoomTenths: 21.2 })).toBe(fitted);
  expect(nextView(fitted, { type: 'zoomOut' })).toMatchObject({ zoomTenths: 20, fitsPage: false });
});

test('a document may start at a zoom and in a mode that are known', () => {
  const start = initialView(2, { mode: 'two-pages', zoomTenths: 35 });
  expect(start).toMatchObject({ page: 2, mode: 'two-pages', zoomTenths: 35, fitsPage: false });
  expect(nextView(start, { type: 'loaded', total: 5 }).page).toBe(1);
});

test('two pages side by side are turned together, up to the ones that hold the last page', () => {
  const both = nextView(loaded(5, 2), { type: 'setMode', mode: 'two-pages' });
  expect([both.page, hasPreviousPage(both)]).toEqual([1, false]);
  const next = nextView(both, { type: 'nextPage' });
  expect([next.page, hasNextPage(next)]).toEqual([3, true]);
  const last = times(4, { type: 'nextPage' }, next);
  expect([last.page, hasNextPage(last)]).toEqual([5, false]);
  expect(nextView(both, { type: 'lastPage' }).page).toBe(5);
  expect(nextView(both, { type: 'goToPage', page: 4 }).page).toBe(3);
  expect(nextView(last, { type: 'previousPage' }).page).toBe(3);
  const even = nextView(loaded(4, 3), { type: 'setMode', mode: 'two-pages' });
  expect([hasNextPage(even), nextView(even, { type: 'nextPage' })]).toEqual([false, even]);
});

test('the mode that is set already changes nothing', () => {
  const state = loaded(3);
  expect(nextView(state, { type: 'setMode', mode: 'single-page' })).toBe(state);
});

test('four turns to the right are none', () => {
  const upright = loaded(1);
  expect(times(3, { type: 'rotate' }, upright).rotation).toBe(270);
  expect(times(4, { type: 'rotate' }, upright)).toEqual(upright);
});

test('nothing one can do in 10,000 steps leaves the bounds of page and zoom', () => {
  const anyNumber = fc.oneof(fc.integer(), fc.double(), fc.constant(Number.NaN));
  const action: fc.Arbitrary<ViewAction> = fc.oneof(
    fc.record({
      type: fc.constantFrom('previousPage', 'nextPage', 'firstPage', 'lastPage'),
    }),
    fc.record({ type: fc.constantFrom('zoomIn', 'zoomOut', 'rotate') }),
    fc.record({ type: fc.constantFrom('goToPage', 'reachPage'), page: anyNumber }),
    fc.record({ type: fc.constant('setMode'), mode: fc.constantFrom(...viewModes) }),
    fc.record({ type: fc.constantFrom('zoomTo', 'fitWidth', 'fitPage'), zoomTenths: anyNumber }),
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2000 }),
      fc.array(action, { minLength: 100, maxLength: 100 }),
      (total, actions) => {
        let state = loaded(total);
        for (const next of actions) {
          state = nextView(state, next);
          const { page, zoomTenths, rotation } = state;
          expect(Number.isInteger(page) && page >= 1 && page <= total).toBe(true);
          expect(Number.isInteger(zoomTenths) && zoomTenths >= 5 && zoomTenths <= 50).toBe(true);
          expect([0, 90, 180, 270]).toContain(rotation);
        }
      },
    ),
    { numRuns: 100 },
  );
});
