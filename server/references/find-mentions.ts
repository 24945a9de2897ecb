import type { Box } from '#contract/redline.ts';
import type { Word } from '../pdf/text/words.ts';
import { revisionAfter } from './cited-revision.ts';
import { prefixOf, type Shapes } from './shapes.ts';
import { isBoundary, type TextPart, partsOf } from './text-parts.ts';

/** A position of a number. */
export type FoundPlace = {
  page: number;
  boxes: Box[];
  /** The revision cited with it, as written. */
  doc_rev: string | null;
  /** Longer numbers that it may be part of here. */
  longer: string[];
};

/** A text that looks like a number of the catalogue, with its positions. */
export type FoundNumber = {
  number_key: string;
  /** Its most frequent spelling. */
  written: string;
  times: number;
  /** How often it is not part of a text that looks like a longer number. */
  alone_times: number;
  /** How often it is reported as missing if the catalogue has no such number. */
  likely_times: number;
  places: FoundPlace[];
};

const mostParts = 10;
/** Limits for one document; a hostile one has more. */
const mostNumbers = 3000;
const mostPlaces = 200;
const mostPlacesInAll = 5000;
/** How much of two pages is searched for a number broken between them. */
const partsAcross = mostParts - 1;
const wordsAfter = 5;
/** After a single separate letter, such as the article `A`. */
const fewestDigitsAfterLetter = 5;
/** Numbers with fewer digits are not reported as missing. */
const fewestDigitsOfMissing = 2;

/** All numbers of these shapes in a document, each once; one broken between two pages goes on behind their furniture. */
export function findMentions(pages: readonly (readonly Word[])[], shapes: Shapes): FoundNumber[] {
  const found = new Collected(pages);
  let before: TextPart[] = [];
  for (const [at, words] of pages.entries()) {
    const parts = partsOf(words, at);
    found.add(windowsIn(parts, shapes), parts);
    const isBody = ({ word }: TextPart) => words[word]?.furniture === undefined;
    const body = parts.filter(isBody);
    const across = [...before, ...body.slice(0, partsAcross)];
    const windows = windowsIn(across, shapes);
    found.add(
      windows.filter(({ first, last }) => first < before.length && last >= before.length),
      across,
    );
    before = body.slice(-partsAcross);
  }
  return found.numbers();
}

/** From the first to the last part, both included. */
type Window = { key: string; first: number; last: number };

function windowsIn(parts: readonly TextPart[], shapes: Shapes): Window[] {
  const windows: Window[] = [];
  for (const [first, part] of parts.entries()) {
    if (!shapes.mayBegin(part.key) || !isBoundary(parts[first - 1], part)) continue;
    let key = '';
    for (let last = first; last < Math.min(parts.length, first + mostParts); last++) {
      const next = parts[last];
      if (next === undefined || (last > first && isEndBefore(next))) break;
      key += next.key;
      if (key.length > shapes.longest || !shapes.mayBegin(key)) break;
      if (!isBoundary(next, parts[last + 1]) || !shapes.has(key)) continue;
      if (isWrittenLikeNumber(key, parts.slice(first, last + 1)))
        windows.push({ key, first, last });
    }
  }
  return windows;
}

/** Words of the language, and text after a comma, are not part of a number. */
function isEndBefore({ isApart, before, isLowerCase }: TextPart): boolean {
  return isApart || (before === null && isLowerCase);
}

function isWrittenLikeNumber(key: string, parts: readonly TextPart[]): boolean {
  const [first, second] = parts;
  const isOneWord = parts.slice(1).every(({ before }) => before !== null);
  if (!/\P{N}/u.test(key)) return isOneWord;
  const isLettersApart = first !== undefined && second?.before === null && !/\d/.test(first.key);
  if (isLettersApart && first.isLowerCase) return false;
  if (isLettersApart && prefixOf(key).length === 1) return digitsIn(key) >= fewestDigitsAfterLetter;
  // Letters alone are a word of the language unless they are capitals.
  return digitsIn(key) > 0 || (isOneWord && parts.every(({ isCapitals }) => isCapitals));
}

function digitsIn(key: string): number {
  return key.replace(/\P{Nd}/gu, '').length;
}

class Collected {
  readonly #pages: readonly (readonly Word[])[];
  #places = 0;
  readonly #byKey = new Map<string, FoundNumber & { spellings: Map<string, number> }>();

  constructor(pages: readonly (readonly Word[])[]) {
    this.#pages = pages;
  }

  add(windows: readonly Window[], parts: readonly TextPart[]): void {
    for (const [at, window] of windows.entries()) {
      const place = parts.slice(window.first, window.last + 1);
      const longer = longerThan(windows, at);
      this.#addPlace(window.key, place, longer);
    }
  }

  numbers(): FoundNumber[] {
    return Array.from(this.#byKey.values(), ({ spellings, ...number }) => {
      const [most] = [...spellings].toSorted((a, b) => b[1] - a[1]);
      return { ...number, written: most?.[0] ?? number.number_key };
    });
  }

  #addPlace(key: string, place: readonly TextPart[], longer: string[]): void {
    const number = this.#numberOf(key);
    if (number === null) return;
    number.times += 1;
    if (longer.length === 0) {
      number.alone_times += 1;
      if (isLikely(key)) number.likely_times += 1;
    }
    const written = this.#writtenAt(place);
    number.spellings.set(written, (number.spellings.get(written) ?? 0) + 1);
    if (number.places.length >= mostPlaces || this.#places >= mostPlacesInAll) return;
    this.#places += 1;
    const [first] = place;
    const last = place.at(-1);
    if (first === undefined || last === undefined) return;
    number.places.push({
      page: first.page + 1,
      boxes: boxesOf(
        this.#pages[first.page] ?? [],
        place.filter(({ page }) => page === first.page),
      ),
      doc_rev: revisionAfter(this.#textAfter(last)),
      longer,
    });
  }

  #numberOf(number_key: string) {
    const known = this.#byKey.get(number_key);
    if (known !== undefined) return known;
    if (this.#byKey.size >= mostNumbers) return null;
    const places: FoundPlace[] = [];
    const spellings = new Map<string, number>();
    const number = {
      number_key,
      written: '',
      times: 0,
      alone_times: 0,
      likely_times: 0,
      places,
      spellings,
    };
    this.#byKey.set(number_key, number);
    return number;
  }

  #writtenAt(place: readonly TextPart[]): string {
    let written = '';
    let [page, word] = [-1, -1];
    for (const part of place) {
      const text = this.#pages[part.page]?.[part.word]?.text.normalize('NFKC') ?? '';
      const isSame = part.page === page && part.word === word;
      if (!isSame && written !== '') written += ' ';
      if (isSame) written += part.before ?? '';
      written += text.slice(Math.round(part.from * text.length), Math.round(part.to * text.length));
      [page, word] = [part.page, part.word];
    }
    return written;
  }

  #textAfter({ page, word, rest }: TextPart): string {
    const words = this.#pages[page] ?? [];
    const next = words.slice(word + 1, word + 1 + wordsAfter).map(({ text }) => text);
    return [rest, ...next].join(' ');
  }
}

/** Whether it is reported as missing if the catalogue has no such number. */
function isLikely(key: string): boolean {
  return prefixOf(key) !== '' && digitsIn(key) >= fewestDigitsOfMissing;
}

function longerThan(windows: readonly Window[], at: number): string[] {
  const window = windows[at];
  if (window === undefined) return [];
  const { first, last, key } = window;
  const longer = new Set<string>();
  const search = (from: number, step: 1 | -1) => {
    for (let other = from; ; other += step) {
      const one = windows[other];
      if (one === undefined || Math.abs(one.first - first) >= mostParts) return;
      const contains = one.first <= first && one.last >= last && one.key !== key;
      if (contains) longer.add(one.key);
    }
  };
  search(at - 1, -1);
  search(at + 1, 1);
  return [...longer];
}

/** One box for each line, without the signs around the number. */
function boxesOf(words: readonly Word[], place: readonly TextPart[]): Box[] {
  const boxes: Box[] = [];
  for (const { word, from, to } of place) {
    const at = words[word];
    if (at === undefined) continue;
    const left = at.left + at.width * from;
    const right = at.left + at.width * to;
    const line = boxes.at(-1);
    const isSameLine =
      line !== undefined && left >= line[0] && Math.abs(line[1] - at.top) < at.height / 2;
    if (!isSameLine) {
      boxes.push([left, at.top, right - left, at.height]);
      continue;
    }
    const bottom = Math.max(line[1] + line[3], at.top + at.height);
    line[1] = Math.min(line[1], at.top);
    line[2] = right - line[0];
    line[3] = bottom - line[1];
  }
  return boxes.map(([left, top, width, height]) => [
    tenths(left),
    tenths(top),
    tenths(width),
    tenths(height),
  ]);
}

function tenths(points: number): number {
  return Math.round(points * 10) / 10;
}
