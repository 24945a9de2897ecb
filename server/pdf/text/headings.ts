import type { PlacedWord } from './reading-order.ts';
import type { PdfFurniture } from './words.ts';

/** A heading: its page from 0, where it begins in the page's text, and the number of its first word there. */
export type PdfHeading = { page: number; at: number; word: number; text: string };

/** Of what save-facts.ts saved; none where they are not read. */
export function readHeadings(saved: string | null): PdfHeading[] {
  return saved === null ? [] : (JSON.parse(saved) as PdfHeading[]); // our own JSON
}

/** A line of a page in reading order; `at` and `word` as of a heading. */
export type ReadLine = { words: readonly PlacedWord[]; text: string; at: number; word: number };

/** What a page says of its lines, beside their text. */
export type LineMarks = {
  /** The titles of the outline that lead to this page; `top` is on the page as shown. */
  outline: readonly { title: string; top: number | null }[];
  isTagged: (word: PlacedWord) => boolean;
  isBold: (word: PlacedWord) => boolean;
};

type Candidate = PdfHeading & {
  line: number;
  lines: number;
  left: number;
  top: number;
  height: number;
  isNumbered: boolean;
  isBold: boolean;
  /** By the outline or the tags. */
  isMarked: boolean;
  /** It continues the sentence of the line above, or the line below continues it. */
  isRunning: boolean;
  hasSpaceAbove: boolean;
};

// A hostile file may have millions of short lines.
const mostCandidates = 20_000;
const mostHeadings = 2000;
const mostWords = 14;
const mostLetters = 120;
/** From this number of headings on, their kind is the kind of the document. */
const fewest = 3;
// In heights of the body's letters.
const [largerType, largeType, smallType] = [1.08, 1.12, 0.93];

const number = /^(?:\p{Lu}|\d{1,2})(?:\.\d{1,3}){0,5}\.?$/u;
const annex = /^(?:annex|appendix|anhang|annexe|anexo|allegato|附属書|附录)$/iu;
const noHeading =
  /^(?:table|figure|fig\.|tab\.|bild|abb\.|abbildung|tabelle|tableau|tabla|figura|表|図|图|note|notes|warning|caution|example|anmerkung|hinweis|warnung|beispiel|remarque|nota)(?![\p{L}])/iu;

/** Finds the headings of a document: by its outline, else by its tags, else by numbers and type. */
export class HeadingFinder {
  readonly #candidates: Candidate[] = [];
  readonly #heights = new Map<number, number>();
  readonly #bodyLines = { bold: 0, all: 0 };

  addPage(page: number, lines: readonly ReadLine[], marks: LineMarks): void {
    const outlined = linesOfOutline(lines, marks.outline);
    const edges = rightEdges(lines);
    let isSampled = false;
    for (const [at, line] of lines.entries()) {
      this.#countHeights(line);
      if (!isSampled && line.words.length > mostWords && line.words[0] !== undefined) {
        isSampled = true;
        this.#bodyLines.all += 1;
        if (marks.isBold(line.words[0])) this.#bodyLines.bold += 1;
      }
      if (this.#candidates.length >= mostCandidates) continue;
      const found = candidateOf(page, lines, at, { marks, edges, outlined: outlined.get(at) ?? 0 });
      if (found !== null) this.#candidates.push(found);
    }
  }

  /** Without lines that are furniture. */
  headings(furniture: readonly PdfFurniture[]): PdfHeading[] {
    const lines = new Set(furniture.map(({ page, word }) => `${page} ${word}`));
    const found = this.#candidates.filter(
      ({ isMarked, page, word }) => isMarked || !lines.has(`${page} ${word}`),
    );
    const { isDistinct, isSmall } = this.#type();
    const marked = found.filter(({ isMarked }) => isMarked);
    const numbered = withoutListItems(
      found.filter((one) => one.isNumbered),
      isDistinct,
    ).filter((one) => one.isMarked || isDistinct(one) || !(one.isRunning || isSmall(one)));
    const chosen =
      marked.length >= fewest
        ? [...marked, ...numbered.filter((one) => !one.isMarked && isDistinct(one))]
        : [...numbered, ...titlesOf(found, numbered, isDistinct)];
    chosen.sort((one, other) => one.page - other.page || one.line - other.line);
    return joined(chosen)
      .slice(0, mostHeadings)
      .map(({ page, at, word, text }) => ({ page, at, word, text: text.slice(0, mostLetters) }));
  }

  #countHeights({ words }: ReadLine): void {
    for (const { height } of words) {
      const rounded = Math.round(height * 5) / 5;
      this.#heights.set(rounded, (this.#heights.get(rounded) ?? 0) + 1);
    }
  }

  /** Whether a line has larger type than the body, or bold type where the body has not; and small type. */
  #type(): Record<'isDistinct' | 'isSmall', (one: Candidate) => boolean> {
    const [most] = [...this.#heights].toSorted(([, one], [, other]) => other - one);
    const body = most?.[0] ?? 0;
    const isBodyBold = this.#bodyLines.bold * 2 > this.#bodyLines.all;
    const isSmall = ({ height }: Candidate) => height < smallType * body;
    const isDistinct = (one: Candidate) => {
      if (one.height > (one.isNumbered ? largerType : largeType) * body) return true;
      if (!one.isBold || isBodyBold || isSmall(one)) return false;
      return one.isNumbered || one.hasSpaceAbove;
    };
    return { isDistinct, isSmall };
  }
}

/** Lines without a number: in a numbered document only below its first clause. */
function titlesOf(
  found: readonly Candidate[],
  numbered: readonly Candidate[],
  isDistinct: (one: Candidate) => boolean,
): Candidate[] {
  const titles = found.filter(
    (one) => one.isMarked || (!one.isNumbered && isDistinct(one) && !noHeading.test(one.text)),
  );
  const first = numbered.length < fewest ? undefined : numbered[0];
  const isBelow = (one: Candidate) =>
    first === undefined ||
    one.page > first.page ||
    (one.page === first.page && one.line > first.line);
  return titles.filter((one) => !numbered.includes(one) && isBelow(one));
}

type Around = { marks: LineMarks; edges: ReadonlyMap<number, number>; outlined: number };

function candidateOf(
  page: number,
  lines: readonly ReadLine[],
  index: number,
  { marks, edges, outlined }: Around,
): Candidate | null {
  const line = lines[index];
  const [first, last] = [line?.words[0], line?.words.at(-1)];
  if (line === undefined || first === undefined || last === undefined) return null;
  const text = plainText(line.text);
  const isNumbered = isNumberedTitle(line.words, text);
  const isTitle = isNumbered || (isTitleText(text) && line.words.length <= mostWords);
  const isPlausible = isTitle && text.length <= mostLetters && !hasWideBlank(line.words);
  if (outlined === 0 && !isPlausible) return null;
  const isBold = marks.isBold(first) && (first === last || marks.isBold(last));
  const before = lines[index - 1];
  const isGoneOn = isGoneOnWith(line, lines[index + 1]);
  const count = outlined > 0 ? outlined : isGoneOn ? 2 : 1;
  const whole = lines.slice(index, index + count).map((one) => one.text);
  return {
    page,
    at: line.at,
    word: line.word,
    text: plainText(whole.join(' ')),
    line: index,
    lines: count,
    left: first.left,
    top: first.top,
    height: first.height,
    isNumbered,
    isBold,
    isMarked: outlined > 0 || (isPlausible && marks.isTagged(first)),
    isRunning: isGoneOn || goesOn(before, line, edges),
    hasSpaceAbove: hasSpaceAbove(before?.words[0], first),
  };
}

/** The text of a line, with single spaces. */
function plainText(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

function isTitleText(text: string): boolean {
  if (/[.;:,]$|\.{3}|…/u.test(text)) return false;
  return /^[\p{Lu}\p{Lo}]/u.test(text) && /\p{L}{3}|\p{Lo}{2}/u.test(text);
}

function isNumberedTitle(words: readonly PlacedWord[], text: string): boolean {
  const [first, second] = [words[0]?.text ?? '', words[1]?.text ?? ''];
  if (!number.test(first) && !annex.test(first)) return false;
  if (words.length > mostWords && text.length > mostWords * 3) return false;
  if (/[.;:,]$|\.{3}|…|(?:\. ){3}/u.test(text)) return false;
  if (annex.test(first)) return /^\p{Lu}$|^\d+$/u.test(second);
  // A letter needs a number to be a heading: `A thick layer` is none.
  if (/^\p{L}\.?$/u.test(first)) return false;
  // A number without a point may also begin a line of a table: `8 Nm`.
  return /^[\p{Lu}\p{Lo}][\p{L}\p{M}'’-]+|^\p{Lo}/u.test(second);
}

/** A row of a table, or a line of contents; behind a number there may be more space. */
function hasWideBlank(words: readonly PlacedWord[]): boolean {
  return words.some((word, at) => {
    const before = words[at - 1];
    if (before === undefined || (at === 1 && number.test(before.text))) return false;
    return word.left - before.left - before.width > 2 * before.height;
  });
}

/** How far lines reach to the right, by their left edge. */
function rightEdges(lines: readonly ReadLine[]): Map<number, number> {
  const edges = new Map<number, number>();
  for (const { words } of lines) {
    const [edge, last] = [edgeOf(words[0]), words.at(-1)];
    const right = last === undefined ? 0 : last.left + last.width;
    edges.set(edge, Math.max(edges.get(edge) ?? 0, right));
  }
  return edges;
}

const edgeOf = (word: PlacedWord | undefined) => Math.round((word?.left ?? 0) / 10);

/** Just below a full line of the same type, which does not end with a point, it continues that sentence. */
function goesOn(
  before: ReadLine | undefined,
  line: ReadLine,
  edges: ReadonlyMap<number, number>,
): boolean {
  const [last, first] = [before?.words.at(-1), line.words[0]];
  if (before === undefined || last === undefined || first === undefined) return false;
  const down = first.top - last.top;
  if (first.height > largerType * last.height || down <= 0 || down > 1.6 * last.height)
    return false;
  const edge = edges.get(edgeOf(first)) ?? 0;
  const isFull = last.left + last.width > edge - 6 * last.height;
  return isFull && !/[.:;!?]$/u.test(before.text.trimEnd());
}

/** The next line, just below and of the same size, begins with a small letter. */
function isGoneOnWith(line: ReadLine, next: ReadLine | undefined): boolean {
  const [first, below] = [line.words[0], next?.words[0]];
  if (first === undefined || below === undefined || !/^\p{Ll}/u.test(below.text)) return false;
  const down = below.top - first.top;
  const isSameSize = Math.abs(below.height - first.height) < 0.5;
  return isSameSize && down > 0 && down < 1.6 * first.height;
}

function hasSpaceAbove(before: PlacedWord | undefined, first: PlacedWord): boolean {
  if (before === undefined || first.top < before.top) return true; // a page or a column begins
  return first.top - before.top - before.height > 0.3 * first.height;
}

/** By the number of a line, how many lines the title of an item of the outline has from there on. */
function linesOfOutline(
  lines: readonly ReadLine[],
  items: LineMarks['outline'],
): Map<number, number> {
  const found = new Map<number, number>();
  if (items.length === 0) return found;
  const keys = lines.map(({ text }) => keyOf(text));
  const unnumbered = lines.map(({ text }) => keyOf(text.replace(leadingNumber, '')));
  for (const { title, top } of items) {
    const key = keyOf(title);
    const bare = keyOf(title.replace(leadingNumber, ''));
    let best: { at: number; lines: number; apart: number } | null = null;
    for (const [at, line] of lines.entries()) {
      const count = found.has(at) ? 0 : linesOfTitle({ key, bare }, keys, unnumbered, at);
      const apart = Math.abs((line.words[0]?.top ?? 0) - (top ?? 0));
      if (count > 0 && (best === null || apart < best.apart)) best = { at, lines: count, apart };
    }
    if (best !== null) found.set(best.at, best.lines);
  }
  return found;
}

const leadingNumber = /^(?:\p{Lu}|\d{1,3})(?:\.\d{1,3})*\.?\s+/u;
const mostLinesOfTitle = 4;

/** 0 unless the lines from here on are the title, with or without its number. */
function linesOfTitle(
  { key, bare }: { key: string; bare: string },
  keys: readonly string[],
  unnumbered: readonly string[],
  at: number,
): number {
  if (unnumbered[at] === '') return 0; // a page number above the title
  let text = '';
  for (let count = 1; count <= mostLinesOfTitle; count++) {
    const next = keys[at + count - 1];
    if (next === undefined || text.length > key.length) return 0;
    text += next;
    if (text === key || text === bare) return count;
    const rest = (unnumbered[at] ?? '') + text.slice(keys[at]?.length ?? 0);
    if (rest !== '' && (rest === key || rest === bare)) return text.endsWith(rest) ? count : 0;
    if (!key.startsWith(text) && !bare.startsWith(rest)) return 0;
  }
  return 0;
}

function keyOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Without items of lists. If whole numbers have their own type, as in `3 Testing`, a plain `3. Clean the part` is an item;
 * so are plain lines of one level next to each other.
 */
function withoutListItems(
  numbered: readonly Candidate[],
  isDistinct: (one: Candidate) => boolean,
): Candidate[] {
  const levelOf = ({ text }: Candidate) =>
    text.split(' ', 1)[0]?.replace(/\.$/, '').split('.').length ?? 0;
  const isWhole = (one: Candidate) => /^\d+\.?(?: |$)/.test(one.text);
  const hasOwnType = numbered.filter((one) => isWhole(one) && isDistinct(one)).length >= 2;
  const isNextTo = (one: Candidate, other: Candidate | undefined) =>
    other?.page === one.page &&
    Math.abs(other.line - one.line) === 1 &&
    Math.abs(other.left - one.left) < 3 &&
    levelOf(other) === levelOf(one);
  return numbered.filter((one, at) => {
    if (one.isMarked || isDistinct(one)) return true;
    if (hasOwnType && isWhole(one)) return false;
    return !isNextTo(one, numbered[at - 1]) && !isNextTo(one, numbered[at + 1]);
  });
}

/** A heading of two lines is one. */
function joined(headings: readonly Candidate[]): Candidate[] {
  const all: Candidate[] = [];
  for (const one of headings) {
    const last = all.at(-1);
    const isNext =
      last !== undefined &&
      !one.isNumbered &&
      last.page === one.page &&
      last.line + last.lines === one.line &&
      last.isBold === one.isBold &&
      Math.abs(last.height - one.height) < 0.5 &&
      !one.hasSpaceAbove;
    if (isNext) {
      last.text = `${last.text} ${one.text}`;
      last.lines += one.lines;
    } else all.push({ ...one });
  }
  return all;
}
