import type { Redline, RedlineChange, RedlineRun } from '#contract/redline.ts';
import { align, type Alignment, type Block, movedFlags, type Moved } from './align.ts';
import { anchorsOf } from './anchors.ts';
import { clauseAt, type Heading, withoutContentsPages } from './clauses.ts';
import { type Pages, withoutFurniture } from './furniture.ts';
import { textOf } from './lines.ts';
import { placeBefore, placesOf } from './places.ts';
import { gapsOf, type Sides } from './steps.ts';
import { type RedlineToken, tokensOf, WordNumbers } from './tokens.ts';
import { runsOf } from './view-in-one.ts';
import { weightOf } from './weight.ts';

export type Comparison = Pick<Redline, 'verdict' | 'changes' | 'furniture' | 'anchors'> & {
  runs: RedlineRun[];
};

const longestText = 4000;
// With less in common, the changes would be accidental.
const fewestCommon = 0.15;

/** Compares the texts of two documents as wholes, not page by page. Pure. */
export function compareTexts(from: Pages, to: Pages): Comparison {
  const body = withoutFurniture(from, to);
  const numbers = new WordNumbers();
  const older = withoutContentsPages(tokensOf(body.from, numbers));
  const newer = withoutContentsPages(tokensOf(body.to, numbers));
  const sides: Sides = { a: older.tokens, b: newer.tokens };
  const [a, b] = [numbersOf(sides.a), numbersOf(sides.b)];
  const alignment = align(a, b);
  const headings = { a: older.headings, b: newer.headings };
  const furniture = body.changes;
  const sizes = { a: from.sizes, b: to.sizes };
  if (isDifferent(alignment, a.length, b.length)) {
    const none = new Int32Array(b.length).fill(-1);
    const anchors = anchorsOf(sides, none, sizes);
    const changeOf = { a: new Int32Array(a.length).fill(1), b: new Int32Array(b.length).fill(1) };
    const runs = runsOf(sides, changeOf, none, headings.b).map((run) => ({ ...run, change: null }));
    return { verdict: 'different', changes: [], furniture, anchors, runs };
  }
  const found = findChanges(sides, alignment, headings);
  const verdict = found.changes.length + furniture.length === 0 ? 'same_text' : 'changed';
  return {
    verdict,
    changes: found.changes,
    furniture,
    anchors: anchorsOf(sides, found.pairs, sizes),
    runs: runsOf(sides, found.changeOf, found.pairs, headings.b),
  };
}

function numbersOf(tokens: readonly RedlineToken[]): Int32Array {
  const numbers = new Int32Array(tokens.length);
  for (let at = 0; at < tokens.length; at++) numbers[at] = tokens[at]?.number ?? 0;
  return numbers;
}

function isDifferent({ same, moved }: Alignment, lengthA: number, lengthB: number): boolean {
  if (lengthA === 0 || lengthB === 0) return lengthA !== lengthB;
  const common = [...same, ...moved.flat()].reduce((sum, { length }) => sum + length, 0);
  return (
    common < fewestCommon * Math.max(lengthA, lengthB) && common < 0.5 * Math.min(lengthA, lengthB)
  );
}

type Found = {
  changes: RedlineChange[];
  changeOf: { a: Int32Array; b: Int32Array };
  /** For each newer word the index of the same older one, or -1. */
  pairs: Int32Array;
};

/** The words of one change; `a` and `b` are the first of each side. */
type Place = { a: number; b: number; words: { a: number[]; b: number[] }; isMoved: boolean };

function findChanges(
  sides: Sides,
  alignment: Alignment,
  headings: { a: Heading[]; b: Heading[] },
): Found {
  const { moved } = alignment;
  const isMoved = {
    a: movedFlags(sides.a.length, moved, 'a'),
    b: movedFlags(sides.b.length, moved, 'b'),
  };
  const { gaps, same } = gapsOf(sides, alignment.same, isMoved, headings.b);
  const places: Place[] = [
    ...gaps.map(({ a, aEnd, b, bEnd }) => {
      const words = { a: unmoved(isMoved.a, a, aEnd), b: unmoved(isMoved.b, b, bEnd) };
      return { a, b, words, isMoved: false };
    }),
    ...moved.flatMap(placesOfMoved),
  ];
  places.sort((one, other) => one.b - other.b || one.a - other.a);
  const changeOf = { a: new Int32Array(sides.a.length), b: new Int32Array(sides.b.length) };
  const changes: RedlineChange[] = [];
  for (const place of places) {
    const { a, b } = place.words;
    if (a.length + b.length === 0) continue;
    const id = changes.length + 1;
    for (const one of a) changeOf.a[one] = id;
    for (const one of b) changeOf.b[one] = id;
    changes.push(changeAt(sides, headings, id, place));
  }
  return { changes, changeOf, pairs: pairsOf(sides, same, changeOf) };
}

/** A moved text, and the edits within it. */
function placesOfMoved(blocks: Moved): Place[] {
  const words = {
    a: blocks.flatMap(({ a, length }) => range(a, length)),
    b: blocks.flatMap(({ b, length }) => range(b, length)),
  };
  const whole = { a: words.a[0] ?? 0, b: words.b[0] ?? 0, words, isMoved: true };
  const edited = blocks.slice(1).map((block, at): Place => {
    const before = blocks[at] ?? block;
    const [a, b] = [before.a + before.length, before.b + before.length];
    return { a, b, words: { a: range(a, block.a - a), b: range(b, block.b - b) }, isMoved: false };
  });
  return [whole, ...edited];
}

function changeAt(
  sides: Sides,
  headings: { a: Heading[]; b: Heading[] },
  id: number,
  { a, b, words, isMoved }: Place,
): RedlineChange {
  const from = words.a.flatMap((one) => sides.a[one] ?? []);
  const to = words.b.flatMap((one) => sides.b[one] ?? []);
  const kind = isMoved ? 'moved' : kindOf(from.length, to.length);
  const ranges = [
    { tokens: from, all: sides.a, at: words.a },
    { tokens: to, all: sides.b, at: words.b },
  ] as const;
  return {
    id,
    kind,
    weight: isMoved ? 'text' : weightOf(...ranges),
    clause:
      kind === 'deleted'
        ? clauseAt(headings.a, words.a[0] ?? a)
        : clauseAt(headings.b, words.b[0] ?? b),
    from: from.length === 0 ? placeBefore(sides.a, a) : placesOf(from),
    to: to.length === 0 ? placeBefore(sides.b, b) : placesOf(to),
    from_text: shortened(from),
    to_text: shortened(to),
  };
}

function kindOf(from: number, to: number): RedlineChange['kind'] {
  if (from === 0) return 'inserted';
  return to === 0 ? 'deleted' : 'changed';
}

function shortened(tokens: readonly RedlineToken[]): string {
  const text = textOf(tokens.slice(0, longestText)); // a word has one letter at least
  return text.length <= longestText ? text : `${text.slice(0, longestText).toWellFormed()} …`;
}

/** Words of dissolved blocks belong to a change and have no counterpart. */
function pairsOf(sides: Sides, same: readonly Block[], changeOf: Found['changeOf']): Int32Array {
  const pairs = new Int32Array(sides.b.length).fill(-1);
  for (const { a, b, length } of same) {
    for (let at = 0; at < length; at++) {
      if (changeOf.b[b + at] === 0 && changeOf.a[a + at] === 0) pairs[b + at] = a + at;
    }
  }
  return pairs;
}

function range(from: number, length: number): number[] {
  return Array.from({ length }, (_, at) => from + at);
}

function unmoved(isMoved: Uint8Array, from: number, to: number): number[] {
  return range(from, to - from).filter((at) => isMoved[at] === 0);
}
