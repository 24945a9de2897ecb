import type { Redline, RedlineSide } from '#contract/redline.ts';
import { type PageSize, type StripLayout, heightOf } from '../../../viewer/strip/strip-layout.ts';

export type ScrollSide = 'from' | 'to';

export const otherSide = { from: 'to', to: 'from' } as const;

/** Heights that correspond, ascending on both sides. */
export type ScrollMap = readonly Record<ScrollSide, number>[];

/** The pages of a side, one by one. */
export function sizesOf({ page_sizes }: RedlineSide): PageSize[] {
  return page_sizes.flatMap(({ pages, width, height }) =>
    Array.from({ length: pages }, () => ({ width, height })),
  );
}

/** Which heights of two strips correspond: their ends, and every anchor between them that leads on. */
export function scrollMap(
  anchors: Redline['anchors'],
  layouts: Record<ScrollSide, StripLayout>,
): ScrollMap {
  const ends = { from: layouts.from.height, to: layouts.to.height };
  const map = [{ from: 0, to: 0 }];
  for (const [fromPage, fromShare, toPage, toShare] of anchors) {
    const from = heightOf(layouts.from, { page: fromPage, share: fromShare });
    const to = heightOf(layouts.to, { page: toPage, share: toShare });
    const last = map.at(-1) ?? ends;
    // A moved block may be among them: it leads back, and what is below it would never be reached.
    const leadsOn = from > last.from && to > last.to && from < ends.from && to < ends.to;
    if (leadsOn) map.push({ from, to });
  }
  map.push(ends);
  return map;
}

/** The height on the other side that corresponds to one of this; between anchors, in proportion. */
export function counterpart(map: ScrollMap, side: ScrollSide, height: number): number {
  const other = otherSide[side];
  let [low, high] = [0, map.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((map[middle]?.[side] ?? 0) <= height) low = middle;
    else high = middle;
  }
  const above = map[low];
  const below = map[high];
  if (above === undefined || below === undefined) return 0;
  const length = below[side] - above[side];
  const share = length <= 0 ? 0 : Math.min(1, Math.max(0, (height - above[side]) / length));
  return above[other] + share * (below[other] - above[other]);
}

/**
 * Of the window, this share is above the line at which both sides correspond: what one reads is
 * rather at the top.
 */
const lineShare = 1 / 3;

/** How far the line is below the upper edge: at the very top both sides are at their top. */
export function lineBelow(top: number, windowHeight: number): number {
  return Math.min(top, windowHeight * lineShare);
}

/** Where the other side is scrolled to when this one is at `top`. */
export function scrolledWith(
  map: ScrollMap,
  side: ScrollSide,
  top: number,
  windowHeight: number,
): number {
  const line = lineBelow(top, windowHeight);
  return Math.max(0, counterpart(map, side, top + line) - line);
}
