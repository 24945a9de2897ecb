import type { PdfHeading } from '../../pdf/headings.ts';
import type { DocumentPages } from './furniture.ts';
import { lastUpTo, lineEnd, textOf } from './lines.ts';
import type { RedlineToken, WordNumbers } from './tokens.ts';
import { wordKey } from './word-key.ts';

/** A clause's heading, and the index of its first word. `was` is the number it had in the older document. */
export type Heading = { at: number; text: string; was?: string };

const numbered = /^(?:\p{Lu}|\d{1,2})(?:\.\d{1,3}){0,5}\.?$/u;
const leader = /^[.…·]+$/u;
// A title, dots and page number without a blank between.
const titleAndPage = /^(.*[^.…·])[.…·]{3,}(\d+)$/u;
const [fewestDots, fewestEntries] = [3, 4];

/**
 * Returns the words without the page numbers of the table of contents, which change with every added page,
 * and the headings.
 */
export function withoutContentsPages(
  all: readonly RedlineToken[],
  found: readonly PdfHeading[],
  words: DocumentPages['words'],
  numbers: WordNumbers,
): {
  tokens: readonly RedlineToken[];
  headings: Heading[];
  /** The words of the table of contents. */
  contents: ReadonlySet<RedlineToken>;
} {
  const titles = new Set(found.map(({ text }) => text));
  const contents = new Set<RedlineToken>();
  const dropped = new Set<RedlineToken>();
  const entries = contentsOf(all, titles);
  const isRight = rightEntries(entries, found, all);
  for (const entry of entries) {
    const { glued } = entry;
    for (const token of entry.tokens) contents.add(token);
    // A number that leads elsewhere is compared, as any other word.
    for (const token of entry.dropped) {
      if (isRight.has(entry) || !/\d/.test(token.text)) dropped.add(token);
      else contents.add(token);
    }
    if (glued === null || !isRight.has(entry)) continue;
    glued.text = entry.title.at(-1)?.text ?? '';
    numbers.set(glued);
  }
  const tokens = dropped.size === 0 ? all : all.filter((token) => !dropped.has(token));
  return { tokens, headings: headingsIn(tokens, found, words), contents };
}

/** A line that ends with a number, as those of a table of contents do. */
type Entry = {
  title: { text: string }[];
  /** The words of the title. */
  tokens: RedlineToken[];
  /** Dots and page number. */
  dropped: RedlineToken[];
  /** The last word of the title, if dots follow it without a blank. */
  glued: RedlineToken | null;
  hasDots: boolean;
  /** Where it is, and the page that it names. */
  page: number;
  leadsTo: number;
};

function entriesOf(all: readonly RedlineToken[]): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < all.length; at++) {
    if (all[at]?.beginsLine !== true) continue;
    const entry = entryOf(all.slice(at, lineEnd(all, at)));
    if (entry !== null) entries.push(entry);
  }
  return entries;
}

function entryOf(line: readonly RedlineToken[]): Entry | null {
  const [last, before] = [line.at(-1), line.at(-2)];
  if (last === undefined) return null;
  const [, only, leadsTo] = titleAndPage.exec(last.text) ?? [];
  if (only === undefined) return entryWithBlank(line, last, before);
  const title = [...line.slice(0, -1), { text: only }];
  const found = { title, tokens: [...line], dropped: [], glued: last, page: last.page };
  return { ...found, hasDots: true, leadsTo: Number(leadsTo) };
}

/** The page number is a word of its own. */
function entryWithBlank(
  line: readonly RedlineToken[],
  last: RedlineToken,
  before: RedlineToken | undefined,
): Entry | null {
  if (before === undefined || !/^\d+$/.test(last.text)) return null;
  const leaders = line.filter(({ key }) => leader.test(key));
  const tokens = line.slice(0, -1).filter((token) => !leaders.includes(token));
  const end = tokens.at(-1);
  // The first dots may be at the title.
  const [, text, dots = ''] = /^(.*[^.…])([.…]+)$/.exec(end?.text ?? '') ?? [];
  const hasDots = textOf([...leaders, { text: dots }]).replaceAll(' ', '').length >= fewestDots;
  // The page number is at the right, far from the title.
  const isFar = last.word.left - before.word.left - before.word.width > 2 * last.word.height;
  if (!hasDots && !isFar) return null;
  const isGlued = hasDots && text !== undefined && end !== undefined;
  const title = isGlued ? [...tokens.slice(0, -1), { text }] : tokens;
  const found = { title, tokens, dropped: [...leaders, last], glued: isGlued ? end : null };
  return { ...found, hasDots, page: last.page, leadsTo: Number(last.text) };
}

/**
 * The lines of contents: those with the title of a clause, and all with dots on pages of them. A row of a table ends
 * with a number too, so a page counts as one of contents if many of its lines have titles of clauses. A list of tables
 * may follow.
 */
function contentsOf(all: readonly RedlineToken[], titles: ReadonlySet<string>): Entry[] {
  const lines = Map.groupBy(
    all.filter(({ beginsLine }) => beginsLine),
    ({ page }) => page,
  );
  const isTitled = ({ title }: Entry) => titles.has(textOf(title));
  const found: Entry[] = [];
  let last = -1;
  for (const [page, entries] of Map.groupBy(entriesOf(all), (entry) => entry.page)) {
    const titled = entries.filter(isTitled);
    const dotted = entries.filter(({ hasDots }) => hasDots);
    const follows = page === last + 1 && dotted.length * 2 > (lines.get(page)?.length ?? 0);
    const isList =
      dotted.length >= fewestEntries &&
      rises(dotted) &&
      (titled.length * 3 > entries.length || follows);
    if (isList) last = page;
    if (!isList) found.push(...titled);
    else found.push(...(rises(entries) ? entries : new Set([...titled, ...dotted])));
  }
  return found;
}

const wordsOfTitle = 4;

/** The entries that lead to the page on which a heading or line has their title, counted as most of them count. */
function rightEntries(
  entries: readonly Entry[],
  headings: readonly PdfHeading[],
  all: readonly RedlineToken[],
): ReadonlySet<Entry> {
  if (entries.length === 0) return new Set();
  const pages = new Map<string, Set<number>>();
  const add = (title: string, page: number) =>
    pages.set(title, (pages.get(title) ?? new Set()).add(page));
  for (const { text, page } of headings) {
    const words = text.split(' ');
    // The last line of a long title has the number.
    for (let at = 0; at < words.length; at++) add(begun(words.slice(at)), page);
  }
  for (const [at, { beginsLine, page }] of all.entries()) {
    if (!beginsLine) continue;
    const words = all.slice(at, at + wordsOfTitle).map(({ text }) => text);
    for (let count = 1; count <= wordsOfTitle; count++) add(begun(words.slice(0, count)), page);
  }
  const offsetsOf = ({ title, leadsTo, page }: Entry) =>
    [...(pages.get(begun(title.map(({ text }) => text))) ?? [])]
      .filter((on) => on !== page)
      .map((on) => leadsTo - on);
  const counts = Map.groupBy(entries.flatMap(offsetsOf), (offset) => offset);
  const [usual] = [...counts].toSorted(([, one], [, other]) => other.length - one.length);
  return new Set(entries.filter((entry) => offsetsOf(entry).includes(usual?.[0] ?? NaN)));
}

const begun = (words: readonly string[]) => words.slice(0, wordsOfTitle).map(wordKey).join(' ');

function rises(entries: readonly Entry[]): boolean {
  return entries.every(({ leadsTo }, at) => leadsTo >= (entries[at - 1]?.leadsTo ?? 0));
}

/** The headings that are in the body, by their first words; those of the furniture are not. */
function headingsIn(
  tokens: readonly RedlineToken[],
  found: readonly PdfHeading[],
  words: DocumentPages['words'],
): Heading[] {
  const texts = new Map(found.map(({ page, word, text }) => [words[page]?.[word], text]));
  return tokens.flatMap(({ word }, at) => {
    const text = texts.get(word);
    return text === undefined ? [] : [{ at, text }];
  });
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
