import type { Dictionary } from './dictionary.ts';
import { anyOf, anywhere } from './plan.ts';
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
    const query = anywhere([word], dictionary);
    return query === null || candidates.idsOf(query, 1).length === 0;
  };
  // A word that no entry has is the mistyped one; where each is somewhere, any may be.
  const nowhere = sought.words.filter(isNowhere);
  if (nowhere.length > 1) return [];
  const suspects = nowhere.length === 1 ? nowhere : sought.words.slice(0, mostSuspects);
  const found = new Map<number, Candidate>();
  for (const suspect of suspects) {
    const meant = { forms: suspect.forms.flatMap((form) => dictionary.nearTo(form)) };
    const others = sought.words.filter((word) => word !== suspect);
    const query = [anyOf(meant.forms), anywhere(others, dictionary)];
    if (query[0] === null || (others.length > 0 && query[1] === null)) continue;
    const expression = query.filter((part) => part !== null).join(' AND ');
    const corrected = { words: [meant, ...others], keys: meant.forms };
    for (const id of candidates.idsOf(expression, atOnce)) {
      const candidate = candidates.scored(id, corrected);
      if (candidate !== null && !found.has(id)) found.set(id, candidate);
    }
  }
  return ranked([...found.values()]).slice(0, limit);
}

const mostSuspects = 4;
const atOnce = 100;
