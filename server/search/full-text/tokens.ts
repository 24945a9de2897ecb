import { stemmer as englishStem } from '@orama/stemmers/english';
import { stemmer as germanStem } from '@orama/stemmers/german';
import { type BoundSign, type Value, valuesIn, valuesInTables } from '../../units/values.ts';
import { codeKeyOfFolded, compact, foldText, withoutLeadingZeros } from '../folding.ts';
import { digits, ideograph, notPlain, type Piece, piecesOf, upperLetter } from './pieces.ts';

/** How a token is looked up. */
export type Lane = 'word' | 'code' | 'ideographs' | 'value';

/** A word, a code, a value with its unit, or two characters of Chinese, Japanese or Korean; and where it is in the text. */
export type Token = {
  key: string;
  lane: Lane;
  start: number;
  end: number;
  /** Of a value half of its last digit. */
  half?: number;
};

export type Tokens = {
  /** As they follow each other: what phrases are made of. */
  row: Token[];
  /** What is beside them: codes and words put together from their parts, values, single characters. */
  beside: Token[];
};

/** Longer ones are cut: nobody types them, and they are noise of odd fonts. */
const mostLetters = 40;
const mostParts = 6;

/** The tokens of a text: of a page, of a number or of a query. Values take a third of the time. */
export function tokensOf(text: string, { hasValues = true } = {}): Tokens {
  const pieces = piecesOf(text);
  const tokens: Tokens = { row: [], beside: [] };
  for (const piece of pieces) {
    if (isIdeographs(piece.kinds)) addIdeographs(text, piece, tokens);
    else addWord(text, piece, tokens.row);
  }
  for (const { start, end, kinds } of joinedPieces(pieces)) {
    const lane = hasDigit(kinds) ? 'code' : 'word';
    for (const key of codeKeys(text.slice(start, end))) {
      tokens.beside.push({ key, lane, start, end });
    }
  }
  for (const value of hasValues ? [...valuesIn(text), ...valuesInTables(text)] : []) {
    const { start, end, half } = value;
    for (const key of valueKeys(value)) {
      tokens.beside.push({ key, lane: 'value', start, end, half });
    }
  }
  return tokens;
}

function isIdeographs(kinds: number): boolean {
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

/** How a word is looked up that is written so. */
function keyOf(written: string, kinds: number): string {
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

function addIdeographs(text: string, piece: Piece, tokens: Tokens): void {
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

/** Each character as it is looked up, and where it is; accents on their own belong to the one before. */
function charactersOf(text: string, piece: Piece): { key: string; start: number; end: number }[] {
  const written = text.slice(piece.start, piece.end);
  const found: { key: string; start: number; end: number }[] = [];
  for (const { 0: character, index } of written.matchAll(/\P{M}[\p{M}ﾞﾟ]*/gu)) {
    const start = piece.start + index;
    const end = start + character.length;
    for (const key of foldedCharacter(character)) found.push({ key, start, end });
  }
  return found;
}

/** By a character: as it is looked up. */
const foldedCharacters = new Map<string, string>();
const mostFolded = 50_000;

function foldedCharacter(character: string): string {
  let folded = foldedCharacters.get(character);
  if (folded === undefined) {
    folded = foldText(character).replace(notInKeys, '');
    if (foldedCharacters.size < mostFolded) foldedCharacters.set(character, folded);
  }
  return folded;
}

/** What is put together from pieces that follow each other: where it begins and ends, and what is in it. */
type Joined = { start: number; end: number; kinds: number };

function joinedPieces(pieces: readonly Piece[]): Joined[] {
  const joined: Joined[] = [];
  for (const [at, piece] of pieces.entries()) {
    if (piece.after === 'connector') continue;
    if (pieces[at + 1]?.after === 'connector') joinChained(pieces, at, joined);
    if (piece.isShort) joinSpaced(pieces, at, joined);
  }
  return joined;
}

/** `02091-C-71`, `zinc-nickel`; not a row of dots, or an address. */
function joinChained(pieces: readonly Piece[], from: number, joined: Joined[]): void {
  let to = from;
  while (to - from < mostParts && pieces[to + 1]?.after === 'connector') to++;
  if (pieces[to + 1]?.after !== 'connector') joinParts(pieces.slice(from, to + 1), joined);
}

/** `NV 50180`, `VW 011 55`, `02091 C 71`: numbers that are written with spaces. */
function joinSpaced(pieces: readonly Piece[], from: number, joined: Joined[]): void {
  let hasSpace = false;
  let hasLetters = false;
  for (let to = from; to < from + 4; to++) {
    const piece = pieces[to];
    if (!piece?.isShort || (to > from && piece.after === 'more')) return;
    const isNumber = hasDigit(piece.kinds);
    hasSpace ||= to > from && piece.after === 'space';
    hasLetters ||= !isNumber;
    if (hasSpace && hasLetters && isNumber && pieces[to + 1]?.after !== 'connector') {
      joinParts(pieces.slice(from, to + 1), joined);
    }
  }
}

function joinParts(parts: readonly Piece[], joined: Joined[]): void {
  const start = parts[0]?.start ?? 0;
  const end = parts.at(-1)?.end ?? 0;
  const kinds = parts.reduce((all, part) => all | part.kinds, 0);
  if (end - start <= mostLetters && !isIdeographs(kinds)) joined.push({ start, end, kinds });
}

/** `TRK 06/011` is looked up as `trk611`, and by those who leave out only the signs as `trk6011`. */
export function codeKeys(written: string): string[] {
  const folded = foldText(written);
  const inOne = withoutLeadingZeros(compact(folded));
  const key = folded.includes('0') ? codeKeyOfFolded(folded) : inOne;
  if (key === '') return [];
  return key === inOne ? [key] : [key, inOne];
}

/**
 * A value as the index has it: `%time>2592000@4` for `at least 720 h`, `>>` for `more than`; with its unit, as others
 * may be rounded.
 */
function valueKeys({ unit, bound, isStrict, numbers }: Value): string[] {
  const sign = isStrict ? bound + bound : bound;
  return numbers.map((number) => `%${unit.kind}${sign}${number}@${unit.id}`);
}

export function isValueKey(key: string): boolean {
  return key.startsWith('%');
}

/** The parts of a value's key. */
export function readValueKey(key: string) {
  const parts = /^%([a-z]+)([<>=])(\2?)(.+)@(\d+)$/.exec(key);
  if (parts === null) throw new Error(`${key} is not a value.`);
  const [, kind = '', bound, strict, number, unit] = parts;
  const isStrict = strict !== '';
  return { kind, bound: bound as BoundSign, isStrict, number: Number(number), unit: Number(unit) };
}

const stems = new Map<string, string>();
const mostStems = 200_000;
const fewestOfStem = 3;

/** How a page has a word: by its stem in English and German, after a sign; codes, values and pairs stay as they are. */
export function stemmed(key: string): string {
  const known = stems.get(key);
  if (known !== undefined) return known;
  const isWord = key.length >= fewestOfStem && !isCode(key) && !/^[%~]/.test(key);
  const stem = isWord ? `~${englishStem(germanStem(englishStem(key)))}` : key;
  if (stems.size > mostStems) stems.clear();
  stems.set(key, stem);
  return stem;
}
