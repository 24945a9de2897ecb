// Shapes of the numbers of a catalogue. A million numbers have few shapes, so searching a text for shapes
// takes the same time for any catalogue, and a number that is added later mostly has a known shape.

/** Shorter ones are in every text. */
const fewestSigns = 4;
/** Numbers that begin with a digit look like quantities, dates and parts. */
const fewestSignsWithoutLetter = 6;
const literalFrom = 3;

/**
 * The shape of a number without signs and capitals: its first letters as they are, a `0` for each digit,
 * an `a` for each later letter, but words of three letters and more as they are. `WSS-M2A163-A1` is
 * `wssm0a000a0`. Null for numbers that are too common to search for.
 */
export function shapeOf(key: string): string | null {
  if (key.length < fewestSigns || !/^[\p{L}\p{M}\p{N}]+$/u.test(key)) return null;
  if (/^\p{N}/u.test(key)) {
    return key.length < fewestSignsWithoutLetter ? null : key.replace(/\p{N}/gu, '0');
  }
  const prefix = prefixOf(key);
  const rest = key
    .slice(prefix.length)
    .replace(/\P{N}+/gu, (letters) =>
      letters.length < literalFrom ? 'a'.repeat(letters.length) : letters,
    )
    .replace(/\p{N}/gu, '0');
  return prefix + rest;
}

/** The letters that a number begins with. */
export function prefixOf(key: string): string {
  const at = key.search(/\p{N}/u);
  return at === -1 ? key : key.slice(0, at);
}

/** A set of shapes to search for. */
export class Shapes {
  readonly #shapes: ReadonlySet<string>;
  readonly #prefixes: ReadonlySet<string>;
  readonly #beginnings = new Set<string>();
  /** The length of the longest number. */
  readonly longest: number;

  constructor(shapes: Iterable<string>) {
    this.#shapes = new Set(shapes);
    this.#prefixes = new Set([...this.#shapes].map(prefixOf));
    for (const prefix of this.#prefixes) {
      for (let end = 0; end <= prefix.length; end++) this.#beginnings.add(prefix.slice(0, end));
    }
    this.longest = Math.max(0, ...[...this.#shapes].map((shape) => shape.length));
  }

  has(key: string): boolean {
    const shape = shapeOf(key);
    return shape !== null && this.#shapes.has(shape);
  }

  /** Whether a number may begin like this. */
  mayBegin(key: string): boolean {
    const prefix = prefixOf(key);
    return prefix === key ? this.#beginnings.has(key) : this.#prefixes.has(prefix);
  }
}
