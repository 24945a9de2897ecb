import { lastUpTo, textOf } from './lines.ts';
import type { RedlineToken } from './tokens.ts';

/** A clause's heading, and the index of its first word. `was` is the number it had in the older document. */
export type Heading = { at: number; text: string; was?: string };

const numbered = /^(?:\p{Lu}|\d{1,2})(?:\.\d{1,3}){0,5}\.?$/u;
const annex = /^(?:annex|appendix|anhang|annexe|anexo|allegato|附属書)$/iu;
const mostWords = 14;
const mostLetters = 120;
const leader = /^[.…·]+$/u;

/**
 * Returns the words without the page numbers of the table of contents, which change with every added page,
 * and the headings. A line counts as contents only if its text is also a clause's heading: a row of a
 * table ends with a number too.
 */
export function withoutContentsPages(all: readonly RedlineToken[]): {
  tokens: readonly RedlineToken[];
  headings: Heading[];
  /** The words of the table of contents. */
  contents: ReadonlySet<RedlineToken>;
} {
  const headings = headingsOf(all, new Set());
  const titles = new Set(headings.map(({ text }) => text));
  const contents = new Set<RedlineToken>();
  const dropped = new Set<RedlineToken>();
  for (let at = 0; at < all.length; at++) {
    if (all[at]?.beginsLine !== true) continue;
    const end = lineEnd(all, at);
    if (end - at < 2 || !endsWithPage(all, end)) continue;
    const line = lineOf(all, at, end) ?? [];
    const leaders = line.filter(({ key }) => leader.test(key));
    const title = line.slice(0, -1).filter((token) => !leaders.includes(token));
    if (!titles.has(textOf(title))) continue;
    for (const token of [...leaders, ...line.slice(-1)]) dropped.add(token);
    for (const token of title) contents.add(token);
  }
  if (dropped.size === 0) return { tokens: all, headings, contents };
  const tokens = all.filter((token) => !dropped.has(token));
  return { tokens, headings: headingsOf(tokens, contents), contents };
}

/** From this many numbered headings on, a line without a number is none. */
const fewestNumbered = 3;
// In heights of the body's letters.
const largerType = 1.08;
const largeType = 1.12;

/**
 * The headings, such as `4.2 Thickness`, by their shape: a number at the beginning of a short line, then a word
 * with a capital. A line of running text is none. In a document without numbers, lines of larger type are
 * headings. Lines of the table of contents are excluded.
 */
function headingsOf(
  tokens: readonly RedlineToken[],
  contents: ReadonlySet<RedlineToken>,
): Heading[] {
  const type = typeOf(tokens);
  const [numberedOnes, large]: [Heading[], Heading[]] = [[], []];
  for (let at = 0; at < tokens.length; at++) {
    const first = tokens[at];
    if (first?.beginsLine !== true || contents.has(first)) continue;
    const isNumbered = numbered.test(first.key) || annex.test(first.key);
    const isLarge = first.word.height > largeType * type.height;
    if (!isNumbered && !isLarge) continue;
    const line = lineOf(tokens, at, lineEnd(tokens, at));
    if (line === null) continue;
    const text = textOf(line);
    if (isNumbered && isHeading(line, text) && !isRunningOn(tokens, at, type)) {
      numberedOnes.push({ at, text });
    } else if (isLarge && isTitle(text)) large.push({ at, text });
  }
  const found = withoutListItems(numberedOnes, tokens, type);
  return found.length >= fewestNumbered
    ? found
    : [...found, ...large].toSorted((a, b) => a.at - b.at);
}

/** The height of most words, and how far lines reach to the right, by page and left edge. */
type Type = { height: number; reach: Map<string, number> };

function typeOf(tokens: readonly RedlineToken[]): Type {
  const counts = new Map<number, number>();
  const reach = new Map<string, number>();
  let edge = '';
  for (const { word, page, beginsLine } of tokens) {
    const height = Math.round(word.height * 5) / 5;
    counts.set(height, (counts.get(height) ?? 0) + 1);
    if (beginsLine) edge = edgeOf(page, word.left);
    reach.set(edge, Math.max(reach.get(edge) ?? 0, word.left + word.width));
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return { height: most?.[0] ?? 0, reach };
}

function edgeOf(page: number, left: number): string {
  return `${page} ${Math.round(left / 10)}`;
}

/** A line of the body's type just below a full line goes on with its sentence. */
function isRunningOn(
  tokens: readonly RedlineToken[],
  at: number,
  { height, reach }: Type,
): boolean {
  const [first, before] = [tokens[at], tokens[at - 1]];
  if (first === undefined || before === undefined) return false;
  if (before.page !== first.page || first.word.height > largerType * height) return false;
  const last = (before.further.at(-1) ?? before).word;
  const down = first.word.top - last.top;
  if (down <= 0 || down > 1.6 * last.height) return false;
  const edge = reach.get(edgeOf(first.page, first.word.left)) ?? 0;
  const isFull = last.left + last.width > edge - 6 * height;
  return isFull && !/[.:;!?]$/u.test(before.text);
}

/** If whole numbers have larger type, as in `3 Testing`, a line such as `3. Clean the part` is an item. */
function withoutListItems(
  headings: readonly Heading[],
  tokens: readonly RedlineToken[],
  { height }: Type,
): Heading[] {
  const isWhole = ({ at }: Heading) => /^\d+\.?$/.test(tokens[at]?.key ?? '');
  const isLarger = ({ at }: Heading) => (tokens[at]?.word.height ?? 0) > largerType * height;
  const larger = headings.filter((one) => isWhole(one) && isLarger(one));
  if (larger.length < 2) return [...headings];
  return headings.filter((one) => !isWhole(one) || isLarger(one));
}

function isTitle(text: string): boolean {
  if (text.length > mostLetters || /[.;:,]$/u.test(text)) return false;
  return /^[\p{Lu}\p{Lo}]/u.test(text) && /\p{L}{3}|\p{Lo}{2}/u.test(text);
}

function lineEnd(tokens: readonly RedlineToken[], at: number): number {
  let end = at + 1;
  while (end < tokens.length && tokens[end]?.beginsLine === false && end - at <= mostLetters) end++;
  return end;
}

/** Null when it is too long for a heading. */
function lineOf(tokens: readonly RedlineToken[], at: number, end: number): RedlineToken[] | null {
  const line = tokens.slice(at, end);
  const isUnspaced = line.length > mostWords && textOf(line).length <= mostWords * 3;
  return line.length > mostWords && !isUnspaced ? null : line;
}

function isHeading(line: readonly RedlineToken[], text: string): boolean {
  const [first, second] = line;
  if (first === undefined || second === undefined || text.length > mostLetters) return false;
  if (/[.;:,]$/u.test(text) || /\.{3}|…|(?:\. ){3}/u.test(text)) return false;
  if (endsWithPage(line, line.length)) return false;
  // A letter needs a number to be a heading: `A thick layer` is none.
  if (/^\p{L}\.?$/u.test(first.key)) return false;
  // A number without a point may also begin a line of a table: `8 Nm`.
  const isWord =
    /^[\p{Lu}\p{Lo}][\p{L}\p{M}'-]+/u.test(second.text) || /^\p{Lo}/u.test(second.text);
  return annex.test(first.key) ? /^\p{Lu}$|^\d+$/u.test(second.key) : isWord;
}

/** A line of contents has the page number at its right, far from the title. */
function endsWithPage(tokens: readonly RedlineToken[], end: number): boolean {
  const last = tokens[end - 1]?.word;
  const before = tokens[end - 2]?.word;
  if (last === undefined || before === undefined || !/^\d+$/.test(last.text)) return false;
  return last.left - before.left - before.width > 2 * last.height;
}

/** The clause of a word: the last heading before it, or the one that it begins. */
export function clauseAt(headings: readonly Heading[], at: number): string | null {
  const heading = lastUpTo(headings, at);
  if (heading === undefined) return null;
  return heading.was === undefined ? heading.text : `${heading.text}, was ${heading.was}`;
}

/** The newer headings with the number that the same title has in the older document, if it is another. */
export function withOldNumbers(
  { a, b }: { a: readonly Heading[]; b: readonly Heading[] },
  olderWords: readonly RedlineToken[],
  newerWords: readonly RedlineToken[],
  same: readonly { a: number; b: number; length: number }[],
): Heading[] {
  const older = new Set(a.map(({ at }) => at));
  const blocks = same.toSorted((one, other) => one.b - other.b);
  let next = 0;
  return b.map((heading) => {
    const title = heading.at + 1;
    while (next < blocks.length && endOf(blocks[next]) <= title) next += 1;
    const block = blocks[next];
    if (block === undefined || block.b > title) return heading;
    const at = block.a + title - block.b - 1;
    const [was, is] = [olderWords[at]?.key ?? '', newerWords[heading.at]?.key ?? ''];
    const isOther = older.has(at) && was !== is && numbered.test(was) && numbered.test(is);
    return isOther ? { ...heading, was } : heading;
  });
}

function endOf(block: { b: number; length: number } | undefined): number {
  return block === undefined ? Infinity : block.b + block.length;
}
