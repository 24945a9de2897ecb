import type { Static } from 'typebox';
import type { FoundEntry, FoundStandard, quickOpen } from '#contract/search.ts';
import { whichOthers } from '../results/fold-found.ts';
import { documentAddress, everywhere, resultsAddress } from '../text-search.ts';

/** An answer of quick open, and to what. */
export type QuickAnswer = { q: string } & Static<typeof quickOpen.response>;

/** What can be chosen: an entry, the search of all texts, or to show other revisions of an entry. */
export type QuickOption = {
  /** The address that it opens; unique among the options. */
  to: string;
  entry: FoundEntry | null;
  /** It is another revision of the entry above it. */
  isBelow?: boolean;
  /** Words of an option that shows or hides other revisions, and opens nothing. */
  unfolds?: string;
};

export type OptionGroup = {
  name: 'Recently opened' | 'Documents' | 'Did you mean' | 'Texts';
  options: QuickOption[];
};

/** The options by what they are, without empty groups. `typed` may be ahead of the answer. */
export function groupsOf(
  answer: QuickAnswer | undefined,
  typed: string,
  unfolded: ReadonlySet<string>,
): OptionGroup[] {
  const groups: OptionGroup[] = [];
  const optionsOf = (found: readonly FoundStandard[]) =>
    found.flatMap((standard) => revisionOptions(standard, unfolded));
  if (answer !== undefined) {
    const name = answer.q === '' ? 'Recently opened' : 'Documents';
    groups.push({ name, options: optionsOf(answer.data) });
    groups.push({ name: 'Did you mean', options: optionsOf(answer.did_you_mean) });
  }
  if (typed !== '') {
    const to = resultsAddress({ ...everywhere, q: typed });
    groups.push({ name: 'Texts', options: [{ to, entry: null }] });
  }
  return groups.filter(({ options }) => options.length > 0);
}

/** All entries of an answer, those that are folded under another, too. */
export function entriesIn(answer: QuickAnswer | undefined): FoundEntry[] {
  if (answer === undefined) return [];
  return [...answer.data, ...answer.did_you_mean].flatMap((standard) => [
    standard,
    ...(standard.latest === null ? [] : [standard.latest]),
    ...standard.others,
  ]);
}

/** The entry; the latest where it is an older one; and its other revisions, which are folded at first. */
function revisionOptions(standard: FoundStandard, unfolded: ReadonlySet<string>): QuickOption[] {
  const { latest, others } = standard;
  const options = [optionOf(standard)];
  if (latest !== null) options.push({ ...optionOf(latest), isBelow: true });
  if (others.length === 0) return options;
  const to = `others of ${documentAddress(standard)}`;
  const isOpen = unfolded.has(to);
  const count = `${others.length} ${whichOthers(others)} ${others.length === 1 ? 'revision' : 'revisions'}`;
  options.push({ to, entry: null, isBelow: true, unfolds: `${isOpen ? 'Hide' : 'Show'} ${count}` });
  if (isOpen) options.push(...others.map((entry) => ({ ...optionOf(entry), isBelow: true })));
  return options;
}

function optionOf(entry: FoundEntry): QuickOption {
  return { to: documentAddress(entry), entry };
}
