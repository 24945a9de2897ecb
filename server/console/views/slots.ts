/** Numbers by slot, in an array that grows as needed. */
export class SlotNumbers {
  #numbers = new Float64Array(1024);

  set(slot: number, number: number): void {
    if (slot >= this.#numbers.length) {
      const grown = new Float64Array(Math.max(slot + 1, this.#numbers.length * 2));
      grown.set(this.#numbers);
      this.#numbers = grown;
    }
    this.#numbers[slot] = number;
  }

  get(slot: number): number {
    return this.#numbers[slot] ?? 0;
  }
}

/** Slots that were found: 1 for each of them. */
export type Hits = Uint8Array;

/** Those of the slots that pass; the array's own filter takes twenty times as long for a million. */
export function slotsThat(slots: Int32Array, pass: (slot: number) => boolean): Int32Array {
  const passed = new Int32Array(slots.length);
  let count = 0;
  for (const slot of slots) if (pass(slot)) passed[count++] = slot;
  return passed.slice(0, count);
}

/**
 * The same slots in order of their ranks; where equal, as they were. Counts how many have which
 * rank: comparing a million of them would take a second.
 */
export function sortByRank(
  slots: Int32Array,
  rankOf: (slot: number) => number,
  ranks: number,
): Int32Array {
  const starts = new Int32Array(ranks + 1);
  for (const slot of slots) {
    const after = rankOf(slot) + 1;
    starts[after] = (starts[after] ?? 0) + 1;
  }
  for (let rank = 1; rank <= ranks; rank++) {
    starts[rank] = (starts[rank] ?? 0) + (starts[rank - 1] ?? 0);
  }
  const sorted = new Int32Array(slots.length);
  for (const slot of slots) {
    const rank = rankOf(slot);
    const place = starts[rank] ?? 0;
    sorted[place] = slot;
    starts[rank] = place + 1;
  }
  return sorted;
}

/** The place of each key among the different ones; equal keys have the same. */
export function ranksOf(keys: readonly string[]): { ranks: Int32Array; count: number } {
  const distinct = [...new Set(keys)].sort(compareTexts);
  const rankOf = new Map(distinct.map((key, rank) => [key, rank]));
  return { ranks: Int32Array.from(keys, (key) => rankOf.get(key) ?? 0), count: distinct.length };
}

export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
