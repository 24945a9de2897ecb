import type { Pair } from './shingles.ts';

// Memory for the rows of one comparison, reused by the next of thousands. Each comparison writes a row
// before it reads it.
let memory = new Int32Array(4096);

/**
 * The longest common subsequence of two short sequences, by Myers' algorithm (1986). The row of each number
 * of edits has, for every second diagonal, how far in `a` it reaches with that many edits.
 */
export function commonPairs(a: Int32Array, b: Int32Array): Pair[] {
  const [lengthA, lengthB] = [a.length, b.length];
  const most = lengthA + lengthB;
  let rows = memory;
  for (let edits = 0; edits <= most; edits++) {
    const row = rowOf(edits);
    if (rows.length < row + edits + 1) rows = memory = enlarged(rows);
    for (let at = 0; at <= edits; at++) {
      const diagonal = 2 * at - edits;
      let x = edits === 0 ? 0 : startOf(rows, row - edits, at, edits);
      while (x < lengthA && x - diagonal < lengthB && a[x] === b[x - diagonal]) x += 1;
      rows[row + at] = x;
      if (x >= lengthA && x - diagonal >= lengthB) return backtrack(rows, edits, lengthA, lengthB);
    }
  }
  return [];
}

function rowOf(edits: number): number {
  return (edits * (edits + 1)) >> 1;
}

function enlarged(rows: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(rows.length * 2);
  larger.set(rows);
  return larger;
}

/**
 * Whether the step is down (one more word of `b`) or right (one more of `a`): the one that reaches farther.
 * In the previous row, the diagonal above has the same index, the one below the index before it.
 */
function isDown(rows: Int32Array, before: number, at: number, edits: number): boolean {
  if (at === 0) return true;
  return at !== edits && (rows[before + at - 1] ?? 0) < (rows[before + at] ?? 0);
}

function startOf(rows: Int32Array, before: number, at: number, edits: number): number {
  const goesDown = isDown(rows, before, at, edits);
  return goesDown ? (rows[before + at] ?? 0) : (rows[before + at - 1] ?? 0) + 1;
}

function backtrack(rows: Int32Array, lastEdits: number, lengthA: number, lengthB: number): Pair[] {
  const pairs: Pair[] = [];
  let [x, y] = [lengthA, lengthB];
  for (let edits = lastEdits; edits >= 0; edits--) {
    const before = rowOf(edits) - edits;
    const at = (x - y + edits) / 2;
    const start = edits === 0 ? 0 : startOf(rows, before, at, edits);
    while (x > start) {
      x -= 1;
      y -= 1;
      pairs.push({ a: x, b: y });
    }
    if (edits === 0) break;
    if (isDown(rows, before, at, edits)) y -= 1;
    else x -= 1;
  }
  return pairs.toReversed();
}
