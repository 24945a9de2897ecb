import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

const rowsAtOnce = 64;

/** Inserts many rows, so many with one statement, which takes less time than one by one. */
export class ManyRows {
  readonly #one: StatementSync;
  readonly #many: StatementSync;
  readonly #ofRow: number;
  #waiting: SQLInputValue[] = [];

  /** `insert` tells how and into which columns; `row` is made of the values of one row, such as `(?, ?)`. */
  constructor(file: DatabaseSync, insert: string, row: string) {
    this.#one = file.prepare(`${insert} values ${row}`);
    const rows = Array.from({ length: rowsAtOnce }, () => row).join(', ');
    this.#many = file.prepare(`${insert} values ${rows}`);
    // The key of what was inserted may be more than a number of JavaScript can be (posting-blocks.ts).
    for (const statement of [this.#one, this.#many]) statement.setReadBigInts(true);
    this.#ofRow = row.split('?').length - 1;
  }

  add(...values: SQLInputValue[]): void {
    for (const value of values) this.#waiting.push(value);
    if (this.#waiting.length < this.#ofRow * rowsAtOnce) return;
    this.#many.run(...this.#waiting);
    this.#waiting.length = 0;
  }

  /** Inserts those that wait for others. */
  finish(): void {
    for (let at = 0; at < this.#waiting.length; at += this.#ofRow) {
      this.#one.run(...this.#waiting.slice(at, at + this.#ofRow));
    }
    this.#waiting.length = 0;
  }
}
