import type { RedlineRun } from '#contract/redline.ts';
import { blankBetween } from './lines.ts';
import type { RedlineToken, TokenSides } from './tokens.ts';
import { parts, type Units } from './units.ts';
import { isWall } from './walls.ts';

/** The number of the change that a word belongs to; 0 for one that is the same in both. */
export type ChangeOf = { a: Int32Array; b: Int32Array };

/** The newer text with the deletions in between. `pairs` has the older word of each newer one, or -1. */
export function runsOf(
  sides: TokenSides,
  changeOf: ChangeOf,
  pairs: Int32Array,
  units: { a: Units; b: Units },
): RedlineRun[] {
  const isLabel = figureLabels(sides.b, changeOf.b, units.b);
  const runs: RedlineRun[] = [];
  let before = '';
  const write = (
    token: RedlineToken,
    kind: RedlineRun['kind'],
    change: number,
    { breaks, parts: of }: Units,
    at: number,
  ) => {
    const last = runs.at(-1);
    const page = token.page + 1;
    const id = change === 0 ? null : change;
    // A number of an item or clause that is another stays on its line.
    const isOther = kind === 'inserted' && last?.change === id && last.text === before;
    const isBreak = breaks[at] === 1 && !(isOther && last?.kind === 'deleted');
    const isTitle = of[at] === parts.heading;
    const blank = before === '' ? '' : isBreak ? '\n' : blankBetween(before, token.text);
    const isSame = last?.kind === kind && last.change === id && last.page === page;
    if (isSame && (last.is_heading ?? false) === isTitle) {
      last.text += blank + token.text;
    } else {
      // The space belongs to the run before, so that a deleted or inserted run begins with a word.
      if (last !== undefined) last.text += blank;
      const heading = isTitle ? ({ is_heading: true } as const) : {};
      runs.push({ kind, text: token.text, page, change: id, ...heading });
    }
    before = token.text;
  };
  let a = 0;
  const writeDeleted = (end: number) => {
    for (; a < end; a++) {
      const token = sides.a[a];
      const change = changeOf.a[a] ?? 0;
      if (token === undefined || change === 0) continue;
      write(token, 'deleted', change, units.a, a);
    }
  };
  for (let b = 0; b < sides.b.length; b++) {
    const token = sides.b[b];
    if (token === undefined) continue;
    const older = pairs[b] ?? -1;
    const change = changeOf.b[b] ?? 0;
    if (older >= a) writeDeleted(older + 1);
    else if (change !== 0) writeDeleted(endOfDeleted(changeOf.a, a, change));
    if (isLabel[b] === 1) continue;
    const kind = change === 0 ? 'same' : 'inserted';
    write(token, kind, change, units.b, b);
  }
  writeDeleted(sides.a.length);
  return runs;
}

/** The end of the deleted words at the place of an insertion; not those of a later change. */
function endOfDeleted(changeOfA: Int32Array, from: number, change: number): number {
  let at = from;
  while (at < changeOfA.length && changeOfA[at] !== 0 && (changeOfA[at] ?? 0) <= change) at += 1;
  return at;
}

const figure = /^(?:fig|bild|abb|図|图)/iu;
const mostLabelWords = 6;

/** 1 for each word within a figure: short lines above its caption that are no sentences. What changed stays. */
function figureLabels(
  tokens: readonly RedlineToken[],
  changeOf: Int32Array,
  units: Units,
): Uint8Array {
  const flags = new Uint8Array(tokens.length);
  for (let at = 0; at < tokens.length; at++) {
    const isCaption = isWall(units, at) && units.parts[at] === parts.caption;
    if (!isCaption || !figure.test(tokens[at]?.text ?? '')) continue;
    let first = at;
    let lines = 0;
    for (let end = at; end > 0; lines++) {
      let begin = end - 1;
      while (begin > 0 && tokens[begin]?.beginsLine !== true) begin -= 1;
      const line = tokens.slice(begin, end);
      const isLabel =
        line.length <= mostLabelWords &&
        line[0]?.page === tokens[at]?.page &&
        !/[.:;,]$/.test(line.at(-1)?.text ?? '') &&
        units.parts[begin] !== parts.heading &&
        line.every((_, word) => changeOf[begin + word] === 0);
      if (!isLabel) break;
      [first, end] = [begin, begin];
    }
    if (lines > 1) flags.fill(1, first, at);
  }
  return flags;
}
