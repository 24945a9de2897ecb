import { ideograph } from './letters.ts';
import { PieceList } from './pieces.ts';
import {
  type Tokens,
  addIdeographs,
  codeKeys,
  foldedIdeograph,
  forEachJoined,
  isIdeographs,
  keyOf,
} from './tokens.ts';
import { doubled, hashOf, otherOf, WordTable } from './word-table.ts';

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
  /** By a writing: one more than the id of its term. */
  #words = new WordTable();
  /** By two characters: the id of their term. */
  #pairs = new WordTable();
  /** By a character: the id of its term; 0 for those that were not met. */
  #characters = new Int32Array(0x10000);
  /** By what is put together: one more than its place among the lists of ids. */
  #joined = new WordTable();
  #idsOfJoined: number[][] = [];

  constructor(terms: TermIds) {
    this.#terms = terms;
  }

  /** Reads a text, as tokensOf does. */
  read(text: string): void {
    const pieces = this.#pieces.read(text);
    const { kinds, starts, ends, hashes, others, length } = pieces;
    const words = this.#words;
    this.length = 0;
    this.beside = [];
    for (let at = 0; at < length; at++) {
      const kind = kinds[at] ?? 0;
      if (isIdeographs(kind)) {
        this.#addIdeographs(text, at);
        continue;
      }
      const start = starts[at] ?? 0;
      const end = ends[at] ?? 0;
      const hash = hashes[at] ?? 0;
      const other = others[at] ?? 0;
      const known = words.get(hash, other, end - start);
      const id = known > 0 ? known - 1 : this.#newWord(text, start, end, kind, hash, other);
      if (id !== noTerm) this.#push(id);
    }
    const beside = this.beside;
    forEachJoined(pieces, (start, end) => {
      for (const id of this.#idsOfSpan(text, start, end)) beside.push(id);
    });
    if (beside.length > 1) this.beside = [...new Set(beside)];
  }

  /** The ids of what the text that was read last is when it is put together. */
  idsInOne(text: string): number[] {
    return this.#idsOfSpan(text, 0, text.length);
  }

  /** Forgets what it knows when that is too much; between two texts. */
  forgetIfFull(): void {
    if (this.#words.size + this.#pairs.size + this.#joined.size < mostKnown) return;
    this.#words = new WordTable();
    this.#pairs = new WordTable();
    this.#joined = new WordTable();
    this.#idsOfJoined = [];
  }

  #newWord(
    text: string,
    start: number,
    end: number,
    kinds: number,
    hash: number,
    other: number,
  ): number {
    const key = keyOf(text.slice(start, end), kinds);
    const id = key === '' ? noTerm : this.#terms.idOf(key);
    this.#words.add(hash, other, end - start, id + 1);
    return id;
  }

  #addIdeographs(text: string, at: number): void {
    const piece = this.#pieces.at(at);
    if (piece === undefined || this.#addPlainIdeographs(piece)) return;
    const tokens: Tokens = { row: [], beside: [] };
    addIdeographs(text, piece, tokens);
    for (const { key } of tokens.row) this.#push(this.#terms.idOf(key));
    for (const { key } of tokens.beside) this.beside.push(this.#terms.idOf(key));
  }

  /** The same where each unit is a character of its own, as nearly always; else nothing, and false. */
  #addPlainIdeographs({ start, end, kinds }: { start: number; end: number; kinds: number }) {
    if (kinds !== ideograph) return false;
    const { units } = this.#pieces;
    for (let at = start; at < end; at++) if (foldedIdeograph(units[at] ?? 0) === 0) return false;
    for (let at = start; at < end; at++) {
      const character = foldedIdeograph(units[at] ?? 0);
      this.beside.push(this.#idOfCharacter(character));
      if (at + 1 < end) this.#push(this.#idOfPair(character, foldedIdeograph(units[at + 1] ?? 0)));
      else if (at === start) this.#push(this.#idOfCharacter(character));
    }
    return true;
  }

  #idOfCharacter(unit: number): number {
    const known = this.#characters[unit] ?? 0;
    if (known !== 0) return known;
    const id = this.#terms.idOf(String.fromCharCode(unit));
    this.#characters[unit] = id;
    return id;
  }

  #idOfPair(first: number, second: number): number {
    const hash = Math.imul((first << 16) | second, 0x2c1b3c6d);
    const known = this.#pairs.get(hash, first, second);
    if (known !== 0) return known;
    const id = this.#terms.idOf(String.fromCharCode(first, second));
    this.#pairs.add(hash, first, second, id);
    return id;
  }

  #push(id: number): void {
    if (this.length >= this.row.length) this.row = doubled(this.row);
    this.row[this.length++] = id;
  }

  #idsOfSpan(text: string, start: number, end: number): number[] {
    const { units } = this.#pieces;
    const [hash, other] = [hashOf(units, start, end), otherOf(units, start, end)];
    const known = this.#joined.get(hash, other, end - start);
    if (known !== 0) return this.#idsOfJoined[known - 1] ?? [];
    const ids = codeKeys(text.slice(start, end)).map((key) => this.#terms.idOf(key));
    this.#joined.add(hash, other, end - start, this.#idsOfJoined.push(ids));
    return ids;
  }
}
