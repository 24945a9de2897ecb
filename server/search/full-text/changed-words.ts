import { plainTermOf } from './marks.ts';
import { NumberList } from './posting-blocks.ts';
import type { Pairs } from './sort-words.ts';

/** What documents have of words, and no longer have; and by term, how many documents more have it. */
export class ChangedWords {
  readonly #added = new PairList();
  readonly #removed = new PairList();
  readonly grown = new Map<number, number>();

  /** A document has other words; null when it was not there, or is no longer. */
  change(row: number, before: Int32Array | null, now: Int32Array | null): void {
    const had = new Set(before);
    const has = new Set(now);
    for (const word of has) if (!had.has(word)) this.#change(this.#added, row, word, 1);
    for (const word of had) if (!has.has(word)) this.#change(this.#removed, row, word, -1);
  }

  get added(): Pairs {
    return this.#added.pairs;
  }

  get removed(): Pairs {
    return this.#removed.pairs;
  }

  #change(list: PairList, row: number, word: number, more: number): void {
    list.push(word, row);
    const term = plainTermOf(word);
    if (term !== 0) this.grown.set(term, (this.grown.get(term) ?? 0) + more);
  }
}

class PairList {
  readonly #words = new NumberList();
  readonly #rows = new NumberList();

  push(word: number, row: number): void {
    this.#words.push(word);
    this.#rows.push(row);
  }

  get pairs(): Pairs {
    return { words: this.#words.all, rows: this.#rows.all };
  }
}
