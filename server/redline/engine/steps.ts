import type { Block } from './align.ts';
import type { Heading } from './clauses.ts';
import { textOf } from './lines.ts';
import type { RedlineToken } from './tokens.ts';

/** The differing words between two blocks; the ends are exclusive. */
export type Gap = { a: number; aEnd: number; b: number; bEnd: number };

export type TokenSides = { a: readonly RedlineToken[]; b: readonly RedlineToken[] };
/** Which words were moved. */
type MovedFlags = { a: Uint8Array; b: Uint8Array };
/** How many words were moved before each word: prefix sums, for fast queries of ranges. */
type Moved = { a: Int32Array; b: Int32Array };

/** The gaps between blocks that are changes, joined to as few as possible; and the blocks after that. */
export function gapsOf(
  sides: TokenSides,
  same: readonly Block[],
  flags: MovedFlags,
  headings: readonly Heading[],
): { gaps: Gap[]; same: Block[] } {
  const moved: Moved = { a: countsOf(flags.a), b: countsOf(flags.b) };
  const isHeading = new Set(headings.map(({ at }) => at));
  const blocks = same.map((block) => ({ ...block }));
  slideToLines(sides, blocks, moved, isHeading);
  const gaps = betweenBlocks(blocks, sides).filter((gap) => !hasSameLetters(sides, gap, moved));
  let joined = joinConfetti(gaps, moved, isHeading);
  // A joined change may be large enough to join with the next.
  for (let before = gaps.length; joined.length < before;) {
    before = joined.length;
    joined = joinConfetti(joined, moved, isHeading);
  }
  return { gaps: joined, same: blocks };
}

function betweenBlocks(blocks: readonly Block[], { a, b }: TokenSides): Gap[] {
  const gaps: Gap[] = [];
  let [atA, atB] = [0, 0];
  for (const block of [...blocks, { a: a.length, b: b.length, length: 0 }]) {
    if (block.a > atA || block.b > atB) gaps.push({ a: atA, aEnd: block.a, b: atB, bEnd: block.b });
    [atA, atB] = [block.a + block.length, block.b + block.length];
  }
  return gaps;
}

/**
 * If an insertion may have several places, takes the one where a clause or a line begins: after `M8 25 Nm`,
 * the row `M10 50 Nm` was added, and not `25 Nm M10` before `50 Nm`.
 */
function slideToLines(
  sides: TokenSides,
  blocks: Block[],
  moved: Moved,
  isHeading: Set<number>,
): void {
  for (let at = 0; at < blocks.length; at++) {
    const before = blocks[at];
    const after = blocks[at + 1] ?? { a: sides.a.length, b: sides.b.length, length: 0 };
    if (before === undefined) continue;
    const [a, b] = [before.a + before.length, before.b + before.length];
    const isInserted = after.a === a && after.b > b;
    const isDeleted = after.b === b && after.a > a;
    if (!isInserted && !isDeleted) continue;
    const side = isInserted ? sides.b : sides.a;
    const [from, to] = isInserted ? [b, after.b] : [a, after.a];
    if (anyMoved(isInserted ? moved.b : moved.a, from, to)) continue;
    const shift = bestShift(
      side,
      from,
      to,
      [before.length - 1, after.length - 1],
      isInserted ? isHeading : null,
    );
    before.length += shift;
    if (blocks[at + 1] === undefined) {
      if (shift < 0) blocks.push({ a: after.a + shift, b: after.b + shift, length: -shift });
      continue;
    }
    after.a += shift;
    after.b += shift;
    after.length -= shift;
  }
}

/** By how many words the run may slide, back or forth, to begin best. */
function bestShift(
  tokens: readonly RedlineToken[],
  from: number,
  to: number,
  [mostBack, mostForth]: [number, number],
  isHeading: Set<number> | null,
): number {
  const isSame = (one: number, other: number) => tokens[one]?.key === tokens[other]?.key;
  let [back, forth] = [0, 0];
  while (back < mostBack && isSame(from - back - 1, to - back - 1)) back += 1;
  while (forth < mostForth && isSame(from + forth, to + forth)) forth += 1;
  let best = { shift: 0, score: -1 };
  for (let shift = -back; shift <= forth; shift++) {
    const score = beginning(tokens, from + shift, isHeading);
    const isBetter =
      score > best.score || (score === best.score && Math.abs(shift) < Math.abs(best.shift));
    if (isBetter) best = { shift, score };
  }
  return best.shift;
}

function beginning(
  tokens: readonly RedlineToken[],
  at: number,
  isHeading: Set<number> | null,
): number {
  if (isHeading?.has(at) === true) return 4;
  const endsSentence = /[.;:]$/.test(tokens[at - 1]?.key ?? '');
  if (tokens[at]?.beginsLine === true) return endsSentence ? 3 : 2;
  return endsSentence ? 1 : 0;
}

function countsOf(flags: Uint8Array): Int32Array {
  const counts = new Int32Array(flags.length + 1);
  for (let at = 0; at < flags.length; at++) counts[at + 1] = (counts[at] ?? 0) + (flags[at] ?? 0);
  return counts;
}

function movedWithin(counts: Int32Array, from: number, to: number): number {
  return (counts[to] ?? 0) - (counts[from] ?? 0);
}

function anyMoved(counts: Int32Array, from: number, to: number): boolean {
  return movedWithin(counts, from, to) > 0;
}

/** Only spaces and hyphens differ, as from another line break. */
function hasSameLetters({ a, b }: TokenSides, gap: Gap, moved: Moved): boolean {
  if (gap.aEnd - gap.a > 8 || gap.bEnd - gap.b > 8 || gap.aEnd === gap.a || gap.bEnd === gap.b) {
    return false;
  }
  if (anyMoved(moved.a, gap.a, gap.aEnd) || anyMoved(moved.b, gap.b, gap.bEnd)) return false;
  const [from, to] = [a.slice(gap.a, gap.aEnd), b.slice(gap.b, gap.bEnd)];
  return lettersOf(from) === lettersOf(to) || textOf(from) === textOf(to);
}

function lettersOf(tokens: readonly RedlineToken[]): string {
  const text = tokens.map(({ key }) => key).join(' ');
  // Between digits, spaces and hyphens matter: they separate numbers, or are a range or a sign.
  return text.replace(/(?<!\d) | (?!\d)/g, '').replace(/(?<=\p{L})-(?=\p{L})/gu, '');
}

/** Joins two changes with only a few equal words between. */
function joinConfetti(gaps: readonly Gap[], moved: Moved, isHeading: Set<number>): Gap[] {
  const joined: Gap[] = [];
  for (const gap of gaps) {
    const before = joined.at(-1);
    const equal = before === undefined ? 0 : gap.b - before.bEnd;
    // If a gap with the same letters was omitted, the sides have different numbers of words between.
    const equalA = before === undefined ? 0 : gap.a - before.aEnd;
    const isClose =
      before !== undefined &&
      equal === equalA &&
      isConfetti(equal, sizeOf(before, moved), sizeOf(gap, moved)) &&
      !hasHeading(isHeading, before.bEnd, gap.b) &&
      !anyMoved(moved.b, before.b, gap.bEnd) &&
      !anyMoved(moved.a, before.a, gap.aEnd);
    if (isClose) {
      before.aEnd = gap.aEnd;
      before.bEnd = gap.bEnd;
    } else joined.push({ ...gap });
  }
  return joined;
}

function isConfetti(equal: number, before: number, after: number): boolean {
  const smaller = Math.min(before, after);
  if (equal <= 1) return smaller >= 1 && before + after >= 3;
  if (equal <= 3) return smaller >= equal && before + after >= 4 * equal;
  return equal <= 8 && smaller >= 2 * equal;
}

function sizeOf(gap: Gap, moved: Moved): number {
  return Math.max(
    gap.aEnd - gap.a - movedWithin(moved.a, gap.a, gap.aEnd),
    gap.bEnd - gap.b - movedWithin(moved.b, gap.b, gap.bEnd),
  );
}

function hasHeading(isHeading: Set<number>, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (isHeading.has(at)) return true;
  return false;
}
