import type { Clause } from './clauses.ts';
import { type Mark, termWord } from './marks.ts';
import type { Match } from './postings-reader.ts';

/** Options at least this near are as good as what was typed. */
export const asGoodAsTyped = 0.9;

/** What the index is asked for a clause, with a mark on each term; null when nothing can be found. */
export function matchOf(clause: Clause, mark: Mark = 0, leastWorth = 0): Match | null {
  if (clause.what === 'phrase') {
    return allOf(clause.ids.map((id) => (id === null ? null : termWord(id, mark))));
  }
  if (clause.what === 'any') {
    const options = clause.options.filter(({ worth }) => worth >= leastWorth);
    return anyOf(options.map(({ id }) => termWord(id, mark)));
  }
  return anyOf([
    matchOf(clause.one, mark, leastWorth),
    allOf(clause.all.map((inner) => matchOf(inner, mark, leastWorth))),
  ]);
}

export function anyOf(matches: readonly (Match | null)[]): Match | null {
  const possible = matches.filter((match) => match !== null);
  const [first = null] = possible;
  return possible.length > 1 ? { any: possible } : first;
}

export function allOf(matches: readonly (Match | null)[]): Match | null {
  const possible = matches.filter((match) => match !== null);
  const [first = null] = possible;
  if (possible.length < matches.length) return null;
  return possible.length > 1 ? { all: possible } : first;
}

/** Whether a clause has options besides those that are as good as typed. */
export function hasOthers(clause: Clause): boolean {
  if (clause.what === 'phrase') return false;
  if (clause.what === 'any') return clause.options.some(({ worth }) => worth < asGoodAsTyped);
  return hasOthers(clause.one) || clause.all.some(hasOthers);
}
