import { ideograph, kindOf, lowerLetter, upperLetter } from './letters.ts';
import { PieceList } from './pieces.ts';
import { NumberList } from './posting-blocks.ts';
import type { Sought } from './sought.ts';
import {
  addIdeographs,
  codeKeys,
  forEachJoined,
  isIdeographs,
  keyOf,
  type Tokens,
} from './tokens.ts';
import { slotsOfFew, WordTable } from './word-table.ts';

/** Where something that is sought stands in a text, and which part of the query it is of. */
export type Match = { start: number; end: number; part: number };

type SoughtRow = { part: number; row: ReadonlySet<number>[] };

// Keys are told apart by numbers: those that are sought by one each, from here on.
const noKey = 1;
const notSought = 2;
const firstSought = 3;

/**
 * Finds in texts what is sought. A search shows a hundred pages of some hundred words each: nearly all of
 * plain letters are told by their shape from what is sought, and others are folded once, however often
 * they are met.
 */
export class SoughtWords {
  /** By a key that is sought: its number. */
  readonly #numbers = new Map<string, number>();
  /** By that number: what begins with it. */
  readonly #rows: SoughtRow[][] = [];
  #seeksIdeographs = false;
  /** Whether a key of this shape is sought. */
  readonly #shapes = new Uint8Array(shapes);
  /** By a writing: the number of its key. */
  readonly #known = new WordTable(slotsOfFew);
  /** By what is put together: the numbers of its keys. */
  readonly #knownJoined = new Map<string, number[]>();

  constructor(sought: Sought) {
    for (const { part, row } of sought) {
      const numbers = row.map((keys) => new Set(keys.map((key) => this.#add(key))));
      for (const first of numbers[0] ?? []) {
        this.#rows[first - firstSought]?.push({ part, row: numbers });
      }
    }
  }

  /** Every place where something sought stands, in the order of the text. */
  matchesIn(text: string): Match[] {
    const matches: Match[] = [];
    this.#readRow(text, matches);
    const [row, starts, ends] = [wordRow.all, wordStarts.all, wordEnds.all];
    for (let at = 0; at < row.length; at++) {
      const first = row[at] ?? notSought;
      if (first < firstSought) continue;
      for (const { part, row: numbers } of this.#rows[first - firstSought] ?? []) {
        if (!numbers.every((fits, i) => fits.has(row[at + i] ?? notSought))) continue;
        matches.push({ start: starts[at] ?? 0, end: ends[at + numbers.length - 1] ?? 0, part });
      }
    }
    forEachJoined(pieces, (start, end) => {
      for (const number of this.#joined(text.slice(start, end))) {
        this.#addSingle(number, start, end, matches);
      }
    });
    return matches.sort((a, b) => a.start - b.start || b.end - a.end);
  }

  #readRow(text: string, matches: Match[]): void {
    const { length, kinds, starts, ends, units } = pieces.read(text);
    wordRow.length = wordStarts.length = wordEnds.length = 0;
    for (let at = 0; at < length; at++) {
      const kind = kinds[at] ?? 0;
      const start = starts[at] ?? 0;
      const end = ends[at] ?? 0;
      if (isIdeographs(kind)) {
        if (this.#seeksIdeographs) this.#readIdeographs(text, at, matches);
        else push(notSought, start, end);
      } else if (
        (kind & ~plainLetters) === 0 &&
        end - start < lengths &&
        this.#shapes[shapeOf(units[start] ?? 0, units[end - 1] ?? 0, end - start)] === 0
      ) {
        push(notSought, start, end);
      } else this.#readWriting(text, at);
    }
  }

  #readWriting(text: string, at: number): void {
    const { kinds, starts, ends, hashes, others } = pieces;
    const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
    const [hash, other] = [hashes[at] ?? 0, others[at] ?? 0];
    let number = this.#known.get(hash, other, end - start);
    if (number === 0) {
      number = this.#numberOf(keyOf(text.slice(start, end), kinds[at] ?? 0));
      this.#known.add(hash, other, end - start, number);
    }
    if (number !== noKey) push(number, start, end);
  }

  #joined(written: string): number[] {
    let numbers = this.#knownJoined.get(written);
    if (numbers === undefined) {
      numbers = codeKeys(written).map((key) => this.#numberOf(key));
      this.#knownJoined.set(written, numbers);
    }
    return numbers;
  }

  #readIdeographs(text: string, at: number, matches: Match[]): void {
    const tokens: Tokens = { row: [], beside: [] };
    const piece = pieces.at(at);
    if (piece !== undefined) addIdeographs(text, piece, tokens);
    for (const { key, start, end } of tokens.row) push(this.#numberOf(key), start, end);
    for (const { key, start, end } of tokens.beside) {
      this.#addSingle(this.#numberOf(key), start, end, matches);
    }
  }

  /** What stands beside the words is found where it alone is sought, not within a row. */
  #addSingle(number: number, start: number, end: number, matches: Match[]): void {
    if (number < firstSought) return;
    for (const { part, row } of this.#rows[number - firstSought] ?? []) {
      if (row.length === 1) matches.push({ start, end, part });
    }
  }

  #numberOf(key: string): number {
    if (key === '') return noKey;
    if (this.#shapes[shapeOfKey(key)] === 0) return notSought;
    return this.#numbers.get(key) ?? notSought;
  }

  #add(key: string): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = firstSought + this.#rows.push([]) - 1;
    this.#numbers.set(key, number);
    this.#shapes[shapeOfKey(key)] = 1;
    if (kindOf(key) === ideograph) this.#seeksIdeographs = true;
    return number;
  }
}

// One for all texts, as each is read to its end before the next: its runs, and its words as they follow
// each other.
const pieces = new PieceList();
const wordRow = new NumberList();
const wordStarts = new NumberList();
const wordEnds = new NumberList();

function push(number: number, start: number, end: number): void {
  wordRow.push(number);
  wordStarts.push(start);
  wordEnds.push(end);
}

const plainLetters = lowerLetter | upperLetter;
const lengths = 32;
const shapes = 32 * 32 * lengths;

/** The first and the last letter, capital or not, and the length. */
function shapeOf(first: number, last: number, length: number): number {
  return ((first & 31) * 32 + (last & 31)) * lengths + (length % lengths);
}

function shapeOfKey(key: string): number {
  return shapeOf(key.charCodeAt(0), key.charCodeAt(key.length - 1), key.length);
}
