/** The heading of a table of contents is one of these lines at the beginning of a page. */
const linesOfHead = 6;
const fewestEntries = 4;

// Dots, or a gap, that lead to the number of a page. Only ends of lines are looked at: a line may be long.
const leader = /(?:\.{3}|…|(?:\. ){2}\.?|\s{3}|\t)[\s.]*$/;
const numberAtEnd = /\s\d{1,4}$|\.\d{1,4}$/;
const lettersAtEnd = 12;
const headingOfContents =
  /^\s*(?:table of contents|contents|inhalt|inhaltsverzeichnis|sommaire|table des matières|目次)\s*$/iu;

/** A page of a table of contents: most of its lines lead to a page; or its heading says so, and some do. */
export function isContents(text: string): boolean {
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
