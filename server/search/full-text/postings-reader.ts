import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { bitsOfRow, keyOf, rowMask, rowsOfBlock } from './posting-blocks.ts';

/** Beyond all rows. */
const none = 2 ** 31 - 1;

/** What is asked of the index: a word, or how matches are put together. */
export type Match =
  | number
  | { any: Match[] }
  | { all: Match[] }
  | { wanted: Match; unwanted: Match };

/** Rows in rising order, read as far as they are asked for. */
type Rows = {
  /** The first row that is not below this one; `none` beyond the last. Asked for rising ones only. */
  seek: (least: number) => number;
  /** About which part of all rows it has. */
  share: number;
};

/** Some rows of a word, and those after them once they were asked for. */
type Block = { rows: Int32Array; next: Block | null | undefined };

/** Finds which documents fulfil a match. What it read of a word it remembers: one is made for each search. */
export class PostingsReader {
  readonly #statements: PostingStatements;
  /** By word: its first block. */
  readonly #heads = new Map<number, Block | null>();

  constructor(statements: PostingStatements) {
    this.#statements = statements;
  }

  /** The first rows after one. */
  rows(match: Match, after: number, limit: number): number[] {
    this.#readHeads(match);
    const rows = this.#rowsOf(match);
    const found: number[] = [];
    for (let row = rows.seek(after + 1); row !== none && found.length < limit;) {
      found.push(row);
      row = found.length < limit ? rows.seek(row + 1) : none;
    }
    return found;
  }

  #rowsOf(match: Match): Rows {
    if (typeof match === 'number') return this.#rowsOfWord(match);
    if ('any' in match) return anyOf(match.any.map((one) => this.#rowsOf(one)));
    if ('all' in match) return allOf(match.all.map((one) => this.#rowsOf(one)));
    return without(this.#rowsOf(match.wanted), this.#rowsOf(match.unwanted));
  }

  #rowsOfWord(word: number): Rows {
    let block = this.#heads.get(word) ?? null;
    let at = 0;
    const seek = (least: number): number => {
      for (let tried = 0; block !== null; tried++) {
        const { rows } = block;
        if (least <= (rows[rows.length - 1] ?? 0)) {
          at = placeOf(rows, at, least);
          return rows[at] ?? none;
        }
        // The next block mostly; else the one in which it would be.
        const isFar = tried > 0 && block.next === undefined;
        block = isFar ? this.#blockWith(word, block, least) : this.#after(word, block);
        at = 0;
      }
      return none;
    };
    return { seek, share: shareOf(block) };
  }

  /** The first blocks of all words at once, which takes less than half as long as one by one. */
  #readHeads(match: Match): void {
    const words = new Set<number>();
    forEachWord(match, (word) => {
      if (!this.#heads.has(word)) words.add(word);
    });
    if (words.size === 0) return;
    for (const word of words) this.#heads.set(word, null);
    for (const [word, head] of this.#statements.heads([...words])) this.#heads.set(word, head);
  }

  #after(word: number, block: Block): Block | null {
    block.next ??= this.#statements.after(word, block.rows.at(-1) ?? 0);
    return block.next;
  }

  #blockWith(word: number, block: Block, least: number): Block | null {
    const found = this.#statements.with(word, least);
    const isBefore = found === null || (found.rows[0] ?? 0) <= (block.rows[0] ?? 0);
    return isBefore ? this.#after(word, block) : found;
  }
}

/** How blocks are read; prepared once. */
export class PostingStatements {
  readonly #heads: StatementSync;
  readonly #after: StatementSync;
  readonly #with: StatementSync;

  constructor(file: DatabaseSync) {
    this.#heads = file.prepare(
      `select words.value, postings.key & ${rowMask}, postings.rows from json_each(?) as words
       cross join postings on postings.key = (
         select heads.key from postings as heads
         where heads.key > (words.value << ${bitsOfRow})
         and heads.key < ((words.value + 1) << ${bitsOfRow})
         order by heads.key limit 1)`,
    );
    this.#heads.setReturnArrays(true);
    const block = `select key & ${rowMask}, rows from postings`;
    this.#after = file.prepare(
      `${block} where key > ${keyOf('?1', '?2')} and key < ((?1 + 1) << ${bitsOfRow})
       order by key limit 1`,
    );
    this.#after.setReturnArrays(true);
    this.#with = file.prepare(
      `${block} where key >= (?1 << ${bitsOfRow}) and key <= ${keyOf('?1', '?2')}
       order by key desc limit 1`,
    );
    this.#with.setReturnArrays(true);
  }

  /** The first blocks of words; none for one that nothing has. */
  heads(words: readonly number[]): [number, Block | null][] {
    return this.#heads.all(JSON.stringify(words)).map((found) => {
      const [word, ...block] = Object.values(found);
      return [Number(word), blockIn(block)];
    });
  }

  /** The first block of a word that begins after a row. */
  after(word: number, row: number): Block | null {
    return blockIn(Object.values(this.#after.get(word, row) ?? []));
  }

  /** The block of a word in which a row would be; null when it would be before all. */
  with(word: number, row: number): Block | null {
    return blockIn(Object.values(this.#with.get(word, row) ?? []));
  }
}

/** Its rows are arrays, which the types of Node do not tell. */
function blockIn([first, bytes]: readonly unknown[]): Block | null {
  if (!(bytes instanceof Uint8Array)) return null;
  return { rows: rowsOfBlock(Number(first), bytes), next: undefined };
}

function forEachWord(match: Match, see: (word: number) => void): void {
  if (typeof match === 'number') see(match);
  else if ('any' in match) for (const one of match.any) forEachWord(one, see);
  else if ('all' in match) for (const one of match.all) forEachWord(one, see);
  else for (const one of [match.wanted, match.unwanted]) forEachWord(one, see);
}

/** Where the first of the rows is that is not below one; there is such a one. */
function placeOf(rows: Int32Array, from: number, least: number): number {
  let [low, step] = [from, 1];
  while (low + step < rows.length && (rows[low + step] ?? 0) < least) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, rows.length - 1);
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function shareOf(head: Block | null): number {
  if (head === null) return 0;
  const { rows } = head;
  return rows.length / ((rows.at(-1) ?? 0) - (rows[0] ?? 0) + 1000);
}

function anyOf(all: readonly Rows[]): Rows {
  const firsts = new Int32Array(all.length).fill(-1);
  const seek = (least: number) => {
    let first = none;
    for (let at = 0; at < all.length; at++) {
      let row = firsts[at] ?? none;
      if (row < least) {
        row = all[at]?.seek(least) ?? none;
        firsts[at] = row;
      }
      if (row < first) first = row;
    }
    return first;
  };
  return { seek, share: all.reduce((sum, { share }) => sum + share, 0) };
}

/** The rarest is asked first, and leads the others. */
function allOf(all: readonly Rows[]): Rows {
  const byShare = all.toSorted((a, b) => a.share - b.share);
  const seek = (least: number) => {
    let row = least;
    for (let agreed = 0, at = 0; agreed < byShare.length; at = (at + 1) % byShare.length) {
      const found = byShare[at]?.seek(row) ?? none;
      if (found === none) return none;
      agreed = found === row ? agreed + 1 : 1;
      row = found;
    }
    return row;
  };
  return { seek, share: byShare[0]?.share ?? 0 };
}

function without(wanted: Rows, unwanted: Rows): Rows {
  const seek = (least: number) => {
    let row = wanted.seek(least);
    while (row !== none && unwanted.seek(row) === row) row = wanted.seek(row + 1);
    return row;
  };
  return { seek, share: wanted.share };
}
