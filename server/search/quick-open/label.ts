import type { IndexedEntry } from '../entry.ts';
import { withoutLeadingZeros } from '../folding.ts';
import { codeKeys, tokensOf } from '../full-text/tokens.ts';

/** What an entry is found by in quick open, as keys. */
export type Label = {
  /**
   * The whole number without signs. Two, where a zero leads only as long as its sign is there:
   * `TRK 06/011` is typed `trk611`, `trk6011` and `trk06011`.
   */
  keys: string[];
  /** The parts of the number between signs, and their runs of letters and digits. */
  parts: string[];
  /** Of the description and the customer. */
  words: string[];
  language: string[];
  revision: string[];
};

// A number has as many letters as a line can hold; a description is a line, not a page.
const mostKeyLetters = 200;
const mostWords = 60;

export function labelOf(entry: IndexedEntry): Label {
  const parts = wordsOf(entry.doc_num);
  return {
    keys: codeKeys(entry.doc_num).map((key) => key.slice(0, mostKeyLetters)),
    parts: [...new Set([...parts, ...parts.flatMap(runsOf)])],
    words: [...new Set([entry.doc_desc, entry.customer].flatMap(allWordsOf))].slice(0, mostWords),
    language: wordsOf(entry.language ?? ''),
    revision: allWordsOf(entry.doc_rev),
  };
}

/** The words of a text as they follow each other. */
export function wordsOf(text: string): string[] {
  return tokensOf(text, { hasValues: false }).row.map(({ key }) => key);
}

/** Those joined by signs also as one, as `Zink-Nickel` is typed `zinknickel`. */
function allWordsOf(text: string): string[] {
  const { row, beside } = tokensOf(text, { hasValues: false });
  return [...new Set([...row, ...beside].map(({ key }) => key))];
}

/** The runs of letters and of digits in a word: `m10x15` is m, 10, x, 15. */
export function runsOf(word: string): string[] {
  return (word.match(/[0-9]+|[^0-9.]+/g) ?? []).map(withoutLeadingZeros);
}
