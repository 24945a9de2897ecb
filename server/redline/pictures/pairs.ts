import type { GreyPicture } from '../../pdf/draw/draw-grey.ts';

/** Indices in the two lists of pictures; null if a page has no counterpart. */
export type PagePair = { from: number | null; to: number | null };

const grid = 48;
const fewestAlike = 0.3;

/**
 * Pairs the pages in order, as similar as possible, so that an inserted drawing does not shift all pages
 * after it.
 */
export function pairPages(from: readonly GreyPicture[], to: readonly GreyPicture[]): PagePair[] {
  const [inkFrom, inkTo] = [from.map(inkOf), to.map(inkOf)];
  const [rows, columns] = [from.length + 1, to.length + 1];
  const best = new Float64Array(rows * columns);
  const alike = new Float64Array(rows * columns);
  for (let a = 1; a < rows; a++) {
    for (let b = 1; b < columns; b++) {
      const at = a * columns + b;
      const here = likeness(inkFrom[a - 1] ?? blank, inkTo[b - 1] ?? blank);
      alike[at] = here < fewestAlike ? -1 : here;
      const paired = (best[at - columns - 1] ?? 0) + (alike[at] ?? 0);
      best[at] = Math.max(best[at - columns] ?? 0, best[at - 1] ?? 0, paired);
    }
  }
  const pairs: PagePair[] = [];
  let [a, b] = [from.length, to.length];
  while (a > 0 || b > 0) {
    const at = a * columns + b;
    const isPair =
      a > 0 &&
      b > 0 &&
      (alike[at] ?? -1) >= 0 &&
      best[at] === (best[at - columns - 1] ?? 0) + (alike[at] ?? 0);
    if (isPair) pairs.push({ from: --a, to: --b });
    else if (a > 0 && (b === 0 || best[at] === best[at - columns]))
      pairs.push({ from: --a, to: null });
    else pairs.push({ from: null, to: --b });
  }
  return replaced(pairs.toReversed());
}

/** Pairs pages without a counterpart that are between the same neighbours. */
function replaced(pairs: readonly PagePair[]): PagePair[] {
  const joined: PagePair[] = [];
  for (const pair of pairs) {
    const isLone = pair.from === null || pair.to === null;
    const open = isLone
      ? joined.findLastIndex((one) => (pair.from === null ? one.to : one.from) === null)
      : -1;
    const closed = joined.findLastIndex((one) => one.from !== null && one.to !== null);
    const waiting = open > closed ? joined[open] : undefined;
    if (waiting === undefined) joined.push({ ...pair });
    else {
      waiting.from ??= pair.from;
      waiting.to ??= pair.to;
    }
  }
  return joined;
}

const blank = new Float64Array(grid * grid);

/** How much is drawn in each part of the page. */
function inkOf({ width, height, pixels }: GreyPicture): Float64Array {
  const ink = new Float64Array(grid * grid);
  for (let y = 0; y < height; y++) {
    const row = Math.min(grid - 1, Math.floor((y * grid) / height)) * grid;
    for (let x = 0; x < width; x++) {
      const at = row + Math.min(grid - 1, Math.floor((x * grid) / width));
      ink[at] = (ink[at] ?? 0) + 255 - (pixels[y * width + x] ?? 255);
    }
  }
  return ink;
}

/** 1 for equal pages, 0 if nothing is at the same place. */
function likeness(one: Float64Array, other: Float64Array): number {
  let [apart, all] = [0, 0];
  for (let at = 0; at < one.length; at++) {
    const [a, b] = [one[at] ?? 0, other[at] ?? 0];
    apart += Math.abs(a - b);
    all += a + b;
  }
  return all === 0 ? 1 : 1 - apart / all;
}
