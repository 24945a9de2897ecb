import type { PdfHeading, ReadLine } from './headings.ts';
import { linesOf, widestBlank } from './word-lines.ts';
import type { FurnitureKind, PdfFurniture, Word } from './words.ts';

/** Words of one line without a wide blank between them. */
export type MarginPart = {
  words: readonly Word[];
  text: string;
  middle: number;
  height: number;
  kind: FurnitureKind;
  /** More white space than between paragraphs is between it and the text. */
  isApart: boolean;
  /** The first or the last line of its page. */
  isOutermost: boolean;
};
type Candidate = MarginPart & Omit<PdfFurniture, 'kind'>;

/** The share of a page's height, above and below, that can be its margin. */
const outerShare = 0.15;
const mostRows = 12;
/** A page with more rows, all of them in the margin, has a text. */
const mostAlone = 3;
// In heights of the line.
const fewestApart = 1.25;
/** Much larger type than text. */
const tallWatermark = 30;
/** Points between lines at one height. */
const oneHeight = 4;
/** From this many pages on, the same outermost line at one height needs no white space. */
const fewestRunning = 3;
/** Left or right pages only. */
const manyPages = 5;
const mostAPage = 1.5;
const mostCandidates = 100_000;

/** What is in the outer margins of a page, and what is much larger than text or turned. */
export function marginParts(words: readonly Word[], pageHeight: number): MarginPart[] {
  const all = partsOf(words);
  const isTall = new Set(all.filter(hasTallWord));
  const rows = rowsOf(all.filter((part) => !isTall.has(part)));
  const usual = rows.map(({ height }) => height).toSorted((a, b) => a - b)[rows.length >> 1] ?? 0;
  const apart = (row: Row, next: Row | undefined) =>
    next === undefined
      ? rows.length <= mostAlone
      : Math.max(next.top - row.bottom, row.top - next.bottom) >=
        fewestApart * Math.max(usual, row.height);
  const upper = rows.slice(0, mostRows).filter(({ top }) => top < pageHeight * outerShare);
  const lower = rows
    .slice(-mostRows)
    .filter(({ bottom }) => bottom > pageHeight * (1 - outerShare))
    .toReversed();
  const lastApart = {
    header: upper.findLastIndex((row) => apart(row, rows[rows.indexOf(row) + 1])),
    footer: lower.findLastIndex((row) => apart(row, rows[rows.indexOf(row) - 1])),
  };
  const marginal = (['header', 'footer'] as const).flatMap((kind) =>
    (kind === 'header' ? upper : lower).flatMap((row, at) =>
      row.parts.map((part) => ({
        ...part,
        kind,
        isApart: at <= lastApart[kind],
        isOutermost: at === 0 && !isHeadOfTable(row, rows[1]),
      })),
    ),
  );
  const tall = [...isTall].map((part) => ({
    ...part,
    kind: 'watermark' as const,
    isApart: true,
    isOutermost: false,
  }));
  // On a page with only one line it is both.
  return [...tall, ...new Map(marginal.map((part) => [part.words, part])).values()];
}

/** A program repeats it on each page; the row below has the same columns. */
function isHeadOfTable({ parts }: Row, next: Row | undefined): boolean {
  const isBelow = (one: Part) => parts.some((part) => Math.abs(leftOf(part) - leftOf(one)) < 1);
  return next !== undefined && next.parts.length > 1 && next.parts.every(isBelow);
}

const leftOf = ({ words }: Part) => words[0]?.left ?? 0;

type Part = Pick<MarginPart, 'words' | 'text' | 'middle' | 'height'>;
type Row = { top: number; bottom: number; height: number; parts: Part[] };

function partsOf(words: readonly Word[]): Part[] {
  return linesOf(words, widestBlank).map((some) => {
    const height = some.reduce((most, word) => Math.max(most, word.height), 0);
    const middle = middleOf(some[0] ?? noWord);
    return { words: some, text: some.map(({ text }) => text).join(' '), middle, height };
  });
}

const noWord: Word = { text: '', left: 0, top: 0, width: 0, height: 0 };
const middleOf = ({ top, height }: Word) => top + height / 2;

/** Turned letters are one above the other. */
function hasTallWord({ words }: Part): boolean {
  return words.some(
    ({ text, width, height }) => height >= tallWatermark || (text.length > 2 && height > 2 * width),
  );
}

function rowsOf(parts: readonly Part[]): Row[] {
  const rows: Row[] = [];
  for (const part of parts.toSorted((one, other) => one.middle - other.middle)) {
    const last = rows.at(-1);
    const [top, bottom] = [part.middle - part.height / 2, part.middle + part.height / 2];
    if (last !== undefined && part.middle < last.bottom - 0.1 * last.height) {
      last.bottom = Math.max(last.bottom, bottom);
      last.parts.push(part);
    } else rows.push({ top, bottom, height: part.height, parts: [part] });
  }
  return rows;
}

/**
 * Finds headers, footers and watermarks: what stands in the outer margin, apart from the text, at one height on most
 * pages. The reader does so once and keeps it with the words (`Word.furniture`).
 */
export class FurnitureFinder {
  readonly #candidates: Candidate[] = [];
  #pages = 0;

  addPage(page: number, lines: readonly ReadLine[], pageHeight: number): void {
    if (lines.length === 0) return;
    this.#pages += 1;
    if (this.#candidates.length >= mostCandidates) return;
    const words = lines.flatMap((line) => line.words);
    const numbers = new Map<Word, number>(words.map((word, at) => [word, at]));
    for (const part of marginParts(words, pageHeight)) {
      const word = numbers.get(part.words[0] ?? noWord) ?? 0;
      const line = lines.findLast((one) => one.word <= word);
      const at = placeIn(line, word);
      const to = placeIn(line, word + part.words.length);
      this.#candidates.push({ ...part, page, word, end: word + part.words.length, at, to });
    }
  }

  /** With headings, also their titles above or below the pages of their chapters. */
  furniture(headings: readonly PdfHeading[] = []): PdfFurniture[] {
    const times = Map.groupBy(this.#candidates, ({ text }) => text);
    // More often on a page: a row of a table or the like.
    const isRow = ({ text }: Candidate) =>
      (times.get(text)?.length ?? 0) > mostAPage * pagesOf(times.get(text) ?? []).length;
    const found = new Set(bandsOf(this.#candidates).flatMap((band) => this.#usualOf(band, isRow)));
    const offsets = new Set([...found].flatMap(offsetsOf));
    for (const one of this.#candidates) {
      // The first page of a chapter often has its number elsewhere.
      if (one.isApart && isOnlyNumber(one) && offsetsOf(one).some((by) => offsets.has(by)))
        found.add(one);
    }
    for (const one of runningTitles(this.#candidates, headings)) found.add(one);
    return [...found]
      .toSorted((one, other) => one.page - other.page || one.word - other.word)
      .map(({ page, word, end, at, to, kind }) => ({ page, word, end, at, to, kind }));
  }

  /** At one height, the parts of a band that most pages have; with them the others that are apart from the text. */
  #usualOf(band: readonly Candidate[], isRow: (one: Candidate) => boolean): Candidate[] {
    const texts = Map.groupBy(band, ({ text }) => text);
    const isOnMost = (some: readonly Candidate[]) => areOnMost(some, this.#pages);
    const numbered = numberedOf(band);
    const repeated = band.filter(
      (one) => pagesOf(texts.get(one.text) ?? []).length >= 2 || numbered.has(one),
    );
    const apart = repeated.filter(({ isApart }) => isApart);
    if (isOnMost(apart)) {
      const height = apart[0]?.height ?? 0;
      if (apart[0]?.kind === 'watermark')
        return band.filter((one) => isOnMost(texts.get(one.text) ?? []));
      // The text of a full page may reach it.
      const forms = new Set(apart.map(formOf));
      const isSame = (one: Candidate) => one.isOutermost && forms.has(formOf(one));
      return band.filter((one) => isNear(one.height, height) && (one.isApart || isSame(one)));
    }
    return repeated.filter((one) => {
      if (!one.isOutermost) return false;
      const alike = texts.get(one.text) ?? [];
      return pagesOf(alike).length >= fewestRunning && isOnMost(alike) && !isRow(one);
    });
  }
}

/** But for its numbers. */
const formOf = ({ text }: Candidate) => text.replaceAll(/\d+/g, '#');
const isNear = (one: number, other: number) => Math.abs(one - other) < 0.25 * other;
const pagesOf = (some: readonly { page: number }[]) => [...new Set(some.map(({ page }) => page))];

/** Where a word begins in the page's text; behind the last, the end of the line. */
function placeIn(line: ReadLine | undefined, word: number): number {
  if (line === undefined) return 0;
  let at = 0;
  for (const { text } of line.words.slice(0, word - line.word)) {
    const found = line.text.indexOf(text, at);
    at = (found < 0 ? at : found) + text.length;
  }
  return line.at + Math.min(at, line.text.trimEnd().length);
}

function bandsOf(candidates: readonly Candidate[]): Candidate[][] {
  const bands: Candidate[][] = [];
  const sorted = candidates.toSorted(
    (one, other) => one.kind.localeCompare(other.kind) || one.middle - other.middle,
  );
  for (const one of sorted) {
    const first = bands.at(-1)?.[0];
    const isSame = first?.kind === one.kind && one.middle - first.middle <= oneHeight;
    if (isSame) bands.at(-1)?.push(one);
    else bands.push([one]);
  }
  return bands;
}

/** On most pages, or on most of those with an odd or an even number, as left and right pages of a book. */
function areOnMost(some: readonly Candidate[], pages: number): boolean {
  const on = pagesOf(some);
  if (on.length < 2) return false;
  const isOneSide = on.every((page) => page % 2 === (on[0] ?? 0) % 2);
  return on.length * 2 > pages || (isOneSide && on.length >= manyPages && on.length * 4 > pages);
}

const pageWord = String.raw`(?:pages?|pp?\.|pg\.?|seiten?|s\.|blatt|bl\.|sheet|folio|feuille|página|pág\.|pagina|pag\.|strona|str\.|side|sida|стр\.|страница|лист|頁|ページ|页|第)`;
const roman = /^[ivxlc]+$/i;
const wholeNumber = /^[[(|\-–— ]*(\d{1,5}|[ivxlc]{1,7})[\])|\-–— ]*$/i;
const pageNumber = new RegExp(
  String.raw`(?<![\p{L}\p{N}])${pageWord}[:\s]*(\d{1,5}|[ivxlc]{1,7})(?![\p{L}\p{N}])|(?<![\p{N}.,-])(\d{1,5})(?=\s*(?:/|of|von|de|di|van|sur|из|页|頁|ページ)\s*\d)`,
  'giu',
);

/** What may be the number of a page in a text: by itself, after `page`, before `of 12`. */
export function pageNumbersIn(text: string): { at: number; length: number; value: number }[] {
  const whole = wholeNumber.exec(text)?.[1];
  const found =
    whole === undefined
      ? [...text.matchAll(pageNumber)].map((match) => {
          const written = match[1] ?? match[2] ?? '';
          return { at: match.index + match[0].lastIndexOf(written), written };
        })
      : [{ at: text.indexOf(whole), written: whole }];
  return found.map(({ at, written }) => ({ at, length: written.length, value: valueOf(written) }));
}

function valueOf(written: string): number {
  if (!roman.test(written)) return Number(written);
  const digits = Array.from(written.toLowerCase(), (one) => romanDigits[one] ?? 0);
  return digits.reduce((sum, one, at) => sum + (one < (digits[at + 1] ?? 0) ? -one : one), 0);
}
const romanDigits: Record<string, number> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

const offsetsOf = ({ text, page }: Candidate) =>
  pageNumbersIn(text).map(({ value }) => value - page);
const isOnlyNumber = ({ text }: Candidate) => wholeNumber.test(text);

/** Those with a number that counts the pages, as on another page at this height. */
function numberedOf(band: readonly Candidate[]): ReadonlySet<Candidate> {
  const byOffset = Map.groupBy(
    band.flatMap((one) => offsetsOf(one).map((by) => ({ one, by }))),
    ({ by }) => by,
  );
  const several = [...byOffset.values()].filter(
    (some) => pagesOf(some.map(({ one }) => one)).length > 1,
  );
  return new Set(several.flat().map(({ one }) => one));
}

const titlesOfLists =
  'contents,table of contents,list of figures,list of tables,index,inhalt,inhaltsverzeichnis,abbildungsverzeichnis,tabellenverzeichnis'.split(
    ',',
  );

/** The title of the chapter above or below the pages of it; not the heading itself. */
function runningTitles(
  candidates: readonly Candidate[],
  headings: readonly PdfHeading[],
): Candidate[] {
  const titles = titlesOf(headings);
  const own = new Set(headings.map(({ page, word }) => `${page} ${word}`));
  const isOwn = ({ page, word, end }: Candidate) =>
    Array.from({ length: end - word }, (_, at) => `${page} ${word + at}`).some((one) =>
      own.has(one),
    );
  // The page number may follow without a blank.
  const isTitle = ({ text }: Candidate) =>
    titles.has(titleOf(text)) || titles.has(titleOf(text.replace(/\d+$/, '')));
  const repeated = candidates.filter((one) => one.isApart && isTitle(one) && !isOwn(one));
  // A heading in the text has another place or size.
  const places = Map.groupBy(
    repeated,
    ({ middle, height }) => `${Math.round(middle)} ${Math.round(height)}`,
  );
  return [...places.values()].filter(({ length }) => length >= fewestRunning).flat();
}

/** How the headings may be written above their pages, see `titleOf`: with their numbers or without. */
export function titlesOf(headings: readonly PdfHeading[]): ReadonlySet<string> {
  const titles = headings.map(({ text }) => titleOf(text));
  return new Set([
    ...titles,
    ...titles.map((title) => title.replace(number, '')),
    ...titlesOfLists,
  ]);
}

const number = /^[a-z\d]{1,2}(?:\.\d+)* /;

/** `CHAPTER 2. SCOPE` is the heading `2 Scope`. */
export function titleOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s+/gu, ' ')
    .replace(/^(?:chapter|section|kapitel|abschnitt) /, '')
    .replace(/^([a-z\d]{1,2}(?:\.\d+)*)\. /, '$1 ')
    .trim();
}

/** For save-facts.ts: the page, and where in its text. */
export function savedFurniture(furniture: readonly PdfFurniture[]): string {
  return JSON.stringify(furniture.map(({ page, at, to }) => [page, at, to]));
}

/** Of what save-facts.ts saved: where the furniture is in the texts of pages, by page from 0. */
export function readFurniture(saved: string | null): Map<number, [at: number, to: number][]> {
  const ranges = JSON.parse(saved ?? '[]') as [number, number, number][]; // our own JSON
  const byPage = new Map<number, [number, number][]>();
  for (const [page, at, to] of ranges) byPage.set(page, [...(byPage.get(page) ?? []), [at, to]]);
  return byPage;
}
