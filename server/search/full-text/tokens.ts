import { codeKey, compact, foldText, withoutLeadingZeros } from '../folding.ts';
import { digits, ideograph, notPlain, plainDigit, upperLetter } from './letters.ts';
import { type Piece, piecesOf } from './pieces.ts';

/** How a token is sought. */
export type Lane = 'word' | 'code' | 'ideographs';

/** A word, a code, or two characters of Chinese, Japanese or Korean; and where it stands in the text. */
export type Token = { key: string; lane: Lane; start: number; end: number };

export type Tokens = {
  /** As they follow each other: what phrases are made of. */
  row: Token[];
  /** What stands beside them: codes and words put together from their parts, single characters. */
  beside: Token[];
};

/** Longer ones are cut: nobody types them, and they are noise of odd fonts. */
const mostLetters = 40;
const mostParts = 6;

/** The tokens of a text: of a page, of a number or of a query. */
export function tokensOf(text: string): Tokens {
  const pieces = piecesOf(text);
  const tokens: Tokens = { row: [], beside: [] };
  for (const piece of pieces) {
    if (isIdeographs(piece)) addIdeographs(text, piece, tokens);
    else addWord(text, piece, tokens.row);
  }
  addJoined(text, pieces, tokens.beside);
  return tokens;
}

export function isIdeographs(piece: Piece): boolean {
  return (piece.kinds & ideograph) !== 0;
}

/** Codes are what has a digit. */
export function isCode(key: string): boolean {
  return /\p{N}/u.test(key);
}

function addWord(text: string, piece: Piece, row: Token[]): void {
  const { start, end } = piece;
  const key = keyOf(text.slice(start, end), piece.kinds);
  if (key !== '') row.push({ key, lane: hasDigit(piece) ? 'code' : 'word', start, end });
}

function hasDigit(piece: Piece): boolean {
  return (piece.kinds & digits) !== 0;
}

/** How a word is sought that is written so. */
export function keyOf(written: string, kinds: number): string {
  let key = written;
  if ((kinds & notPlain) !== 0) key = foldText(key.replaceAll('×', 'x')).replace(notInKeys, '');
  else if ((kinds & upperLetter) !== 0) key = key.toLowerCase();
  if ((kinds & digits) !== 0) key = codeOf(key);
  return key.length > mostLetters ? key.slice(0, mostLetters).toWellFormed() : key;
}

const notInKeys = /[^\p{L}\p{N}\p{M}.,]+/gu;

/** Like the key of a number, but with its decimals: `0.05` is neither `0.5` nor `05`. */
function codeOf(folded: string): string {
  const code = folded.includes(',') ? folded.replaceAll(',', '.') : folded;
  if (!code.includes('0')) return code;
  return code.includes('.') ? code.replace(leadingZeros, '') : withoutLeadingZeros(code);
}

const leadingZeros = /(?<![0-9.])0+(?=[0-9])/g;

export function addIdeographs(text: string, piece: Piece, tokens: Tokens): void {
  const characters = charactersOf(text, piece);
  const lane = 'ideographs';
  for (const [at, { key, start, end }] of characters.entries()) {
    tokens.beside.push({ key, lane, start, end });
    const next = characters[at + 1];
    if (next !== undefined) {
      tokens.row.push({ key: key + next.key, lane, start, end: next.end });
    } else if (at === 0) {
      tokens.row.push({ key, lane, start, end });
    }
  }
}

/** Each character as it is sought, and where it stands; accents on their own belong to the one before. */
function charactersOf(text: string, piece: Piece): { key: string; start: number; end: number }[] {
  const written = text.slice(piece.start, piece.end);
  const found: { key: string; start: number; end: number }[] = [];
  for (const { 0: character, index } of written.matchAll(/\P{M}[\p{M}ﾞﾟ]*/gu)) {
    const start = piece.start + index;
    const end = start + character.length;
    for (const key of foldText(character).replace(notInKeys, '')) found.push({ key, start, end });
  }
  return found;
}

export function addJoined(text: string, pieces: readonly Piece[], beside: Token[]): void {
  for (let at = 0; at < pieces.length - 1; at++) {
    const piece = pieces[at];
    const next = pieces[at + 1];
    if (piece === undefined || next === undefined || next.after === 'more') continue;
    if (piece.after === 'connector') continue;
    if (next.after === 'connector') addChained(text, pieces, at, beside);
    if (isShort(piece)) addSpaced(text, pieces, at, beside);
  }
}

/** `02091-C-71`, `zinc-nickel`; not a row of dots, or an address. */
function addChained(text: string, pieces: readonly Piece[], from: number, beside: Token[]): void {
  let to = from;
  while (to - from < mostParts && pieces[to + 1]?.after === 'connector') to++;
  if (pieces[to + 1]?.after !== 'connector') join(text, pieces.slice(from, to + 1), beside);
}

/** `NV 50180`, `VW 011 55`, `02091 C 71`: numbers that are written with spaces. */
function addSpaced(text: string, pieces: readonly Piece[], from: number, beside: Token[]): void {
  let hasSpace = false;
  let hasLetters = false;
  for (let to = from; to < from + 4; to++) {
    const piece = pieces[to];
    if (piece === undefined || !isShort(piece) || (to > from && piece.after === 'more')) return;
    hasSpace ||= to > from && piece.after === 'space';
    hasLetters ||= !hasDigit(piece);
    const isWhole = pieces[to + 1]?.after !== 'connector';
    if (hasSpace && hasLetters && hasDigit(piece) && isWhole) {
      join(text, pieces.slice(from, to + 1), beside);
    }
  }
}

/** A part of a number: capital letters, or digits and perhaps letters. */
function isShort(piece: Piece): boolean {
  const letters = piece.end - piece.start;
  if (hasDigit(piece)) return letters <= 12;
  return (piece.kinds & ~(upperLetter | plainDigit)) === 0 && letters <= 6;
}

function join(text: string, parts: readonly Piece[], beside: Token[]): void {
  const start = parts[0]?.start ?? 0;
  const end = parts.at(-1)?.end ?? 0;
  if (end - start > mostLetters || parts.some(isIdeographs)) return;
  const lane = parts.some(hasDigit) ? 'code' : 'word';
  for (const key of codeKeys(text.slice(start, end))) beside.push({ key, lane, start, end });
}

/** `TRK 06/011` is sought as `trk611`, and by those who leave out only the signs as `trk6011`. */
export function codeKeys(written: string): string[] {
  const key = codeKey(written);
  const inOne = withoutLeadingZeros(compact(foldText(written)));
  if (key === '') return [];
  return key === inOne ? [key] : [key, inOne];
}
