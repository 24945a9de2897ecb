import { expect, test } from 'vitest';
import {
  type ViewAction,
  type ViewState,
  canGoBack,
  canGoOn,
  canZoomIn,
  canZoomOut,
  initialView,
  nextView,
} from './view-state.ts';

const loaded = (total: number, firstPage = 1) =>
  nextView(initialView(firstPage), { type: 'loaded', total });

function times(count: number, type: Exclude<ViewAction['type'], 'loaded'>, from: ViewState) {
  return Array.from({ length: count }).reduce<ViewState>(
    (state) => nextView(state, { type }),
    from,
  );
}

test('the viewer starts on page 1 at zoom 3', () => {
  expect(initialView(1)).toEqual({ page: 1, total: null, zoomTenths: 30 });
});

test('page moves are ignored until the document is loaded', () => {
  const waiting = initialView(2);
  expect(nextView(waiting, { type: 'nextPage' })).toBe(waiting);
  expect(nextView(waiting, { type: 'previousPage' })).toBe(waiting);
  expect([canGoBack(waiting), canGoOn(waiting)]).toEqual([false, false]);
});

test('pages go from 1 to the last and no further', () => {
  const last = times(5, 'nextPage', loaded(3));
  expect(last.page).toBe(3);
  expect(canGoOn(last)).toBe(false);
  const first = times(5, 'previousPage', last);
  expect(first.page).toBe(1);
  expect(canGoBack(first)).toBe(false);
});

test('an address beyond the last page opens the last', () => {
  expect(loaded(3, 99).page).toBe(3);
});

test('zoom rises in tenths to exactly 5 and falls to exactly 0.5', () => {
  expect(nextView(loaded(1), { type: 'zoomIn' }).zoomTenths).toBe(31);
  const largest = times(100, 'zoomIn', loaded(1));
  expect(largest.zoomTenths).toBe(50);
  expect(canZoomIn(largest)).toBe(false);
  const smallest = times(100, 'zoomOut', largest);
  expect(smallest.zoomTenths).toBe(5);
  expect(canZoomOut(smallest)).toBe(false);
});
