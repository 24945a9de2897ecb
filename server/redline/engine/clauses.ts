import { textOf } from './lines.ts';
import type { Token } from './tokens.ts';

/** A clause's heading, and the first word that it has. */
export type Heading = { at: number; text: string };

const numbered = /^(?:\p{Lu}|\d{1,3})(?:\.\d{1,3}){0,5}\.?$/u;
const annex = /^(?:annex|appendix|anhang|annexe|anexo|allegato|附属書)$/iu;
const mostWords = 14;
const mostLetters = 120;

/**
 * The numbered headings, such as `4.2 Thickness`, by their shape: a number at the beginning of a short
 * line, then a word with a capital. Lines of the contents, which end with a page number, are none.
 */
export function headingsOf(
  tokens: readonly Token[],
  contents: ReadonlySet<Token> = new Set(),
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
    const line = lineAt(tokens, at);
    const text = line === null ? '' : textOf(line);
    if (line !== null && isHeading(line, text)) headings.push({ at, text });
  }
  return headings;
}

/** Null when it is too long for a heading. */
function lineAt(tokens: readonly Token[], at: number): Token[] | null {
  let end = at + 1;
  while (end < tokens.length && tokens[end]?.beginsLine === false && end - at <= mostLetters) end++;
  const line = tokens.slice(at, end);
  const isUnspaced = line.length > mostWords && textOf(line).length <= mostWords * 3;
  return line.length > mostWords && !isUnspaced ? null : line;
}

function isHeading(line: readonly Token[], text: string): boolean {
  const [first, second] = line;
  if (first === undefined || second === undefined || text.length > mostLetters) return false;
  if (/[.;:,]$/u.test(text) || /\.{3}|…|(?:\. ){3}/u.test(text)) return false;
  if (endsWithPage(line)) return false;
  // A letter alone is a heading only with a number: `A thick layer` is none.
  if (/^\p{L}\.?$/u.test(first.key)) return false;
  // A number without a point may also begin a line of a table: `8 Nm`.
  const isWord =
    /^[\p{Lu}\p{Lo}][\p{L}\p{M}'-]+/u.test(second.text) || /^\p{Lo}/u.test(second.text);
  return annex.test(first.key) ? /^\p{Lu}$|^\d+$/u.test(second.key) : isWord;
}

/** Contents have the page at their right, far from the title. */
function endsWithPage(line: readonly Token[]): boolean {
  const last = line.at(-1)?.parts[0]?.word;
  const before = line.at(-2)?.parts[0]?.word;
  if (last === undefined || before === undefined || !/^\d+$/.test(last.text)) return false;
  return last.left - before.left - before.width > 2 * last.height;
}

const leader = /^[.…·]+$/u;

/**
 * Without the page numbers of the contents, which change with every page that is added. Only a line that
 * is the heading of a clause besides is one of the contents: a row of a table ends with a number, too.
 */
export function withoutContentsPages(tokens: readonly Token[]): {
  tokens: readonly Token[];
  /** The first words of the lines of the contents. */
  contents: ReadonlySet<Token>;
} {
  const contents = new Set<Token>();
  const headings = new Set(headingsOf(tokens).map(({ text }) => text));
  const dropped = new Set<Token>();
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]?.beginsLine !== true) continue;
    const line = lineAt(tokens, at) ?? [];
    if (line.length < 2 || !endsWithPage(line)) continue;
    const leaders = line.filter(({ key }) => leader.test(key));
    const title = line.slice(0, -1).filter((token) => !leaders.includes(token));
    if (!headings.has(textOf(title))) continue;
    for (const token of [...leaders, ...line.slice(-1)]) dropped.add(token);
    for (const token of line.slice(0, 1)) contents.add(token);
  }
  if (dropped.size === 0) return { tokens, contents };
  return { tokens: tokens.filter((token) => !dropped.has(token)), contents };
}

/** The clause that a word stands in: the last heading before it, or the one that it begins. */
export function clauseAt(headings: readonly Heading[], at: number): string | null {
  let [low, high] = [0, headings.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((headings[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return headings[low - 1]?.text ?? null;
}
