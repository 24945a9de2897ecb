import { type Block, gapsBetween, isFree } from './align.ts';
import { textOf } from './lines.ts';
import type { Gap, RedlineToken, TokenSides } from './tokens.ts';
import { parts, type Units } from './units.ts';
import { wordKey } from './word-key.ts';
import { cutAtWalls, hasWall, isWall } from './walls.ts';

/** 1 for each word that was moved. */
type Moved = { a: Uint8Array; b: Uint8Array };

/** The gaps between blocks that are changes, joined to as few as possible; and the blocks after that. */
export function gapsOf(
  sides: TokenSides,
  same: readonly Block[],
  moved: Moved,
  units: { a: Units; b: Units },
): { gaps: Gap[]; same: Block[] } {
  const blocks = same.map((block) => ({ ...block }));
  slideToLines(sides, blocks, moved, (side, at) => isHeading(units[side], at));
  const some = blocks.filter(({ length }) => length > 0);
  const gaps = gapsBetween(some, sides.a.length, sides.b.length)
    .filter(({ a, aEnd, b, bEnd }) => aEnd > a || bEnd > b)
    .flatMap((gap) => cutAtWalls(sides, gap, units))
    .filter((gap) => !isUnmoved(gap, moved) || !hasSameLetters(sides, gap));
  let joined = joinConfetti(gaps, moved, units);
  // A joined change may be large enough to join with the next.
  for (let before = gaps.length; joined.length < before;) {
    before = joined.length;
    joined = joinConfetti(joined, moved, units);
  }
  return { gaps: joined, same: some };
}

const isUnmoved = ({ a, aEnd, b, bEnd }: Gap, moved: Moved) =>
  isFree(moved.a, a, aEnd) && isFree(moved.b, b, bEnd);

const isHeading = (units: Units, at: number) =>
  units.parts[at] === parts.heading && isWall(units, at);

/**
 * If an insertion may have several places, takes the one where a clause or a line begins: after `M8 25 Nm`,
 * the row `M10 50 Nm` was added, and not `25 Nm M10` before `50 Nm`.
 */
function slideToLines(
  sides: TokenSides,
  blocks: Block[],
  moved: Moved,
  isHeading: (side: 'a' | 'b', at: number) => boolean,
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
    if (!isFree(isInserted ? moved.b : moved.a, from, to)) continue;
    const shift = bestShift(side, from, to, [before.length - 1, after.length - 1], (at) =>
      isHeading(isInserted ? 'b' : 'a', at),
    );
    before.length += shift;
    // `3 Coating` is `4 Coating` now, and not `3 Terms`.
    const isNumber = isHeading('a', a - 1) && isHeading('b', b - 1) && shift === 0;
    if (isNumber && isHeading(isInserted ? 'b' : 'a', to - 1)) before.length -= 1;
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
  isHeading: (at: number) => boolean,
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
  isHeading: (at: number) => boolean,
): number {
  if (isHeading(at)) return 4;
  const endsSentence = /[.;:]$/.test(tokens[at - 1]?.key ?? '');
  if (tokens[at]?.beginsLine === true) return endsSentence ? 3 : 2;
  return endsSentence ? 1 : 0;
}

/** Only blanks and hyphens differ, where a line ends on one side. */
export function hasSameLetters({ a, b }: TokenSides, gap: Gap): boolean {
  if (gap.aEnd - gap.a > 8 || gap.bEnd - gap.b > 8 || gap.aEnd === gap.a || gap.bEnd === gap.b) {
    return false;
  }
  const [from, to] = [a.slice(gap.a, gap.aEnd), b.slice(gap.b, gap.bEnd)];
  if (textOf(from) === textOf(to)) return true;
  const [older, newer] = [lettersOf(from), lettersOf(to)];
  const explains = (one: Letters, other: Letters) =>
    one.blanks.isSubsetOf(other.possible) &&
    one.hyphens.isSubsetOf(other.hyphens.union(other.breaks));
  return older.letters === newer.letters && explains(older, newer) && explains(newer, older);
}

/** The places of blanks and of hyphens between letters, and those that a line break may explain. */
type Letters = { letters: string } & Record<
  'blanks' | 'possible' | 'hyphens' | 'breaks',
  Set<number>
>;

function lettersOf(tokens: readonly RedlineToken[]): Letters {
  let letters = '';
  const [blanks, possible] = [new Set<number>(), new Set<number>()];
  const [hyphens, breaks] = [new Set<number>(), new Set<number>()];
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1];
    if (/^\p{L}/u.test(token.key) && /\p{L}-$/u.test(letters)) {
      letters = letters.slice(0, -1);
      hyphens.add(letters.length);
    }
    if (before !== undefined) possible.add(letters.length);
    if (before !== undefined && isBlank(before, token)) blanks.add(letters.length);
    for (const place of breaksIn(token)) breaks.add(letters.length + place);
    const [first = '', ...parts] = token.key.split(hyphenInWord);
    letters += first;
    for (const part of parts) {
      hyphens.add(letters.length);
      letters += part;
    }
  }
  return { letters, blanks, possible, hyphens, breaks };
}

const hyphenInWord = /(?<=\p{L})-(?=\p{L})/u;

/** Where a line ends within a word, so that a hyphen there may be part of it or not. */
function breaksIn({ word, further }: RedlineToken): number[] {
  let length = 0;
  return further.flatMap((part, at) => {
    const begun = (further[at - 1]?.word ?? word).text.slice(0, -1);
    length += wordKey(begun).replaceAll(new RegExp(hyphenInWord, 'gu'), '').length;
    return /^\p{Ll}/u.test(part.word.text) ? [length] : [];
  });
}

/** In heights: some programs leave narrower spaces within a word. */
const narrowest = 0.1;

/** Between digits it separates numbers, whatever is there; beside signs, programs set it as they like. */
function isBlank(before: RedlineToken, { key, word, beginsLine }: RedlineToken): boolean {
  if (/\d$/.test(before.key) && /^\d/.test(key)) return true;
  if (!/\p{L}$/u.test(before.key) || !/^\p{L}/u.test(key)) return false;
  if (beginsLine) return true;
  const last = before.further.at(-1)?.word ?? before.word;
  return word.left - last.left - last.width > narrowest * word.height;
}

/** Joins two changes with only a few equal words between. */
function joinConfetti(gaps: readonly Gap[], moved: Moved, units: { a: Units; b: Units }): Gap[] {
  const joined: Gap[] = [];
  for (const gap of gaps) {
    const before = joined.at(-1);
    const equal = before === undefined ? 0 : gap.b - before.bEnd;
    // If a gap with the same letters was omitted, the sides have different numbers of words between.
    const equalA = before === undefined ? 0 : gap.a - before.aEnd;
    const isClose =
      before !== undefined &&
      equal === equalA &&
      equal > 0 && // without words between they were cut at a wall
      isConfetti(equal, sizeOf(before, moved), sizeOf(gap, moved)) &&
      !hasWallBetween(before, gap, units) &&
      isUnmoved({ a: before.a, aEnd: gap.aEnd, b: before.b, bEnd: gap.bEnd }, moved);
    if (isClose) {
      before.aEnd = gap.aEnd;
      before.bEnd = gap.bEnd;
    } else joined.push({ ...gap });
  }
  return joined;
}

/** On each side; beside a place without words it is that of the other side that counts. */
function hasWallBetween(before: Gap, gap: Gap, units: { a: Units; b: Units }): boolean {
  const by = (isNone: boolean) => (isNone ? 1 : 0);
  const [a, b] = [by(before.aEnd === before.a), by(before.bEnd === before.b)];
  return (
    hasWall(units.a, before.aEnd + a, gap.a - by(gap.aEnd === gap.a)) ||
    hasWall(units.b, before.bEnd + b, gap.b - by(gap.bEnd === gap.b))
  );
}

function isConfetti(equal: number, before: number, after: number): boolean {
  const smaller = Math.min(before, after);
  if (equal <= 1) return smaller >= 1 && before + after >= 3;
  if (equal <= 3) return smaller >= equal && before + after >= 4 * equal;
  return equal <= 8 && smaller >= 2 * equal;
}

/** Words that were not moved, on the side with more of them. */
function sizeOf({ a, aEnd, b, bEnd }: Gap, moved: Moved): number {
  const unmoved = (flags: Uint8Array) => flags.reduce((left, one) => left - one, flags.length);
  return Math.max(unmoved(moved.a.subarray(a, aEnd)), unmoved(moved.b.subarray(b, bEnd)));
}
