import type { PlacedWord } from './reading-order.ts';

// Raised digits are written as such: 10² is not 102. PDFs have them as small digits above the base line, with or
// without a blank before.

const isDigits = /^[+\-\u2212]?\d{1,3}[.,;:)\]]*$/;
const endsWithDigits = /\d[.,;:)\]]*$/;
const digitOrSign = /[\d+\-\u2212]/;
// A number or a unit has an exponent, as in 10² or mm²; after another word the digit is a footnote's.
const mayHaveExponent = /(?:^|[^\p{L}])(?:\d+|\p{L}{1,3})$/u;
const raisedForms = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Whether a letter is an exponent, by how far its base line is above that of the other; in heights of a letter. */
export function isRaisedBy(points: number, height: number): boolean {
  return points > 0.12 * Math.abs(height) && points < Math.abs(height);
}

/** Where the raised digits at the end of a word begin; 0 if there are none. */
export function raisedTail(letters: string, isRaised: (at: number) => boolean): number {
  if (letters.length < 2 || !endsWithDigits.test(letters)) return 0;
  let at = letters.length;
  while (at > 1 && !digitOrSign.test(letters.charAt(at - 1))) at -= 1;
  const end = at;
  while (at > 1 && digitOrSign.test(letters.charAt(at - 1)) && isRaised(at - 1)) at -= 1;
  return at < end ? at : 0;
}

/** How many digits before other letters are raised: those of a footnote. */
export function raisedHead(letters: string, isRaised: (at: number) => boolean): number {
  const [digits = ''] = /^\d{1,3}(?=\D)/.exec(letters) ?? [];
  return digits !== '' && isRaised(0) ? digits.length : 0;
}

/** The digit of a footnote, and the word behind it. */
export function withRaisedHead(word: PlacedWord, at: number): PlacedWord[] {
  return inTwo(word, at, raisedText(word.text.slice(0, at)), word.text.slice(at));
}

/** A word whose letters from here on are raised: with an exponent, or with the digit of a footnote apart. */
export function withRaisedTail(word: PlacedWord, at: number): PlacedWord[] {
  const [head, tail] = [word.text.slice(0, at), raisedText(word.text.slice(at))];
  if (mayHaveExponent.test(head)) return [{ ...word, text: head + tail }];
  return inTwo(word, at, head, tail);
}

function inTwo(word: PlacedWord, at: number, head: string, tail: string): PlacedWord[] {
  const width = (word.width * at) / word.text.length;
  const apart = { left: word.left + width, width: word.width - width, isGlued: false };
  return [
    { ...word, text: head, width },
    { ...word, ...apart, text: tail },
  ];
}

/** Whether a word may be the exponent of the one before, by its text and box. */
export function mayBeRaised(before: PlacedWord, { text, left, height }: PlacedWord): boolean {
  if (height >= 0.87 * before.height || !isDigits.test(text)) return false;
  return Math.abs(left - before.left - before.width) < 0.5 * before.height;
}

/** Adds a word that is raised, after a blank. */
export function addRaised(words: PlacedWord[], before: PlacedWord, word: PlacedWord): void {
  const text = raisedText(word.text);
  if (!mayHaveExponent.test(before.text)) {
    words.push({ ...word, text });
    return;
  }
  before.text += text;
  before.width = Math.max(before.width, word.left + word.width - before.left);
}

function raisedText(text: string): string {
  return text
    .replaceAll(/\d/g, (digit) => raisedForms[Number(digit)] ?? digit)
    .replace('+', '⁺')
    .replace(/[-\u2212]/, '⁻');
}
