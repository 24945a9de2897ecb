import type { Word } from '../pdf/text/words.ts';

/** A run of letters and digits without signs; numbers consist of these. */
export type TextPart = {
  /** Without capitals. */
  key: string;
  isLowerCase: boolean;
  isCapitals: boolean;
  page: number;
  /** The index of its word on the page. */
  word: number;
  /** Where it begins and ends in its word, as fractions of the word's letters. */
  from: number;
  to: number;
  /** The signs between it and the previous part of the same word; null at the start of a word. */
  before: string | null;
  /** A comma, semicolon or colon is between it and the previous part: a number ends there. */
  isApart: boolean;
  /** The rest of its word after it. */
  rest: string;
};

// In texts without spaces, such as Japanese, a number ends where another script begins.
const runs = /[\p{Script=Latin}\p{M}\p{Nd}]+|[^\p{Script=Latin}\p{Nd}\P{L}]+/gu;
const dividing = /[,;:]/;

export function partsOf(words: readonly Word[], page: number): TextPart[] {
  const parts: TextPart[] = [];
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
export function isBoundary(part: TextPart | undefined, next: TextPart | undefined): boolean {
  if (part === undefined || next === undefined || next.before === null) return true;
  const signs = next.before;
  if (signs === '' || /[^-./\\#+‐-―−]/.test(signs)) return true;
  if (signs === '/' && /^\P{N}/u.test(next.key)) return true;
  // `NV 50180-compliant`: a word of the language, not a part of the number.
  return isProse(next) || isProse(part);
}

function isProse({ key, isCapitals }: TextPart): boolean {
  return key.length > 2 && !isCapitals && !/\p{N}/u.test(key);
}
