import type { Word } from '../../pdf/words.ts';

/** Words of one page that are side by side, without a wide blank between. */
export type Line = { page: number; words: Word[] };

/** Whether a word is beside the one before it, rather than below. */
export function isOnSameLine(before: Word, word: Word): boolean {
  const middles = Math.abs(before.top + before.height / 2 - word.top - word.height / 2);
  return middles <= Math.max(before.height, word.height) * 0.4 && word.left >= before.left - 1;
}

export function linesOf(words: readonly Word[], page: number): Line[] {
  const lines: Line[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    const before = line?.words.at(-1);
    if (line !== undefined && before !== undefined && goesOn(before, word)) {
      line.words.push(word);
    } else lines.push({ page, words: [word] });
  }
  return lines;
}

// In heights of the line: farther apart, the left and the right of a header are two texts.
const widestBlank = 1.2;

function goesOn(before: Word, word: Word): boolean {
  const blank = word.left - before.left - before.width;
  return isOnSameLine(before, word) && blank <= widestBlank * before.height;
}

// Chinese and Japanese are written without spaces.
const unspaced =
  /^[\u3001-\u3007\u3040-\u30FF\u31F0-\u31FF\u3400-\u9FFF\uF900-\uFAFF\uFF01-\uFF9F]/u;

/** The separator between two words: a space, or nothing. */
export function blankBetween(before: string, after: string): string {
  if (after.charCodeAt(0) <= 0x3000) return ' '; // the most frequent case
  return unspaced.test(before.at(-1) ?? '') && unspaced.test(after) ? '' : ' ';
}

/** The words as one text. */
export function textOf(words: readonly { text: string }[]): string {
  let text = '';
  let before = '';
  for (const word of words) {
    text += before === '' ? word.text : blankBetween(before, word.text) + word.text;
    before = word.text;
  }
  return text;
}

/** The last of these, in order, that begins at or before a place. */
export function lastUpTo<T extends { at: number }>(items: readonly T[], at: number): T | undefined {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return items[low - 1];
}
