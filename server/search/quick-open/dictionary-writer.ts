import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { FtsRemoval } from '../fts-removal.ts';
import { wordPartsTable } from './dictionary.ts';
import type { Label } from './label.ts';
import { split } from './tokens.ts';

/** Counts words and numbers in memory, and writes the counts when told to. */
export class DictionaryWriter {
  readonly #counts = { words: new Map<string, number>(), numbers: new Map<string, number>() };
  readonly #countWord: StatementSync;
  readonly #forgetWord: StatementSync;
  readonly #addParts: StatementSync;
  readonly #parts: FtsRemoval;
  readonly #countNumber: StatementSync;
  readonly #forgetNumber: StatementSync;

  constructor(file: DatabaseSync) {
    this.#countWord = file.prepare(
      `insert into label_words (word, entries) values (?, ?)
        on conflict (word) do update set entries = entries + excluded.entries returning id, entries`,
    );
    this.#forgetWord = file.prepare('delete from label_words where id = ?');
    this.#addParts = file.prepare(`insert into ${wordPartsTable} (rowid, word) values (?, ?)`);
    this.#parts = new FtsRemoval(file, wordPartsTable);
    this.#countNumber = file.prepare(
      `insert into label_numbers (number, entries) values (?, ?)
        on conflict (number) do update set entries = entries + excluded.entries returning entries`,
    );
    this.#forgetNumber = file.prepare('delete from label_numbers where number = ?');
  }

  /** Another entry has this label (1), or one fewer (-1). */
  count(label: Label, by: 1 | -1): void {
    const numbers = new Set([...split(label.keys), ...split(label.parts)]);
    for (const number of numbers) add(this.#counts.numbers, number, by);
    const words = [label.words, label.language, label.revision].flatMap(split);
    for (const word of new Set(words)) add(this.#counts.words, word, by);
    if (this.#counts.numbers.size + this.#counts.words.size > mostHeldBack) this.write();
  }

  write(): void {
    const { words, numbers } = this.#counts;
    // In their order, so that neighbours in the tables are written one after the other.
    for (const [word, by] of inOrder(words)) this.#writeWord(word, by);
    for (const [number, by] of inOrder(numbers)) {
      const row = this.#countNumber.get(number, by);
      if (Number(row?.['entries']) <= 0) this.#forgetNumber.run(number);
    }
    words.clear();
    numbers.clear();
  }

  #writeWord(word: string, by: number): void {
    const row = this.#countWord.get(word, by);
    const [id, entries] = [Number(row?.['id']), Number(row?.['entries'])];
    if (entries <= 0) {
      this.#forgetWord.run(id);
      this.#parts.remove(id);
    } else if (entries === by) {
      this.#addParts.run(id, word);
    }
  }
}

const mostHeldBack = 200_000;

function add(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

function inOrder(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].filter(([, by]) => by !== 0).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
