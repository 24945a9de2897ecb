import type { OrderBasis } from '#contract/revision-words.ts';
import { areOfOneScheme, rankLabels } from './schemes/schemes.ts';

// The order of a standard's revisions: as a librarian set it, or else by their labels. The library is
// sure of it only if the labels can be read in one way, and no day of issue contradicts.

type Revision = {
  doc_rev: string;
  /** The order of adding is used if the labels give none. */
  id: number;
  issued_on?: string | null;
};

export type RevisionOrder<R> = {
  newestFirst: R[];
  /** The place of each of them, 0 for the newest; the same revision in two spellings has one place. */
  places: number[];
  /** Where it is false and the order is not that of adding, days of issue contradict it. */
  isSure: boolean;
  by: OrderBasis;
};

/** The rank of each label, 0 for the oldest. */
type Ranks = ReadonlyMap<string, number>;

/** The revisions of one standard, newest first. */
export function orderRevisions<R extends Revision>(
  revisions: readonly R[],
  chosen: readonly string[] | null = null,
): RevisionOrder<R> {
  const labels = revisions.map(({ doc_rev }) => doc_rev);
  const ranks = chosen === null ? rankLabels(labels) : rankByChosen(labels, chosen);
  if (ranks === null) {
    const newestFirst = revisions.toSorted((a, b) => b.id - a.id);
    return { newestFirst, places: [...newestFirst.keys()], isSure: false, by: 'added' };
  }
  const rankOf = ({ doc_rev }: R) => ranks.get(doc_rev) ?? 0;
  const newestFirst = revisions.toSorted((a, b) => rankOf(b) - rankOf(a) || b.id - a.id);
  const groups = [...Map.groupBy(newestFirst, rankOf).values()];
  const isSure = !areIssuedOtherwise(groups, new Set(chosen));
  return { newestFirst, places: placesOf(groups), isSure, by: chosen ? 'librarian' : 'names' };
}

function placesOf(groups: readonly (readonly unknown[])[]): number[] {
  const places: number[] = [];
  for (const group of groups) places.push(...group.map(() => places.length));
  return places;
}

/**
 * Whether one was issued after another that is newer. The days of two that a librarian put in order do
 * not count: the librarian saw them.
 */
function areIssuedOtherwise(
  groups: readonly (readonly Revision[])[],
  chosen: ReadonlySet<string>,
): boolean {
  const never = '9999';
  let earliest = never;
  let earliestNotChosen = never;
  for (const group of groups) {
    const days = group.flatMap(({ issued_on, doc_rev }) =>
      issued_on ? [{ day: issued_on, isChosen: chosen.has(doc_rev) }] : [],
    );
    for (const { day, isChosen } of days) {
      if (day > (isChosen ? earliestNotChosen : earliest)) return true;
    }
    for (const { day, isChosen } of days) {
      if (day < earliest) earliest = day;
      if (day < earliestNotChosen && !isChosen) earliestNotChosen = day;
    }
  }
  return false;
}

/**
 * Labels in the librarian's order keep it; each other label goes where its scheme puts it. Null if that is
 * several places, or none.
 */
function rankByChosen(labels: readonly string[], chosen: readonly string[]): Ranks | null {
  const there = new Set(labels);
  const kept = chosen.filter((label) => there.has(label));
  if (kept.length === 0) return rankLabels(labels);
  const runs = runsOf(kept);
  const added = new Map<number, string[]>();
  for (const label of there.difference(new Set(kept))) {
    const fits = [...runs.keys()].filter((at) => areOfOneScheme(runs[at]?.[0] ?? '', label));
    const [at] = fits;
    if (at === undefined || fits.length > 1) return null;
    added.set(at, [...(added.get(at) ?? []), label]);
  }
  const newestFirst: string[][] = [];
  for (const [at, run] of runs.entries()) {
    const groups = withAdded(run, added.get(at) ?? [], at === 0, at === runs.length - 1);
    if (groups === null) return null;
    newestFirst.push(...groups);
  }
  const ranked = newestFirst.toReversed();
  return new Map(ranked.flatMap((group, rank) => group.map((label) => [label, rank] as const)));
}

/** Cuts the librarian's order into runs, such as dates and before them letters, in which the labels agree with it. */
function runsOf(chosen: readonly string[]): string[][] {
  const runs: string[][] = [];
  for (let rest = [...chosen]; rest.length > 0;) {
    let [length, tooLong] = [1, rest.length + 1];
    while (tooLong - length > 1) {
      const tried = length === 1 ? tooLong - 1 : Math.floor((length + tooLong) / 2);
      const run = rest.slice(0, tried);
      if (rankLabels(run, run) === null) tooLong = tried;
      else length = tried;
    }
    runs.push(rest.slice(0, length));
    rest = rest.slice(length);
  }
  return runs;
}

/**
 * A run with others in between, newest first; the same revision in two spellings in one group. What is
 * newer or older than the whole run has no place where there are other runs on that side.
 */
function withAdded(
  run: readonly string[],
  added: readonly string[],
  isFirst: boolean,
  isLast: boolean,
): string[][] | null {
  if (added.length === 0) return run.map((label) => [label]);
  const ranks = rankLabels([...run, ...added], run);
  if (ranks === null) return null;
  const rankOf = (label: string | undefined) => ranks.get(label ?? '') ?? 0;
  const groups = run.map((label) => [label]);
  for (const label of added.toSorted((a, b) => rankOf(b) - rankOf(a))) {
    const at = groups.findIndex(([other]) => rankOf(other) <= rankOf(label));
    if (at === 0 && !isFirst && rankOf(label) > rankOf(run[0])) return null;
    if (at === -1 && !isLast) return null;
    const group = groups[at];
    if (group !== undefined && rankOf(group[0]) === rankOf(label)) group.push(label);
    else groups.splice(at === -1 ? groups.length : at, 0, [label]);
  }
  return groups;
}
