import { boxAround, rounded } from '#contract/note-drawing.ts';
import type { CarriedState } from '#contract/note-words.ts';
import type { Box } from '#contract/redline.ts';
import type { Word } from '../../pdf/text/words.ts';
import { alignTexts } from '../../redline/engine/align-texts.ts';
import type { DocumentPages } from '../../redline/engine/furniture.ts';
import type { RedlineToken, TokenPart } from '../../redline/engine/tokens.ts';
import { type Anchor, lineBoxes, plainText, textAround } from '../anchor.ts';
import { findByQuote, quoteOfText } from './find-quote.ts';
import type { FoundQuote, OlderNote, Quote, Texts } from './texts.ts';

/** Where a note is in the newer document; `shift` moves what is drawn. */
export type CarriedPlace = {
  id: number;
  state: Exclude<CarriedState, 'accepted'>;
  score: number;
  anchor: Anchor | null;
  shift: [number, number];
};

const leastSure = 0.85;
const leastLikely = 0.6;

/**
 * Finds the places of notes in a newer document: through the alignment of a redline first, then by their quotes. Every
 * note has an answer. `from` is null if the older document's words are not known any more. Pure.
 */
export function carryNotes(
  from: DocumentPages | null,
  to: DocumentPages,
  notes: readonly OlderNote[],
): CarriedPlace[] {
  const texts = textsOf(from ?? { words: [], sizes: [], headings: [] }, to);
  const placing = new Placing(to);
  const olderAt = from === null ? noPositions : positionsOf(from, texts.older);
  return notes.map((note) => {
    const range = rangeOf(note, olderAt, texts.older);
    const found = findPlace(texts, note, range);
    const score = found === null ? 0 : rounded(Math.min(1, found.score));
    if (found === null || score < leastLikely) {
      return { id: note.id, state: 'lost', score, anchor: null, shift: [0, 0] };
    }
    const state = score >= leastSure ? 'placed' : 'check';
    return { id: note.id, state, score, ...placing.place(note, found, texts) };
  });
}

function textsOf(from: DocumentPages, to: DocumentPages): Texts {
  const { sides, alignment, isDifferent } = alignTexts(from, to);
  const newerOf = new Int32Array(sides.a.length).fill(-1);
  const olderOf = new Int32Array(sides.b.length).fill(-1);
  const blocks = isDifferent ? [] : [...alignment.same, ...alignment.moved.flat()];
  for (const { a, b, length } of blocks) {
    for (let at = 0; at < length; at++) {
      newerOf[a + at] = b + at;
      olderOf[b + at] = a + at;
    }
  }
  return { older: sides.a, newer: sides.b, newerOf, olderOf };
}

/** The tokens of a note, from the first to before the second; null if its words are not known. */
type Range = { first: number; end: number } | null;

const perPage = 10_000_000;

/** Where each token begins and ends, in the order of the document; broken words end in another line. */
type Positions = { begins: number[]; ends: number[] };
const noPositions: Positions = { begins: [], ends: [] };

function positionsOf({ words }: DocumentPages, tokens: readonly RedlineToken[]): Positions {
  const indexes = new Map(words.flatMap((page) => page.map((word, at) => [word, at] as const)));
  const positionOf = ({ page, word }: TokenPart) => page * perPage + (indexes.get(word) ?? 0);
  return {
    begins: tokens.map(positionOf),
    ends: tokens.map((token) => positionOf(token.further.at(-1) ?? token)),
  };
}

/** Null also if other words are there than it quotes: a later version of the reader numbers words otherwise. */
function rangeOf(
  note: OlderNote,
  { begins, ends }: Positions,
  older: readonly RedlineToken[],
): Range {
  if (note.first_word === null || note.last_word === null) return null;
  const first = lowerBound(ends, (note.page - 1) * perPage + note.first_word);
  const end = lowerBound(begins, (note.last_page - 1) * perPage + note.last_word + 1);
  const quoted = new Set(quoteOfText(note).keys);
  const known = older.slice(first, end).filter(({ key }) => quoted.has(key)).length;
  return first < end && known * 2 >= Math.min(end - first, quoted.size) ? { first, end } : null;
}

function lowerBound(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function findPlace(texts: Texts, note: OlderNote, range: Range): FoundQuote | null {
  const aligned = range === null ? null : findByAlignment(texts, range);
  if (aligned !== null && aligned.score >= leastSure) return aligned;
  const quote: Quote = range === null ? quoteOfText(note) : { ...range, ...keysOf(texts, range) };
  const quoted = findByQuote(texts, quote);
  if (aligned === null || quoted === null) return aligned ?? quoted;
  return quoted.score > aligned.score ? quoted : aligned;
}

function keysOf({ older }: Texts, { first, end }: NonNullable<Range>) {
  const key = (token: RedlineToken) => token.key;
  return {
    keys: older.slice(first, end).map(key),
    before: older.slice(Math.max(0, first - around), first).map(key),
    after: older.slice(end, end + around).map(key),
  };
}

/** The number of words on each side that confirm a place. */
const around = 8;
/** A place with fewer letters is sure only if the words around it are there, too. */
const manyLetters = 100;
const mostUnsure = 0.84;

/** The place of the words that the alignment found again: the window of the newer text that has most of them. */
function findByAlignment(texts: Texts, range: NonNullable<Range>): FoundQuote | null {
  const { older, newer, newerOf } = texts;
  const pairs: [older: number, newer: number][] = [];
  for (let at = range.first; at < range.end; at++) {
    const to = newerOf[at] ?? -1;
    if (to >= 0) pairs.push([at, to]);
  }
  const all = lettersOf(older, range.first, range.end);
  const window = bestWindow(older, pairs, range.end - range.first);
  if (window === null) return betweenNeighbours(texts, range);
  const { first, end } = widened(texts, range, window);
  const matched = window.letters / Math.max(all, lettersOf(newer, window.first, window.end));
  const isConfirmed =
    hasNumbers(older, range, window) &&
    (all >= manyLetters || hasNeighbours(texts, range, first, end));
  const score = isConfirmed ? matched : Math.min(matched, mostUnsure);
  const found = { first, end, score, pairs: window.pairs };
  if (score >= leastLikely) return found;
  return betweenNeighbours(texts, range) ?? found;
}

type Window = { first: number; end: number; letters: number; pairs: [number, number][] };

/** The pairs that are near one another in the newer text, with the most letters. */
function bestWindow(
  older: readonly RedlineToken[],
  pairs: readonly [number, number][],
  words: number,
): Window | null {
  const sorted = pairs.toSorted((one, other) => one[1] - other[1]);
  const widest = Math.ceil(words * 1.3) + 4;
  let best: Window | null = null;
  let [from, letters] = [0, 0];
  for (const [at, [a, b]] of sorted.entries()) {
    letters += older[a]?.text.length ?? 0;
    for (let begin = sorted[from]; begin !== undefined && b - begin[1] >= widest;) {
      letters -= older[begin[0]]?.text.length ?? 0;
      from += 1;
      begin = sorted[from];
    }
    if (letters <= (best?.letters ?? 0)) continue;
    const first = sorted[from]?.[1] ?? b;
    best = { first, end: b + 1, letters, pairs: sorted.slice(from, at + 1) };
  }
  return best;
}

/** Takes in words at the ends that were replaced: those of the newer text that belong to no older ones. */
function widened({ olderOf }: Texts, range: NonNullable<Range>, window: Window) {
  const [firstOlder = 0] = window.pairs[0] ?? [];
  const [lastOlder = 0] = window.pairs.at(-1) ?? [];
  let { first, end } = window;
  for (let more = firstOlder - range.first; more > 0 && olderOf[first - 1] === -1; more--)
    first -= 1;
  for (let more = range.end - 1 - lastOlder; more > 0 && olderOf[end] === -1; more--) end += 1;
  return { first, end };
}

/** Whether all its numbers were found again: with another limit, a sentence may say the opposite. */
function hasNumbers(
  older: readonly RedlineToken[],
  { first, end }: NonNullable<Range>,
  { pairs }: Window,
): boolean {
  const found = new Set(pairs.map(([at]) => at));
  for (let at = first; at < end; at++) {
    if (!found.has(at) && /\d/.test(older[at]?.key ?? '')) return false;
  }
  return true;
}

/** Whether most words around the older place are around the newer one. */
function hasNeighbours(
  { older, newerOf }: Texts,
  range: NonNullable<Range>,
  first: number,
  end: number,
): boolean {
  let [there, near] = [0, 0];
  const count = (at: number) => {
    if (older[at] === undefined) return;
    there += 1;
    const to = newerOf[at] ?? -1;
    if (to >= first - around - 2 && to < end + around + 2) near += 1;
  };
  for (let by = 1; by <= around; by++) {
    count(range.first - by);
    count(range.end - 1 + by);
  }
  return near * 2 >= there;
}

/** If all its words were replaced: what is now between the words before and after it. To be checked. */
function betweenNeighbours({ newerOf }: Texts, range: NonNullable<Range>): FoundQuote | null {
  const [before, after] = [newerOf[range.first - 1] ?? -1, newerOf[range.end] ?? -1];
  const words = after - before - 1;
  if (before < 0 || words < 1 || words > 2 * (range.end - range.first) + 3) return null;
  const pairs: [number, number][] = [[range.first, before + 1]];
  return { first: before + 1, end: after, score: leastLikely, pairs };
}

function lettersOf(tokens: readonly RedlineToken[], first: number, end: number): number {
  let letters = 0;
  for (let at = first; at < end; at++) letters += tokens[at]?.text.length ?? 0;
  return letters;
}

/** Makes anchors in the newer document. */
class Placing {
  readonly #to: DocumentPages;
  readonly #indexes: Map<Word, number>;
  readonly #pages: Map<number, readonly Word[]>;

  constructor(to: DocumentPages) {
    this.#to = to;
    this.#indexes = new Map(
      to.words.flatMap((page) => page.map((word, at) => [word, at] as const)),
    );
    this.#pages = new Map(to.words.map((words, at) => [at + 1, words]));
  }

  place(
    note: OlderNote,
    found: FoundQuote,
    texts: Texts,
  ): { anchor: Anchor; shift: [number, number] } {
    const parts = texts.newer.slice(found.first, found.end).flatMap(partsOf);
    const byPage = [...Map.groupBy(parts, ({ page }) => page)].slice(0, mostPages);
    const ofPages = byPage.map(([page]) => page + 1);
    const words = byPage.map(([, some]) => some.map(({ word }) => word));
    const range = [this.#indexOf(words[0]?.[0]), this.#indexOf(words.at(-1)?.at(-1))] as const;
    const text = textAround(this.#pages, ofPages, range);
    const quote = plainText(words.flat());
    if (note.isHighlight) {
      const [first, ...others] = words.map(lineBoxes);
      const other_pages = others.map((rects, at) => ({ page: ofPages[at + 1] ?? 0, rects }));
      const anchor = { page: ofPages[0] ?? 1, rects: first ?? [], other_pages, ...text, quote };
      return { anchor, shift: [0, 0] };
    }
    const [older, newer] = nearestPair(note, found, texts);
    const page = newer === null ? (ofPages[0] ?? 1) : newer.page + 1;
    const shift = this.#shiftOf(note, page, older?.word, newer?.word);
    const rects = note.rects.map(([x, y, width, height]): Box => [
      rounded(x + shift[0]),
      rounded(y + shift[1]),
      width,
      height,
    ]);
    // Its words may begin on the page before.
    const isWhole = ofPages.length === 1 && ofPages[0] === page;
    const own = isWhole ? text : { ...text, first_word: null, last_word: null };
    return { anchor: { page, rects, other_pages: [], ...own, quote }, shift };
  }

  #indexOf(word: Word | undefined): number {
    return word === undefined ? 0 : (this.#indexes.get(word) ?? 0);
  }

  /** How far it moves, so that it stays on the page. */
  #shiftOf(note: OlderNote, page: number, older?: Word, newer?: Word): [number, number] {
    if (older === undefined || newer === undefined) return [0, 0];
    const size = this.#to.sizes[page - 1] ?? { width: 595, height: 842 };
    const box = boxAround(note.rects);
    const kept = (at: number, length: number, most: number) =>
      Math.max(0, Math.min(at, most - length));
    const x = kept(box[0] + newer.left - older.left, box[2], size.width);
    const y = kept(box[1] + newer.top - older.top, box[3], size.height);
    return [rounded(x - box[0]), rounded(y - box[1])];
  }
}

const mostPages = 20;

function partsOf(token: RedlineToken): TokenPart[] {
  return [{ page: token.page, word: token.word }, ...token.further];
}

/** The word nearest to the note that was found again, in both documents. */
function nearestPair(note: OlderNote, { pairs }: FoundQuote, { older, newer }: Texts) {
  const [x, y, width, height] = boxAround(note.rects);
  let best: [RedlineToken | null, RedlineToken | null] = [null, null];
  let least = Infinity;
  for (const [a, b] of pairs) {
    const [one, other] = [older[a], newer[b]];
    if (one === undefined || other === undefined || one.page !== note.page - 1) continue;
    const across = one.word.left + one.word.width / 2 - x - width / 2;
    const down = one.word.top + one.word.height / 2 - y - height / 2;
    const distance = Math.hypot(across, down);
    if (distance < least) [best, least] = [[one, other], distance];
  }
  return best;
}
