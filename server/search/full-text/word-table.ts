import { randomInt } from 'node:crypto';

// Words are told apart by two hashes that are made while they are read, unit by unit, and by their
// length. Both are of 32 bits and made in different ways: among ten million words the chance that any
// two are taken for one is about one in three hundred thousand. Each process has others, which nobody
// can know: no PDF can have words that are taken for another, or that all want one slot.
export const firstHash = randomInt(2 ** 32) | 0;
export const firstOther = randomInt(2 ** 32) | 0;
export const hashFactor = (randomInt(2 ** 29) * 8 + 5) | 0; // such factors mix all bits
export const otherFactor = 0x01000193;

export function hashWith(hash: number, unit: number): number {
  return (Math.imul(hash, hashFactor) + unit) | 0;
}

export function otherWith(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, otherFactor);
}

/** The hash of a part of a text. */
export function hashOf(units: ArrayLike<number>, start: number, end: number): number {
  let hash = firstHash;
  for (let at = start; at < end; at++) hash = hashWith(hash, units[at] ?? 0);
  return hash;
}

/** Its other hash. */
export function otherOf(units: ArrayLike<number>, start: number, end: number): number {
  let hash = firstOther;
  for (let at = start; at < end; at++) hash = otherWith(hash, units[at] ?? 0);
  return hash;
}

// What a slot holds, all side by side: reading memory here and there is most of the work, so that
// neither the letters of a word nor its number may be elsewhere. An empty slot is all zeros.
const [itsHash, itsOther, itsLength, itsNumber] = [0, 1, 2, 3];
const ofSlot = 4;

/** So many words are kept once more: most of a text are of a few thousand, which a processor has at hand. */
const frequentWords = 1 << 13;

/** For those of a whole library. */
const slotsOfMany = 1 << 15;
/** For those of a few pages. */
export const slotsOfFew = 1 << 11;

/** Numbers above zero for words, by their hashes; several times as fast as a Map of strings. */
export class WordTable {
  #slots: Int32Array;
  /** Each slot has the word of that hash that was asked for last. */
  readonly #frequent: Int32Array;
  #size = 0;

  constructor(slots = slotsOfMany) {
    this.#slots = new Int32Array(ofSlot * slots);
    this.#frequent = new Int32Array(ofSlot * Math.min(slots, frequentWords));
  }

  get size(): number {
    return this.#size;
  }

  /** 0 for one that is not there. */
  get(hash: number, other: number, length: number): number {
    const frequent = this.#frequent;
    const at = firstSlot(hash, frequent.length - 1);
    if (isAt(frequent, at, hash, other, length)) return frequent[at + itsNumber] ?? 0;
    const slots = this.#slots;
    const last = slots.length - 1;
    for (let slot = firstSlot(hash, last); ; slot = (slot + ofSlot) & last) {
      const number = slots[slot + itsNumber] ?? 0;
      if (number === 0) return 0;
      if (isAt(slots, slot, hash, other, length)) {
        set(frequent, at, hash, other, length, number);
        return number;
      }
    }
  }

  /** Adds a word that is not there yet. */
  add(hash: number, other: number, length: number, number: number): void {
    if (++this.#size * ofSlot * 2 > this.#slots.length) this.#grow();
    put(this.#slots, hash, other, length, number);
  }

  #grow(): void {
    const before = this.#slots;
    const slots = new Int32Array(before.length * 2);
    for (let at = 0; at < before.length; at += ofSlot) {
      const number = before[at + itsNumber] ?? 0;
      if (number === 0) continue;
      const [hash, other] = [before[at + itsHash] ?? 0, before[at + itsOther] ?? 0];
      put(slots, hash, other, before[at + itsLength] ?? 0, number);
    }
    this.#slots = slots;
  }
}

function put(slots: Int32Array, hash: number, other: number, length: number, number: number): void {
  const last = slots.length - 1;
  let slot = firstSlot(hash, last);
  while (slots[slot + itsNumber] !== 0) slot = (slot + ofSlot) & last;
  set(slots, slot, hash, other, length, number);
}

function set(
  slots: Int32Array,
  slot: number,
  hash: number,
  other: number,
  length: number,
  number: number,
): void {
  slots[slot + itsHash] = hash;
  slots[slot + itsOther] = other;
  slots[slot + itsLength] = length;
  slots[slot + itsNumber] = number;
}

function isAt(
  slots: Int32Array,
  slot: number,
  hash: number,
  other: number,
  length: number,
): boolean {
  return (
    slots[slot + itsHash] === hash &&
    slots[slot + itsOther] === other &&
    slots[slot + itsLength] === length
  );
}

function firstSlot(hash: number, last: number): number {
  return Math.imul(hash ^ (hash >>> 15), ofSlot) & last;
}

/** A copy with room for twice as many. */
export function doubled<Numbers extends Int32Array | Uint16Array | Uint8Array>(
  numbers: Numbers,
): Numbers {
  const copy = new (numbers.constructor as new (length: number) => Numbers)(numbers.length * 2); // its own kind
  copy.set(numbers);
  return copy;
}
