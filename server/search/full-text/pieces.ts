// What a UTF-16 unit is for the reading of words; each a bit, so that a run of them is their sum.
const lowerLetter = 1; // a to z
export const upperLetter = 2; // A to Z
const otherLetter = 4;
const plainDigit = 8; // 0 to 9
const otherDigit = 16;
/** Accents on their own, soft hyphens: a part of the word around them. */
const within = 32;
/** Chinese, Japanese and Korean: searched by pairs of characters. */
export const ideograph = 64;
/** Joins two parts of a code, or of a word: `02091-C-71`, `Fe//Zn8//C`. */
const connector = 128;
const space = 256;
/** Half of a character that needs two units. */
const half = 512;
/** Anything else: ends a word. */
const sign = 1024;

export const digits = plainDigit | otherDigit;
export const notPlain = otherLetter | otherDigit | within;
/** What words and codes are made of. */
const wordUnits = lowerLetter | upperLetter | notPlain | plainDigit;

/** The kind of each UTF-16 unit, by its number; 0 for those that were not met. */
const kindsOfUnits = new Uint16Array(0x10000);

function kindOfUnit(unit: number): number {
  const known = kindsOfUnits[unit] ?? 0;
  if (known !== 0) return known;
  const isHalf = unit >= 0xd800 && unit <= 0xdfff;
  return (kindsOfUnits[unit] = isHalf ? half : kindOf(String.fromCharCode(unit)));
}

/** The kind of the first character of a text. */
function kindOf(text: string): number {
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

/** A run of letters and digits, or of ideographs. */
export type Piece = {
  start: number;
  end: number;
  /** What is in it: the bits above. */
  kinds: number;
  /** What is between the run before and this: a connector, space (with a dash perhaps), or more. */
  after: 'more' | 'space' | 'connector';
  /** It may be a part of a number: capital letters, or digits and perhaps letters. */
  isShort: boolean;
};

const mostShortLetters = 6;
const mostShortCode = 12;

/** The runs of a text, in their order. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let after: Piece['after'] = 'more';
  let between = 0;
  for (let at = 0; at < text.length;) {
    const kind = kindAt(text, at);
    if ((kind & (wordUnits | ideograph)) === 0 || (kind === within && between > 0)) {
      after = afterWith(after, between++, kind, text, at);
      at++;
      continue;
    }
    const piece = pieceFrom(text, at, kind, after);
    pieces.push(piece);
    at = piece.end;
    after = 'more'; // when an ideograph follows a letter with nothing between
    between = 0;
  }
  return pieces;
}

function pieceFrom(text: string, start: number, first: number, after: Piece['after']): Piece {
  const own = first === ideograph ? ideograph | within : wordUnits;
  let kinds = 0;
  let end = start;
  for (; end < text.length; end++) {
    const kind = kindAt(text, end);
    // The point of `8.8` and the comma of `0,25` are within.
    if ((kind & own) === 0 && !isDecimal(text, end)) break;
    if ((kind & own) !== 0) kinds |= kind;
  }
  const letters = end - start;
  const isShort =
    (kinds & digits) === 0
      ? (kinds & ~upperLetter) === 0 && letters <= mostShortLetters
      : letters <= mostShortCode;
  return { start, end, kinds, after, isShort };
}

function kindAt(text: string, at: number): number {
  const kind = kindOfUnit(text.charCodeAt(at));
  return kind === half ? kindOfHalf(text, at) : kind;
}

/** The second half of a character is what its first is; a half alone is nothing. */
function kindOfHalf(text: string, at: number): number {
  const first = text.charCodeAt(at) >= 0xdc00 ? at - 1 : at;
  const character = String.fromCodePoint(text.codePointAt(first) ?? 0);
  return character.length === 2 ? kindOf(character) : sign;
}

function isDecimal(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit !== 0x2e && unit !== 0x2c) return false;
  return isDigit(text, at - 1) && isDigit(text, at + 1);
}

function isDigit(text: string, at: number): boolean {
  return at >= 0 && at < text.length && (kindOfUnit(text.charCodeAt(at)) & digits) !== 0;
}

/** `Fe//Zn8`, `02091 - C`, and a line's end with spaces around; but not `1. Scope` or `12, 13`. */
function afterWith(
  after: Piece['after'],
  between: number,
  kind: number,
  text: string,
  at: number,
): Piece['after'] {
  if (between >= 3 || (kind !== connector && kind !== space)) return 'more';
  if (between === 0) return kind === connector ? 'connector' : 'space';
  if (after === 'more') return 'more';
  if (kind === space && after === 'connector' && !isDash(text.charCodeAt(at - 1))) return 'more';
  if (kind === connector && after === 'space' && !isDash(text.charCodeAt(at))) return 'more';
  return kind === space ? 'space' : after;
}

function isDash(unit: number): boolean {
  return unit === 0x2d || unit === 0x2f || (unit >= 0x2010 && unit <= 0x2013);
}
