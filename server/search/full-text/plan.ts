import { codeKey } from '../folding.ts';
import {
  anyOfTerms,
  type Clause,
  either,
  nearCodes,
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
  /** What of the query is found nowhere, each with what was perhaps meant. */
  mistyped: { written: string; corrections: string[] }[];
};

export function planQuery(query: Query, dictionary: Dictionary): Plan {
  const parts = query.parts.filter(({ isExcluded }) => !isExcluded);
  const resolved = parts.map((part, at) => ({
    part,
    ...resolve(part, dictionary, parts[at + 1]),
  }));
  const joined = joinNumbers(resolved, dictionary);
  return {
    wanted: joined.map(({ clause, written }) => ({ clause, written })),
    excluded: query.parts
      .filter(({ isExcluded }) => isExcluded)
      .map((part) => resolveExactly(part, dictionary)),
    numberKey: query.numberKey,
    isCut: resolved.some(({ isCut }) => isCut),
    mistyped: joined.filter(({ corrections }) => corrections.length > 0),
  };
}

type ResolvedPart = Resolved & { part: Part };

/** `VW 011 55` is typed as three words, and is one number: its letters and digits alone are others. */
function joinNumbers(
  resolved: readonly ResolvedPart[],
  dictionary: Dictionary,
): (Wanted & { corrections: string[] })[] {
  const wanted: (Wanted & { corrections: string[] })[] = [];
  for (let at = 0; at < resolved.length;) {
    const of = (count: number) => joinedOf(resolved.slice(at, at + count), count, dictionary);
    const joined = [3, 2].find((many) => of(many) !== null);
    const count = joined ?? partsOfUnknown(resolved.slice(at), dictionary);
    const [first, ...others] = resolved.slice(at, at + count);
    if (first === undefined) break;
    const written = [first, ...others].map(({ part }) => part.written).join(' ');
    const clause = joined === undefined ? null : of(joined);
    if (clause !== null) wanted.push({ clause, corrections: [], written });
    else if (count === 1) wanted.push({ ...first, written });
    else {
      const corrections = nearCodes(codeKey(written), dictionary);
      wanted.push({ ...anyOfTerms([]), corrections, written });
    }
    at += count;
  }
  return wanted;
}

/**
 * How many parts are a number that is nowhere, such as `NV 50181`: other documents that only have `NV` are no answer
 * to it. 1 for anything else.
 */
function partsOfUnknown([first, second, ...rest]: ResolvedPart[], dictionary: Dictionary): number {
  if (first?.part.what !== 'word' || second?.part.what !== 'code') return 1;
  const { key, written } = first.part;
  if (!/^\d/.test(second.part.key) || key.length > 6) return 1;
  const isSeries =
    dictionary.beginningWith(key).some(({ term }) => /^\d/.test(term.slice(key.length))) ||
    (/^\p{Lu}+$/u.test(written) && isNowhere(first));
  if (!isSeries) return 1;
  const others = rest.findIndex((one) => !isGroup(one));
  const groups = isGroup(second) ? rest.slice(0, others < 0 ? rest.length : others) : [];
  const number = [first, second, ...groups];
  return number.some(isNowhere) ? number.length : 1;
}

function isNowhere({ clause }: Resolved): boolean {
  return clause.documents === 0;
}

/** As of a number that is written in groups. */
function isGroup({ part }: ResolvedPart): boolean {
  return /^\d{1,3}$/.test(part.written);
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

/** The query with what was perhaps meant in the place of what is found nowhere, best first. */
export function didYouMean(q: string, plan: Plan): string[] {
  const [first, ...others] = plan.mistyped;
  if (first === undefined) return [];
  // The others are only corrected by their best: each with each would be too many.
  const rest = others.reduce(
    (text, { written, corrections: [best = written] }) => text.replace(written, () => best),
    q,
  );
  return first.corrections
    .slice(0, mostSuggestions)
    .map((correction) => rest.replace(first.written, () => correction));
}
