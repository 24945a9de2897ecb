import type { PdfHeading } from '../../pdf/text/headings.ts';

/** A heading of a page, by its place in the text; without words where a line only looks like one. */
export type PlacedHeading = { start: number; end: number; words: string | null };

/** The headings of a page, from 0, in order; `before`: the last one of the pages before it. */
export type PageHeadings = { own: PlacedHeading[]; before: string | null };

/** Of what the reader of the PDF found; null of a text without, as of a scan. */
export function headingsOf(
  text: string,
  page: number,
  found: readonly PdfHeading[] | null,
): PageHeadings {
  if (found === null) return { own: numberedHeadings(text), before: null };
  const own = found
    .filter((one) => one.page === page)
    .map((one) => ({ start: one.at, end: endOf(one, text), words: one.text }));
  return { own, before: found.findLast((one) => one.page < page)?.text ?? null };
}

/** The last heading that ends before a place. */
export function headingAbove(at: number, { own, before }: PageHeadings): string | null {
  const last = own.findLast(({ end }) => end <= at);
  return last === undefined ? before : last.words;
}

/** It may have several lines. */
function endOf({ at, text: written }: PdfHeading, text: string): number {
  const words = written.split(/\s+/u).map(RegExp.escape).join('\\s+');
  const pattern = new RegExp(words, 'uy');
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at + written.length;
}

/** Such as `4.3 Salt spray test`, on a line of its own. */
function numberedHeadings(text: string): PlacedHeading[] {
  const lines = text.split('\n');
  let end = -1;
  return lines.flatMap((line, at) => {
    const start = end + 1;
    end = start + line.length;
    const words = headingOf(line);
    if (words === null) return [];
    const isAlone = endsBefore(lines[at - 1] ?? '') && beginsAfter(lines[at + 1] ?? '');
    return [{ start, end, words: isAlone ? words : null }];
  });
}

// A line of a list, a table or a table of contents looks nearly the same: then no heading is shown.
const numbered = /^\s{0,8}(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s{1,6}(\p{Lu}[^;:=]{2,70})$/u;

function headingOf(line: string): string | null {
  const parts = numbered.exec(line.trimEnd());
  const [number = '', title = ''] = parts?.slice(1) ?? [];
  const isPlain = !/[.,…]$|\d\s*$|\.{3}|\s{3}/.test(title) && /\p{L}{3}/u.test(title);
  return parts !== null && isPlain ? `${number} ${title.replace(/\s+/g, ' ')}` : null;
}

function endsBefore(line: string): boolean {
  return line.trim() === '' || line.length < 60 || /[.:;!?)]\s*$/.test(line);
}

function beginsAfter(line: string): boolean {
  return !/^\s*\p{Ll}/u.test(line);
}
