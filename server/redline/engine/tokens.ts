import { isBroken } from '../../pdf/text/line-texts.ts';
import { isOnSameLine } from '../../pdf/text/word-lines.ts';
import { brokenOff, type Word } from '../../pdf/text/words.ts';
import { wordKey } from './word-key.ts';

/** The position of a word or a part of it; the page from 0. */
export type TokenPart = { page: number; word: Word };

/** A word for comparison; a word broken at the end of a line is joined again. */
export type RedlineToken = {
  text: string;
  key: string;
  /** The key as a number: the same in all texts that were read with one `WordNumbers`. */
  number: number;
  /** Its position; for a broken word that of its first part. */
  page: number;
  word: Word;
  /** One part for each further line; the second may be on the next page. */
  further: TokenPart[];
  beginsLine: boolean;
  /** A bullet was before it. */
  beginsItem?: true;
  /** It is the letter or number of a list item. */
  isMarker?: true;
  /** It begins a heading. */
  isHeading?: true;
  /** Its cell, where the words of a row were put together. */
  cell?: { row: number };
};

/** The words of both bodies. */
export type TokenSides = { a: readonly RedlineToken[]; b: readonly RedlineToken[] };
/** The differing words between two blocks; the ends are exclusive. */
export type Gap = { a: number; aEnd: number; b: number; bEnd: number };

/** Shared, as nearly all words are on one line: a list for each would take a third of the memory. */
const noFurther: TokenPart[] = [];
const brokenOffCode = brokenOff.charCodeAt(0);

/** The words of the body, in the order they are read. */
export function tokensOf(
  pages: readonly (readonly Word[])[],
  numbers: WordNumbers,
): RedlineToken[] {
  const tokens: RedlineToken[] = [];
  for (const [page, words] of pages.entries()) addPage(tokens, page, words);
  for (const token of tokens) numbers.set(token);
  return tokens;
}

function addPage(tokens: RedlineToken[], page: number, words: readonly Word[]): void {
  let before: Word | null = null;
  for (const word of words) {
    const last = tokens[tokens.length - 1];
    const beginsLine = before === null || !isOnSameLine(before, word);
    // The reader marks broken words; it cannot see one that continues in the next column or on the next page.
    const isJoined =
      last !== undefined &&
      (isBrokenOff(last.text) || (beginsLine && isBroken(last.text, word.text)));
    if (beginsLine && last !== undefined && isBrokenAddress(last.text, word.text)) {
      addPart(last, withHyphen(last.text) + word.text, { page, word });
    } else if (beginsLine && /\d[-\u2010]$/.test(last?.text ?? '') && /^\d/.test(word.text)) {
      addPart(last as RedlineToken, last?.text + word.text, { page, word }); // 2026-11-19
    } else if (beginsLine && last !== undefined && /\w_-$/.test(last.text)) {
      addPart(last, last.text.slice(0, -1) + word.text, { page, word }); // a name of a program
    } else if (isJoined) joinTo(last, { page, word });
    else {
      const { text } = word;
      tokens.push({ text, key: '', number: 0, page, word, further: noFurther, beginsLine });
    }
    before = word;
  }
}

function withHyphen(text: string): string {
  return isBrokenOff(text) ? `${text.slice(0, -1)}-` : text;
}

function isBrokenOff(text: string): boolean {
  return text.charCodeAt(text.length - 1) === brokenOffCode;
}

/** The address of a web page continues on the next line. */
function isBrokenAddress(last: string, next: string): boolean {
  if (!/:\/\/\S|^[<("']*www\./.test(last)) return false;
  return /[/_?&=#%~\u00AD-]$/.test(last) ? /^[\w%]/.test(next) : /^[/_?&=#%~]\S/.test(next);
}

function joinTo(last: RedlineToken, next: TokenPart): void {
  const begun = last.text.slice(0, -1);
  // Before a lower-case letter the hyphen is a line break; otherwise it belongs to the word.
  const hyphen = /^\p{Ll}/u.test(next.word.text) ? '' : '-';
  addPart(last, begun + hyphen + next.word.text, next);
}

function addPart(last: RedlineToken, text: string, next: TokenPart): void {
  last.text = text;
  if (last.further === noFurther) last.further = [next];
  else last.further.push(next);
}

/** Letters of a word without hyphens, nor the punctuation around it. */
const lettersOf = (text: string) => text.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

/**
 * Writes broken words as they are written elsewhere, with or without the hyphen. If that is nowhere, and both
 * parts are words of the texts, the hyphen stays: `well-mechanical`.
 */
export function restoreHyphens(texts: readonly (readonly RedlineToken[])[]): void {
  const broken = texts.flatMap((tokens) => tokens.filter(({ further }) => further.length > 0));
  if (broken.length === 0) return;
  const written = new Set(texts.flatMap((tokens) => tokens.map(wholeText)));
  const whole = new Map<string, boolean>(); // whether it has a hyphen
  for (const text of written) whole.set(lettersOf(text), /\p{L}[-\u2010]\p{L}/u.test(text));
  for (const token of broken) {
    const [first, rest] = [token.word.text.slice(0, -1), token.further[0]?.word.text ?? ''];
    if (token.text !== first + rest) continue; // broken twice, or the hyphen was certain
    const areWords = whole.has(lettersOf(first)) && whole.has(lettersOf(rest));
    if (whole.get(lettersOf(token.text)) ?? areWords) token.text = `${first}-${rest}`;
  }
}

const wholeText = ({ text, further }: RedlineToken) => (further.length > 0 ? '' : text);

/** Gives each word its key, and each key a number, which is fast to compare. */
export class WordNumbers {
  readonly #byText = new Map<string, { text: string; key: string; number: number }>();
  readonly #byKey = new Map<string, number>();

  /** Sets text, key and number of a complete word. */
  set(token: RedlineToken): void {
    let known = this.#byText.get(token.text);
    if (known === undefined) this.#byText.set(token.text, (known = this.#knownOf(token.text)));
    token.text = known.text;
    token.key = known.key;
    token.number = known.number;
  }

  /** Gives the letter or number of a list item the key of all others. */
  setItem(token: RedlineToken): void {
    const { key, number } = this.#knownOf('•');
    token.key = key;
    token.number = number;
    token.isMarker = true;
  }

  #knownOf(written: string) {
    const text = withHyphen(written);
    const key = wordKey(text);
    const number = this.#byKey.get(key) ?? this.#byKey.size + 1;
    this.#byKey.set(key, number);
    return { text, key, number };
  }
}
