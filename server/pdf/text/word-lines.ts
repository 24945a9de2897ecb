import type { Word } from './words.ts';

/** In heights of the line: farther apart, the left and the right of a header are two texts. */
export const widestBlank = 1.2;

/** Whether a word is beside the one before it, rather than below. */
export function isOnSameLine(before: Word, word: Word): boolean {
  const middles = Math.abs(before.top + before.height / 2 - word.top - word.height / 2);
  return middles <= Math.max(before.height, word.height) * 0.4 && word.left >= before.left - 1;
}

/** Words side by side, without a blank wider than this between them; in heights of the line. */
export function linesOf(words: readonly Word[], widest = Infinity): Word[][] {
  const lines: Word[][] = [];
  for (const word of words) {
    const before = lines.at(-1)?.at(-1);
    const isBeside =
      before !== undefined &&
      isOnSameLine(before, word) &&
      word.left - before.left - before.width <= widest * before.height;
    if (isBeside) lines.at(-1)?.push(word);
    else lines.push([word]);
  }
  return lines;
}
