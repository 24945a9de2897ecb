import type { Word } from './words.ts';

// With more, as in drawings, there are no footnotes to be found.
const mostLines = 1000;
// Of the height of the page's usual letters.
const smallType = 0.92;
const fewestWords = 3;
const marker = /^(?:\d{1,2}\)|[*†‡]{1,3}\)?|[¹²³⁰-⁹]{1,2}\)?)$/u;
// A plain number is one only if it is smaller than the word behind it: rows of tables begin with numbers, too.
const smallNumber = /^\d{1,2}\.?$/;

type Line = {
  top: number;
  left: number;
  right: number;
  isSmall: boolean;
  isMarked: boolean;
  /** It ends a sentence. */
  isEnd: boolean;
};

/** By the number of a line of a page, that of the line where its footnote begins; other lines are not in it. */
export function footnotesOf(lines: readonly (readonly Word[])[]): Map<number, number> {
  const notes = new Map<number, number>();
  if (lines.length > mostLines) return notes;
  const body = usualHeight(lines);
  const all = lines.map((words) => lineOf(words, body));
  const lowest = Math.max(...all.map(({ top }) => top));
  let last: { at: number; start: number } | null = null;
  for (const [at, line] of all.entries()) {
    if (!line.isSmall) continue;
    const before = last === null ? undefined : all[last.at];
    const isNext = last?.at === at - 1 && before !== undefined && isBelow(line, before);
    // The rest of a note may be at the bottom of the next column.
    const isRest = before !== undefined && !before.isEnd && isAtBottom(line, all, lowest);
    if (line.isMarked && isAtBottom(line, all, lowest)) last = { at, start: at };
    else if (last !== null && (isNext || isRest)) last = { at, start: last.start };
    else continue;
    notes.set(at, last.start);
  }
  return notes;
}

/** The lines with footnotes behind the others, but before the lowest line, such as a page number. */
export function withFootnotesLast<One extends Word>(lines: One[][]): One[][] {
  const notes = footnotesOf(lines);
  if (notes.size === 0) return lines;
  const isNote = (_: One[], at: number) => notes.has(at);
  const topOf = (line: readonly One[] | undefined) => line?.[0]?.top ?? 0;
  const isFooter = lines.filter(isNote).every((note) => topOf(note) < topOf(lines.at(-1)));
  const end = lines.length - (isFooter ? 1 : 0);
  const text = lines.filter((_, at) => !notes.has(at) && at < end);
  return [...text, ...lines.filter(isNote), ...lines.slice(end)];
}

function usualHeight(lines: readonly (readonly Word[])[]): number {
  const counts = new Map<number, number>();
  for (const { height } of lines.flat()) {
    const rounded = Math.round(height * 5) / 5;
    counts.set(rounded, (counts.get(rounded) ?? 0) + 1);
  }
  let usual: readonly [number, number] = [0, 0];
  for (const one of counts) if (one[1] > usual[1]) usual = one;
  return usual[0];
}

function lineOf(words: readonly Word[], body: number): Line {
  let [top, left, right, height] = [Infinity, Infinity, -Infinity, 0];
  for (const word of words) {
    top = Math.min(top, word.top);
    left = Math.min(left, word.left);
    right = Math.max(right, word.left + word.width);
    height = Math.max(height, word.height);
  }
  const isSmall = height < smallType * body;
  const isMarked = isSmall && words.length >= fewestWords && beginsWithMark(words[0], words[1]);
  const isEnd = /[.!?]$/.test(words.at(-1)?.text ?? '');
  return { top, left, right, isSmall, isMarked, isEnd };
}

function beginsWithMark(first: Word | undefined, second: Word | undefined): boolean {
  if (first === undefined || second === undefined) return false;
  if (marker.test(first.text)) return true;
  return smallNumber.test(first.text) && first.height < 0.9 * second.height;
}

/** Below it, in its column, is no text of the usual size, but for the lowest line of the page. */
function isAtBottom(line: Line, all: readonly Line[], lowest: number): boolean {
  return !all.some(
    (other) =>
      !other.isSmall && other.top > line.top && other.top < lowest && areInOneColumn(line, other),
  );
}

function isBelow(line: Line, before: Line): boolean {
  return line.top > before.top && areInOneColumn(line, before);
}

function areInOneColumn(one: Line, other: Line): boolean {
  return one.left < other.right && one.right > other.left;
}
