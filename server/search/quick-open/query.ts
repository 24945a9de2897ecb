import {
  codeKey,
  compact,
  foldText,
  withoutLeadingZeros,
  withoutSpelledUmlauts,
} from '../folding.ts';
import { titleKey } from './label.ts';
import { runsOf, wordsOf } from './words.ts';

/** A word of a query, in each form that it can be meant. */
export type QueryWord = { forms: readonly string[] };

export type LabelQuery = {
  /** Each is to be found somewhere. */
  words: readonly QueryWord[];
  /** All that was typed as one number. */
  keys: readonly string[];
  /** All that was typed as one description; null where it is none. */
  title: string | null;
};

/** What a query asks for. Signs only part words; a query of nothing else asks for nothing. */
export function queryOf(q: string): LabelQuery {
  const text = q.slice(0, mostLetters);
  const keys = [codeKey(text), withoutLeadingZeros(compact(foldText(text)))];
  return queryWords(withoutFiller(wordsOf(text)), keys, titleKey(text));
}

/**
 * The same with runs of letters and digits as words of their own: `nv50180de4` is nv, 50180, de, 4.
 * Null where they are the same words.
 */
export function queryOfRuns(q: string): LabelQuery | null {
  const words = wordsOf(q.slice(0, mostLetters));
  const runs = words.flatMap(runsOf);
  return runs.length === words.length ? null : queryWords(withoutFiller(runs), [], null);
}

const mostLetters = 1000;

/** Nobody types more, and each costs time. */
const mostWords = 12;

function queryWords(
  words: readonly string[],
  keys: readonly string[],
  title: string | null,
): LabelQuery {
  return {
    words: [...new Set(words)].slice(0, mostWords).map((word) => ({ forms: formsOf(word) })),
    keys: [...new Set(keys)].filter((key) => key !== ''),
    title,
  };
}

function formsOf(word: string): string[] {
  const folded = withoutSpelledUmlauts(word);
  return folded === null ? [word] : [word, folded];
}

/** `Rev 3` and `….pdf` are typed and pasted, but no entry has `rev` or `pdf` in it for that. */
function withoutFiller(words: readonly string[]): readonly string[] {
  const rest = words.filter(
    (word, at) => word !== 'rev' && !(word === 'pdf' && at === words.length - 1),
  );
  return rest.length === 0 ? words : rest;
}
