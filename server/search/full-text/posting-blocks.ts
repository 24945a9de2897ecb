import type { DatabaseSync } from 'node:sqlite';
import { firstRow } from './rows.ts';
import { doubled } from './word-table.ts';

// Which documents have a word is kept in blocks: their rows in rising order, the first one in the key of
// the block, of each other how much more it is than the one before it. These are Rice codes, which take
// a quarter less than whole bytes: the lowest bits as they are, as many as suit the block (its first byte
// tells how many), after what is above them as a row of ones and a zero. Ones fill the last byte.

/** So that a page of SQLite has some, and few are read in vain. */
const mostRows = 512;
const mostLowBits = 24;
/** So many ones are followed by the whole number, in 28 bits. */
const mostOnes = 24;

/** A key is made of the word and the first row; both come to SQLite as they are, and are put together there. */
export const bitsOfRow = 28;
export const rowMask = firstRow - 1;
export const keyOf = (word: string, row: string) => `((${word} << ${bitsOfRow}) | ${row})`;

/**
 * After blocks were written: every statement tells the key that was inserted last, and fails when that is
 * more than a number of JavaScript can be. So a small one is.
 */
export function forgetLastKey(file: DatabaseSync): void {
  file.exec(
    'insert or replace into text_size (rowid, documents) select rowid, documents from text_size',
  );
}

/** One block, or more of about the same size where they do not fit into one. */
export function* blocksOf(rows: Int32Array): Generator<{ first: number; bytes: Uint8Array }> {
  const count = Math.ceil(rows.length / mostRows);
  for (let at = 0; at < count; at++) {
    const from = Math.floor((at * rows.length) / count);
    const to = Math.floor(((at + 1) * rows.length) / count);
    yield { first: rows[from] ?? 0, bytes: blockOf(rows, from, to) };
  }
}

function blockOf(rows: Int32Array, from: number, to: number): Uint8Array {
  if (to - from === 1) return noBytes;
  const mean = ((rows[to - 1] ?? 0) - (rows[from] ?? 0)) / (to - from - 1);
  const lowBits = Math.max(0, Math.min(mostLowBits, Math.floor(Math.log2(mean * 0.69))));
  bits.begin(lowBits);
  const mask = (1 << lowBits) - 1;
  for (let at = from + 1; at < to; at++) {
    const more = (rows[at] ?? 0) - (rows[at - 1] ?? 0) - 1;
    const ones = more >>> lowBits;
    if (ones < mostOnes) {
      bits.put((1 << ones) - 1, ones + 1);
      bits.put(more & mask, lowBits);
    } else {
      bits.put((1 << mostOnes) - 1, mostOnes);
      bits.put(more & 0xffff, 16);
      bits.put(more >>> 16, bitsOfRow - 16);
    }
  }
  return bits.take();
}

/** Half of all words are in one document only. */
const noBytes = new Uint8Array();

/** Where those of a block are put, which are mostly few. */
const rowsRead = new Int32Array(mostRows);

/** The rows of a block. */
export function rowsOfBlock(first: number, bytes: Uint8Array): Int32Array {
  const lowBits = bytes[0] ?? 0;
  const mask = (1 << lowBits) - 1;
  const rows = rowsRead;
  rows[0] = first;
  let [row, length] = [first, 1];
  for (let at = 8; ;) {
    let ones = 0;
    while (ones < mostOnes && (((bytes[at >>> 3] ?? 0) >>> (at & 7)) & 1) === 1) {
      ones++;
      at++;
    }
    if (at >>> 3 >= bytes.length) return rows.slice(0, length);
    if (ones < mostOnes) {
      at++;
      row += 1 + ((ones << lowBits) | (bitsAt(bytes, at) & mask));
      at += lowBits;
    } else {
      row += 1 + (bitsAt(bytes, at) & 0xffff) + (bitsAt(bytes, at + 16) & 0xfff) * 0x10000;
      at += bitsOfRow;
    }
    rows[length++] = row;
  }
}

/** At least 25 bits from a place on. */
function bitsAt(bytes: Uint8Array, at: number): number {
  const byte = at >>> 3;
  const low = (bytes[byte] ?? 0) | ((bytes[byte + 1] ?? 0) << 8) | ((bytes[byte + 2] ?? 0) << 16);
  return (low | ((bytes[byte + 3] ?? 0) << 24)) >>> (at & 7);
}

/** Writes bits, the lowest first. */
class BitWriter {
  readonly #bytes = new Uint8Array(mostRows * 8);
  #length = 0;
  /** Those that do not fill a byte yet. */
  #rest = 0;
  #bitsOfRest = 0;

  begin(firstByte: number): void {
    this.#bytes[0] = firstByte;
    this.#length = 1;
    this.#rest = 0;
    this.#bitsOfRest = 0;
  }

  /** A number of so many bits, 24 at most, and no other above them. */
  put(number: number, bits: number): void {
    let rest = this.#rest | (number << this.#bitsOfRest);
    let left = this.#bitsOfRest + bits;
    for (; left >= 8; left -= 8) {
      this.#bytes[this.#length++] = rest;
      rest >>>= 8;
    }
    this.#rest = rest;
    this.#bitsOfRest = left;
  }

  take(): Uint8Array {
    if (this.#bitsOfRest > 0) this.put(0xff >>> this.#bitsOfRest, 8 - this.#bitsOfRest);
    return this.#bytes.slice(0, this.#length);
  }
}

const bits = new BitWriter();

/** Writes a number in groups of seven bits, and gives where it ends. */
export function putNumber(bytes: Uint8Array, from: number, number: number): number {
  let [at, rest] = [from, number];
  for (; rest > 0x7f; rest >>>= 7) bytes[at++] = (rest & 0x7f) | 0x80;
  bytes[at++] = rest;
  return at;
}

/** Numbers one after the other, with room for more. */
export class NumberList {
  numbers = new Int32Array(1024);
  length = 0;

  push(number: number): void {
    if (this.length >= this.numbers.length) this.numbers = doubled(this.numbers);
    this.numbers[this.length++] = number;
  }

  /** Those that are in it, which the next change may overwrite. */
  get all(): Int32Array {
    return this.numbers.subarray(0, this.length);
  }
}
