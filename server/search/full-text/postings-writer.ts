import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  blocksOf,
  bitsOfRow,
  forgetLastKey,
  keyOf,
  rowMask,
  rowsOfBlock,
} from './posting-blocks.ts';
import { type Pairs, sortByWord } from './sort-words.ts';

/** Writes which documents have which words. */
export class PostingsWriter {
  readonly #file: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #remove: StatementSync;
  readonly #blockWith: StatementSync;
  readonly #firstBlock: StatementSync;
  readonly #nextBlock: StatementSync;

  constructor(file: DatabaseSync) {
    this.#file = file;
    const block = `select key & ${rowMask} as first, rows from postings`;
    this.#insert = file.prepare(
      `insert into postings (key, rows) values (${keyOf('?1', '?2')}, ?3)`,
    );
    this.#remove = file.prepare(`delete from postings where key = ${keyOf('?1', '?2')}`);
    for (const statement of [this.#insert, this.#remove]) statement.setReadBigInts(true);
    this.#blockWith = file.prepare(
      `${block} where key >= (?1 << ${bitsOfRow}) and key <= ${keyOf('?1', '?2')}
       order by key desc limit 1`,
    );
    this.#firstBlock = file.prepare(
      `${block} where key > (?1 << ${bitsOfRow}) and key < ((?1 + 1) << ${bitsOfRow})
       order by key limit 1`,
    );
    this.#nextBlock = file.prepare(
      `select key & ${rowMask} as first from postings
       where key > ${keyOf('?1', '?2')} and key < ((?1 + 1) << ${bitsOfRow}) order by key limit 1`,
    );
  }

  #write(word: number, rows: Int32Array): void {
    for (const { first, bytes } of blocksOf(rows)) this.#insert.run(word, first, bytes);
  }

  /** Rows with words that they have now, and with those that they have no longer. */
  change(added: Pairs, removed: Pairs): void {
    const [more, fewer] = [sortByWord(added), sortByWord(removed)];
    let [ofMore, ofFewer] = [0, 0];
    while (ofMore < more.words.length || ofFewer < fewer.words.length) {
      const word = Math.min(more.words[ofMore] ?? Infinity, fewer.words[ofFewer] ?? Infinity);
      const changes = new Map<number, boolean>();
      for (; fewer.words[ofFewer] === word; ofFewer++) {
        changes.set(fewer.rows[ofFewer] ?? 0, false);
      }
      for (; more.words[ofMore] === word; ofMore++) changes.set(more.rows[ofMore] ?? 0, true);
      this.#changeWord(
        word,
        [...changes].sort(([a], [b]) => a - b),
      );
    }
    forgetLastKey(this.#file);
  }

  /** Block by block: each is read, changed and written anew. */
  #changeWord(word: number, changes: readonly [row: number, isThere: boolean][]): void {
    for (let at = 0; at < changes.length;) {
      const [row = 0] = changes[at] ?? [];
      const block = this.#blockWith.get(word, row) ?? this.#firstBlock.get(word);
      const first = block === undefined ? null : Number(block['first']);
      const next = first === null ? undefined : this.#nextBlock.get(word, first)?.['first'];
      const rows = new Set(first === null ? [] : rowsOfBlock(first, bytesIn(block?.['rows'])));
      for (; at < changes.length; at++) {
        const [changed, isThere] = changes[at] ?? [0, false];
        if (next !== undefined && changed >= Number(next)) break;
        if (isThere) rows.add(changed);
        else rows.delete(changed);
      }
      if (first !== null) this.#remove.run(word, first);
      this.#write(word, Int32Array.from(rows).sort());
    }
  }
}

function bytesIn(value: unknown): Uint8Array {
  return value instanceof Uint8Array ? value : new Uint8Array();
}
