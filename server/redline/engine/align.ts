import { commonPairs } from './myers.ts';
import { longestIncreasing, type Pair, uniquePairs } from './shingles.ts';

/** `length` words from `a` in the older sequence and from `b` in the newer one are the same. */
export type Block = { a: number; b: number; length: number };

/** Text that was moved: blocks one after another, with a few edited words between. */
export type Moved = Block[];

export type Alignment = {
  /** Blocks that both have in the same order. */
  same: Block[];
  moved: Moved[];
};

const shingleSizes = [8, 4, 2, 1];
const fewestMoved = 12;
const mostBetweenMoved = 12;
const mostForMyers = 250;

/**
 * Aligns two sequences of words by runs that occur once in each. The time of a plain diff grows with the
 * differences: minutes for a long document that was rewritten.
 */
export function align(a: Int32Array, b: Int32Array): Alignment {
  const [largest = 8, ...smaller] = shingleSizes;
  const pairs = uniquePairs(a, b, largest);
  const chosen = blocksOf(a, b, longestIncreasing(pairs), largest);
  const moved = movedAmong(a, b, chosen.map(ownSpan), pairs, largest);
  const isTaken = { a: movedFlags(a.length, moved, 'a'), b: movedFlags(b.length, moved, 'b') };
  const same: Block[] = [];
  for (const gap of gapsBetween(chosen, a.length, b.length)) {
    alignGap(sequence(a, gap.a, gap.aEnd, isTaken.a), sequence(b, gap.b, gap.bEnd, isTaken.b), {
      sizes: smaller,
      into: same,
    });
    if (gap.block !== null) same.push(gap.block);
  }
  return { same: joinBlocks(same), moved };
}

/** 1 for each word that was moved, or edited between moved words. */
export function movedFlags(length: number, moved: readonly Moved[], side: 'a' | 'b'): Uint8Array {
  return flagsOf(length, moved.map(spanOf), side);
}

/** From its first to its last word; the two sides differ in length if it was edited. */
function spanOf(blocks: Moved): Span {
  const [first, last] = [blocks[0] ?? nowhere, blocks.at(-1) ?? nowhere];
  return { a: first.a, aEnd: last.a + last.length, b: first.b, bEnd: last.b + last.length };
}

type Span = { a: number; aEnd: number; b: number; bEnd: number };
const nowhere: Block = { a: 0, b: 0, length: 0 };

/** Some words of a document, with their positions in it. */
type Sequence = { words: Int32Array; at: Int32Array };

function sequence(words: Int32Array, from: number, to: number, isTaken: Uint8Array): Sequence {
  const at: number[] = [];
  for (let next = from; next < to; next++) if (isTaken[next] === 0) at.push(next);
  return { words: Int32Array.from(at, (one) => words[one] ?? 0), at: Int32Array.from(at) };
}

function part({ words, at }: Sequence, from: number, to: number): Sequence {
  return { words: words.subarray(from, to), at: at.subarray(from, to) };
}

type Work = { sizes: readonly number[]; into: Block[] };

/** Aligns the words between two blocks, with ever shorter runs. */
function alignGap(a: Sequence, b: Sequence, { sizes, into }: Work): void {
  const [shortest, head] = [Math.min(a.words.length, b.words.length), commonHead(a, b)];
  add(into, a, b, 0, 0, head);
  if (head === shortest) return;
  const tail = commonTail(a, b, head);
  const [aEnd, bEnd] = [a.words.length - tail, b.words.length - tail];
  alignInner(part(a, head, aEnd), part(b, head, bEnd), { sizes, into });
  add(into, a, b, aEnd, bEnd, tail);
}

function alignInner(a: Sequence, b: Sequence, { sizes, into }: Work): void {
  if (a.words.length === 0 || b.words.length === 0) return;
  if (a.words.length <= mostForMyers && b.words.length <= mostForMyers) {
    for (const pair of commonPairs(a.words, b.words)) add(into, a, b, pair.a, pair.b, 1);
    return;
  }
  const [size, ...smaller] = sizes;
  if (size === undefined) {
    alignRepetitive(a, b, into);
    return;
  }
  const chain = longestIncreasing(uniquePairs(a.words, b.words, size));
  const blocks = blocksOf(a.words, b.words, chain, size);
  if (blocks.length === 0) {
    alignInner(a, b, { sizes: smaller, into });
    return;
  }
  for (const gap of gapsBetween(blocks, a.words.length, b.words.length)) {
    alignGap(part(a, gap.a, gap.aEnd), part(b, gap.b, gap.bEnd), { sizes: smaller, into });
    if (gap.block !== null) add(into, a, b, gap.block.a, gap.block.b, gap.block.length);
  }
}

/**
 * For text in which nothing occurs once, such as long tables of the same words: aligns window by window,
 * as long as most of a window is the same. The rest counts as replaced.
 */
function alignRepetitive(a: Sequence, b: Sequence, into: Block[]): void {
  let [fromA, fromB] = [0, 0];
  while (fromA < a.words.length && fromB < b.words.length) {
    const window = {
      a: part(a, fromA, fromA + mostForMyers),
      b: part(b, fromB, fromB + mostForMyers),
    };
    const pairs = commonPairs(window.a.words, window.b.words);
    if (pairs.length * 2 < Math.min(window.a.words.length, window.b.words.length)) return;
    const isLast = fromA + mostForMyers >= a.words.length && fromB + mostForMyers >= b.words.length;
    // The end of a window may fit better with the next one.
    const chosen = isLast ? pairs : pairs.slice(0, Math.ceil(pairs.length * 0.7));
    for (const pair of chosen) add(into, window.a, window.b, pair.a, pair.b, 1);
    const last = chosen.at(-1);
    if (last === undefined || isLast) return;
    [fromA, fromB] = [fromA + last.a + 1, fromB + last.b + 1];
  }
}

function commonHead(a: Sequence, b: Sequence): number {
  const most = Math.min(a.words.length, b.words.length);
  let length = 0;
  while (length < most && a.words[length] === b.words[length]) length += 1;
  return length;
}

function commonTail(a: Sequence, b: Sequence, head: number): number {
  const most = Math.min(a.words.length, b.words.length) - head;
  const isSame = (back: number) =>
    a.words[a.words.length - back] === b.words[b.words.length - back];
  let length = 0;
  while (length < most && isSame(length + 1)) length += 1;
  return length;
}

/** Adds blocks by their positions in the documents; a moved block may be between two words of a sequence. */
function add(into: Block[], a: Sequence, b: Sequence, atA: number, atB: number, length: number) {
  for (let next = 0; next < length; next++) {
    into.push({ a: a.at[atA + next] ?? 0, b: b.at[atB + next] ?? 0, length: 1 });
  }
}

/** Extends each pair both ways while the words are the same and no other block begins. */
function blocksOf(a: Int32Array, b: Int32Array, chain: readonly Pair[], size: number): Block[] {
  const blocks: Block[] = [];
  let [endA, endB] = [0, 0];
  for (const pair of chain) {
    if (pair.a < endA || pair.b < endB) {
      const last = blocks.at(-1);
      // Inside the previous block, or across its end on the same diagonal.
      if (last === undefined || pair.a - last.a !== pair.b - last.b) continue;
    }
    let [from, fromB] = [Math.max(pair.a, endA), Math.max(pair.b, endB)];
    while (from > endA && fromB > endB && a[from - 1] === b[fromB - 1]) {
      from -= 1;
      fromB -= 1;
    }
    let to = Math.max(pair.a + size, from);
    while (to < a.length && to - from + fromB < b.length && a[to] === b[to - from + fromB]) to += 1;
    if (to <= from) continue;
    blocks.push({ a: from, b: fromB, length: to - from });
    [endA, endB] = [to, fromB + to - from];
  }
  return joinBlocks(blocks);
}

/** Joins adjacent blocks. */
function joinBlocks(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks) {
    const last = joined.at(-1);
    const follows =
      last !== undefined && last.a + last.length === block.a && last.b + last.length === block.b;
    if (follows) last.length += block.length;
    else joined.push({ ...block });
  }
  return joined;
}

type Gap = { a: number; aEnd: number; b: number; bEnd: number; block: Block | null };

/** The gaps before each block and after the last. */
export function gapsBetween(blocks: readonly Block[], lengthA: number, lengthB: number): Gap[] {
  const gaps: Gap[] = [];
  let [a, b] = [0, 0];
  for (const block of blocks) {
    gaps.push({ a, aEnd: block.a, b, bEnd: block.b, block });
    [a, b] = [block.a + block.length, block.b + block.length];
  }
  gaps.push({ a, aEnd: lengthA, b, bEnd: lengthB, block: null });
  return gaps;
}

/** The moved texts among the pairs that are not part of the alignment. */
function movedAmong(
  a: Int32Array,
  b: Int32Array,
  taken: readonly Span[],
  pairs: readonly Pair[],
  size: number,
): Moved[] {
  const isTakenA = flagsOf(a.length, taken, 'a');
  const isTakenB = flagsOf(b.length, taken, 'b');
  const found: Moved[] = [];
  for (const pair of pairs) {
    const last = found.at(-1)?.at(-1);
    if (last !== undefined && pair.a < last.a + last.length) continue; // it is part of that
    if (!isFree(isTakenA, pair.a, pair.a + size) || !isFree(isTakenB, pair.b, pair.b + size))
      continue;
    let [from, fromB] = [pair.a, pair.b];
    while (isSameAndFree(from - 1, fromB - 1)) [from, fromB] = [from - 1, fromB - 1];
    let length = pair.a + size - from;
    while (isSameAndFree(from + length, fromB + length)) length += 1;
    const block = { a: from, b: fromB, length };
    if (last !== undefined && goesOn(last, block)) found.at(-1)?.push(block);
    else found.push([block]);
    isTakenA.fill(1, from, from + length);
    isTakenB.fill(1, fromB, fromB + length);
  }
  const words = (moved: Moved) => moved.reduce((sum, { length }) => sum + length, 0);
  return found.filter((moved) => words(moved) >= fewestMoved);

  function isSameAndFree(atA: number, atB: number): boolean {
    if (atA < 0 || atB < 0 || atA >= a.length || atB >= b.length) return false;
    return a[atA] === b[atB] && isTakenA[atA] === 0 && isTakenB[atB] === 0;
  }

  /** Whether only a few words are between, none of them aligned elsewhere. */
  function goesOn(last: Block, next: Block): boolean {
    const [endA, endB] = [last.a + last.length, last.b + last.length];
    return (
      next.b >= endB &&
      next.a - endA <= mostBetweenMoved &&
      next.b - endB <= mostBetweenMoved &&
      isFree(isTakenA, endA, next.a) &&
      isFree(isTakenB, endB, next.b)
    );
  }
}

function ownSpan({ a, b, length }: Block): Span {
  return { a, aEnd: a + length, b, bEnd: b + length };
}

function flagsOf(length: number, spans: readonly Span[], side: 'a' | 'b'): Uint8Array {
  const flags = new Uint8Array(length);
  for (const span of spans) flags.fill(1, span[side], side === 'a' ? span.aEnd : span.bEnd);
  return flags;
}

export function isFree(isTaken: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (isTaken[at] === 1) return false;
  return true;
}
