// What a UTF-16 unit is for the reading of words; each a bit, so that a run of them is their sum.
export const lowerLetter = 1; // a to z
export const upperLetter = 2; // A to Z
export const otherLetter = 4;
export const plainDigit = 8; // 0 to 9
export const otherDigit = 16;
/** Accents on their own, soft hyphens: a part of the word they stand in. */
export const within = 32;
/** Chinese, Japanese and Korean: sought by pairs of characters. */
export const ideograph = 64;
/** Joins two parts of a code, or of a word: `02091-C-71`, `Fe//Zn8//C`. */
export const connector = 128;
export const space = 256;
/** Half of a character that needs two units. */
export const half = 512;
/** Anything else: ends a word. */
export const sign = 1024;

export const digits = plainDigit | otherDigit;
export const notPlain = otherLetter | otherDigit | within;
/** What words and codes are made of. */
export const wordUnits = lowerLetter | upperLetter | notPlain | plainDigit;

/** The kind of each UTF-16 unit, by its number; 0 for those that were not met. */
const kindsOfUnits = new Uint16Array(0x10000);

export function kindOfUnit(unit: number): number {
  const known = kindsOfUnits[unit] ?? 0;
  if (known !== 0) return known;
  const isHalf = unit >= 0xd800 && unit <= 0xdfff;
  return (kindsOfUnits[unit] = isHalf ? half : kindOf(String.fromCharCode(unit)));
}

/** The kind of the first character of a text. */
export function kindOf(text: string): number {
  return kinds.find(([pattern]) => pattern.test(text))?.[1] ?? sign;
}

const kinds: [RegExp, number][] = [
  [/^[a-z]/, lowerLetter],
  [/^[A-Z]/, upperLetter],
  [/^[0-9]/, plainDigit],
  [/^[\p{M}\u00ad\u200b-\u200f\u2060\ufeff]/u, within],
  [/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆ｰﾞﾟ]/u, ideograph],
  [/^\p{N}/u, otherDigit],
  [/^[\p{L}×]/u, otherLetter], // `M10×1,5` is `M10x1.5`
  [/^[-‐‑‒–_/\\.,+*'’#&~·]/u, connector],
  [/^\s/u, space],
];
