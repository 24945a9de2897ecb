import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { ManyRows } from './many-rows.ts';
import { plainTermOf } from './marks.ts';
import { blocksOf, forgetLastKey, keyOf } from './posting-blocks.ts';
import { PortionWriter, takePortions } from './posting-portions.ts';
import type { Pairs } from './sort-words.ts';

/** Writes the words of a whole new index: in portions, and all together at the end. */
export class NewPostings {
  readonly #file: DatabaseSync;
  readonly #portions: PortionWriter;
  readonly #setStale: StatementSync;
  #stale: number[] = [];

  constructor(file: DatabaseSync) {
    this.#file = file;
    this.#portions = new PortionWriter(file);
    this.#setStale = file.prepare('insert or replace into text_stale (row, portion) values (?, ?)');
  }

  /** What earlier portions have of a document no longer counts. */
  setStale(row: number): void {
    this.#stale.push(row);
  }

  write(documents: readonly { row: number; words: Int32Array }[]): void {
    const portion = this.#portions.write(pairsOf(documents));
    for (const row of this.#stale) this.#setStale.run(row, portion);
    this.#stale = [];
  }

  /** Puts all portions together; gives by id in how many documents each term is. */
  finish(lastTerm: number): Int32Array {
    const stale = new Map(
      this.#file
        .prepare('select row, portion from text_stale')
        .all()
        .map(({ row, portion }) => [Number(row), Number(portion)]),
    );
    const isStale = (row: number, portion: number) => portion < (stale.get(row) ?? 0);
    const postings = new ManyRows(
      this.#file,
      'insert into postings (key, rows)',
      `(${keyOf('?', '?')}, ?)`,
    );
    const documents = new Int32Array(lastTerm + 1);
    const portions = takePortions(this.#file, stale.size === 0 ? () => false : isStale);
    for (const { word, rows } of portions) {
      for (const { first, bytes } of blocksOf(rows)) postings.add(word, first, bytes);
      const term = plainTermOf(word);
      if (term !== 0) documents[term] = rows.length;
    }
    postings.finish();
    forgetLastKey(this.#file);
    this.#file.exec('delete from text_stale');
    return documents;
  }
}

function pairsOf(documents: readonly { row: number; words: Int32Array }[]): Pairs {
  const length = documents.reduce((sum, { words }) => sum + words.length, 0);
  const pairs = { words: new Int32Array(length), rows: new Int32Array(length) };
  let at = 0;
  for (const { row, words } of documents) {
    pairs.words.set(words, at);
    pairs.rows.fill(row, at, at + words.length);
    at += words.length;
  }
  return pairs;
}
