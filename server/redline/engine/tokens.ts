import { brokenOff, type Word } from '../../pdf/words.ts';
import { isOnSameLine } from './lines.ts';
import { wordKey } from './word-key.ts';

/** A word as it is compared: joined again where a line broke it. */
export type Token = {
  text: string;
  key: string;
  /** From 0. */
  page: number;
  /** Its places, one a line; the second may be on the next page. */
  parts: { page: number; word: Word }[];
  beginsLine: boolean;
};

/** The words of the body, in the order they are read. */
export function tokensOf(pages: readonly (readonly Word[])[]): Token[] {
  const tokens: Token[] = [];
  let before: { page: number; word: Word } | null = null;
  for (const [page, words] of pages.entries()) {
    for (const word of words) {
      const isNext = before?.page === page && isOnSameLine(before.word, word);
      const last = tokens.at(-1);
      if (before?.word.text.endsWith(brokenOff) === true && last !== undefined) {
        joinTo(last, { page, word });
      } else {
        const { text } = word;
        tokens.push({ text, key: '', page, parts: [{ page, word }], beginsLine: !isNext });
      }
      before = { page, word };
    }
  }
  const keys = new Map<string, string>();
  for (const token of tokens) {
    if (token.text.endsWith(brokenOff)) token.text = `${token.text.slice(0, -1)}-`;
    const known = keys.get(token.text);
    token.key = known ?? wordKey(token.text);
    if (known === undefined) keys.set(token.text, token.key);
  }
  return tokens;
}

function joinTo(last: Token, next: { page: number; word: Word }): void {
  const begun = last.text.slice(0, -1);
  // A word goes on with a small letter; before anything else the hyphen was its own.
  const hyphen = /^\p{Ll}/u.test(next.word.text) ? '' : '-';
  last.text = begun + hyphen + next.word.text;
  last.parts.push(next);
}

/** Each key as a number, the same in all of these. */
export function interned(...sequences: readonly (readonly Token[])[]): Int32Array[] {
  const numbers = new Map<string, number>();
  return sequences.map((tokens) => {
    const sequence = new Int32Array(tokens.length);
    for (const [at, { key }] of tokens.entries()) {
      let number = numbers.get(key);
      if (number === undefined) numbers.set(key, (number = numbers.size + 1));
      sequence[at] = number;
    }
    return sequence;
  });
}
