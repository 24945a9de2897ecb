import { textOf } from './lines.ts';
import type { RedlineToken } from './tokens.ts';

/** A clause's heading, and the index of its first word. */
export type Heading = { at: number; text: string };

const numbered = /^(?:\p{Lu}|\d{1,3})(?:\.\d{1,3}){0,5}\.?$/u;
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
} {
  const headings = headingsOf(all, new Set());
  const titles = new Set(headings.map(({ text }) => text));
  const contents = new Set<RedlineToken>(); // the first words of their lines
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
    for (const token of line.slice(0, 1)) contents.add(token);
  }
  if (dropped.size === 0) return { tokens: all, headings };
  const tokens = all.filter((token) => !dropped.has(token));
  return { tokens, headings: headingsOf(tokens, contents) };
}

/**
 * The numbered headings, such as `4.2 Thickness`, by their shape: a number at the beginning of a short
 * line, then a word with a capital. Lines of the table of contents are excluded.
 */
function headingsOf(
  tokens: readonly RedlineToken[],
  contents: ReadonlySet<RedlineToken>,
): Heading[] {
  const headings: Heading[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const first = tokens[at];
    if (
      first?.beginsLine !== true ||
      contents.has(first) ||
      !(numbered.test(first.key) || annex.test(first.key))
    )
      continue;
    const line = lineOf(tokens, at, lineEnd(tokens, at));
    const text = line === null ? '' : textOf(line);
    if (line !== null && isHeading(line, text)) headings.push({ at, text });
  }
  return headings;
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
  let [low, high] = [0, headings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((headings[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return headings[low - 1]?.text ?? null;
}
