import type { PdfHeading } from '../../pdf/headings.ts';

/** The last heading that begins before a place of a page, from 0; it may be on an earlier page. */
export function lastHeading(
  headings: readonly PdfHeading[],
  page: number,
  at: number,
): string | null {
  const last = headings.findLast(
    (one) => one.page < page || (one.page === page && one.at + one.text.length <= at),
  );
  return last?.text ?? null;
}

/** In a page's text, as of a scan: the numbered heading above a place, such as `4.3 Salt spray test`; null if unsure. */
export function headingAbove(text: string, at: number): string | null {
  const lines = text.slice(0, at).split(/\r?\n/).slice(0, -1);
  const next = text.slice(text.lastIndexOf('\n', at - 1) + 1, at + 1);
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index] ?? '';
    const heading = headingOf(line);
    if (heading === null) continue;
    const isAlone = endsBefore(lines[index - 1] ?? '') && beginsAfter(lines[index + 1] ?? next);
    return isAlone ? heading : null;
  }
  return null;
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
