import type { PdfHeading } from '../../pdf/headings.ts';
import type { Pages } from './furniture.ts';
import { lastUpTo, textOf } from './lines.ts';
import type { RedlineToken } from './tokens.ts';

/** A clause's heading, and the index of its first word. `was` is the number it had in the older document. */
export type Heading = { at: number; text: string; was?: string };

const numbered = /^(?:\p{Lu}|\d{1,2})(?:\.\d{1,3}){0,5}\.?$/u;
const mostLetters = 120;
const leader = /^[.…·]+$/u;

/**
 * Returns the words without the page numbers of the table of contents, which change with every added page,
 * and the headings. A line counts as contents only if its text is also a clause's heading: a row of a
 * table ends with a number too.
 */
export function withoutContentsPages(
  all: readonly RedlineToken[],
  found: readonly PdfHeading[],
  words: Pages['words'],
): {
  tokens: readonly RedlineToken[];
  headings: Heading[];
  /** The words of the table of contents. */
  contents: ReadonlySet<RedlineToken>;
} {
  const titles = new Set(found.map(({ text }) => text));
  const contents = new Set<RedlineToken>();
  const dropped = new Set<RedlineToken>();
  for (let at = 0; at < all.length; at++) {
    if (all[at]?.beginsLine !== true) continue;
    const end = lineEnd(all, at);
    if (end - at < 2 || !endsWithPage(all, end)) continue;
    const line = all.slice(at, end);
    const leaders = line.filter(({ key }) => leader.test(key));
    const title = line.slice(0, -1).filter((token) => !leaders.includes(token));
    if (!titles.has(textOf(title))) continue;
    for (const token of [...leaders, ...line.slice(-1)]) dropped.add(token);
    for (const token of title) contents.add(token);
  }
  const tokens = dropped.size === 0 ? all : all.filter((token) => !dropped.has(token));
  return { tokens, headings: headingsIn(tokens, found, words), contents };
}

/** The headings that are in the body, by their first words; those of the furniture are not. */
function headingsIn(
  tokens: readonly RedlineToken[],
  found: readonly PdfHeading[],
  words: Pages['words'],
): Heading[] {
  const texts = new Map(found.map(({ page, word, text }) => [words[page]?.[word], text]));
  return tokens.flatMap(({ word }, at) => {
    const text = texts.get(word);
    return text === undefined ? [] : [{ at, text }];
  });
}

function lineEnd(tokens: readonly RedlineToken[], at: number): number {
  let end = at + 1;
  while (end < tokens.length && tokens[end]?.beginsLine === false && end - at <= mostLetters) end++;
  return end;
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
