import { doubled } from './word-table.ts';

/** A number for each of many terms, by their ids; quick to clear when few were counted. */
export class TermCounts {
  /** The terms that were counted since it was cleared, in the order in which they came. */
  counted: number[] = [];
  /** By id: the number and `origin`; 0 for those that were not counted. */
  #numbers = new Int32Array(1 << 16);

  of(id: number): number {
    const number = this.#numbers[id] ?? 0;
    return number === 0 ? 0 : number - origin;
  }

  /** Counts a term, without any. */
  touch(id: number): void {
    this.add(id, 0);
  }

  add(id: number, more: number): void {
    while (id >= this.#numbers.length) this.#numbers = doubled(this.#numbers);
    const before = this.#numbers[id] ?? 0;
    if (before === 0) this.counted.push(id);
    this.#numbers[id] = (before === 0 ? origin : before) + more;
  }

  /** One more for each. */
  addAll(ids: ArrayLike<number>, length: number): void {
    for (let at = 0; at < length; at++) this.add(ids[at] ?? 0, 1);
  }

  clear(): void {
    for (const id of this.counted) this.#numbers[id] = 0;
    this.counted = [];
  }
}

// A term that was counted is never 0 in the table, however few there are.
const origin = 2 ** 30;
