/**
 * What a revision sorts by: parts, the most important first. All keys of a reading have the same length.
 * NaN is a part that the label lacks, such as the month of `2019`.
 */
export type Key = readonly number[];

/** Below 0 where `a` is older; null where the first part that differs is known of one of them only. */
export function compareKeys(a: Key, b: Key): number | null {
  const at = a.findIndex((part, index) => !Object.is(part, b[index]));
  if (at === -1) return 0;
  const order = (a[at] ?? Number.NaN) - (b[at] ?? Number.NaN);
  return Number.isNaN(order) ? null : order;
}

/** The rank of each key: 0 for the oldest, the same for equal keys. Null where two cannot be compared. */
export function ranksOf(keys: readonly Key[]): number[] | null {
  const oldestFirst = [...keys.keys()].toSorted((a, b) => sortKeys(keys[a], keys[b]));
  const ranks = keys.map(() => 0);
  let rank = 0;
  for (const [at, index] of oldestFirst.entries()) {
    const before = oldestFirst[at - 1];
    // Keys that begin alike are neighbours, those that end early first: comparing neighbours is enough.
    const order = before === undefined ? 0 : compareKeys(keys[before] ?? [], keys[index] ?? []);
    if (order === null) return null;
    if (order !== 0) rank += 1;
    ranks[index] = rank;
  }
  return ranks;
}

function sortKeys(a: Key = [], b: Key = []): number {
  const at = a.findIndex((part, index) => !Object.is(part, b[index]));
  if (at === -1) return 0;
  const [one = Number.NaN, other = Number.NaN] = [a[at], b[at]];
  if (Number.isNaN(one) || Number.isNaN(other)) return Number.isNaN(one) ? -1 : 1;
  return one - other;
}

/** Whether days never go back along an order. Unknown and equal days do not count. */
export function daysAscend(ranks: readonly number[], days: readonly Key[]): boolean {
  const dated = ranks
    .map((rank, at) => ({ rank, day: days[at] ?? [] }))
    .filter(({ day }) => !Number.isNaN(day[0]))
    .toSorted((a, b) => a.rank - b.rank || sortKeys(a.day, b.day));
  return dated.every(({ day }, at) => {
    const before = dated[at - 1];
    return before === undefined || (compareKeys(before.day, day) ?? 0) <= 0;
  });
}
