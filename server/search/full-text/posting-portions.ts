import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { NumberList, putNumber } from './posting-blocks.ts';
import { type Pairs, sortByWord } from './sort-words.ts';
import { doubled } from './word-table.ts';

// What is written of a new index before its end: for each portion of documents their words in order and
// the rows of each, in pieces. So an index is made in two passes, each from the front to the back.

const bytesOfPiece = 1 << 18;
/** So many pieces a portion has at most. */
const piecesOfPortion = 2 ** 20;
const mostBytesOfNumber = 5;

/** Writes portions of a new index. */
export class PortionWriter {
  readonly #insert: StatementSync;
  #portion: number;
  #bytes = new Uint8Array(bytesOfPiece * 2);

  constructor(file: DatabaseSync) {
    this.#insert = file.prepare('insert into text_portions (id, bytes) values (?, ?)');
    const last = file.prepare('select max(id) as id from text_portions').get()?.['id'];
    this.#portion = last == null ? 0 : Math.floor(Number(last) / piecesOfPortion) + 1;
  }

  /** The next portion, whose rows are in rising order; gives its number. */
  write(pairs: Pairs): number {
    const { words, rows } = sortByWord(pairs);
    let [length, piece, before] = [0, 0, 0];
    for (let from = 0, to = 0; from < words.length; from = to) {
      const word = words[from] ?? 0;
      while (to < words.length && words[to] === word) to++;
      if (length > bytesOfPiece) {
        this.#write(piece++, length);
        [length, before] = [0, 0];
      }
      length = this.#putRows(length, word - before, rows.subarray(from, to));
      before = word;
    }
    this.#write(piece, length);
    return this.#portion++;
  }

  #putRows(from: number, word: number, rows: Int32Array): number {
    while (from + (rows.length + 2) * mostBytesOfNumber > this.#bytes.length) {
      this.#bytes = doubled(this.#bytes);
    }
    let at = putNumber(this.#bytes, from, word);
    at = putNumber(this.#bytes, at, rows.length);
    let before = 0;
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index] ?? 0;
      at = putNumber(this.#bytes, at, row - before);
      before = row;
    }
    return at;
  }

  #write(piece: number, length: number): void {
    this.#insert.run(this.#portion * piecesOfPortion + piece, this.#bytes.slice(0, length));
  }
}

/** Reads all portions side by side, word by word, and removes them. */
export function* takePortions(
  file: DatabaseSync,
  isStale: (row: number, portion: number) => boolean,
): Generator<{ word: number; rows: Int32Array }> {
  const ids = file.prepare(
    `select distinct id / ${piecesOfPortion} as portion from text_portions order by 1 desc`,
  );
  // The newest portion has the lowest rows, so that they mostly come in order.
  const portions = ids.all().map(({ portion }) => new PortionReader(file, Number(portion)));
  const found = new NumberList();
  for (;;) {
    let word = Infinity;
    for (const portion of portions) if (portion.word < word) word = portion.word;
    if (word === Infinity) return;
    found.length = 0;
    let isInOrder = true;
    for (const portion of portions) {
      if (portion.word !== word) continue;
      const last = found.numbers[found.length - 1] ?? 0;
      const length = found.length;
      portion.takeRows(found, isStale);
      isInOrder &&= length === 0 || last < (found.numbers[length] ?? Infinity);
    }
    if (found.length === 0) continue;
    yield { word, rows: isInOrder ? found.all : found.all.sort() };
  }
}

class PortionReader {
  /** The word whose rows come next; Infinity after the last. */
  word = 0;
  readonly #portion: number;
  readonly #find: StatementSync;
  readonly #remove: StatementSync;
  #bytes = new Uint8Array();
  #at = 0;
  #piece = 0;

  constructor(file: DatabaseSync, portion: number) {
    this.#portion = portion;
    this.#find = file.prepare('select bytes from text_portions where id = ?');
    this.#remove = file.prepare('delete from text_portions where id = ?');
    this.#remove.setReadBigInts(true); // it is asked between blocks that are written (posting-blocks.ts)
    this.#nextWord();
  }

  takeRows(into: NumberList, isStale: (row: number, portion: number) => boolean): void {
    let row = 0;
    for (let left = this.#number(); left > 0; left--) {
      row += this.#number();
      if (!isStale(row, this.#portion)) into.push(row);
    }
    this.#nextWord();
  }

  #nextWord(): void {
    if (this.#at >= this.#bytes.length && !this.#nextPiece()) this.word = Infinity;
    else this.word += this.#number();
  }

  /** A piece that is read makes room for what is written of it. */
  #nextPiece(): boolean {
    const id = this.#portion * piecesOfPortion + this.#piece++;
    const bytes = this.#find.get(id)?.['bytes'];
    if (!(bytes instanceof Uint8Array)) return false;
    this.#remove.run(id);
    this.#bytes = bytes;
    this.#at = 0;
    this.word = 0;
    return bytes.length > 0;
  }

  #number(): number {
    let [number, shift] = [0, 0];
    for (;;) {
      const byte = this.#bytes[this.#at++] ?? 0;
      number |= (byte & 0x7f) << shift;
      if (byte <= 0x7f) return number;
      shift += 7;
    }
  }
}
