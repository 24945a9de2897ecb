import type { FurnitureChange } from '#contract/redline.ts';
import type { PdfHeading } from '../../pdf/headings.ts';
import type { Word } from '../../pdf/words.ts';
import { type Line, linesOf, textOf } from './lines.ts';
import { wordKey } from './word-key.ts';

export type PaperSize = { width: number; height: number };
export type DocumentPages = {
  words: readonly (readonly Word[])[];
  sizes: readonly PaperSize[];
  headings: readonly PdfHeading[];
};

/** A header, footer, page number or watermark: at the same place on most pages. */
type Furniture = {
  kind: FurnitureChange['kind'];
  /** The text, with `counter` for page numbers. */
  pattern: string;
  /** The text of the first page that has it. */
  text: string;
  top: number;
  left: number;
  pages: number;
  /** What a page number is more than the page, from 0. */
  counts: number | null;
};

type Candidate = { line: Line; text: string; top: number; left: number };

// Farther apart they are notes of the body with the same text.
const sameWithin = 30;
const outerShare = 0.15;
const tallWatermark = 30;
// From this many pages on, text at the same place is not body text.
const manyPages = 5;
// More often on a page: a row of a table or the like.
const mostAPage = 1.5;
const fewLettersOfPageNumber = 14;
const fewestRunning = 3;

/** Both documents without their furniture, and the changes of it, reported once instead of on every page. */
export function withoutFurniture(
  from: DocumentPages,
  to: DocumentPages,
): { from: Word[][]; to: Word[][]; changes: FurnitureChange[] } {
  const lines = { from: linesOfPages(from), to: linesOfPages(to) };
  const found = { from: findFurniture(lines.from, from), to: findFurniture(lines.to, to) };
  // Furniture of one document is furniture of the other too, which may have a single page.
  const all = [...found.from, ...found.to];
  return {
    from: bodyOf(lines.from, from, all),
    to: bodyOf(lines.to, to, all),
    changes: differences(
      withCounts(found.from, found.to, lines.from, from),
      withCounts(found.to, found.from, lines.to, to),
    ),
  };
}

function linesOfPages({ words }: DocumentPages): Candidate[][] {
  return words.map((page, at) => linesOf(page, at).map(candidateOf));
}

function candidateOf(line: Line): Candidate {
  const text = wordKey(textOf(line.words));
  let top = Infinity;
  for (const word of line.words) top = Math.min(top, word.top);
  return { line, text, top, left: line.words[0]?.left ?? 0 };
}

function findFurniture(lines: readonly Candidate[][], pages: DocumentPages): Furniture[] {
  const count = pages.words.length;
  if (count < 2) return [];
  const byText = Map.groupBy(lines.flat(), ({ text }) => withoutNumbers(text));
  const found: Furniture[] = [];
  for (const [form, candidates] of byText) {
    if (!areOnMost(candidates, count)) continue;
    const texts = Map.groupBy(candidates, ({ text }) => text);
    const isRow = (text: string) => (texts.get(text)?.length ?? 0) > mostAPage * count;
    for (const near of groupsByPlace(candidates)) {
      const pattern = patternOf(near, form, count, isRow);
      if (pattern !== null) found.push(pattern);
    }
  }
  return found.filter(({ kind, pages: on }) => kind !== 'watermark' || on * 2 > count);

  function patternOf(
    near: Candidate[],
    form: string,
    of: number,
    isRow: (text: string) => boolean,
  ): Furniture | null {
    const first = near[0];
    if (first === undefined) return null;
    const counted = countedPattern(near, form, of);
    const alike = counted?.alike ?? mostAlike(near);
    if (!areOnMost(alike, of)) return null;
    const on = new Set(alike.map(({ line }) => line.page)).size;
    const shown = alike[0] ?? first;
    if (counted === null && isRow(shown.text)) return null;
    const kind = kindOf(shown, pages, counted !== null);
    if (kind === 'watermark' && !isTall(shown) && !isFixed(alike)) return null;
    const pattern = counted?.pattern ?? shown.text;
    return {
      kind,
      pattern,
      text: textOf(shown.line.words),
      top: shown.top,
      left: shown.left,
      pages: on,
      counts: counted?.counts ?? null,
    };
  }
}

/** On most pages, or on most of those with an odd or an even number, as left and right pages of a book. */
function areOnMost(lines: readonly Candidate[], pages: number): boolean {
  const on = [...new Set(lines.map(({ line }) => line.page))];
  if (on.length < 2) return false;
  const isOneSide = on.every((page) => page % 2 === (on[0] ?? 0) % 2);
  return on.length * 2 > pages || (isOneSide && on.length >= manyPages && on.length * 4 > pages);
}

/** At exactly the same place on many pages, as a note along the margin. */
function isFixed(alike: readonly Candidate[]): boolean {
  const [first] = alike;
  return (
    alike.length >= manyPages &&
    alike.every(
      ({ top, left }) =>
        Math.abs(top - (first?.top ?? 0)) <= 3 && Math.abs(left - (first?.left ?? 0)) <= 3,
    )
  );
}

const number = /\d+/g;
// In no text: `#` would be in `FJ#2207`.
const counter = '\0';

function withoutNumbers(text: string): string {
  return text.replace(number, counter);
}

/** Groups candidates that are close to one another, from the top of the page down. */
function groupsByPlace(candidates: readonly Candidate[]): Candidate[][] {
  const groups: Candidate[][] = [];
  for (const candidate of candidates.toSorted((a, b) => a.top - b.top)) {
    const group = groups.at(-1);
    const first = group?.[0];
    if (first !== undefined && candidate.top - first.top <= sameWithin) group?.push(candidate);
    else groups.push([candidate]);
  }
  return groups.map((group) => group.toSorted((a, b) => a.line.page - b.line.page));
}

/** The largest group with the same text. */
function mostAlike(near: readonly Candidate[]): Candidate[] {
  const parts = [...Map.groupBy(near, ({ text }) => text).values()];
  return parts.toSorted((a, b) => b.length - a.length)[0] ?? [];
}

/** The text with `counter` where a number rises by one from page to page; null when none does. */
function countedPattern(near: readonly Candidate[], form: string, pages: number) {
  const numbers = near.map(({ text }) => (text.match(number) ?? []).map(Number));
  const places = numbers[0]?.length ?? 0;
  let alike = near.map((_, at) => at);
  let counts: number | null = null;
  const isCounter: boolean[] = [];
  for (let place = 0; place < places; place++) {
    const offsets = alike.map((at) => (numbers[at]?.[place] ?? 0) - (near[at]?.line.page ?? 0));
    const usual = mostFrequent(offsets);
    const counting = alike.filter((_, at) => offsets[at] === usual);
    isCounter.push(
      areOnMost(
        counting.flatMap((at) => near[at] ?? []),
        pages,
      ),
    );
    if (!isCounter[place]) continue;
    alike = counting;
    counts = usual;
  }
  if (!isCounter.includes(true)) return null;
  let place = 0;
  const values = numbers[alike[0] ?? 0] ?? [];
  const pattern = form.replaceAll(counter, () => {
    const at = place++;
    // The total number of pages is not part of the pattern.
    return isCounter[at] || values[at] === pages ? counter : String(values[at]);
  });
  return { pattern, counts, alike: alike.flatMap((at) => near[at] ?? []) };
}

function mostFrequent(values: readonly number[]): number {
  const counts = [...Map.groupBy(values, (value) => value)];
  return counts.toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? 0;
}

function kindOf(candidate: Candidate, pages: DocumentPages, isCounted: boolean): Furniture['kind'] {
  const letters = candidate.text.replace(/[\d\s.,/()-]/g, '').length;
  if (isCounted && letters <= fewLettersOfPageNumber) return 'page_number';
  if (isTall(candidate)) return 'watermark';
  const height = pages.sizes[candidate.line.page]?.height ?? 842;
  if (candidate.top < height * outerShare) return 'header';
  return candidate.top > height * (1 - outerShare) ? 'footer' : 'watermark';
}

/** Much larger than text, or rotated: its letters are one above the other. */
function isTall({ line }: Candidate): boolean {
  return line.words.some(
    ({ text, width, height }) => height >= tallWatermark || (text.length > 2 && height > 2 * width),
  );
}

function isFurniture(candidate: Candidate, all: readonly Furniture[]): boolean {
  return all.some(
    ({ pattern, top, counts }) =>
      (Math.abs(candidate.top - top) <= sameWithin && fits(pattern, candidate.text)) ||
      // The first page of a chapter often has its number elsewhere.
      (counts !== null && candidate.text === String(candidate.line.page + counts)),
  );
}

// The pages before the first chapter often have Roman numbers.
const pageNumber = '(?:\\d+|[ivxlc]+)';

function fits(pattern: string, text: string): boolean {
  if (!pattern.includes(counter)) return pattern === text;
  const parts = pattern.split(counter).map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'));
  return new RegExp(`^${parts.join(pageNumber)}$`).test(text);
}

function bodyOf(
  lines: readonly Candidate[][],
  pages: DocumentPages,
  all: readonly Furniture[],
): Word[][] {
  const running = runningTitles(lines, pages);
  if (all.length === 0 && running.size === 0) return pages.words.map((words) => [...words]);
  return lines.map((page) =>
    page
      .filter((one) => !isFurniture(one, all) && !running.has(one))
      .flatMap(({ line }) => line.words),
  );
}

const titlesOfLists =
  'contents,table of contents,list of figures,list of tables,index,inhalt,inhaltsverzeichnis,abbildungsverzeichnis,tabellenverzeichnis'.split(
    ',',
  );

/** The title of the chapter above or below the pages of it. A change of it is one of its heading in the body. */
function runningTitles(
  lines: readonly Candidate[][],
  { words, headings, sizes }: DocumentPages,
): ReadonlySet<Candidate> {
  const titles = new Set([...headings.map(({ text }) => titleOf(text)), ...titlesOfLists]);
  // The page number may follow without a blank.
  const isTitle = (text: string) =>
    titles.has(titleOf(text)) || titles.has(titleOf(text.replace(/\d+$/, '')));
  const own = Map.groupBy(headings, ({ page }) => page);
  const isOwn = ({ line, top }: Candidate) =>
    own.get(line.page)?.some(({ page, word }) => {
      const first = words[page]?.[word];
      return first !== undefined && Math.abs(first.top - top) < first.height / 2;
    });
  const repeated = lines
    .flat()
    .filter((one) => isOuter(one, sizes) && isTitle(one.text) && isOwn(one) !== true);
  // A heading in the body has another place or size.
  const places = Map.groupBy(
    repeated,
    ({ top, line }) => `${Math.round(top)} ${Math.round(line.words[0]?.height ?? 0)}`,
  );
  return new Set([...places.values()].filter(({ length }) => length >= fewestRunning).flat());
}

/** A title without its number: `CHAPTER 2. SCOPE` is the heading `2 Scope`. */
function titleOf(text: string): string {
  return wordKey(text)
    .toLowerCase()
    .replace(/^(?:chapter |section |kapitel |abschnitt )?(?:[a-z\d]{1,2}(?:\.\d+)*\.? )?/, '');
}

function isOuter({ top, line }: Candidate, sizes: DocumentPages['sizes']): boolean {
  const height = sizes[line.page]?.height ?? 842;
  return top < height * outerShare || top > height * (1 - outerShare);
}

/** The furniture of a document, including what is furniture in the other one. */
function withCounts(
  own: readonly Furniture[],
  other: readonly Furniture[],
  lines: readonly Candidate[][],
  pages: DocumentPages,
): Furniture[] {
  const missing = other.filter(({ pattern }) => !own.some((one) => one.pattern === pattern));
  const seen = missing.flatMap((one): Furniture[] => {
    const on = lines.flat().filter((line) => isFurniture(line, [one]));
    const shown = on[0];
    if (shown === undefined || pages.words.length === 0) return [];
    return [{ ...one, text: textOf(shown.line.words), pages: on.length }];
  });
  return [...own, ...seen];
}

function differences(from: readonly Furniture[], to: readonly Furniture[]): FurnitureChange[] {
  const isIn = (list: readonly Furniture[], one: Furniture) =>
    list.some(({ pattern }) => pattern === one.pattern);
  const gone = from.filter((one) => !isIn(to, one));
  const come = to.filter((one) => !isIn(from, one));
  const changes: FurnitureChange[] = [];
  for (const one of gone) {
    const at = come.findIndex(
      (other) => other.kind === one.kind && Math.abs(other.top - one.top) <= sameWithin,
    );
    const [by] = at < 0 ? [] : come.splice(at, 1);
    const pages = Math.max(one.pages, by?.pages ?? 0);
    changes.push({ kind: one.kind, from_text: one.text, to_text: by?.text ?? '', pages });
  }
  for (const one of come) {
    changes.push({ kind: one.kind, from_text: '', to_text: one.text, pages: one.pages });
  }
  return changes;
}
