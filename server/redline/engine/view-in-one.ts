import type { RedlineRun } from '#contract/redline.ts';
import { blankBetween } from './lines.ts';
import type { Sides } from './steps.ts';
import type { RedlineToken } from './tokens.ts';
import type { Units } from './units.ts';

/** The number of the change that a word belongs to; 0 for one that is the same in both. */
export type ChangeOf = { a: Int32Array; b: Int32Array };

/** The newer text with what was deleted in between. `pairs` has the older word of each newer one, or -1. */
export function runsOf(
  sides: Sides,
  changeOf: ChangeOf,
  pairs: Int32Array,
  units: { a: Units; b: Units },
): RedlineRun[] {
  const breaks = { a: units.a.breaks, b: units.b.breaks };
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
