import { setImmediate } from 'node:timers/promises';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

const valuesAtOnce = 1000;

/** A part of a packed list. */
export type PackedPortion<T> = { read: () => T[] };

/**
 * A long list of JSON values in little memory: compressed, and unpacked a portion at a time. A million rows of
 * a spreadsheet as objects would take more than a gigabyte.
 */
export class PackedList<T> implements Iterable<T> {
  readonly #packed: Buffer[] = [];
  #last: T[] = [];

  get length(): number {
    return this.#packed.length * valuesAtOnce + this.#last.length;
  }

  push(value: T): void {
    this.#last.push(value);
    if (this.#last.length < valuesAtOnce) return;
    this.#packed.push(deflateRawSync(JSON.stringify(this.#last), { level: 1 }));
    this.#last = [];
  }

  *[Symbol.iterator](): Generator<T> {
    for (const portion of this.portions()) yield* portion.read();
  }

  /** Iterates in portions, and yields to the event loop between them. */
  async *inPortions(): AsyncGenerator<T[]> {
    for (const portion of this.portions()) {
      yield portion.read();
      await setImmediate();
    }
  }

  portions(): PackedPortion<T>[] {
    const last = this.#last;
    const packed = this.#packed.map((bytes) => ({ read: () => unpack<T>(bytes) }));
    return last.length === 0 ? packed : [...packed, { read: () => last }];
  }
}

// We packed it ourselves, so it is of this type.
function unpack<T>(bytes: Buffer): T[] {
  return JSON.parse(inflateRawSync(bytes).toString()) as T[];
}
