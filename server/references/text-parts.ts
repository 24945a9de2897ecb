import type { Word } from '../pdf/words.ts';

/** Letters and digits without a sign among them: what numbers are put together from. */
export type Part = {
  /** Without capitals. */
  key: string;
  isLowerCase: boolean;
  isCapitals: boolean;
  page: number;
  /** Of the words of its page. */
  word: number;
  /** Where it begins and ends in its word, as shares of the word's letters. */
  from: number;
  to: number;
  /** The signs between it and the part before in the same word; null where another word begins. */
  before: string | null;
  /** A comma, semicolon or colon lies between it and the part before: no number goes on here. */
  isApart: boolean;
  /** What follows it in its word. */
  rest: string;
};

// Texts without blanks, such as Japanese, end a number where another script begins.
const runs = /[\p{Script=Latin}\p{M}\p{Nd}]+|[^\p{Script=Latin}\p{Nd}\P{L}]+/gu;
const dividing = /[,;:]/;

export function partsOf(words: readonly Word[], page: number): Part[] {
  const parts: Part[] = [];
  let end = '';
  for (const [word, { text }] of words.entries()) {
    const plain = isPlain(text) ? text : text.normalize('NFKC');
    let last = 0;
    for (const match of plain.matchAll(runs)) {
      const run = match[0];
      const between = plain.slice(last, match.index);
      const isFirst = last === 0;
      const after = match.index + run.length;
      parts.push({
        key: run.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()),
        isLowerCase: !/[^\p{Ll}]/u.test(run),
        isCapitals: !/[^\p{Lu}]/u.test(run),
        page,
        word,
        from: match.index / plain.length,
        to: after / plain.length,
        before: isFirst ? null : between,
        isApart: dividing.test(between) || (isFirst && dividing.test(end)),
        rest: plain.slice(after),
      });
      last = after;
    }
    end = last === 0 ? end + plain : plain.slice(last);
  }
  return parts;
}

// oxlint-disable-next-line no-control-regex -- ASCII is what needs no normalisation
function isPlain(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

/** Whether a number may end between two parts, or begin there. */
export function isBoundary(part: Part | undefined, next: Part | undefined): boolean {
  if (part === undefined || next === undefined || next.before === null) return true;
  const signs = next.before;
  if (signs === '' || /[^-./\\#+‐-―−]/.test(signs)) return true;
  if (signs === '/' && /^\P{N}/u.test(next.key)) return true;
  // `NV 50180-compliant`: a word of the language, not a part of the number.
  return isProse(next) || isProse(part);
}

function isProse({ key, isCapitals }: Part): boolean {
  return key.length > 2 && !isCapitals && !/\p{N}/u.test(key);
}
