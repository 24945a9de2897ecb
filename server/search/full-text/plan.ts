import { codeKey } from '../folding.ts';
import {
  anyOfTerms,
  type Clause,
  either,
  type Resolved,
  resolve,
  resolveExactly,
} from './clauses.ts';
import type { Dictionary } from './dictionary.ts';
import type { Part, Query } from './query.ts';

/** A clause, and the words of the query that it stands for. */
export type Wanted = { clause: Clause; written: string };

/** What is asked of the index for a query. */
export type Plan = {
  wanted: Wanted[];
  excluded: Clause[];
  /** The term that a document's number is when it is the whole query. */
  numberKey: string;
  /** Some terms were left out: there may be more than is counted. */
  isCut: boolean;
  /** Parts of the query that are found nowhere, each with what was perhaps meant. */
  mistyped: { part: Part; corrections: string[] }[];
};

export function planQuery(query: Query, dictionary: Dictionary): Plan {
  const parts = query.parts.filter(({ isExcluded }) => !isExcluded);
  const resolved = parts.map((part, at) => ({
    part,
    ...resolve(part, dictionary, parts[at + 1]),
  }));
  return {
    wanted: joinNumbers(resolved, dictionary),
    excluded: query.parts
      .filter(({ isExcluded }) => isExcluded)
      .map((part) => resolveExactly(part, dictionary)),
    numberKey: query.numberKey,
    isCut: resolved.some(({ isCut }) => isCut),
    mistyped: resolved.filter(({ corrections }) => corrections.length > 0),
  };
}

type ResolvedPart = Resolved & { part: Part };

/** `VW 011 55` is typed as three words, and is one number: its letters and digits alone are others. */
function joinNumbers(resolved: readonly ResolvedPart[], dictionary: Dictionary): Wanted[] {
  const wanted: Wanted[] = [];
  for (let at = 0; at < resolved.length;) {
    const of = (count: number) => joinedOf(resolved.slice(at, at + count), count, dictionary);
    const count = [3, 2].find((many) => of(many) !== null) ?? 1;
    const written = resolved.slice(at, at + count).map(({ part }) => part.written);
    const clause = count === 1 ? resolved[at]?.clause : of(count);
    if (clause) wanted.push({ clause, written: written.join(' ') });
    at += count;
  }
  return wanted;
}

function joinedOf(
  resolved: readonly ResolvedPart[],
  count: number,
  dictionary: Dictionary,
): Clause | null {
  const parts = resolved.map(({ part }) => part);
  if (parts.length < count || !parts.every(isShort) || !parts.some(hasDigit)) return null;
  const term = dictionary.find(codeKey(parts.map(({ written }) => written).join(' ')));
  if (term === null) return null;
  const one = anyOfTerms([{ ...term, worth: 1 }]);
  const isNumber = parts.every(({ what }, at) => what === (at === 0 ? 'word' : 'code'));
  return isNumber ? one.clause : either(one, resolved).clause;
}

function isShort(part: Part): boolean {
  const isPlain = part.what === 'word' || part.what === 'code' || part.what === 'joined';
  return isPlain && part.written.length <= 12;
}

function hasDigit(part: Part): boolean {
  return /\p{N}/u.test(part.written);
}

const mostSuggestions = 3;

/** The query with what was perhaps meant in the place of what is found nowhere. */
export function didYouMean(q: string, plan: Plan, total: number): string[] {
  const [first, ...others] = plan.mistyped;
  if (first === undefined) return [];
  // The others are only corrected by their best: each with each would be too many.
  const rest = others.reduce(
    (text, { part, corrections: [best = part.written] }) => text.replace(part.written, () => best),
    q,
  );
  const most = total === 0 ? mostSuggestions : 1;
  return first.corrections
    .slice(0, most)
    .map((correction) => rest.replace(first.part.written, () => correction));
}
