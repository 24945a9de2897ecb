import { doubled } from './word-table.ts';

/** A number for each of many terms, by their ids; quick to clear when few were counted. */
export class TermCounts {
  /** The terms that were counted since it was cleared, in the order in which they came; `length` of them count. */
  counted = new Int32Array(1 << 12);
  length = 0;
  /** By id: one more than how often it was counted; 0 for those that were not. */
  #numbers = new Int32Array(1 << 16);

  of(id: number): number {
    return (this.#numbers[id] ?? 0) - 1;
  }

  /** Counts a term, without any. */
  touch(id: number): void {
    this.#makeRoom(1, id);
    if (this.#numbers[id] !== 0) return;
    this.counted[this.length++] = id;
    this.#numbers[id] = 1;
  }

  /** One more for each. */
  addAll(ids: ArrayLike<number>, length: number): void {
    let most = 0;
    for (let at = 0; at < length; at++) most = Math.max(most, ids[at] ?? 0);
    this.#makeRoom(length, most);
    const numbers = this.#numbers;
    const counted = this.counted;
    let known = this.length;
    for (let at = 0; at < length; at++) {
      const id = ids[at] ?? 0;
      const before = numbers[id] ?? 0;
      if (before === 0) counted[known++] = id;
      numbers[id] = before === 0 ? 2 : before + 1;
    }
    this.length = known;
  }

  clear(): void {
    for (let at = 0; at < this.length; at++) this.#numbers[this.counted[at] ?? 0] = 0;
    this.length = 0;
  }

  #makeRoom(more: number, mostId: number): void {
    while (this.length + more > this.counted.length) this.counted = doubled(this.counted);
    while (mostId >= this.#numbers.length) this.#numbers = doubled(this.#numbers);
  }
}
