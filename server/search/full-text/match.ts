import type { Clause } from './clauses.ts';

/** Options at least this near are as good as what was typed. */
export const asGoodAsTyped = 0.9;

/**
 * What FTS5 is asked for a clause, with a mark before each term; null when nothing can be found.
 * Every term is in quotes, so that none is taken for a word of its language.
 */
export function matchOf(clause: Clause, mark = '', leastWorth = 0): string | null {
  if (clause.what === 'phrase') return allOf(clause.terms.map((term) => quoted(mark + term)));
  if (clause.what === 'any') {
    const options = clause.options.filter(({ worth }) => worth >= leastWorth);
    return anyOf(options.map(({ term }) => quoted(mark + term)));
  }
  return anyOf([
    matchOf(clause.one, mark, leastWorth),
    allOf(clause.all.map((inner) => matchOf(inner, mark, leastWorth))),
  ]);
}

/** The same on a page, where the words of a phrase have to follow each other. */
export function pageMatchOf(clause: Clause, leastWorth = 0): string | null {
  if (clause.what === 'phrase') return `(words : ${clause.terms.map(quoted).join(' + ')})`;
  if (clause.what === 'any') return matchOf(clause, '', leastWorth);
  return anyOf([
    pageMatchOf(clause.one, leastWorth),
    allOf(clause.all.map((inner) => pageMatchOf(inner, leastWorth))),
  ]);
}

export function anyOf(matches: readonly (string | null)[]): string | null {
  const possible = matches.filter((match) => match !== null);
  return possible.length === 0 ? null : `(${possible.join(' OR ')})`;
}

export function allOf(matches: readonly (string | null)[]): string | null {
  return matches.length === 0 || matches.includes(null) ? null : `(${matches.join(' AND ')})`;
}

export function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}
