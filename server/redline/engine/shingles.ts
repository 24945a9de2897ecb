/** Two places with the same words: in the older and in the newer sequence. */
export type Pair = { a: number; b: number };

const none = -1;
const several = -2;

/**
 * Where runs of `size` words stand that occur exactly once in each sequence, in the order of the older
 * one. Words are numbers; a run that only has the same hash is told apart by its words.
 */
export function uniquePairs(a: Int32Array, b: Int32Array, size: number): Pair[] {
  if (a.length < size || b.length < size) return [];
  const table = new ShingleTable(a, b, size);
  return table.pairs();
}

class ShingleTable {
  readonly #a: Int32Array;
  readonly #b: Int32Array;
  readonly #size: number;
  /** By slot: where the run stands in the older and in the newer sequence. */
  readonly #inA: Int32Array;
  readonly #inB: Int32Array;
  readonly #mask: number;

  constructor(a: Int32Array, b: Int32Array, size: number) {
    this.#a = a;
    this.#b = b;
    this.#size = size;
    const slots = 2 ** Math.ceil(Math.log2(Math.max(16, a.length * 2)));
    this.#mask = slots - 1;
    this.#inA = new Int32Array(slots).fill(none);
    this.#inB = new Int32Array(slots).fill(none);
  }

  pairs(): Pair[] {
    const [a, b, size] = [this.#a, this.#b, this.#size];
    const slots = new Int32Array(a.length - size + 1);
    const isTwice = new Uint8Array(this.#inA.length);
    for (let at = 0; at < slots.length; at++) {
      const slot = this.#slotOf(a, at);
      if (this.#inA[slot] === none) this.#inA[slot] = at;
      else isTwice[slot] = 1;
      slots[at] = slot;
    }
    for (let at = 0; at + size <= b.length; at++) {
      const slot = this.#slotOf(b, at);
      if (this.#inA[slot] === none) continue;
      this.#inB[slot] = this.#inB[slot] === none ? at : several;
    }
    const pairs: Pair[] = [];
    for (let at = 0; at < slots.length; at++) {
      const slot = slots[at] ?? 0;
      const inB = this.#inB[slot] ?? none;
      if (isTwice[slot] === 0 && inB >= 0) pairs.push({ a: at, b: inB });
    }
    return pairs;
  }

  /** The slot of this run: the one that holds it, or the empty one where it would be. */
  #slotOf(words: Int32Array, at: number): number {
    let slot = this.#hash(words, at) & this.#mask;
    for (;;) {
      const held = this.#inA[slot] ?? none;
      if (held === none || this.#isSame(words, at, held)) return slot;
      slot = (slot + 1) & this.#mask;
    }
  }

  #hash(words: Int32Array, at: number): number {
    let hash = 0;
    for (let next = at; next < at + this.#size; next++) {
      hash = Math.imul(hash ^ (words[next] ?? 0), 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    return hash >>> 0;
  }

  #isSame(words: Int32Array, at: number, inA: number): boolean {
    for (let next = 0; next < this.#size; next++) {
      if (words[at + next] !== this.#a[inA + next]) return false;
    }
    return true;
  }
}

/** The longest part of the pairs in which both sides increase; the pairs come in order of `a`. */
export function longestIncreasing(pairs: readonly Pair[]): Pair[] {
  const ends: number[] = []; // by length: the pair that ends the lowest sequence of this length
  const before = new Int32Array(pairs.length).fill(none);
  for (const [at, { b }] of pairs.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.b ?? 0) < b) low = middle + 1;
      else high = middle;
    }
    before[at] = low === 0 ? none : (ends[low - 1] ?? none);
    ends[low] = at;
  }
  const chain: Pair[] = [];
  for (let at = ends.at(-1) ?? none; at !== none; at = before[at] ?? none) {
    const pair = pairs[at];
    if (pair !== undefined) chain.push(pair);
  }
  return chain.toReversed();
}
