/** Two places with the same words: in the older and in the newer sequence. */
export type Pair = { a: number; b: number };

const none = -1;
const several = -2;

/**
 * The positions of runs of `size` words that occur exactly once in each sequence, in the order of the older
 * one. Words are numbers; runs with the same hash are compared word by word.
 */
export function uniquePairs(a: Int32Array, b: Int32Array, size: number): Pair[] {
  if (a.length < size || b.length < size) return [];
  return new ShingleTable(a, size).pairs(b);
}

class ShingleTable {
  readonly #a: Int32Array;
  readonly #size: number;
  /** By slot: the position of the run in the older sequence. */
  readonly #inA: Int32Array;
  readonly #mask: number;

  constructor(a: Int32Array, size: number) {
    this.#a = a;
    this.#size = size;
    const slots = 2 ** Math.ceil(Math.log2(Math.max(16, a.length * 2)));
    this.#mask = slots - 1;
    this.#inA = new Int32Array(slots).fill(none);
  }

  pairs(b: Int32Array): Pair[] {
    const slots = new Int32Array(this.#a.length - this.#size + 1);
    const isTwice = new Uint8Array(this.#inA.length);
    for (let at = 0; at < slots.length; at++) {
      const slot = this.#slotOf(this.#a, at);
      if (this.#inA[slot] === none) this.#inA[slot] = at;
      else isTwice[slot] = 1;
      slots[at] = slot;
    }
    const inB = new Int32Array(this.#inA.length).fill(none);
    for (let at = 0; at <= b.length - this.#size; at++) {
      const slot = this.#slotOf(b, at);
      if (this.#inA[slot] !== none) inB[slot] = inB[slot] === none ? at : several;
    }
    const pairs: Pair[] = [];
    for (const [at, slot] of slots.entries()) {
      const other = inB[slot] ?? none;
      if (isTwice[slot] === 0 && other >= 0) pairs.push({ a: at, b: other });
    }
    return pairs;
  }

  /** The slot of this run: the one that holds it, or the empty one where it would be. */
  #slotOf(words: Int32Array, at: number): number {
    const [a, inA, size, mask] = [this.#a, this.#inA, this.#size, this.#mask];
    let hash = 0;
    for (let next = at; next < at + size; next++) {
      hash = Math.imul(hash ^ (words[next] ?? 0), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const held = inA[slot] ?? none;
      if (held === none) return slot;
      let same = 0;
      while (same < size && words[at + same] === a[held + same]) same += 1;
      if (same === size) return slot;
    }
  }
}

/** The longest subsequence of the pairs in which both sides increase; the pairs are in order of `a`. */
export function longestIncreasing(pairs: readonly Pair[]): Pair[] {
  // By length: the pair with the lowest `b` that ends a sequence of this length, and that `b`.
  const ends = new Int32Array(pairs.length);
  const places = new Int32Array(pairs.length);
  const before = new Int32Array(pairs.length).fill(none);
  let longest = 0;
  for (let at = 0; at < pairs.length; at++) {
    const b = pairs[at]?.b ?? 0;
    const length = countBelow(places, longest, b);
    before[at] = length === 0 ? none : (ends[length - 1] ?? none);
    ends[length] = at;
    places[length] = b;
    if (length === longest) longest += 1;
  }
  const chain: Pair[] = [];
  for (let at = ends[longest - 1] ?? none; at !== none; at = before[at] ?? none) {
    const pair = pairs[at];
    if (pair !== undefined) chain.push(pair);
  }
  return chain.toReversed();
}

/** How many of the first `count` places, which increase, are below this one. */
function countBelow(places: Int32Array, count: number, place: number): number {
  // Most come after the last, as most words stay in order.
  if (count === 0 || (places[count - 1] ?? 0) < place) return count;
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle] ?? 0) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}
