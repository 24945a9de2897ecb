import type { Mark, Snippet } from '#contract/search.ts';
import { headingAbove } from './headings.ts';
import { sentenceAround } from './sentences.ts';
import { type Token, tokensOf } from './tokens.ts';
import { isValueKey } from './values.ts';

/** What a query looks for in a text: each a row of words that follow each other; one word alone mostly. */
export type SearchedParts = {
  /** Which part of the query it is of: a good snippet has many. */
  part: number;
  /** For each place of the row the keys that fit there. */
  row: string[][];
}[];

/** Where something of a query is in a text, and which part of the query it is of. */
export type Match = { start: number; end: number; part: number; weight: number };

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

const mostLetters = 240;
const wantedLetters = 200;
/** As many matches of a stretch are looked at. */
const mostOfStretch = 100;
/** So far a cut may move to be between two words. */
const mostMoved = 20;
const none: Match[] = [];

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
    headingAt: (at: number) => string | null = (at) => headingAbove(text, at),
  ): { snippet: Snippet; heading: string | null } {
    const { first, last } = bestOf(matches);
    const [from, to] = [first?.start ?? 0, last?.end ?? 0];
    const sentence = first && sentenceAround(text, from, to, mostLetters);
    const { start: cut, end } = sentence ?? cutAround(text, from, to);
    // Above the last match: the first one may be in the heading itself.
    const heading = last === undefined ? null : headingAt(last.start);
    const shown = matches.filter((match) => match.start >= cut && match.end <= end);
    const start = heading === null ? cut : afterHeading(text, cut, heading, shown);
    const marks = matches.filter((match) => match.start >= start && match.end <= end);
    return { snippet: cleaned(text, start, end, merged(marks)), heading };
  }

  #matchesAt(first: Token, words: readonly Token[], at: number): Match[] {
    const rows = this.#rows.get(first.key);
    if (rows === undefined) return none;
    return rows.flatMap(({ part, row }) => {
      const fits = row.every((keys, i) => keys.has(words[at + i]?.key ?? ''));
      const end = words[at + row.length - 1]?.end ?? first.end;
      const weight = first.lane === 'value' ? valueWeight : 1;
      return fits ? [{ start: first.start, end, part, weight }] : [];
    });
  }
}

/** The place after the heading, which is shown above, unless what is before it shows more of the query. */
function afterHeading(text: string, cut: number, heading: string, shown: readonly Match[]): number {
  const words = heading.split(/\s+/u).map(RegExp.escape).join('\\s+');
  const last = shown.at(-1)?.start ?? 0;
  const found = new RegExp(words, 'u').exec(text.slice(cut, last));
  if (found === null) return cut;
  const from = cut + found.index;
  const isLess = weightOf(shown.filter(({ start }) => start >= from)) < weightOf(shown);
  return isLess ? cut : from + found[0].length;
}

/** The first and the last match of the stretch with the most parts of the query, then the most matches. */
function bestOf(matches: readonly Match[]): {
  first?: Match | undefined;
  last?: Match | undefined;
} {
  let best = { worth: 0, from: 0, to: -1 };
  for (let from = 0, to = 0; from < matches.length; from++) {
    const last = (matches[from]?.start ?? 0) + wantedLetters;
    while (to < matches.length && (matches[to]?.end ?? 0) <= last) to++;
    const weight = weightOf(matches.slice(from, Math.min(to, from + mostOfStretch)));
    const worth = weight * 1000 + Math.min(to - from, 999);
    if (to > from && worth > best.worth) best = { worth, from, to: to - 1 };
    if (to === from) to++; // longer than a whole snippet
  }
  return { first: matches[best.from], last: matches[best.to] ?? matches[best.from] };
}

/** A stretch of the text around what was found, from between two words to between two words. */
function cutAround(text: string, from: number, to: number): { start: number; end: number } {
  const found = Math.min(to - from, mostLetters);
  const room = Math.max(0, wantedLetters - found);
  let start = Math.max(0, from - Math.floor(room / 3));
  let end = Math.min(text.length, Math.max(from + found, start + wantedLetters));
  start = Math.max(0, Math.min(start, end - wantedLetters));
  if (start > 0) start = wordStart(text, start, from);
  if (end < text.length) end = wordEnd(text, end, Math.min(to, end));
  return { start, end };
}

function wordStart(text: string, at: number, most: number): number {
  for (let moved = at; moved <= Math.min(most, at + mostMoved); moved++) {
    if (isSpace(text, moved - 1)) return moved;
  }
  return isLowHalf(text, at) ? at + 1 : at;
}

function wordEnd(text: string, at: number, least: number): number {
  for (let moved = at; moved >= Math.max(least, at - mostMoved); moved--) {
    if (isSpace(text, moved)) return moved;
  }
  return isLowHalf(text, at) ? at - 1 : at;
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at));
}

function isLowHalf(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function merged(matches: readonly Match[]): Mark[] {
  const marks: Mark[] = [];
  for (const { start, end } of matches) {
    const before = marks.at(-1);
    if (before !== undefined && start <= before[1]) before[1] = Math.max(before[1], end);
    else marks.push([start, end]);
  }
  return marks;
}

/** Spaces and line ends as one space each, without control characters and halves of characters. */
function cleaned(text: string, start: number, end: number, marks: readonly Mark[]): Snippet {
  let clean = '';
  /** From here on the text is as it was: it is taken over as a whole. */
  let from = start;
  /** Where each unit of the part is now. */
  const moved: number[] = [];
  for (let at = start; at < end;) {
    moved[at - start] = clean.length + at - from;
    const unit = text.charCodeAt(at);
    if (isPlain(unit) || (unit === space && at > from && isPlain(text.charCodeAt(at - 1)))) {
      at++;
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (/[\s\p{Cc}\p{Cs}\uFFFE\uFFFF]/u.test(character)) {
      clean += text.slice(from, at);
      if (/\s/.test(character) && clean !== '' && !clean.endsWith(' ')) clean += ' ';
      from = at + character.length;
    }
    at += character.length;
  }
  clean += text.slice(from, end);
  const place = (at: number) => moved[at - start] ?? clean.length;
  return { text: clean.trimEnd(), marks: marks.map((mark) => [place(mark[0]), place(mark[1])]) };
}

const space = 0x20;

function isPlain(unit: number): boolean {
  return unit > space && unit < 0x7f;
}
