import type { PdfHeading } from '../../pdf/text/headings.ts';
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
  /** The words of the table of contents that are titles in the text, too. */
  contents: ReadonlySet<RedlineToken>;
} {
  const titles = new Set(found.map(({ text }) => text));
  const contents = new Set<RedlineToken>();
  const dropped = new Set<RedlineToken>();
  const entries = contentsOf(all, titles);
  const { right: isRight, titled: isTitled } = checked(entries, found, all);
  for (const entry of entries) {
    const { glued } = entry;
    // A number that leads elsewhere is compared, as any other word.
    for (const token of entry.dropped) {
      if (isRight.has(entry) || !/\d/.test(token.text)) dropped.add(token);
      else if (isTitled.has(entry)) contents.add(token);
    }
    if (isTitled.has(entry)) for (const token of entry.tokens) contents.add(token);
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

/**
 * The entries whose whole title is a heading or a line of the text; and those that lead to its page, counted as most of
 * them count. The last line of a long title has the number. A title that is wrong in the contents alone begins alike.
 */
function checked(
  entries: readonly Entry[],
  headings: readonly PdfHeading[],
  all: readonly RedlineToken[],
): { right: ReadonlySet<Entry>; titled: ReadonlySet<Entry> } {
  if (entries.length === 0) return { right: new Set(), titled: new Set() };
  const own = new Set(entries.flatMap(({ tokens }) => tokens));
  const ends = headings.flatMap(({ text, page }) => {
    const words = text.split(' ').map(wordKey);
    return words.map((_, at) => ({ page, words: words.slice(at) }));
  });
  const lines = all.flatMap((token, at) => {
    if (!token.beginsLine || own.has(token)) return [];
    return [{ page: token.page, words: all.slice(at, lineEnd(all, at)).map(({ key }) => key) }];
  });
  const begun = (words: readonly string[]) => words.slice(0, 2).join(' ');
  const places = Map.groupBy([...ends, ...lines], ({ words }) => begun(words));
  const titled = new Set<Entry>();
  const offsets = entries.map((entry) => {
    const words = entry.title.map(({ text }) => wordKey(text));
    const alike = places.get(begun(words)) ?? [];
    const same = alike.filter((one) => one.words.join(' ') === words.join(' '));
    if (same.length > 0) titled.add(entry);
    const pages = new Set((same.length > 0 ? same : alike).map(({ page }) => page));
    return { entry, by: [...pages].map((page) => entry.leadsTo - page) };
  });
  const counts = Map.groupBy(
    offsets.flatMap(({ by }) => by),
    (offset) => offset,
  );
  const [usual] = [...counts].toSorted(([, one], [, other]) => other.length - one.length);
  const right = offsets.filter(({ by }) => by.includes(usual?.[0] ?? NaN));
  return { right: new Set(right.map(({ entry }) => entry)), titled };
}

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
