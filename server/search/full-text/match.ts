import type { Clause } from './clauses.ts';
import { termWord } from './marks.ts';

/** Options at least this near are as good as what was typed. */
export const asGoodAsTyped = 0.9;

/**
 * What FTS5 is asked for a clause, with a mark before each term; null when nothing can be found.
 * Every word is in quotes, so that none is taken for one of its language; none has a quote in it.
 */
export function matchOf(clause: Clause, mark = '', leastWorth = 0): string | null {
  if (clause.what === 'phrase') {
    return allOf(clause.ids.map((id) => (id === null ? null : quoted(mark + termWord(id)))));
  }
  if (clause.what === 'any') {
    const options = clause.options.filter(({ worth }) => worth >= leastWorth);
    return anyOf(options.map(({ id }) => quoted(mark + termWord(id))));
  }
  return anyOf([
    matchOf(clause.one, mark, leastWorth),
    allOf(clause.all.map((inner) => matchOf(inner, mark, leastWorth))),
  ]);
}

export function anyOf(matches: readonly (string | null)[]): string | null {
  const possible = matches.filter((match) => match !== null);
  return possible.length === 0 ? null : `(${possible.join(' OR ')})`;
}

export function allOf(matches: readonly (string | null)[]): string | null {
  return matches.length === 0 || matches.includes(null) ? null : `(${matches.join(' AND ')})`;
}

export function quoted(word: string): string {
  return `"${word}"`;
}
