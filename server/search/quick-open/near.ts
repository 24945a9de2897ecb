import type { Dictionary } from './dictionary.ts';
import { anywhere, anywhereWith } from './plan.ts';
import type { Sought, SoughtWord } from './query.ts';
import { type Candidate, type Candidates, ranked } from './ranked.ts';

/**
 * The entries that were perhaps meant: with one word of the query written otherwise, by one letter
 * wrong, missing or added, or two swapped.
 */
export function near(
  sought: Sought,
  candidates: Candidates,
  dictionary: Dictionary,
  limit: number,
): Candidate[] {
  const isNowhere = (word: SoughtWord) => {
    const step = anywhere(word, dictionary);
    return step === null || !candidates.hasAny(step);
  };
  // A word that no entry has is the mistyped one; where each is somewhere, any may be.
  const nowhere = sought.words.length === 1 ? sought.words : sought.words.filter(isNowhere);
  if (nowhere.length > 1) return [];
  const suspects = nowhere.length === 1 ? nowhere : sought.words.slice(0, mostSuspects);
  const found = new Map<number, Candidate>();
  for (const suspect of suspects) {
    const meant = { forms: suspect.forms.flatMap((form) => dictionary.nearTo(form)) };
    const others = sought.words.filter((word) => word !== suspect);
    const step = anywhereWith(meant.forms, others, dictionary);
    if (step === null) continue;
    const corrected = { words: [meant, ...others], keys: meant.forms, title: null };
    for (const candidate of candidates.of(step, corrected, limit)) {
      found.set(candidate.document_id, candidate);
    }
  }
  return ranked([...found.values()]).slice(0, limit);
}

const mostSuspects = 4;
