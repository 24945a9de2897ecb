import {
  connector,
  digits,
  fillKindsOfUnits,
  half,
  ideograph,
  kindOf,
  kindsOfUnits,
  sign,
  space,
  upperLetter,
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

/** Of this file, as the compiler of JavaScript then knows it: that is quicker. */
const table = kindsOfUnits;

type After = (typeof afters)[number];
const afters = ['more', 'space', 'connector'] as const;
const more = 0;
const aSpace = 1;
const aConnector = 2;
/** A bit beside these: a part of a number, capital letters, or digits and perhaps letters. */
const isShort = 4;
const mostShortLetters = 6;
const mostShortCode = 12;

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
  #shapes = new Uint8Array(1024);
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
      after: afters[(this.#shapes[index] ?? 0) & ~isShort] ?? 'more',
    };
  }

  isAfterConnector(index: number): boolean {
    return index < this.length && ((this.#shapes[index] ?? 0) & aConnector) !== 0;
  }

  /** Whether nothing but a space or a connector is before it. */
  isNear(index: number): boolean {
    return index < this.length && ((this.#shapes[index] ?? 0) & ~isShort) !== more;
  }

  /** Whether it may be a part of a number: capital letters, or digits and perhaps letters. */
  isShort(index: number): boolean {
    return index < this.length && ((this.#shapes[index] ?? 0) & isShort) !== 0;
  }

  /** The next one from a place on with which something may begin that is put together; the length after the last. */
  nextJoining(from: number): number {
    const shapes = this.#shapes;
    const last = this.length - 1;
    for (let at = from; at < last; at++) {
      const next = shapes[at + 1] ?? 0;
      if ((next & aConnector) !== 0) return at;
      if (((shapes[at] ?? 0) & isShort) !== 0 && (next & aSpace) !== 0) return at;
    }
    return this.length;
  }

  /** Puts the runs of a text in place of those before. */
  read(text: string): this {
    fillKindsOfUnits();
    const units = this.#text.read(text);
    const { length } = text;
    this.#makeRoom(length);
    const { starts, ends, kinds: kindsOf, hashes, others } = this;
    const shapes = this.#shapes;
    // hashWith and otherWith, written out. `| 0` tells the compiler of JavaScript that what comes from
    // another file is an integer; else it looks at it again for every letter.
    const first = firstHash | 0;
    const firstOfOther = firstOther | 0;
    const factor = hashFactor | 0;
    const factorOfOther = otherFactor | 0;
    const aHalf = half | 0;
    const aDigit = digits | 0;
    const notUpper = ~upperLetter;
    const ofWords = wordUnits | 0;
    const ofRuns = wordUnits | ideograph;
    let count = 0;
    let after = more;
    let between = 0;
    /** What goes on with the present run; 0 between two runs. */
    let own = 0;
    let start = 0;
    let kinds = 0;
    let hash = 0;
    let other = 0;
    // The zero after the last unit ends the last run.
    for (let at = 0; at <= length; at++) {
      const unit = units[at] ?? 0;
      let kind = table[unit] ?? 0;
      if ((kind & own) === 0) {
        if (kind === aHalf) kind = kindOfHalf(text, at) | 0;
        if (own !== 0 && (kind & own) === 0) {
          // The point of `8.8` and the comma of `0,25` are within.
          if (unit <= 0x2e && unit >= 0x2c && isDecimal(units, at, length)) kind = 0;
          else {
            starts[count] = start;
            ends[count] = at;
            kindsOf[count] = kinds;
            hashes[count] = hash;
            others[count] = other;
            const letters = at - start;
            const short =
              (kinds & aDigit) !== 0
                ? letters <= mostShortCode
                : (kinds & notUpper) === 0 && letters <= mostShortLetters;
            shapes[count++] = short ? after | isShort : after;
            own = 0;
            after = more; // when an ideograph follows a letter with nothing between
            between = 0;
          }
        }
        if (own === 0) {
          if ((kind & ofRuns) === 0 || (kind === within && between > 0)) {
            after = afterWith(after, between, kind, units, at) | 0;
            between++;
            continue;
          }
          own = kind === ideograph ? ideograph | within : ofWords;
          start = at;
          kinds = 0;
          hash = first;
          other = firstOfOther;
        }
      }
      kinds |= kind;
      hash = (Math.imul(hash, factor) + unit) | 0;
      other = Math.imul(other ^ unit, factorOfOther);
    }
    this.length = count;
    return this;
  }

  /** A text has at most as many runs as units. */
  #makeRoom(length: number): void {
    while (this.starts.length < length) {
      this.starts = doubled(this.starts);
      this.ends = doubled(this.ends);
      this.kinds = doubled(this.kinds);
      this.hashes = doubled(this.hashes);
      this.others = doubled(this.others);
      this.#shapes = doubled(this.#shapes);
    }
  }
}

/** The second half of a character is what its first is; a half alone is nothing. */
function kindOfHalf(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  const first = unit >= 0xdc00 ? at - 1 : at;
  const character = String.fromCodePoint(text.codePointAt(first) ?? 0);
  return character.length === 2 ? kindOf(character) : sign;
}

function isDecimal(units: Uint16Array, at: number, length: number): boolean {
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
