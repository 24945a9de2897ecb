import type { RedlineRun } from '#contract/redline.ts';
import type { Heading } from './clauses.ts';
import { blankBetween, textOf } from './lines.ts';
import type { TokenSides } from './steps.ts';
import type { RedlineToken } from './tokens.ts';
import type { Units } from './units.ts';

/** The number of the change that a word belongs to; 0 for one that is the same in both. */
export type ChangeOf = { a: Int32Array; b: Int32Array };

type Structure = {
  units: { a: Units; b: Units };
  headings: { a: readonly Heading[]; b: readonly Heading[] };
};

/** The newer text with what was deleted in between. `pairs` has the older word of each newer one, or -1. */
export function runsOf(
  sides: TokenSides,
  changeOf: ChangeOf,
  pairs: Int32Array,
  { units, headings }: Structure,
): RedlineRun[] {
  const breaks = { a: units.a.breaks, b: units.b.breaks };
  const isHeading = {
    a: headingWords(sides.a, headings.a),
    b: headingWords(sides.b, headings.b),
  };
  const isLabel = figureLabels(sides.b, changeOf.b, isHeading.b);
  const runs: RedlineRun[] = [];
  let before = '';
  const write = (
    token: RedlineToken,
    kind: RedlineRun['kind'],
    change: number,
    isBreak: boolean,
    isTitle: boolean,
  ) => {
    const blank = before === '' ? '' : isBreak ? '\n' : blankBetween(before, token.text);
    const last = runs.at(-1);
    const page = token.page + 1;
    const id = change === 0 ? null : change;
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
      write(token, 'deleted', change, breaks.a[a] === 1, isHeading.a[a] === 1);
    }
  };
  for (let b = 0; b < sides.b.length; b++) {
    const token = sides.b[b];
    if (token === undefined) continue;
    const older = pairs[b] ?? -1;
    const change = changeOf.b[b] ?? 0;
    if (older >= a) writeDeleted(older + 1);
    else if (change !== 0 && sides.a[a] !== undefined) writeDeleted(endOfDeleted(changeOf.a, a));
    if (isLabel[b] === 1) continue;
    const kind = change === 0 ? 'same' : 'inserted';
    write(token, kind, change, breaks.b[b] === 1, isHeading.b[b] === 1);
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

/** 1 for each word of a heading. */
function headingWords(tokens: readonly RedlineToken[], headings: readonly Heading[]): Uint8Array {
  const flags = new Uint8Array(tokens.length);
  for (const { at } of headings) flags.fill(1, at, lineEnd(tokens, at));
  return flags;
}

function lineEnd(tokens: readonly RedlineToken[], at: number): number {
  let end = at + 1;
  while (end < tokens.length && tokens[end]?.beginsLine === false) end += 1;
  return end;
}

const caption = /^(?:figure|fig\.|bild|abbildung|abb\.|figura|図|图)\s?(?:[A-Z]\.?)?\d/iu;
const mostLabelWords = 6;

/** 1 for each word within a figure: short lines above its caption that are no sentences. What changed stays. */
function figureLabels(
  tokens: readonly RedlineToken[],
  changeOf: Int32Array,
  isHeading: Uint8Array,
): Uint8Array {
  const flags = new Uint8Array(tokens.length);
  for (let at = 0; at < tokens.length; at++) {
    if (tokens[at]?.beginsLine !== true || !caption.test(textOf(tokens.slice(at, at + 2))))
      continue;
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
        isHeading[begin] !== 1 &&
        line.every((_, word) => changeOf[begin + word] === 0);
      if (!isLabel) break;
      [first, end] = [begin, begin];
    }
    if (lines > 1) flags.fill(1, first, at);
  }
  return flags;
}
