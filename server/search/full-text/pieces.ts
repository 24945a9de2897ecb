import {
  connector,
  digits,
  half,
  ideograph,
  kindOf,
  kindsOfUnits,
  sign,
  space,
  within,
  wordUnits,
} from './letters.ts';
import { TextUnits } from './text-units.ts';
import { doubled, firstHash, firstOther, hashFactor, otherFactor } from './word-table.ts';

/** A run of letters and digits, or of ideographs. */
export type Piece = {
  start: number;
  end: number;
  /** What is in it: bits of letters.ts. */
  kinds: number;
  /** What is between the run before and this: a connector, space (with a dash perhaps), or more. */
  after: After;
};

type After = (typeof afters)[number];
const afters = ['more', 'space', 'connector'] as const;
const [more, aSpace, aConnector] = [0, 1, 2];

/**
 * The runs of a text, in their order. Indexing reads gigabytes: one list is used for text after
 * text and holds plain numbers, so that nothing has to be made for a word.
 */
export class PieceList {
  length = 0;
  starts = new Int32Array(1024);
  ends = new Int32Array(1024);
  kinds = new Uint16Array(1024);
  /** Of the letters as they are written: see WordTable. */
  hashes = new Int32Array(1024);
  others = new Int32Array(1024);
  #afters = new Uint8Array(1024);
  readonly #text = new TextUnits();

  /** The units of the text that was read last. */
  get units(): Uint16Array {
    return this.#text.units;
  }

  /** One of them; undefined beyond the last. */
  at(index: number): Piece | undefined {
    if (index < 0 || index >= this.length) return undefined;
    return {
      start: this.starts[index] ?? 0,
      end: this.ends[index] ?? 0,
      kinds: this.kinds[index] ?? 0,
      after: afters[this.#afters[index] ?? 0] ?? 'more',
    };
  }

  isAfterConnector(index: number): boolean {
    return index < this.length && this.#afters[index] === aConnector;
  }

  /** Whether nothing but a space or a connector is before it. */
  isNear(index: number): boolean {
    return index < this.length && this.#afters[index] !== more;
  }

  /** Puts the runs of a text in place of those before. */
  read(text: string): this {
    const table = kindsOfUnits();
    const units = this.#text.read(text);
    const { length } = text;
    // hashWith and otherWith, written out: what another file has would be looked up for every letter.
    const [first, firstOfOther] = [firstHash, firstOther];
    const [factor, factorOfOther] = [hashFactor, otherFactor];
    this.length = 0;
    let after = more;
    let between = 0;
    for (let at = 0; at < length;) {
      let unit = units[at] ?? 0;
      let kind = table[unit] ?? sign;
      if (kind === half) kind = kindOfHalf(text, at);
      if ((kind & (wordUnits | ideograph)) === 0 || (kind === within && between > 0)) {
        after = afterWith(after, between, kind, units, at);
        between++;
        at++;
        continue;
      }
      const own = kind === ideograph ? ideograph | within : wordUnits;
      const start = at;
      let kinds = 0;
      let hash = first;
      let other = firstOfOther;
      for (;;) {
        // The units that words are mostly made of; each takes a few steps of the processor.
        for (; (kind & own) !== 0; kind = table[unit] ?? sign) {
          kinds |= kind;
          hash = (Math.imul(hash, factor) + unit) | 0;
          other = Math.imul(other ^ unit, factorOfOther);
          if (++at >= length) break;
          unit = units[at] ?? 0;
        }
        if (at >= length) break;
        if (kind === half) {
          kind = kindOfHalf(text, at);
          if ((kind & own) !== 0) continue;
        }
        // The point of `8.8` and the comma of `0,25` are within.
        if (kind !== connector || !isDecimal(units, at, length, table)) break;
        hash = (Math.imul(hash, factor) + unit) | 0;
        other = Math.imul(other ^ unit, factorOfOther);
        unit = units[++at] ?? 0;
        kind = table[unit] ?? sign;
      }
      const index = this.length++;
      if (index >= this.starts.length) this.#grow();
      this.starts[index] = start;
      this.ends[index] = at;
      this.kinds[index] = kinds;
      this.hashes[index] = hash;
      this.others[index] = other;
      this.#afters[index] = after;
      after = more; // when an ideograph follows a letter with nothing between
      between = 0;
    }
    return this;
  }

  #grow(): void {
    this.starts = doubled(this.starts);
    this.ends = doubled(this.ends);
    this.kinds = doubled(this.kinds);
    this.hashes = doubled(this.hashes);
    this.others = doubled(this.others);
    this.#afters = doubled(this.#afters);
  }
}

/** The second half of a character is what its first is; a half alone is nothing. */
function kindOfHalf(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const first = unit >= 0xdc00 ? at - 1 : at;
  const character = String.fromCodePoint(text.codePointAt(first) ?? 0);
  return character.length === 2 ? kindOf(character) : sign;
}

function isDecimal(units: Uint16Array, at: number, length: number, table: Uint16Array): boolean {
  const unit = units[at];
  if ((unit !== 0x2e && unit !== 0x2c) || at + 1 >= length) return false;
  const before = table[units[at - 1] ?? 0] ?? sign;
  const next = table[units[at + 1] ?? 0] ?? sign;
  return (before & digits) !== 0 && (next & digits) !== 0;
}

/** `Fe//Zn8`, `02091 - C`, and a line's end with spaces around; but not `1. Scope` or `12, 13`. */
function afterWith(
  after: number,
  between: number,
  kind: number,
  units: Uint16Array,
  at: number,
): number {
  if (between >= 3 || (kind !== connector && kind !== space)) return more;
  if (between === 0) return kind === connector ? aConnector : aSpace;
  if (after === more) return more;
  if (kind === space && after === aConnector && !isDash(units[at - 1])) return more;
  if (kind === connector && after === aSpace && !isDash(units[at])) return more;
  return kind === space ? aSpace : after;
}

function isDash(unit = 0): boolean {
  return unit === 0x2d || unit === 0x2f || (unit >= 0x2010 && unit <= 0x2013);
}
