import type { RedlineRun } from '#contract/redline.ts';
import type { Heading } from './clauses.ts';
import { blankBetween } from './lines.ts';
import type { Sides } from './steps.ts';
import type { TokenPart, RedlineToken } from './tokens.ts';

/** The number of the change that a word belongs to; 0 for one that is the same in both. */
export type ChangeOf = { a: Int32Array; b: Int32Array };

/** The newer text with what was deleted in between. `pairs` has the older word of each newer one, or -1. */
export function runsOf(
  sides: Sides,
  changeOf: ChangeOf,
  pairs: Int32Array,
  headings: readonly Heading[],
): RedlineRun[] {
  const isHeading = new Set(headings.map(({ at }) => at));
  const breaks = { a: paragraphBreaks(sides.a, new Set()), b: paragraphBreaks(sides.b, isHeading) };
  const runs: RedlineRun[] = [];
  let before = '';
  const write = (
    token: RedlineToken,
    kind: RedlineRun['kind'],
    change: number,
    isBreak: boolean,
  ) => {
    const blank = before === '' ? '' : isBreak ? '\n' : blankBetween(before, token.text);
    const last = runs.at(-1);
    const page = token.page + 1;
    const id = change === 0 ? null : change;
    if (last?.kind === kind && last.change === id && last.page === page) {
      last.text += blank + token.text;
    } else {
      // The space belongs to the run before, so that a deleted or inserted run begins with a word.
      if (last !== undefined) last.text += blank;
      runs.push({ kind, text: token.text, page, change: id });
    }
    before = token.text;
  };
  let a = 0;
  const writeDeleted = (end: number) => {
    for (; a < end; a++) {
      const token = sides.a[a];
      const change = changeOf.a[a] ?? 0;
      if (token !== undefined && change !== 0) write(token, 'deleted', change, breaks.a[a] === 1);
    }
  };
  for (let b = 0; b < sides.b.length; b++) {
    const token = sides.b[b];
    if (token === undefined) continue;
    const older = pairs[b] ?? -1;
    const change = changeOf.b[b] ?? 0;
    if (older >= a) writeDeleted(older + 1);
    else if (change !== 0 && sides.a[a] !== undefined) writeDeleted(endOfDeleted(changeOf.a, a));
    write(token, change === 0 ? 'same' : 'inserted', change, breaks.b[b] === 1);
  }
  writeDeleted(sides.a.length);
  return runs;
}

/** The end of the deleted words at the place of an insertion. */
function endOfDeleted(changeOfA: Int32Array, from: number): number {
  let at = from;
  while (at < changeOfA.length && changeOfA[at] !== 0) at += 1;
  return at;
}

/** Where a paragraph begins: below a wider space, after a short line, with a heading, or in another column. */
function paragraphBreaks(tokens: readonly RedlineToken[], isHeading: Set<number>): Uint8Array {
  const breaks = new Uint8Array(tokens.length);
  const right = rightEdges(tokens);
  for (let at = 1; at < tokens.length; at++) {
    const [previous, first] = [tokens[at - 1], tokens[at]];
    if (previous === undefined || first?.beginsLine !== true) continue;
    const before = previous.further.at(-1) ?? previous;
    const isShort = before.word.left + before.word.width < (right[before.page] ?? 0) * 0.85;
    const down = first.word.top - before.word.top;
    const isApart = before.page === first.page && (down > 1.8 * before.word.height || down < 0);
    if (isShort || isApart || isHeading.has(at)) breaks[at] = 1;
  }
  return breaks;
}

/** By page: how far its words reach. */
function rightEdges(tokens: readonly RedlineToken[]): number[] {
  const right: number[] = [];
  const reach = ({ page, word }: TokenPart) => {
    while (right.length <= page) right.push(0);
    right[page] = Math.max(right[page] ?? 0, word.left + word.width);
  };
  for (const token of tokens) {
    reach(token);
    for (const part of token.further) reach(part);
  }
  return right;
}
