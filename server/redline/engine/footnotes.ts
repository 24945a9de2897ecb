import { footnotesOf } from '../../pdf/text/footnotes.ts';
import type { PdfHeading } from '../../pdf/text/headings.ts';
import { linesOf } from '../../pdf/text/word-lines.ts';
import type { Word } from '../../pdf/text/words.ts';
import type { DocumentPages } from './furniture.ts';
import { type RedlineToken, tokensOf, type WordNumbers } from './tokens.ts';

/**
 * The words of the body, in the order they are read. A footnote is at the end of the page that another layout ends
 * elsewhere, so it comes at the end of the clause that has its mark.
 */
export function tokensWithFootnotes(
  body: readonly Word[][],
  { words, headings }: DocumentPages,
  numbers: WordNumbers,
): RedlineToken[] {
  const pages = body.map(split);
  const text = tokensOf(
    pages.map((page) => page.text),
    numbers,
  );
  const starts = new Set(headings.map(({ page, word }: PdfHeading) => words[page]?.[word]));
  for (const token of text) if (starts.has(token.word)) token.isHeading = true;
  if (pages.every(({ notes }) => notes.length === 0)) return text;
  const clauses = text.flatMap(({ word }, at) => (starts.has(word) ? [at] : []));
  const notes = pages.flatMap(({ notes }, page) =>
    notes.map((note) => {
      const mark = markAt(text, page, note[0]?.text ?? '');
      const at = clauses.find((clause) => clause > mark) ?? text.length;
      return { at, tokens: tokensOf([...body.slice(0, page).map(() => []), note], numbers) };
    }),
  );
  return insert(text, notes);
}

/** The text of a page, and its footnotes. */
function split(page: readonly Word[]): { text: Word[]; notes: Word[][] } {
  const lines = linesOf(page);
  const starts = footnotesOf(lines);
  const notes = new Map<number, Word[]>();
  for (const [at, start] of starts) {
    notes.set(start, [...(notes.get(start) ?? []), ...(lines[at] ?? [])]);
  }
  return { text: lines.filter((_, at) => !starts.has(at)).flat(), notes: [...notes.values()] };
}

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Where the text of a page has the mark of a footnote; its last word if that is not found. */
function markAt(text: readonly RedlineToken[], page: number, begun: string): number {
  const mark = begun
    .replace(/[.)]+$/, '')
    .replaceAll(/\d/g, (digit) => raised[Number(digit)] ?? digit);
  let last = 0;
  for (const [at, token] of text.entries()) {
    if (token.page > page) break;
    last = at;
    if (token.page === page && token.text.replace(/[.,;:)]+$/, '').endsWith(mark)) return at;
  }
  return last;
}

function insert(
  text: readonly RedlineToken[],
  notes: readonly { at: number; tokens: RedlineToken[] }[],
): RedlineToken[] {
  const byPlace = Map.groupBy(notes, ({ at }) => at);
  const all: RedlineToken[] = [];
  for (let at = 0; at <= text.length; at++) {
    for (const { tokens } of byPlace.get(at) ?? []) all.push(...tokens);
    const token = text[at];
    if (token !== undefined) all.push(token);
  }
  return all;
}
