// Arrays of their own for every document would be memory that is asked for and given back by the million.

const lengthOfChunk = 1 << 18;

type Numbers = Int32Array | Uint8Array;

/** Copies of many arrays of one kind, one after the other in a few large ones. */
export class Copies<Kind extends Numbers> {
  readonly #make: (length: number) => Kind;
  #chunk: Kind;
  #length = 0;

  constructor(make: (length: number) => Kind) {
    this.#make = make;
    this.#chunk = make(0);
  }

  of(numbers: Kind): Kind {
    if (this.#length + numbers.length > this.#chunk.length) {
      this.#chunk = this.#make(Math.max(lengthOfChunk, numbers.length));
      this.#length = 0;
    }
    const from = this.#length;
    this.#length += numbers.length;
    this.#chunk.set(numbers, from);
    return this.#chunk.subarray(from, this.#length) as Kind; // of its own kind
  }
}
