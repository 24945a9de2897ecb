import { codeKey } from '../folding.ts';
import { type Clause, type Resolved, resolve, resolveExactly } from './clauses.ts';
import type { Dictionary } from './dictionary.ts';
import type { Part, Query } from './query.ts';

/** What is asked of the index for a query. */
export type Plan = {
  /** Each has to be fulfilled. */
  clauses: Clause[];
  excluded: Clause[];
  /** The term that a document's number is when it is the whole query; null when none is. */
  numberId: number | null;
  /** Some terms were left out: there may be more than is counted. */
  isCut: boolean;
  /** Parts of the query that are found nowhere, each with what was perhaps meant. */
  mistyped: { part: Part; corrections: string[] }[];
};

export function planQuery(query: Query, dictionary: Dictionary): Plan {
  const sought = query.parts.filter(({ isExcluded }) => !isExcluded);
  const resolved = sought.map((part) => ({ part, ...resolve(part, dictionary) }));
  return {
    clauses: joinNumbers(resolved, dictionary),
    excluded: query.parts
      .filter(({ isExcluded }) => isExcluded)
      .map((part) => resolveExactly(part, dictionary)),
    numberId: dictionary.find(query.numberKey)?.id ?? null,
    isCut: resolved.some(({ isCut }) => isCut),
    mistyped: resolved.filter(({ corrections }) => corrections.length > 0),
  };
}

type ResolvedPart = Resolved & { part: Part };

/** `VW 011 55` is typed as three words, and is written as one in other documents. */
function joinNumbers(resolved: readonly ResolvedPart[], dictionary: Dictionary): Clause[] {
  const clauses: Clause[] = [];
  for (let at = 0; at < resolved.length;) {
    const of = (count: number) => joinedOf(resolved.slice(at, at + count), count, dictionary);
    const count = [3, 2].find((many) => of(many) !== null) ?? 1;
    const clause = count === 1 ? resolved[at]?.clause : of(count);
    if (clause) clauses.push(clause);
    at += count;
  }
  return clauses;
}

function joinedOf(
  resolved: readonly ResolvedPart[],
  count: number,
  dictionary: Dictionary,
): Clause | null {
  const parts = resolved.map(({ part }) => part);
  if (parts.length < count || !parts.every(isShort) || !parts.some(hasDigit)) return null;
  const key = codeKey(parts.map(({ written }) => written).join(' '));
  const term = dictionary.find(key);
  if (term === null) return null;
  const { id, documents } = term;
  return {
    what: 'either',
    one: { what: 'any', options: [{ id, term: key, worth: 1 }], documents },
    all: resolved.map(({ clause }) => clause),
    documents: documents + Math.min(...resolved.map(({ clause }) => clause.documents)),
  };
}

function isShort(part: Part): boolean {
  return part.what !== 'phrase' && part.what !== 'prefix' && part.written.length <= 12;
}

function hasDigit(part: Part): boolean {
  return /\p{N}/u.test(part.written);
}
