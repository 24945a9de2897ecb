import { type Match, weightOf } from './snippet.ts';

/** What a page shows of what was searched for: the matches to show, and its worth among the pages. */
type Judged = { shown: readonly Match[]; worth: number };

// Lines that can be a running header or footer, at either end of a page.
const linesAtEnds = 3;
const fewestPages = 3;
const fewestEntries = 4;
const classWorth = 1_000_000;
const partWorth = 1000;

/** The lines at the ends of most of these pages, but for their numbers: running headers and footers. */
export function furnitureOf(pages: readonly string[]): ReadonlySet<string> {
  const times = new Map<string, number>();
  for (const page of pages) {
    for (const key of new Set(endsOf(page).map(({ line }) => keyOf(line))))
      times.set(key, (times.get(key) ?? 0) + 1);
  }
  const least = Math.max(fewestPages, pages.length / 2);
  return new Set([...times].filter(([, count]) => count >= least).map(([key]) => key));
}

/** Text comes before a table of contents, and that before what is only in a running header. */
export function judge(
  text: string,
  matches: readonly Match[],
  furniture: ReadonlySet<string>,
): Judged {
  const ranges = endsOf(text).filter(({ line }) => furniture.has(keyOf(line)));
  const isBody = ({ start }: Match) =>
    !ranges.some(({ at, line }) => start >= at && start < at + line.length);
  const body = matches.filter(isBody);
  const shown = body.length > 0 ? body : matches;
  const pageClass = body.length === 0 ? 0 : isContents(text) ? 1 : 2;
  const worth = pageClass * classWorth + weightOf(shown) * partWorth + Math.min(shown.length, 999);
  return { shown, worth };
}

// Dots, or a gap, that lead to the number of a page. Only ends of lines are looked at: a line may be long.
const leader = /(?:\.{3}|…|(?:\. ){2}\.?|\s{3}|\t)[\s.]*$/;
const numberAtEnd = /\s\d{1,4}$|\.\d{1,4}$/;
const lettersAtEnd = 12;
const headingOfContents =
  /^\s*(?:table of contents|contents|inhalt|inhaltsverzeichnis|sommaire|table des matières|目次)\s*$/iu;

/** Most of its lines lead to a page; or its heading says so, and some do. */
function isContents(text: string): boolean {
  const lines = linesOf(text);
  const entries = lines.filter(({ line }) => leadsToPage(line)).length;
  if (entries >= fewestEntries && entries >= lines.length / 2) return true;
  const isHeaded = lines
    .slice(0, 2 * linesAtEnds)
    .some(({ line }) => headingOfContents.test(line.slice(0, 60)));
  return (
    isHeaded && lines.filter(({ line }) => numberAtEnd.test(endOf(line))).length >= fewestEntries
  );
}

function leadsToPage(line: string): boolean {
  const end = endOf(line);
  return numberAtEnd.test(end) && leader.test(end.replace(/\d+$/, ''));
}

function endOf(line: string): string {
  return line.trimEnd().slice(-lettersAtEnd);
}

/** A line that is not empty, and where it begins. */
type Line = { line: string; at: number };

function endsOf(text: string): Line[] {
  const lines = linesOf(text);
  return [...lines.slice(0, linesAtEnds), ...lines.slice(-linesAtEnds)];
}

function linesOf(text: string): Line[] {
  return [...text.matchAll(/[^\r\n]+/g)]
    .map(({ 0: line, index }) => ({ line, at: index }))
    .filter(({ line }) => line.trim() !== '');
}

function keyOf(line: string): string {
  return line.replace(/\d+/g, '#').replace(/\s+/g, ' ').trim().toLowerCase();
}
