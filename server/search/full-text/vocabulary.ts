import { piecesOf } from './pieces.ts';
import {
  type Token,
  type Tokens,
  addIdeographs,
  addJoined,
  isIdeographs,
  keyOf,
} from './tokens.ts';
import { WordTable } from './word-table.ts';

/** When more are known, all are forgotten: most of them were rare ones. */
const mostKnown = 1_500_000;
const noTerm = -1;

/**
 * The terms that a writer has met, each with a number. Texts are mostly made of words that were met
 * before: these are looked up as they are written, without being folded again.
 */
export class Vocabulary {
  readonly terms: string[] = [];
  /** By a term's number: its id in the dictionary, once that is known. */
  readonly ids: number[] = [];
  readonly #byTerm = new WordTable();
  readonly #byWriting = new WordTable();
  /** By the number of a writing: the number of its term. */
  readonly #termOf: number[] = [];

  /** The terms of a text in their order, and those beside them, as tokensOf has them. */
  read(text: string): { row: number[]; beside: number[] } {
    const pieces = piecesOf(text);
    const row: number[] = [];
    const beside: Token[] = [];
    for (const piece of pieces) {
      if (isIdeographs(piece)) {
        const pairs: Tokens = { row: [], beside };
        addIdeographs(text, piece, pairs);
        for (const { key } of pairs.row) row.push(this.numberOf(key));
        continue;
      }
      const term = this.#written(text, piece.start, piece.end, piece.kinds);
      if (term !== noTerm) row.push(term);
    }
    addJoined(text, pieces, beside);
    return { row, beside: beside.map(({ key }) => this.numberOf(key)) };
  }

  numberOf(term: string): number {
    const number = this.#byTerm.numberOf(term, 0, term.length);
    if (number === this.terms.length) {
      this.terms.push(term);
      this.ids.push(0);
    }
    return number;
  }

  get isFull(): boolean {
    return this.terms.length + this.#termOf.length > mostKnown;
  }

  #written(text: string, start: number, end: number, kinds: number): number {
    const writing = this.#byWriting.numberOf(text, start, end);
    const known = this.#termOf[writing];
    if (known !== undefined) return known;
    const key = keyOf(text.slice(start, end), kinds);
    const term = key === '' ? noTerm : this.numberOf(key);
    this.#termOf.push(term);
    return term;
  }
}
