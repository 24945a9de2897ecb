import { lcs } from 'fast-myers-diff';
import type { Pair } from './shingles.ts';

/** The longest common subsequence of two short sequences. */
export function commonPairs(a: Int32Array, b: Int32Array): Pair[] {
  return Array.from(lcs(a, b), ([x, y, length]) =>
    Array.from({ length }, (_, at) => ({ a: x + at, b: y + at })),
  ).flat();
}
