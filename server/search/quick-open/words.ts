import { compact, foldText, withoutLeadingZeros } from '../folding.ts';

/** The words of a text as they are stored and searched: folded, without signs and leading zeros. */
export function wordsOf(text: string): string[] {
  return wordsOfFolded(foldText(text));
}

function wordsOfFolded(folded: string): string[] {
  const words = withoutLeadingZeros(folded).match(isPlain.test(folded) ? plainWord : word) ?? [];
  return words.map((one) => one.slice(0, mostLetters));
}

const isPlain = /^[\0-\x7f]*$/;
const plainWord = /[a-z0-9]+/g;

// Chinese, Japanese and Korean have no blanks between words; any part of a run is searched for.
const pictographs = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Hangul}';
const word = new RegExp(
  `(?:(?=[\\p{L}\\p{N}\\p{M}])[${pictographs}])+|(?:(?![${pictographs}])[\\p{L}\\p{N}\\p{M}])+`,
  'gu',
);
const pictograph = new RegExp(`^[${pictographs}]`, 'u');

/** Whether a word is of a writing that puts no blanks between words. */
export function isWithoutBlanks(one: string): boolean {
  return !isPlain.test(one) && pictograph.test(one);
}

// Nobody types more of one word, and an index of longer ones is filled by garbage.
const mostLetters = 64;

/** The words of a description: those joined by signs also as one, as `Zink-Nickel` is typed `zinknickel`. */
export function wordsWithJoined(text: string): string[] {
  const all: string[] = [];
  for (const chunk of foldText(text).split(/\s+/)) {
    const parts = wordsOfFolded(chunk);
    all.push(...parts);
    if (parts.length > 1 && !parts.some(isWithoutBlanks)) {
      all.push(withoutLeadingZeros(compact(chunk)).slice(0, mostLetters));
    }
  }
  return all;
}

/** The runs of letters and of digits in a word: `m10x15` is m, 10, x, 15. */
export function runsOf(one: string): string[] {
  return /^(?:[0-9]+|[^0-9]+)$/.test(one)
    ? [one]
    : (one.match(/[0-9]+|[^0-9]+/g) ?? []).map(withoutLeadingZeros);
}
