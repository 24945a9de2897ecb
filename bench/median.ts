/** The middle one of the numbers. */
export function median(numbers: readonly number[]): number {
  return medianBy(numbers, (number) => number);
}

/** The item whose value is the middle one. */
export function medianBy<Item>(items: readonly Item[], valueOf: (item: Item) => number): Item {
  const sorted = items.toSorted((a, b) => valueOf(a) - valueOf(b));
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('There is no median of nothing.');
  return middle;
}
