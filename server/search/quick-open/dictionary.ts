import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { slipsOf } from './slips.ts';

/**
 * The tables of all words and numbers that occur, with how many entries have them. A part of a word
 * and a slip are sought here, among some thousand words, and not among a million entries.
 */
export function createDictionary(file: DatabaseSync): void {
  file.exec(`
    create table label_words (id integer primary key, word text not null unique, entries integer not null);
    create virtual table ${wordPartsTable} using fts5 (
      word, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1'
    );
    create table label_numbers (number text primary key, entries integer not null) without rowid;
  `);
}

export const wordPartsTable = 'label_word_parts';

/** A word or number, and how many entries have it. */
export type Term = { term: string; entries: number };

export class Dictionary {
  readonly #starting: StatementSync;
  readonly #containing: StatementSync;
  readonly #word: StatementSync;
  readonly #has: StatementSync;
  readonly #hasStart: StatementSync;
  readonly #number: StatementSync;

  constructor(file: DatabaseSync) {
    this.#starting = file.prepare(
      `select word as term, entries from (select word, entries from label_words where word > ? and word < ? limit ${mostLooked})
        order by entries desc, word limit ${mostWords}`,
    );
    this.#containing = file.prepare(
      `select word as term, entries from label_words where id in
        (select rowid from ${wordPartsTable} where ${wordPartsTable} match ? limit ${mostLooked})
        order by entries desc, word limit ${mostWords}`,
    );
    this.#word = file.prepare('select word as term, entries from label_words where word = ?');
    this.#number = file.prepare(
      'select number as term, entries from label_numbers where number = ?',
    );
    this.#has = file.prepare(
      `select 1 from label_words where word = ? union all
        select 1 from label_numbers where number = ? limit 1`,
    );
    this.#hasStart = file.prepare(
      `select 1 from label_words where word >= ? and word < ? union all
        select 1 from label_numbers where number >= ? and number < ? limit 1`,
    );
  }

  /** The words that go on after this start, the frequent ones first. */
  wordsStartingWith(start: string): Term[] {
    return termsOf(this.#starting.all(start, `${start}\u{10ffff}`));
  }

  /** The words in which these three letters or more stand, the frequent ones first. */
  wordsContaining(letters: string): Term[] {
    return termsOf(this.#containing.all(`"${letters}"`));
  }

  /** The words and numbers that this is but for a slip, the likely ones first. */
  nearTo(word: string): string[] {
    if (word.length < fewestLetters || word.length > mostLetters) return [];
    const near: string[] = [];
    for (const slip of slipsOf(word, this.#knownLetters(word))) {
      if (this.#has.get(slip, slip) !== undefined) near.push(slip);
      if (near.length === mostNear) break;
    }
    return near;
  }

  /** With how many of its letters some word or number begins: the slip is there or before. */
  #knownLetters(word: string): number {
    let [known, unknown] = [0, word.length + 1];
    while (unknown - known > 1) {
      const middle = Math.floor((known + unknown) / 2);
      const start = word.slice(0, middle);
      const end = `${start}\u{10ffff}`;
      if (this.#hasStart.get(start, end, start, end) === undefined) unknown = middle;
      else known = middle;
    }
    return known;
  }

  /** A whole number or a part of one, if there is such; none otherwise. */
  number(number: string): Term[] {
    return termsOf(this.#number.all(number));
  }

  /** A word of a description, a customer, a language or a revision, if there is such; none otherwise. */
  word(word: string): Term[] {
    return termsOf(this.#word.all(word));
  }
}

// A start or a part of so many words is not worth more: what is typed next makes them fewer.
const mostLooked = 2000;
const mostWords = 100;

// Of three letters every other word of three letters is a slip; nobody misspells a word of thirty by one.
const fewestLetters = 4;
const mostLetters = 30;

// Where more numbers are near, they are near to anything.
const mostNear = 40;

function termsOf(rows: readonly Record<string, unknown>[]): Term[] {
  return rows.map(({ term, entries }) => ({ term: String(term), entries: Number(entries) }));
}
