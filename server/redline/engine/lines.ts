/** Where the line of a word ends: the first word of the next. */
export function lineEnd(tokens: readonly { beginsLine: boolean }[], at: number): number {
  let end = at + 1;
  while (end < tokens.length && tokens[end]?.beginsLine === false) end += 1;
  return end;
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

export function tokensAt<T>(tokens: readonly T[], indexes: readonly number[]): T[] {
  return indexes.flatMap((at) => tokens[at] ?? []);
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
