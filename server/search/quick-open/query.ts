import { withoutSpelledUmlauts } from '../folding.ts';
import { codeKeys } from '../full-text/tokens.ts';
import { runsOf, wordsOf } from './label.ts';

/** A word of a query, in each form that it can be meant. */
export type QueryWord = { forms: readonly string[] };

export type LabelQuery = {
  /** Each has to be somewhere in the label. */
  words: readonly QueryWord[];
  /** All that was typed as one number. */
  keys: readonly string[];
};

/** More words cost time, and nobody types them. */
const mostWords = 12;

/** What a query asks for. Signs only separate words; a query of signs asks for nothing. */
export function queryOf(q: string): LabelQuery {
  return { words: queryWords(wordsOf(q)), keys: codeKeys(q) };
}

/** The same with runs of letters and digits as words: `nv50180de4` is nv, 50180, de, 4. */
export function queryOfRuns(q: string): LabelQuery {
  return { words: queryWords(wordsOf(q).flatMap(runsOf)), keys: [] };
}

function queryWords(words: readonly string[]): QueryWord[] {
  const wanted = [...new Set(withoutFiller(words))].slice(0, mostWords);
  return wanted.map((word) => ({
    forms: [word, withoutSpelledUmlauts(word)].filter((form) => form !== null),
  }));
}

/** `Rev 3` and `….pdf` are typed and pasted, but no entry has `rev` or `pdf` in it for that. */
function withoutFiller(words: readonly string[]): readonly string[] {
  const rest = words.filter(
    (word, at) => word !== 'rev' && !(word === 'pdf' && at === words.length - 1),
  );
  return rest.length === 0 ? words : rest;
}
