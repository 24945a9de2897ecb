import type { TokenSides } from './tokens.ts';
import type { RedlineChange } from '#contract/redline.ts';
import type { Heading } from './clauses.ts';
import { placesOf } from './places.ts';
import { bare } from './values.ts';

type Headings = { a: readonly Heading[]; b: readonly Heading[] };
type Indexes = { a: readonly number[]; b: readonly number[] };
/** Other numbers of clauses and list items, also where they are referred to. */
export type Renumbered = Indexes;

const clauseNumber = /^(?:\p{Lu}|\d{1,2})(?:\.\d{1,3})*$/u;

/** Knows the clauses of both texts by number, and which of them got another one. */
export class Numbering {
  readonly #sides: TokenSides;
  readonly #starts: { a: ReadonlySet<number>; b: ReadonlySet<number> };
  readonly #numbers: { a: ReadonlySet<string>; b: ReadonlySet<string> };
  /** By the older number the newer one. */
  readonly #newer: ReadonlyMap<string, string>;

  constructor(sides: TokenSides, { a, b }: Headings) {
    this.#sides = sides;
    const numbersOf = (side: 'a' | 'b', headings: readonly Heading[]) =>
      new Set(
        headings.map(({ at }) => this.#numberAt(side, at)).filter((one) => clauseNumber.test(one)),
      );
    this.#starts = { a: new Set(a.map(({ at }) => at)), b: new Set(b.map(({ at }) => at)) };
    this.#numbers = { a: numbersOf('a', a), b: numbersOf('b', b) };
    this.#newer = new Map(
      b.flatMap(({ was, at }) => (was === undefined ? [] : [[was, this.#numberAt('b', at)]])),
    );
  }

  /** Whether a number with points names a clause of its own text. */
  isOwnClause(side: 'a' | 'b', at: number): boolean {
    const number = this.#numberAt(side, at);
    return number.includes('.') && this.#numbers[side].has(number);
  }

  /** Whether these words differ only in the numbers of the same clauses, or in the letters of list items. */
  isOnlyNumbering({ a, b }: Indexes): boolean {
    const all = [...a.map((at) => ['a', at] as const), ...b.map((at) => ['b', at] as const)];
    if (all.length === 0) return false;
    if (all.every(([side, at]) => this.#isMarkerAt(side, at))) return true;
    if (a.length !== b.length) return false;
    return a.every((from, order) => {
      const to = b[order] ?? 0;
      const number = this.#numberAt('b', to);
      const was = this.#numberAt('a', from);
      const isHeading = this.#starts.a.has(from) && this.#starts.b.has(to);
      if (isHeading) return clauseNumber.test(was) && clauseNumber.test(number);
      return this.#newer.get(was) === number;
    });
  }

  /** Whether two words that count as the same are other letters of list items. */
  isOther(a: number, b: number): boolean {
    return this.#isMarkerAt('a', a) && this.#sides.a[a]?.text !== this.#sides.b[b]?.text;
  }

  #isMarkerAt(side: 'a' | 'b', at: number): boolean {
    return this.#sides[side][at]?.isMarker === true;
  }

  #numberAt(side: 'a' | 'b', at: number): string {
    return bare(this.#sides[side][at]?.text ?? '').replace(/\.$/, '');
  }
}

const mostShown = 12;

/** All of it in one line: it says nothing else. */
export function numberingChange(
  sides: TokenSides,
  parts: readonly Renumbered[],
  id: number,
): RedlineChange {
  const sorted = parts
    .flatMap(({ a, b }) =>
      a.length === b.length ? a.map((at, order) => ({ a: [at], b: [b[order] ?? 0] })) : [{ a, b }],
    )
    .toSorted((one, other) => (one.b[0] ?? 0) - (other.b[0] ?? 0));
  const words = { a: sorted.flatMap(({ a }) => a), b: sorted.flatMap(({ b }) => b) };
  const textAt = (side: 'a' | 'b', indexes: readonly number[]) =>
    indexes.map((at) => sides[side][at]?.text ?? '').join(' ');
  const shown = sorted.slice(0, mostShown).flatMap(({ a, b }, at): RedlineChange['context'] => [
    { kind: 'same', text: at === 0 ? '' : '  ' },
    { kind: 'deleted', text: textAt('a', a) },
    { kind: 'same', text: a.length > 0 && b.length > 0 ? ' ' : '' },
    { kind: 'inserted', text: textAt('b', b) },
  ]);
  const more = sorted.length - mostShown;
  const head = `${sorted.length} ${sorted.length === 1 ? 'number' : 'numbers'} of clauses or items: `;
  const context = [
    { kind: 'same' as const, text: head },
    ...shown.filter(({ text }) => text !== ''),
    ...(more > 0 ? [{ kind: 'same' as const, text: ` and ${more} more` }] : []),
  ];
  return {
    id,
    kind: 'changed',
    weight: 'editorial',
    effect: 'numbering',
    percent: null,
    clause: null,
    from: placesOf(
      sides.a,
      words.a.toSorted((one, other) => one - other),
    ),
    to: placesOf(sides.b, words.b),
    row: null,
    context,
    from_text: textAt('a', words.a),
    to_text: textAt('b', words.b),
  };
}
