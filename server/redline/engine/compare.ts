import type { FurnitureChange, Redline, RedlineChange, RedlineRun } from '#contract/redline.ts';
import { changeWeights } from '#contract/redline-words.ts';
import { type Alignment, type Block, movedFlags, type Moved } from './align.ts';
import { alignTexts } from './align-texts.ts';
import { anchorsOf } from './anchors.ts';
import { clauseAt, withOldNumbers } from './clauses.ts';
import { described, type ChangePlace, type ComparedTexts } from './describe.ts';
import type { DocumentPages, FurnitureDifference } from './furniture.ts';
import { shapesOf } from './cited.ts';
import type { Shapes } from '../../references/shapes.ts';
import { cellsOf, shortened } from './context.ts';
import { textOf, tokensAt } from './lines.ts';
import { Numbering, numberingChange, type Renumbered } from './numbering.ts';
import { placeBefore, placesOf } from './places.ts';
import { gapsOf, hasSameLetters } from './steps.ts';
import type { Gap, TokenSides } from './tokens.ts';
import { hasStart, type Units } from './units.ts';
import { runsOf } from './view-in-one.ts';
import { nothing } from './weight.ts';

export type Comparison = Pick<Redline, 'verdict' | 'changes' | 'furniture' | 'anchors'> & {
  runs: RedlineRun[];
};

/**
 * Compares the texts of two documents as wholes, not page by page. `shapes` are those of the catalogue's
 * numbers. Pure.
 */
export function compareTexts(
  from: DocumentPages,
  to: DocumentPages,
  shapes: readonly string[] = [],
): Comparison {
  const aligned = alignTexts(from, to);
  const { sides, units, headings, contents, alignment } = aligned;
  const { a, b } = sides;
  const known = shapesOf(shapes);
  const furniture = aligned.furniture.map((one) => weighed(one, known));
  const sizes = { a: from.sizes, b: to.sizes };
  if (aligned.isDifferent) {
    const none = new Int32Array(b.length).fill(-1);
    const anchors = anchorsOf(sides, none, sizes);
    const changeOf = { a: new Int32Array(a.length).fill(1), b: new Int32Array(b.length).fill(1) };
    const runs = runsOf(sides, changeOf, none, units).map((run) => ({
      ...run,
      change: null,
    }));
    return { verdict: 'different', changes: [], furniture, anchors, runs };
  }
  const common = [...alignment.same, ...alignment.moved.flat()];
  const renumbered = withOldNumbers(headings, sides.a, sides.b, common);
  const named = { a: headings.a, b: renumbered };
  const numbering = new Numbering(sides, named);
  const texts = { sides, units, headings: named, contents, shapes: known, numbering };
  const found = findChanges(texts, alignment);
  const verdict = found.changes.length + furniture.length === 0 ? 'same_text' : 'changed';
  return {
    verdict,
    changes: found.changes,
    furniture,
    anchors: anchorsOf(sides, found.pairs, sizes),
    runs: runsOf(sides, found.changeOf, found.pairs, units),
  };
}

/** The weight of what was changed in a header or the like: that of the heaviest change within it. */
function weighed({ kind, pages, from, to }: FurnitureDifference, shapes: Shapes): FurnitureChange {
  const pageOf = (words: FurnitureDifference['from']): DocumentPages => ({
    words: [words.map(({ furniture: _, ...word }) => word)],
    sizes: [],
    headings: [],
  });
  const { alignment, ...texts } = alignTexts(pageOf(from), pageOf(to));
  const numbering = new Numbering(texts.sides, texts.headings);
  const { changes } = findChanges({ ...texts, shapes, numbering }, alignment);
  const placeOf = ({ weight }: RedlineChange) => changeWeights.indexOf(weight);
  const [first] = changes.toSorted((one, other) => placeOf(one) - placeOf(other));
  const { weight = 'text', effect = null, percent = null, difference } = first ?? {};
  const said = { weight, effect, percent, ...(difference === undefined ? {} : { difference }) };
  return { kind, ...said, from_text: textOf(from), to_text: textOf(to), pages };
}

type Found = {
  changes: RedlineChange[];
  changeOf: { a: Int32Array; b: Int32Array };
  /** For each newer word the index of the same older one, or -1. */
  pairs: Int32Array;
};

function findChanges(texts: ComparedTexts, alignment: Alignment): Found {
  const { sides, units } = texts;
  const { moved } = alignment;
  const isMoved = {
    a: movedFlags(sides.a.length, moved, 'a'),
    b: movedFlags(sides.b.length, moved, 'b'),
  };
  const { gaps, same } = gapsOf(sides, alignment.same, isMoved, units);
  const places: ChangePlace[] = [
    ...joinInUnits(gaps, units).map((some): ChangePlace => {
      const words = {
        a: some.flatMap(({ a, aEnd }) => unmoved(isMoved.a, a, aEnd)),
        b: some.flatMap(({ b, bEnd }) => unmoved(isMoved.b, b, bEnd)),
      };
      return { a: some[0]?.a ?? 0, b: some[0]?.b ?? 0, gaps: some, words, isMoved: false };
    }),
    ...moved.flatMap((blocks) => placesOfMoved(sides, blocks)),
  ];
  places.sort((one, other) => one.b - other.b || one.a - other.a);
  const onlyNumbers = new Set(
    places.map(({ words }) => words).filter((words) => texts.numbering.isOnlyNumbering(words)),
  );
  const renumbered = [...onlyNumbers, ...otherMarkers(texts, [...same, ...moved.flat()])];
  const changeOf = { a: new Int32Array(sides.a.length), b: new Int32Array(sides.b.length) };
  const changes: RedlineChange[] = [];
  const mark = (words: Renumbered, id: number) => {
    for (const one of words.a) changeOf.a[one] = id;
    for (const one of words.b) changeOf.b[one] = id;
  };
  for (const place of places) {
    const { a, b } = place.words;
    if (a.length + b.length === 0 || onlyNumbers.has(place.words)) continue;
    for (const part of partsOf(texts, place)) {
      const id = changes.length + 1;
      mark(part.words, id);
      changes.push(changeAt(texts, id, part));
    }
  }
  if (renumbered.length > 0) {
    const id = changes.length + 1;
    for (const one of renumbered) mark(one, id);
    changes.push(numberingChange(sides, renumbered, id));
  }
  return { changes, changeOf, pairs: pairsOf(sides, same, changeOf) };
}

/** List items that are the same but for their letters. */
function otherMarkers({ numbering }: ComparedTexts, same: readonly Block[]): Renumbered[] {
  return same.flatMap(({ a, b, length }) =>
    range(0, length)
      .filter((at) => numbering.isOther(a + at, b + at))
      .map((at) => ({ a: [a + at], b: [b + at] })),
  );
}

/** Each changed cell of a row and each datum of the cover on its own, such as number, revision and date. */
function partsOf(texts: ComparedTexts, place: ChangePlace): ChangePlace[] {
  const { a, b } = texts.units;
  const cells = place.isMoved ? null : cellsOf(place.gaps, { a: a.tables, b: b.tables });
  if (Math.max(cells?.length ?? 0, place.gaps.length) < 2) return [place];
  const isFirstPage = texts.sides.b[place.b]?.page === 0;
  const isDatum = (part: ChangePlace) =>
    isFirstPage && described(texts, part, null).weight === 'cover';
  const isCells = cells !== null && !isDatum(place);
  const within = (words: readonly number[], from: number, to: number) =>
    words.filter((at) => at >= from && at < to);
  const parts = (isCells ? cells.map(({ gap }) => gap) : place.gaps).map((gap): ChangePlace => {
    const a = within(place.words.a, gap.a, gap.aEnd);
    const b = within(place.words.b, gap.b, gap.bEnd);
    return { ...place, a: gap.a, b: gap.b, gaps: [gap], words: { a, b } };
  });
  return isCells || parts.every(isDatum) ? parts : [place];
}

/** Text without sentences, such as from OCR, is not one change. */
const mostInUnit = 80;

/** The gaps of one sentence, item or row are one change. */
function joinInUnits(gaps: readonly Gap[], { a, b }: { a: Units; b: Units }): Gap[][] {
  const joined: Gap[][] = [];
  for (const gap of gaps) {
    const last = joined.at(-1);
    const before = last?.at(-1);
    const isSameUnit =
      before !== undefined &&
      gap.bEnd - (last?.[0]?.b ?? 0) <= mostInUnit &&
      !hasStart(a.starts, before.aEnd, gap.a + Math.sign(gap.aEnd - gap.a)) &&
      !hasStart(b.starts, before.bEnd, gap.b + Math.sign(gap.bEnd - gap.b));
    if (isSameUnit) last?.push(gap);
    else joined.push([gap]);
  }
  return joined;
}

/** A moved text, and the edits within it. */
function placesOfMoved(sides: TokenSides, blocks: Moved): ChangePlace[] {
  const words = {
    a: blocks.flatMap(({ a, length }) => range(a, length)),
    b: blocks.flatMap(({ b, length }) => range(b, length)),
  };
  const whole = { a: words.a[0] ?? 0, b: words.b[0] ?? 0, gaps: [], words, isMoved: true };
  const edited = blocks.slice(1).flatMap((block, at): ChangePlace[] => {
    const before = blocks[at] ?? block;
    const gap = {
      a: before.a + before.length,
      aEnd: block.a,
      b: before.b + before.length,
      bEnd: block.b,
    };
    if (hasSameLetters(sides, gap)) return [];
    const words = { a: range(gap.a, gap.aEnd - gap.a), b: range(gap.b, gap.bEnd - gap.b) };
    return [{ a: gap.a, b: gap.b, gaps: [gap], words, isMoved: false }];
  });
  return [whole, ...edited];
}

function changeAt(texts: ComparedTexts, id: number, place: ChangePlace): RedlineChange {
  const { sides, headings } = texts;
  const { a, b, words, isMoved } = place;
  const kind = isMoved ? 'moved' : kindOf(words.a.length, words.b.length);
  const side = kind === 'deleted' ? 'a' : 'b';
  const clause = clauseAt(headings[side], words[side][0] ?? place[side]);
  const text = { a: textOf(tokensAt(sides.a, words.a)), b: textOf(tokensAt(sides.b, words.b)) };
  return {
    id,
    kind,
    ...(isMoved
      ? { ...moved, context: [{ kind: 'same' as const, text: shortened(text.b) }] }
      : described(texts, place, clause)),
    clause,
    from: words.a.length === 0 ? placeBefore(sides.a, a) : placesOf(sides.a, words.a),
    to: words.b.length === 0 ? placeBefore(sides.b, b) : placesOf(sides.b, words.b),
    from_text: text.a,
    to_text: text.b,
  };
}

const moved = { ...nothing, weight: 'text', row: null } as const;

function kindOf(from: number, to: number): RedlineChange['kind'] {
  if (from === 0) return 'inserted';
  return to === 0 ? 'deleted' : 'changed';
}

/** Words of dissolved blocks belong to a change and have no counterpart. */
function pairsOf(
  sides: TokenSides,
  same: readonly Block[],
  changeOf: Found['changeOf'],
): Int32Array {
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
