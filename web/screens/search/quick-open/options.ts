import type { FoundEntry } from '#contract/search.ts';
import { documentAddress, everywhere, resultsAddress } from '../sought.ts';

/** An answer of quick open, and to what. */
export type Answer = { q: string; data: FoundEntry[]; did_you_mean: FoundEntry[] };

/** What can be opened: an entry, or the search of all texts for what is typed. */
export type Option = { to: string; entry: FoundEntry | null };

export type Group = {
  name: 'Recently opened' | 'Documents' | 'Did you mean' | 'Texts';
  options: Option[];
};

/** The options by what they are, without empty groups. `typed` may be ahead of the answer. */
export function groupsOf(answer: Answer | undefined, typed: string): Group[] {
  const groups: Group[] = [];
  if (answer !== undefined) {
    const name = answer.q === '' ? 'Recently opened' : 'Documents';
    groups.push({ name, options: answer.data.map(optionOf) });
    groups.push({ name: 'Did you mean', options: answer.did_you_mean.map(optionOf) });
  }
  if (typed !== '') {
    const to = resultsAddress({ ...everywhere, q: typed });
    groups.push({ name: 'Texts', options: [{ to, entry: null }] });
  }
  return groups.filter(({ options }) => options.length > 0);
}

/**
 * What Enter opens when nothing was pointed at: the best that was found; where nothing was, the search
 * of all texts. Never what was perhaps meant: it is another document.
 */
export function usualOption(groups: readonly Group[]): Option | undefined {
  const group = groups.find(({ name }) => name !== 'Did you mean');
  return group?.options[0];
}

function optionOf(entry: FoundEntry): Option {
  return { to: documentAddress(entry), entry };
}
