import type { Pair } from './shingles.ts';

/** The longest common subsequence of two short sequences, by Myers' algorithm (1986). */
export function commonPairs(a: Int32Array, b: Int32Array): Pair[] {
  const most = a.length + b.length;
  const offset = most + 1;
  const reach = new Int32Array(2 * most + 3); // by diagonal: how far in `a`
  const history: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits++) {
    history.push(reach.slice(offset - edits - 1, offset + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = startOf(reach, offset, diagonal, edits);
      while (x < a.length && x - diagonal < b.length && a[x] === b[x - diagonal]) x += 1;
      reach[offset + diagonal] = x;
      if (x >= a.length && x - diagonal >= b.length) return walkBack(history, a.length, b.length);
    }
  }
  return [];
}

/** Downwards, with one more word of `b`, or to the right, with one more of `a`: whichever reaches farther. */
function startOf(reach: Int32Array, centre: number, diagonal: number, edits: number): number {
  const below = reach[centre + diagonal - 1] ?? 0;
  const above = reach[centre + diagonal + 1] ?? 0;
  const isDown = diagonal === -edits || (diagonal !== edits && below < above);
  return isDown ? above : below + 1;
}

function walkBack(history: readonly Int32Array[], lengthA: number, lengthB: number): Pair[] {
  const pairs: Pair[] = [];
  let [x, y] = [lengthA, lengthB];
  for (let edits = history.length - 1; edits >= 0; edits--) {
    const reach = history[edits] ?? new Int32Array();
    const centre = edits + 1;
    const diagonal = x - y;
    const start = edits === 0 ? 0 : startOf(reach, centre, diagonal, edits);
    while (x > start) {
      x -= 1;
      y -= 1;
      pairs.push({ a: x, b: y });
    }
    if (edits === 0) break;
    const below = reach[centre + diagonal - 1] ?? 0;
    const above = reach[centre + diagonal + 1] ?? 0;
    const isDown = diagonal === -edits || (diagonal !== edits && below < above);
    if (isDown) y -= 1;
    else x -= 1;
  }
  return pairs.toReversed();
}
