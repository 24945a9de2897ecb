/**
 * Numbers for words, looked up where they stand in a text: without taking them out of it as strings
 * of their own, this is more than twice as fast as a Map, and half the work of indexing is this.
 */
export class WordTable {
  #slots = new Int32Array(1 << 16).fill(-1);
  #hashes = new Int32Array(1 << 15);
  /** Where the letters of each word end; they begin where those of the word before end. */
  #ends = new Int32Array(1 << 15);
  #letters = new Uint16Array(1 << 18);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The number of the word from `start` to before `end`; a new one gets the next number, from 0. */
  numberOf(text: string, start: number, end: number): number {
    const hash = hashOf(text, start, end);
    const last = this.#slots.length - 1;
    for (let slot = hash & last; ; slot = (slot + 1) & last) {
      const number = this.#slots[slot] ?? -1;
      if (number === -1) return this.#add(text, start, end, hash, slot);
      if (this.#hashes[number] === hash && this.#isSame(number, text, start, end)) return number;
    }
  }

  #isSame(number: number, text: string, start: number, end: number): boolean {
    const from = number === 0 ? 0 : (this.#ends[number - 1] ?? 0);
    if ((this.#ends[number] ?? 0) - from !== end - start) return false;
    for (let at = start; at < end; at++) {
      if (this.#letters[from + at - start] !== text.charCodeAt(at)) return false;
    }
    return true;
  }

  #add(text: string, start: number, end: number, hash: number, slot: number): number {
    const number = this.#size++;
    const from = number === 0 ? 0 : (this.#ends[number - 1] ?? 0);
    const to = from + end - start;
    this.#makeRoom(to);
    for (let at = start; at < end; at++) this.#letters[from + at - start] = text.charCodeAt(at);
    this.#hashes[number] = hash;
    this.#ends[number] = to;
    this.#slots[slot] = number;
    if (this.#size * 2 > this.#slots.length) this.#growSlots();
    return number;
  }

  #makeRoom(letters: number): void {
    while (letters > this.#letters.length) this.#letters = doubled(this.#letters);
    if (this.#size > this.#hashes.length) {
      this.#hashes = doubled(this.#hashes);
      this.#ends = doubled(this.#ends);
    }
  }

  #growSlots(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const last = slots.length - 1;
    for (let number = 0; number < this.#size; number++) {
      let slot = (this.#hashes[number] ?? 0) & last;
      while (slots[slot] !== -1) slot = (slot + 1) & last;
      slots[slot] = number;
    }
    this.#slots = slots;
  }
}

function hashOf(text: string, start: number, end: number): number {
  let hash = 17;
  for (let at = start; at < end; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash ^ (hash >>> 15);
}

/** A copy with room for twice as many. */
export function doubled<Numbers extends Int32Array | Uint16Array>(numbers: Numbers): Numbers {
  const copy = new (numbers.constructor as new (length: number) => Numbers)(numbers.length * 2); // its own kind
  copy.set(numbers);
  return copy;
}
