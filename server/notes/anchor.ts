import { boxAround, rounded } from '#contract/note-drawing.ts';
import type { Box } from '#contract/redline.ts';
import { lettersAround } from '#contract/note-words.ts';
import { brokenOff, type Word } from '../pdf/text/words.ts';
import { isOnSameLine } from '../pdf/text/word-lines.ts';
import { blankBetween } from '../redline/engine/lines.ts';

/** The words of some pages, by page from 1. */
export type WordsOfPages = ReadonlyMap<number, readonly Word[]>;

export type PagePart = { page: number; rects: Box[] };

/** Where a note is, as it is sent. */
export type SentPlace = {
  page: number;
  rects: readonly (readonly [number, number, number, number])[];
  other_pages: readonly { page: number; rects: SentPlace['rects'] }[];
  words: readonly [number, number] | null;
};

/** Where a note is, and the text there, as the library stores it. */
export type Anchor = {
  page: number;
  rects: Box[];
  other_pages: PagePart[];
  first_word: number | null;
  last_word: number | null;
  quote: string;
  text_before: string;
  text_after: string;
};

const mostQuoteLetters = 4000;
/** The quote of a note that marks no words is this number of words beside it. */
const wordsBeside = 12;

/**
 * The place of a note on our own words: what a browser says of texts and rectangles of words is not used. A note that
 * a page break cuts leaves out headers and footers. Null if there are no such words.
 */
export function anchorOf(
  place: SentPlace,
  isHighlight: boolean,
  pages: WordsOfPages,
): Anchor | null {
  const sent = {
    page: place.page,
    rects: roundedBoxes(place.rects),
    other_pages: place.other_pages.map(({ page, rects }) => ({ page, rects: roundedBoxes(rects) })),
  };
  if (place.words === null) {
    const range = wordsAt(pages.get(place.page) ?? [], sent.rects);
    if (range === null) return { ...sent, ...noWords };
    return { ...sent, ...textAround(pages, [place.page], range) };
  }
  const ofPages = [place.page, ...place.other_pages.map(({ page }) => page)];
  const parts = rangesOf(pages, ofPages, place.words);
  if (parts === null) return null;
  const text = textAround(pages, ofPages, place.words);
  if (!isHighlight) return { ...sent, ...text };
  const [first, ...others] = parts.map(({ page, words }) => ({ page, rects: lineBoxes(words) }));
  return first === undefined ? null : { ...first, other_pages: others, ...text };
}

const noWords = { first_word: null, last_word: null, quote: '', text_before: '', text_after: '' };

/** The words from the first to the last, by page; null if one of them is not there. */
function rangesOf(
  pages: WordsOfPages,
  ofPages: readonly number[],
  [first, last]: readonly [number, number],
): { page: number; words: Word[] }[] | null {
  const isInOrder = ofPages.every((page, at) => at === 0 || page > (ofPages[at - 1] ?? 0));
  if (!isInOrder || (ofPages.length === 1 && last < first)) return null;
  const parts = ofPages.map((page, at) => {
    const words = pages.get(page) ?? [];
    const from = at === 0 ? first : 0;
    const to = at === ofPages.length - 1 ? last + 1 : words.length;
    return {
      page,
      words: words.slice(from, to),
      isThere: from < words.length && to <= words.length,
    };
  });
  if (!parts.every(({ isThere, words }) => isThere && words.length > 0)) return null;
  if (parts.length === 1) return parts;
  const bodies = parts.map(({ page, words }) => ({
    page,
    words: words.filter((word) => word.furniture === undefined),
  }));
  return bodies.every(({ words }) => words.length > 0) ? bodies : parts;
}

/** One box for each line of these words. */
export function lineBoxes(words: readonly Word[]): Box[] {
  const boxes: Box[] = [];
  let before: Word | null = null;
  for (const word of words) {
    const box = boxes.at(-1);
    const own: Box = [word.left, word.top, word.width, word.height];
    const isSameLine = box !== undefined && before !== null && isOnSameLine(before, word);
    if (isSameLine) boxes[boxes.length - 1] = boxAround([box, own]);
    else boxes.push(own);
    before = word;
  }
  return roundedBoxes(boxes);
}

/** The first and last word of those that a note without words covers, or is beside; null on a page without words. */
function wordsAt(words: readonly Word[], rects: readonly Box[]): [number, number] | null {
  const covered = words.flatMap((word, at) => (rects.some((box) => covers(box, word)) ? at : []));
  const [first, last] = [covered[0], covered.at(-1)];
  // Words in reading order that are far apart are not one text, such as those under a large frame.
  if (
    first !== undefined &&
    last !== undefined &&
    last - first < 2 * covered.length + wordsBeside
  ) {
    return [first, Math.min(last, first + 200)];
  }
  const near = nearestWord(words, rects[0] ?? [0, 0, 0, 0]);
  if (near === null) return null;
  const begin = Math.max(0, Math.min(near - wordsBeside / 2, words.length - wordsBeside));
  return [begin, Math.min(words.length, begin + wordsBeside) - 1];
}

function covers([x, y, width, height]: Box, word: Word): boolean {
  const [across, down] = [word.left + word.width / 2, word.top + word.height / 2];
  return across >= x && across <= x + width && down >= y && down <= y + height;
}

function nearestWord(words: readonly Word[], [x, y, width, height]: Box): number | null {
  let nearest: number | null = null;
  let least = Infinity;
  for (const [at, word] of words.entries()) {
    const across = Math.max(0, word.left - x - width, x - word.left - word.width);
    const down = Math.max(0, word.top - y - height, y - word.top - word.height);
    const distance = across + 2 * down; // a line further away is farther than a word beside
    if (distance < least) [nearest, least] = [at, distance];
  }
  return nearest;
}

export function textAround(
  pages: WordsOfPages,
  ofPages: readonly number[],
  [first, last]: readonly [number, number],
) {
  const wordsOf = (page: number | undefined) => pages.get(page ?? 0) ?? [];
  const [firstPage, lastPage] = [wordsOf(ofPages[0]), wordsOf(ofPages.at(-1))];
  const quoted = (rangesOf(pages, ofPages, [first, last]) ?? []).flatMap(({ words }) => words);
  const before = firstPage.slice(Math.max(0, first - lettersAround), first);
  const after = lastPage.slice(last + 1, last + 1 + lettersAround);
  return {
    first_word: first,
    last_word: last,
    quote: plainText(quoted).slice(0, mostQuoteLetters).toWellFormed(),
    text_before: plainText(before).slice(-lettersAround).toWellFormed(),
    text_after: plainText(after).slice(0, lettersAround).toWellFormed(),
  };
}

/** Words as one text; those that were broken at the end of a line are whole again. */
export function plainText(words: readonly Word[]): string {
  let text = '';
  for (const word of words) {
    if (text.endsWith(brokenOff)) text = text.slice(0, -1) + word.text;
    else text += text === '' ? word.text : blankBetween(text, word.text) + word.text;
  }
  return text.endsWith(brokenOff) ? `${text.slice(0, -1)}-` : text;
}

/** Points with three decimals. */
function roundedBoxes(boxes: readonly (readonly [number, number, number, number])[]): Box[] {
  return boxes.map(([x, y, width, height]) => [
    rounded(x),
    rounded(y),
    rounded(Math.max(0, width)),
    rounded(Math.max(0, height)),
  ]);
}
