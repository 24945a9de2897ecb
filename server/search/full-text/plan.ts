import { codeKey } from '../folding.ts';
import { type Clause, either, exactly, nearCodes, resolve } from './clauses.ts';
import type { Dictionary } from './dictionary.ts';
import type { Part, Query } from './query.ts';

/** What is asked of the index for a query. */
export type Plan = { wanted: Clause[]; excluded: Clause[] };

export function planQuery(query: Query, dictionary: Dictionary): Plan {
  const parts = query.parts.filter(({ isExcluded }) => !isExcluded);
  const resolved = parts.map((part, at) => ({
    part,
    clause: resolve(part, dictionary, parts[at + 1]),
  }));
  return {
    wanted: joinNumbers(resolved, dictionary),
    excluded: query.parts
      .filter(({ isExcluded }) => isExcluded)
      .map((part) =>
        'key' in part && part.what !== 'prefix'
          ? exactly(part.key, part.written, dictionary)
          : resolve(part, dictionary),
      ),
  };
}

type Resolved = { part: Part; clause: Clause };

/** `VW 011 55` is typed as three words, and is one number: its letters and digits alone are others. */
function joinNumbers(resolved: readonly Resolved[], dictionary: Dictionary): Clause[] {
  const wanted: Clause[] = [];
  for (let at = 0; at < resolved.length;) {
    const of = (count: number) => joinedOf(resolved.slice(at, at + count), count, dictionary);
    const joined = [3, 2].find((many) => of(many) !== null);
    const count = joined ?? partsOfUnknown(resolved.slice(at), dictionary);
    const some = resolved.slice(at, at + count);
    const written = some.map(({ part }) => part.written).join(' ');
    const clause = joined === undefined ? null : of(joined);
    if (clause !== null) wanted.push({ ...clause, written });
    else if (count > 1) {
      const corrections = nearCodes(codeKey(written), dictionary);
      wanted.push({ ...exactly('', written, dictionary), corrections });
    } else wanted.push(...some.map((one) => one.clause));
    at += count;
  }
  return wanted;
}

/**
 * How many parts are a number that is nowhere, such as `NV 50181`: other documents that only have `NV` are no answer
 * to it. 1 for anything else.
 */
function partsOfUnknown([first, second, ...rest]: Resolved[], dictionary: Dictionary): number {
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
function isGroup({ part }: Resolved): boolean {
  return /^\d{1,3}$/.test(part.written);
}

function joinedOf(
  resolved: readonly Resolved[],
  count: number,
  dictionary: Dictionary,
): Clause | null {
  const parts = resolved.map(({ part }) => part);
  if (parts.length < count || !parts.every(isShort)) return null;
  const written = parts.map((part) => part.written).join(' ');
  const one = /\p{N}/u.test(written) ? exactly(codeKey(written), written, dictionary) : null;
  if (one === null || one.documents === 0) return null;
  const isNumber = parts.every(({ what }, at) => what === (at === 0 ? 'word' : 'code'));
  return isNumber
    ? one
    : either(
        one,
        resolved.map(({ clause }) => clause),
      );
}

function isShort({ what, written }: Part): boolean {
  return (what === 'word' || what === 'code' || what === 'joined') && written.length <= 12;
}

const mostSuggestions = 3;

/** The query with what was perhaps meant in the place of what is found nowhere, best first. */
export function didYouMean(q: string, { wanted }: Plan): string[] {
  const [first, ...others] = wanted.filter(({ corrections }) => corrections.length > 0);
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
