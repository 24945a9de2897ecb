import { PieceList } from './pieces.ts';
import {
  type Tokens,
  addIdeographs,
  codeKeys,
  forEachJoined,
  isIdeographs,
  keyOf,
} from './tokens.ts';
import { doubled, hashOf, WordTable } from './word-table.ts';

/** When more are known, all are forgotten: most of them were rare ones. */
const mostKnown = 1_500_000;
const noTerm = 0;

/** Gives the id of a term; a new one gets one, too. */
export type TermIds = { idOf: (term: string) => number };

/**
 * Reads texts as the ids of their terms. Texts are mostly made of words that were met before: these
 * are looked up as they are written, without being folded again.
 */
export class Vocabulary {
  /** The terms of the text that was read last, in their order; `length` of them count. */
  row = new Int32Array(1024);
  length = 0;
  /** Those beside them, each once. */
  beside: number[] = [];
  readonly #terms: TermIds;
  readonly #pieces = new PieceList();
  #words = new WordTable();
  #joined = new WordTable();
  /** By the number of a writing: the id of its term. */
  #idOfWord = new Int32Array(1 << 15);
  /** By the number of what is put together: the ids of its terms. */
  #idsOfJoined: number[][] = [];

  constructor(terms: TermIds) {
    this.#terms = terms;
  }

  /** Reads a text, as tokensOf does. */
  read(text: string): void {
    const pieces = this.#pieces.read(text);
    this.length = 0;
    this.beside = [];
    for (let at = 0; at < pieces.length; at++) {
      const kinds = pieces.kinds[at] ?? 0;
      if (isIdeographs(kinds)) this.#addIdeographs(text, at);
      else this.#addWord(text, at, kinds);
    }
    const beside = this.beside;
    forEachJoined(pieces, (start, end) => beside.push(...this.#idsOfSpan(text, start, end)));
    if (beside.length > 1) this.beside = [...new Set(beside)];
  }

  idOf(term: string): number {
    return this.#terms.idOf(term);
  }

  /** Forgets what it knows when that is too much; between two texts. */
  forgetIfFull(): void {
    if (this.#words.size + this.#joined.size < mostKnown) return;
    this.#words = new WordTable();
    this.#joined = new WordTable();
    this.#idsOfJoined = [];
  }

  #addWord(text: string, at: number, kinds: number): void {
    const { starts, ends, hashes } = this.#pieces;
    const [start, end] = [starts[at] ?? 0, ends[at] ?? 0];
    const known = this.#words.size;
    const number = this.#words.numberOf(text, start, end, hashes[at] ?? 0);
    if (number === known) {
      const key = keyOf(text.slice(start, end), kinds);
      if (number >= this.#idOfWord.length) this.#idOfWord = doubled(this.#idOfWord);
      this.#idOfWord[number] = key === '' ? noTerm : this.#terms.idOf(key);
    }
    const id = this.#idOfWord[number] ?? noTerm;
    if (id !== noTerm) this.#push(id);
  }

  #addIdeographs(text: string, at: number): void {
    const piece = this.#pieces.at(at);
    if (piece === undefined) return;
    const tokens: Tokens = { row: [], beside: [] };
    addIdeographs(text, piece, tokens);
    for (const { key } of tokens.row) this.#push(this.#terms.idOf(key));
    for (const { key } of tokens.beside) this.beside.push(this.#terms.idOf(key));
  }

  #push(id: number): void {
    if (this.length >= this.row.length) this.row = doubled(this.row);
    this.row[this.length++] = id;
  }

  #idsOfSpan(text: string, start: number, end: number): number[] {
    const number = this.#joined.numberOf(text, start, end, hashOf(text, start, end));
    const known = this.#idsOfJoined[number];
    if (known !== undefined) return known;
    const ids = codeKeys(text.slice(start, end)).map((key) => this.#terms.idOf(key));
    this.#idsOfJoined.push(ids);
    return ids;
  }
}
