import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Word } from '../../pdf/text/words.ts';
import { align } from './align.ts';
import { compareTexts } from './compare.ts';
import { commonPairs } from './myers.ts';

const few = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 60 });

/** A long sequence, and one made of it by edits, moves and repetitions. */
const edited = fc
  .tuple(
    fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 800 }),
    fc.array(fc.tuple(fc.nat(), fc.nat(60), fc.nat(), fc.nat(2)), { maxLength: 8 }),
  )
  .map(([words, edits]) => {
    const after = [...words];
    for (const [at, length, to, what] of edits) {
      const from = at % (after.length + 1);
      const taken = what === 2 ? after.slice(from, from + length) : after.splice(from, length);
      if (what > 0) after.splice(to % (after.length + 1), 0, ...taken);
      else after.splice(from, 0, ...taken.map((word) => word + 1000));
    }
    return [words, after] as const;
  });

test('what is aligned is the same in both, in order, and each word only once', () => {
  fc.assert(
    fc.property(fc.oneof(edited, fc.tuple(few, few)), ([from, to]) => {
      const { same, moved } = align(Int32Array.from(from), Int32Array.from(to));
      for (const { a, b, length } of [...same, ...moved.flat()]) {
        expect(to.slice(b, b + length)).toEqual(from.slice(a, a + length));
      }
      for (const [at, { a, b }] of same.entries()) {
        const before = same[at - 1] ?? { a: 0, b: 0, length: 0 };
        expect(a).toBeGreaterThanOrEqual(before.a + before.length);
        expect(b).toBeGreaterThanOrEqual(before.b + before.length);
      }
      for (const side of ['a', 'b'] as const) {
        const taken = [...same, ...moved.flat()].flatMap((block) =>
          Array.from({ length: block.length }, (_, at) => block[side] + at),
        );
        expect(new Set(taken).size).toBe(taken.length);
      }
    }),
  );
});

/** Words that occur nowhere else. */
const words = (first: number, length: number) => Array.from({ length }, (_, at) => first + at);

test('twelve words in another place are moved, eleven are not', () => {
  const moveOf = (length: number) => {
    const [before, block, after] = [words(1, 40), words(100, length), words(200, 40)];
    const from = Int32Array.from([...before, ...block, ...after]);
    return align(from, Int32Array.from([...before, ...after, ...block])).moved;
  };
  expect(moveOf(11)).toEqual([]);
  expect(moveOf(12)).toEqual([[{ a: 40, b: 80, length: 12 }]]);
});

test('a move goes on across twelve edited words, and ends at thirteen', () => {
  const moveAcross = (edited: number) => {
    const [before, after] = [words(1, 60), words(200, 60)];
    const moved = (first: number) => [
      ...words(1000, 20),
      ...words(first, edited),
      ...words(2000, 20),
    ];
    const from = Int32Array.from([...before, ...moved(3000), ...after]);
    const to = Int32Array.from([...before, ...after, ...moved(4000)]);
    return align(from, to).moved.map((blocks) => blocks.map(({ length }) => length));
  };
  expect(moveAcross(12)).toEqual([[20, 20]]);
  expect(moveAcross(13)).toEqual([[20], [20]]);
});

test('short sequences are aligned optimally', () => {
  fc.assert(
    fc.property(few, few, (a, b) => {
      const pairs = commonPairs(Int32Array.from(a), Int32Array.from(b));
      expect(pairs).toHaveLength(longestCommon(a, b));
      for (const pair of pairs) expect(b[pair.b]).toBe(a[pair.a]);
    }),
  );
});

test('the changes, applied to the old words, give the new ones', () => {
  fc.assert(
    fc.property(edited, ([from, to]) => {
      const { runs, verdict } = compareTexts(pageOf(from), pageOf(to));
      const textOf = (...kinds: string[]) =>
        runs
          .filter(({ kind }) => kinds.includes(kind))
          .flatMap(({ text }) => text.match(/\S+/g) ?? []);
      expect(textOf('same', 'inserted')).toEqual(to.map(wordOf));
      expect(textOf('same', 'deleted')).toEqual(from.map(wordOf));
      expect(verdict === 'same_text').toBe(to.join() === from.join());
    }),
  );
});

/** Letters only, as spaces between words count. */
function wordOf(number: number): string {
  return `w${[...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')};`;
}

function pageOf(numbers: readonly number[]) {
  const words = numbers.map((number, at): Word => ({
    text: wordOf(number),
    left: 50 + (at % 10) * 50,
    top: 50 + Math.floor(at / 10) * 15,
    width: 45,
    height: 12,
  }));
  return { words: [words], sizes: [{ width: 595, height: 842 }], headings: [] };
}

function longestCommon(a: readonly number[], b: readonly number[]): number {
  let row = Array.from({ length: b.length + 1 }, () => 0);
  for (const one of a) {
    const next = [0];
    for (const [at, other] of b.entries()) {
      next.push(one === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
