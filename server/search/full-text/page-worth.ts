import { type Match, weightOf } from './snippet.ts';

/** What a page shows of what was searched for: the matches to show, and its worth among the pages. */
type Judged = { shown: readonly Match[]; worth: number };

/** The heading of a table of contents is one of these lines at the beginning of a page. */
const linesOfHead = 6;
const fewestEntries = 4;
const classWorth = 1_000_000;
const partWorth = 1000;

/** Text comes before a table of contents, and that before what is only in a running header. */
export function judge(
  text: string,
  matches: readonly Match[],
  furniture: readonly (readonly [at: number, to: number])[],
): Judged {
  const isBody = ({ start }: Match) => !furniture.some(([at, to]) => start >= at && start < to);
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
  const entries = lines.filter(leadsToPage).length;
  if (entries >= fewestEntries && entries >= lines.length / 2) return true;
  const isHeaded = lines
    .slice(0, linesOfHead)
    .some((line) => headingOfContents.test(line.slice(0, 60)));
  return isHeaded && lines.filter((line) => numberAtEnd.test(endOf(line))).length >= fewestEntries;
}

function leadsToPage(line: string): boolean {
  const end = endOf(line);
  return numberAtEnd.test(end) && leader.test(end.replace(/\d+$/, ''));
}

function endOf(line: string): string {
  return line.trimEnd().slice(-lettersAtEnd);
}

function linesOf(text: string): string[] {
  return text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
}
