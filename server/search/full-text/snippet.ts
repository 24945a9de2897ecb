import type { Snippet } from '#contract/search.ts';
import { cleaned, cutAround, mostLetters, wantedLetters } from './cut.ts';
import { headingAbove, headingsOf, type PageHeadings, type PlacedHeading } from './headings.ts';
import { rowSnippet } from './row-snippet.ts';
import type { ShownRow } from './table-rows.ts';
import { isValueKey, stemmed, type Token, tokensOf } from './tokens.ts';

/** What a query looks for in a text: each a row of words that follow each other; one word alone mostly. */
export type SearchedParts = {
  /** Which part of the query it is of: a good snippet has many. */
  part: number;
  /** For each place of the row the keys that fit there. */
  row: string[][];
}[];

/** Where something of a query is in a text, and which part of the query it is of. */
export type Match = { start: number; end: number; part: number; weight: number };

/** What a page is made of, beside its text. */
export type PageLayout = PageHeadings & { rows: readonly ShownRow[] };

/** Someone who asks for a value wants to see it, more than the words beside it. */
const valueWeight = 3;

/** How much of a query these matches show. */
export function weightOf(matches: readonly Match[]): number {
  const parts = new Map<number, number>();
  for (const { part, weight } of matches) {
    parts.set(part, Math.max(weight, parts.get(part) ?? 0));
  }
  return [...parts.values()].reduce((sum, weight) => sum + weight, 0);
}

/** As many matches of a stretch are looked at. */
const mostOfStretch = 100;
const none: never[] = [];

/** Cuts the part out of texts that shows best what was found. */
export class Snippets {
  /** By a key: the rows that begin with it. */
  readonly #rows = new Map<string, { part: number; row: ReadonlySet<string>[] }[]>();

  readonly #hasValues: boolean;

  constructor(searchedParts: SearchedParts) {
    this.#hasValues = searchedParts.some(({ row }) => row.some((keys) => keys.some(isValueKey)));
    for (const { part, row } of searchedParts) {
      const sets = row.map((keys) => new Set(keys));
      for (const key of row[0] ?? []) {
        this.#rows.set(key, [...(this.#rows.get(key) ?? []), { part, row: sets }]);
      }
    }
  }

  /** Every place where something of the query is, in the order of the text. */
  matchesIn(text: string): Match[] {
    const { row: words, beside } = tokensOf(text, { hasValues: this.#hasValues });
    const found = words.flatMap((word, at) => this.#matchesAt(word, words, at));
    // What is beside the words is found where it alone is looked for, not within a row.
    for (const one of beside) found.push(...this.#matchesAt(one, [one], 0));
    return found.sort((a, b) => a.start - b.start || b.end - a.end);
  }

  /** As plain text, with these matches marked; and the heading that it is below. */
  of(
    text: string,
    matches: readonly Match[] = this.matchesIn(text),
    layout: PageLayout = { ...headingsOf(text, 0, null), rows: [] },
  ): { snippet: Snippet; heading: string | null } {
    const headings = layout.own.filter(({ words }) => words !== null);
    const rowEnds = layout.rows.flatMap(({ start, end }) => [start, end]);
    const breaks = [...headings.map(({ start }) => start), ...rowEnds].sort((a, b) => a - b);
    const best = bestOf(matches, breaks);
    // Above the last match: the first one may be in the heading itself.
    const heading = headingAbove(best.at(-1)?.start ?? -1, layout);
    const at = best[0]?.start ?? -1;
    const row = layout.rows.find(({ start, end }) => start <= at && at < end);
    if (row !== undefined) return { snippet: rowSnippet(text, row, matches), heading };
    const { snippet, hasHeading } = sectionSnippet(text, matches, best, headings, breaks);
    return { snippet, heading: hasHeading ? null : heading };
  }

  #matchesAt(first: Token, words: readonly Token[], at: number): Match[] {
    const stem = stemmed(first.key);
    const rows = [...(this.#rows.get(first.key) ?? none), ...(this.#rows.get(stem) ?? none)];
    if (rows.length === 0) return [];
    return rows.flatMap(({ part, row }) => {
      const fits = row.every((keys, i) => {
        const { key = '' } = words[at + i] ?? {};
        return keys.has(key) || keys.has(stemmed(key));
      });
      const end = words[at + row.length - 1]?.end ?? first.end;
      const weight = first.lane === 'value' ? valueWeight : 1;
      return fits ? [{ start: first.start, end, part, weight }] : [];
    });
  }
}

/** The matches of the stretch below one heading, and in one row, with the most parts of the query, then the most matches. */
function bestOf(matches: readonly Match[], breaks: readonly number[]): readonly Match[] {
  let passed = 0;
  const sections = matches.map(({ start }) => {
    while ((breaks[passed] ?? Infinity) <= start) passed++;
    return passed;
  });
  let best = { worth: 0, from: 0, to: 0 };
  for (let from = 0, to = 0; from < matches.length; from++) {
    const last = (matches[from]?.start ?? 0) + wantedLetters;
    while ((matches[to]?.end ?? Infinity) <= last && sections[to] === sections[from]) to++;
    to = Math.max(to, from + 1); // longer than a whole snippet
    const weight = weightOf(matches.slice(from, Math.min(to, from + mostOfStretch)));
    const worth = weight * 1000 + Math.min(to - from, 999);
    if (worth > best.worth) best = { worth, from, to };
  }
  return matches.slice(best.from, best.to);
}

/** The sentence of the best matches, or a part of it, from their heading to before the next, or a table; with it if need be. */
function sectionSnippet(
  text: string,
  matches: readonly Match[],
  best: readonly Match[],
  headings: readonly PlacedHeading[],
  breaks: readonly number[],
): { snippet: Snippet; hasHeading: boolean } {
  const [first] = best;
  const begin = breaks.findLast((one) => one <= (first?.start ?? -1)) ?? 0;
  const until = breaks.find((one) => one > (first?.start ?? Infinity));
  const own = first && headings.find(({ start }) => start === begin);
  // The heading is shown above, unless the text below it shows less of the query.
  const below = best.filter(({ start }) => start >= (own?.end ?? begin));
  const hasHeading = weightOf(below) < weightOf(best);
  const from = hasHeading ? begin : (own?.end ?? begin);
  const section = text.slice(from, until);
  const shown = hasHeading ? best : below;
  const [at, to] = [shown[0]?.start ?? from, shown.at(-1)?.end ?? from];
  const sentence =
    first === undefined ? null : sentenceAround(section, at - from, to - from, mostLetters);
  const { start, end } = sentence ?? cutAround(section, at - from, to - from);
  return { snippet: cleaned(text, from + start, from + end, matches), hasHeading };
}

/** The sentence, or sentences, from before one place to after another; null where that is too long to be shown. */
function sentenceAround(
  text: string,
  from: number,
  to: number,
  mostLetters: number,
): { start: number; end: number } | null {
  const first = Math.max(0, from - mostLetters);
  const last = Math.min(text.length, to + mostLetters);
  // Both sides together: whether a line is a heading is seen in its words, which may be what was found.
  const breaks = endsIn(text.slice(first, last)).map((at) => first + at);
  const start = breaks.findLast((at) => at <= from) ?? (first === 0 ? 0 : null);
  const end = breaks.find((at) => at >= to) ?? (last === text.length ? last : null);
  if (start === null || end === null) return null;
  return end - start <= mostLetters ? { start, end } : null;
}

// The end of a sentence, an empty line, or the line before a heading or an item of a list.
const ends =
  /[.!?。！？]["”’)\]]*(?:\s+(?=["“„(]?[\p{Lu}\p{Lo}])|\s*$)|(?<=[。！？])|\n\s*\n|\n(?=\s*(?:[-•–*]\s|\d{1,2}(?:\.\d{1,2})*\.?\s+\p{Lu}|[a-z]{1,2}\)\s))/gu;
// A point after these ends no sentence.
const shortened =
  /(?:^|[\s(])(?:\p{L}|abb|abs|approx|bzw|ca|cf|e\.g|evtl|fig|figs|ggf|i\.e|incl|inkl|max|min|mind|no|nr|pos|ref|rev|sec|tab|usw|vgl|z\.b|d\.h|u\.a)\.$/iu;

/** Where sentences end in a text. */
function endsIn(text: string): number[] {
  return [...text.matchAll(ends)]
    .filter(
      ({ 0: end, index }) => !end.startsWith('.') || !shortened.test(text.slice(0, index + 1)),
    )
    .map(({ 0: end, index }) => index + end.length);
}
