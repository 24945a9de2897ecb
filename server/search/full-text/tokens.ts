import { codeKeyOfFolded, compact, foldText, withoutLeadingZeros } from '../folding.ts';
import { digits, ideograph, notPlain, upperLetter } from './letters.ts';
import { type Piece, PieceList } from './pieces.ts';

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
  const pieces = (pieceList ??= new PieceList()).read(text);
  const tokens: Tokens = { row: [], beside: [] };
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces.at(at);
    if (piece === undefined) continue;
    if (isIdeographs(piece.kinds)) addIdeographs(text, piece, tokens);
    else addWord(text, piece, tokens.row);
  }
  forEachJoined(pieces, (start, end, kinds) => {
    const lane = hasDigit(kinds) ? 'code' : 'word';
    for (const key of codeKeys(text.slice(start, end))) {
      tokens.beside.push({ key, lane, start, end });
    }
  });
  return tokens;
}

/** One for all texts, as each is read to its end before the next. */
let pieceList: PieceList | null = null;

export function isIdeographs(kinds: number): boolean {
  return (kinds & ideograph) !== 0;
}

/** Codes are what has a digit. */
export function isCode(key: string): boolean {
  return /\p{N}/u.test(key);
}

function addWord(text: string, piece: Piece, row: Token[]): void {
  const { start, end } = piece;
  const key = keyOf(text.slice(start, end), piece.kinds);
  if (key !== '') row.push({ key, lane: hasDigit(piece.kinds) ? 'code' : 'word', start, end });
}

function hasDigit(kinds: number): boolean {
  return (kinds & digits) !== 0;
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
  const plain = plainCharactersOf(text, piece);
  if (plain !== null) return plain;
  const written = text.slice(piece.start, piece.end);
  const found: { key: string; start: number; end: number }[] = [];
  for (const { 0: character, index } of written.matchAll(/\P{M}[\p{M}ﾞﾟ]*/gu)) {
    const start = piece.start + index;
    const end = start + character.length;
    for (const key of foldText(character).replace(notInKeys, '')) found.push({ key, start, end });
  }
  return found;
}

/** The same where each unit is a character of its own, as nearly always; else null. */
function plainCharactersOf(text: string, piece: Piece): ReturnType<typeof charactersOf> | null {
  if (piece.kinds !== ideograph) return null;
  const characters: ReturnType<typeof charactersOf> = [];
  for (let at = piece.start; at < piece.end; at++) {
    const unit = foldedIdeograph(text.charCodeAt(at));
    if (unit === 0) return null;
    characters.push({ key: String.fromCharCode(unit), start: at, end: at + 1 });
  }
  return characters;
}

/** A character of one unit as it is sought; 0 where it takes more than this unit to know that. */
export function foldedIdeograph(unit: number): number {
  const known = foldedUnits[unit] ?? 0;
  if (known !== notKnown) return known;
  const isHalf = unit >= 0xd800 && unit <= 0xdfff;
  const isVoiceMark = unit === 0xff9e || unit === 0xff9f;
  const key = isHalf ? '' : foldText(String.fromCharCode(unit)).replace(notInKeys, '');
  const folded = isVoiceMark || key.length !== 1 ? 0 : key.charCodeAt(0);
  foldedUnits[unit] = folded;
  return folded;
}

const notKnown = -1;
/** By UTF-16 unit, for those that were met. */
const foldedUnits = new Int32Array(0x10000).fill(notKnown);

/** What is put together from pieces that follow each other: where it begins and ends, and what is in it. */
type Join = (start: number, end: number, kinds: number) => void;

export function forEachJoined(pieces: PieceList, join: Join): void {
  for (let at = pieces.nextJoining(0); at < pieces.length; at = pieces.nextJoining(at + 1)) {
    if (pieces.isAfterConnector(at)) continue;
    if (pieces.isAfterConnector(at + 1)) joinChained(pieces, at, join);
    if (pieces.isShort(at)) joinSpaced(pieces, at, join);
  }
}

/** `02091-C-71`, `zinc-nickel`; not a row of dots, or an address. */
function joinChained(pieces: PieceList, from: number, join: Join): void {
  let to = from;
  while (to - from < mostParts && pieces.isAfterConnector(to + 1)) to++;
  if (!pieces.isAfterConnector(to + 1)) joinParts(pieces, from, to, join);
}

/** `NV 50180`, `VW 011 55`, `02091 C 71`: numbers that are written with spaces. */
function joinSpaced(pieces: PieceList, from: number, join: Join): void {
  let hasSpace = false;
  let hasLetters = false;
  for (let to = from; to < from + 4 && to < pieces.length; to++) {
    if (!pieces.isShort(to) || (to > from && !pieces.isNear(to))) return;
    const isNumber = hasDigit(pieces.kinds[to] ?? 0);
    hasSpace ||= to > from && !pieces.isAfterConnector(to);
    hasLetters ||= !isNumber;
    if (hasSpace && hasLetters && isNumber && !pieces.isAfterConnector(to + 1)) {
      joinParts(pieces, from, to, join);
    }
  }
}

function joinParts(pieces: PieceList, from: number, to: number, join: Join): void {
  const start = pieces.starts[from] ?? 0;
  const end = pieces.ends[to] ?? 0;
  let kinds = 0;
  for (let at = from; at <= to; at++) kinds |= pieces.kinds[at] ?? 0;
  if (end - start <= mostLetters && !isIdeographs(kinds)) join(start, end, kinds);
}

/** `TRK 06/011` is sought as `trk611`, and by those who leave out only the signs as `trk6011`. */
export function codeKeys(written: string): string[] {
  const folded = foldText(written);
  const inOne = withoutLeadingZeros(compact(folded));
  const key = folded.includes('0') ? codeKeyOfFolded(folded) : inOne;
  if (key === '') return [];
  return key === inOne ? [key] : [key, inOne];
}
