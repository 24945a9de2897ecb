import type { Word } from './words.ts';

/** A word as the page paints it. */
export type PlacedWord = Word & {
  /** No blank is between it and the word painted before. */
  isGlued: boolean;
  /** The direction of its letters on the page as shown; null for a single letter. */
  direction: Direction | null;
  /** PDFium's number of its first letter; null for a note or field. */
  letter: number | null;
};
type Direction = 'right' | 'down' | 'left' | 'up' | 'slanted';

/** Words that are side by side, painted one after the other; `order` is the place in that sequence. */
type Fragment = Rect & { words: PlacedWord[]; order: number };
/** Fragments one below the other: a paragraph, a cell of a table. */
type Block = Rect & { fragments: Fragment[]; order: number };
type Rect = { left: number; top: number; right: number; bottom: number; height: number };

// With more, as in drawings, no order is better than that of painting.
const mostFragments = 3000;
// In heights of the line. A wider blank separates cells, or a list's marker from its text.
const widestBlank = 0.9;
const mostBetweenLines = 1.7;
const rightToLeft = /[\u0590-\u08FF]/;
const ideograph = /^[\u3040-\u30FF\u3400-\u9FFF]/;

/**
 * The lines of a page in the order they are read. A PDF has its words as they are painted, and many programs paint
 * frames, code or columns after the rest. Fragments of lines that follow one another become blocks, and the page
 * is cut along white space between them, as often as possible (the recursive XY cut). If it can be cut both ways,
 * the way that is nearer to the painted order wins: rows in tables, columns in texts.
 */
export function linesInReadingOrder(words: readonly PlacedWord[]): PlacedWord[][] {
  const main = mainDirection(words);
  if (main === null || isVertical(words)) return linesAsPainted(words);
  const { upright, turned } = byDirection(words, main);
  const fragments = fragmentsOf(upright, main);
  if (fragments.length > mostFragments) return linesAsPainted(words);
  const ordered: Fragment[] = [];
  cut(blocksOf(joinInserted(fragments)), ordered);
  return [
    ...linesOf(ordered),
    ...turned.flatMap(({ words, along }) => linesAsPainted(words, along)),
  ];
}

/** The direction of most words; null if they are read from right to left. */
function mainDirection(words: readonly PlacedWord[]): Direction | null {
  const counts = { right: 0, down: 0, left: 0, up: 0, slanted: 0 };
  for (const { direction, text } of words) {
    if (direction === null) continue;
    if (direction === 'left' && rightToLeft.test(text)) return null;
    counts[direction] += 1;
  }
  const most = Math.max(...Object.values(counts));
  if (counts.right === most) return 'right';
  return (['down', 'up', 'left'] as const).find((one) => counts[one] === most) ?? null;
}

/** Chinese and Japanese in columns: the next character is below. */
function isVertical(words: readonly PlacedWord[]): boolean {
  let [below, beside] = [0, 0];
  for (let at = 1; at < words.length; at++) {
    const [before, word] = [words[at - 1], words[at]];
    if (before === undefined || word === undefined || !ideograph.test(word.text)) continue;
    if (Math.abs(word.left - before.left) < before.width / 2 && word.top > before.top) below += 1;
    else if (Math.abs(word.top - before.top) < before.height / 2) beside += 1;
  }
  return below > beside;
}

/** A single letter has no direction of its own: it has that of the word before, or leads up to the next. */
function byDirection(words: readonly PlacedWord[], main: Direction) {
  const upright: PlacedWord[] = [];
  const turned: { words: PlacedWord[]; along: Direction }[] = [];
  let last = main;
  for (const [at, word] of words.entries()) {
    const goesUp = isJustAbove(word, words[at + 1]) || isJustAbove(words[at - 1], word);
    last = word.direction ?? (goesUp ? 'up' : last === 'up' ? main : last);
    if (last === main) upright.push(word);
    else if (turned.at(-1)?.along === last) turned.at(-1)?.words.push(word);
    else turned.push({ words: [word], along: last });
  }
  return { upright, turned };
}

/** The next letter of a text that is turned to the left, as along the axis of a chart. */
function isJustAbove(word: PlacedWord | undefined, next: PlacedWord | undefined): boolean {
  if (word?.direction !== null || next?.direction !== null) return false;
  const up = word.top - next.top;
  return Math.abs(word.left - next.left) < 0.3 * word.width && up > 0 && up < 1.5 * word.height;
}

function linesAsPainted(words: readonly PlacedWord[], along: Direction = 'right'): PlacedWord[][] {
  return linesOf(fragmentsOf(words, along));
}

/** The box as it would be if the words ran to the right. */
function rectOf({ left, top, width, height }: Word, direction: Direction): Rect {
  const [right, bottom] = [left + width, top + height];
  if (direction === 'down')
    return { left: top, top: -right, right: bottom, bottom: -left, height: width };
  if (direction === 'up')
    return { left: -bottom, top: left, right: -top, bottom: right, height: width };
  if (direction === 'left')
    return { left: -right, top: -bottom, right: -left, bottom: -top, height };
  return { left, top, right, bottom, height };
}

function fragmentsOf(words: readonly PlacedWord[], direction: Direction): Fragment[] {
  const fragments: Fragment[] = [];
  for (const word of words) {
    const rect = rectOf(word, direction);
    const last = fragments.at(-1);
    if (last !== undefined && goesOn(last, rect)) {
      last.words.push(word);
      widen(last, rect);
    } else fragments.push({ ...rect, words: [word], order: fragments.length });
  }
  return fragments;
}

function goesOn(last: Fragment, next: Rect): boolean {
  const blank = next.left - last.right;
  return blank < widestBlank * last.height && blank > -0.5 * last.height && isBeside(last, next);
}

/** Whether two are on one line; a raised or lowered digit is on the line of its word. */
function isBeside(one: Rect, other: Rect): boolean {
  const common = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return common > 0.55 * Math.min(one.height, other.height);
}

function widen(rect: Rect, by: Rect): void {
  rect.left = Math.min(rect.left, by.left);
  rect.right = Math.max(rect.right, by.right);
  // The box of the largest letters is that of the line: a raised digit does not make it taller.
  if (by.height <= rect.height) return;
  rect.top = by.top;
  rect.bottom = by.bottom;
  rect.height = by.height;
}

/** Joins what was painted later into a line, such as a link: it is beside another fragment without a gap. */
function joinInserted(fragments: readonly Fragment[]): Fragment[] {
  const sorted = fragments.toSorted((one, other) => one.top - other.top || one.left - other.left);
  const gone = new Set<Fragment>();
  for (const [at, one] of sorted.entries()) {
    for (let next = at + 1; next < sorted.length; next++) {
      const other = sorted[next];
      if (other === undefined || other.top > one.bottom) break;
      if (gone.has(other) || gone.has(one) || !isBeside(one, other)) continue;
      const [before, after] = one.left <= other.left ? [one, other] : [other, one];
      const blank = after.left - before.right;
      const limit = 0.35 * Math.min(one.height, other.height);
      if (blank > limit || blank < -limit) continue;
      const words = [...before.words, ...after.words];
      widen(one, other);
      one.words = words;
      one.order = Math.min(one.order, other.order);
      gone.add(other);
    }
  }
  return gone.size === 0 ? [...fragments] : fragments.filter((one) => !gone.has(one));
}

function blocksOf(fragments: readonly Fragment[]): Block[] {
  const blocks: Block[] = [];
  for (const fragment of fragments) {
    const last = blocks.at(-1);
    if (last !== undefined && isNextLine(last, fragment)) {
      last.fragments.push(fragment);
      last.left = Math.min(last.left, fragment.left);
      last.right = Math.max(last.right, fragment.right);
      last.top = Math.min(last.top, fragment.top);
      last.bottom = Math.max(last.bottom, fragment.bottom);
    } else {
      const { left, top, right, bottom, height, order } = fragment;
      blocks.push({ left, top, right, bottom, height, order, fragments: [fragment] });
    }
  }
  return blocks;
}

/** Whether a fragment continues a block: just below, about as large, and about at the same left. */
function isNextLine(block: Block, next: Fragment): boolean {
  const last = block.fragments.at(-1);
  if (last === undefined) return false;
  const down = next.top - last.top;
  // After a wide blank of a justified line.
  if (isBeside(last, next)) return next.left >= last.right && next.right <= block.right + 1;
  if (down <= 0 || down > mostBetweenLines * last.height) return false;
  if (Math.max(next.height, last.height) > 1.25 * Math.min(next.height, last.height)) return false;
  const isLeft = Math.abs(next.left - block.left) <= 3 * last.height;
  return isLeft && next.left < block.right && next.right > block.left;
}

/** Orders the blocks of a region and adds their fragments. */
function cut(blocks: readonly Block[], into: Fragment[]): void {
  if (blocks.length <= 1) {
    for (const { fragments } of blocks) into.push(...fragments);
    return;
  }
  const rows = rowsOf(blocks);
  if (rows.length === 1) {
    const columns = bestColumns(blocks);
    if (columns === null) cutLines(blocks, into);
    else for (const part of columns) cut(part, into);
    return;
  }
  for (const stage of stagesOf(rows)) cutBands(stage, into);
}

/** Rows that were painted before all rows below them are read first, such as a heading above two columns. */
function stagesOf(rows: readonly Block[][]): Block[][][] {
  const firsts = rows.map((row) => Math.min(...row.map(({ order }) => order)));
  for (let at = firsts.length - 2; at >= 0; at--) {
    firsts[at] = Math.min(firsts[at] ?? 0, firsts[at + 1] ?? 0);
  }
  const stages: Block[][][] = [];
  let last = -1;
  for (const [at, row] of rows.entries()) {
    if (last < (firsts[at] ?? 0)) stages.push([row]);
    else stages.at(-1)?.push(row);
    for (const { order } of row) last = Math.max(last, order);
  }
  return stages;
}

function cutBands(rows: readonly Block[][], into: Fragment[]): void {
  const band = rows.length === 1 ? null : largestBand(rows);
  if (band === null) for (const row of rows) cut(row, into);
  else {
    cut(rows.slice(0, band.from).flat(), into);
    for (const column of band.columns) cut(column, into);
    cut(rows.slice(band.end).flat(), into);
  }
}

type Band = { from: number; end: number; columns: Block[][] };

/** The rows one after the other that as columns are nearest to the painted order; of equals, the most. */
function largestBand(rows: readonly Block[][]): Band | null {
  let best: Band | null = null;
  let [last, least, size] = [0, 0, 0];
  const spans = rows.map(columnSpans);
  const parts = rows.map((row) => bestColumns(row) ?? [row]);
  const leaps = leapsOf(parts.flat());
  for (let from = 0; from < rows.length - 1; from++) {
    const end = bandEnd(spans, from);
    if (end <= last || end - from < 2) continue; // part of a band in the painted order
    const blocks = rows.slice(from, end).flat();
    const columns = bestColumns(blocks);
    if (columns === null) continue;
    const within = leapsOf(columns);
    if (within === 0) last = end;
    const leapsWith = (inner: readonly Block[][]) =>
      leapsOf([...parts.slice(0, from).flat(), ...inner, ...parts.slice(end).flat()]);
    const more = leapsWith(columns) - leaps;
    if (more > least || (more === least && blocks.length <= size)) continue;
    // The cells of a table, or of a title block, lead back to the next row.
    if (more + 2 * within > 0 || (more === 0 && !columns.every(isText))) continue;
    // Nor is a cell alone in its column beside frames of its own rows, which are painted last.
    const inRows = columns.flatMap((column) => rowsWithin(rows.slice(from, end), column));
    if (leapsWith(inRows) > leaps) continue;
    best = { from, end, columns };
    [least, size] = [more, blocks.length];
  }
  return best;
}

/** The parts of these rows that are in a column. */
function rowsWithin(rows: readonly Block[][], column: readonly Block[]): Block[][] {
  const own = new Set(column);
  return rows
    .map((row) => row.filter((block) => own.has(block)))
    .filter(({ length }) => length > 0);
}

/** Lines of several words each, unlike the cells of most tables. */
function isText(blocks: readonly Block[]): boolean {
  const lines = blocks.flatMap(({ fragments }) => fragments);
  const words = lines.reduce((sum, line) => sum + line.words.length, 0);
  return lines.length >= 3 && words >= 4 * lines.length;
}

/** The end of the rows from here on that one empty strip divides. */
function bandEnd(rows: readonly (readonly Span[])[], from: number): number {
  let end = from + 1;
  let reached = rows[from] ?? [];
  for (; end < rows.length; end++) {
    reached = joinSpans(reached, rows[end] ?? []);
    if (reached.length < 2) break;
  }
  return end;
}

/** Joins spans that overlap; both lists are sorted. */
function joinSpans(one: readonly Span[], other: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (let [at, otherAt] = [0, 0]; at < one.length || otherAt < other.length;) {
    const [mine, yours] = [one[at], other[otherAt]];
    const isMine = mine !== undefined && (yours === undefined || mine.from <= yours.from);
    const next = isMine ? mine : yours;
    if (isMine) at += 1;
    else otherAt += 1;
    const last = joined[joined.length - 1];
    if (next === undefined) break;
    if (last === undefined || next.from >= last.to) joined.push({ from: next.from, to: next.to });
    else if (next.to > last.to) last.to = next.to;
  }
  return joined;
}

function rowsOf(blocks: readonly Block[]): Block[][] {
  return grouped(
    blocks,
    ({ top, height }) => top + 0.25 * height,
    ({ bottom, height }) => bottom - 0.25 * height,
  ).map((group) => group.blocks);
}

function columnSpans(blocks: readonly Block[]): Group[] {
  return grouped(
    blocks,
    ({ left }) => left,
    ({ right, height }) => right + 0.2 * height,
  );
}

/** The two sides of the empty strip that the painted order crosses back least often; null without a strip. */
function bestColumns(blocks: readonly Block[]): Block[][] | null {
  const groups = columnSpans(blocks);
  if (groups.length < 2) return null;
  const jumps = jumpsOver(groups);
  let best = 1;
  for (let at = 2; at < groups.length; at++) {
    if ((jumps[at] ?? 0) < (jumps[best] ?? 0)) best = at;
  }
  return [groups.slice(0, best), groups.slice(best)].map((side) =>
    side.flatMap((group) => group.blocks),
  );
}

/** For each strip, before the group of its number: how often the painted order crosses it back. */
function jumpsOver(groups: readonly Group[]): Int32Array {
  const painted = groups.flatMap(({ blocks }, at) => blocks.map(({ order }) => ({ order, at })));
  painted.sort((one, other) => one.order - other.order);
  const jumps = new Int32Array(groups.length + 1);
  for (let at = 1; at < painted.length; at++) {
    const [before, now] = [painted[at - 1]?.at ?? 0, painted[at]?.at ?? 0];
    for (let strip = now + 1; strip <= before; strip++) jumps[strip] = (jumps[strip] ?? 0) + 1;
  }
  return jumps;
}

/** What is between two empty strips of a page, across or down. */
type Span = { from: number; to: number };
type Group = Span & { blocks: Block[] };

/** Groups blocks that overlap in one direction, in its order. */
function grouped(
  blocks: readonly Block[],
  fromOf: (block: Block) => number,
  toOf: (block: Block) => number,
): Group[] {
  const groups: Group[] = [];
  for (const block of blocks.toSorted((one, other) => fromOf(one) - fromOf(other))) {
    const [from, to] = [fromOf(block), toOf(block)];
    const last = groups[groups.length - 1];
    if (last === undefined || from >= last.to) groups.push({ from, to, blocks: [block] });
    else {
      last.to = Math.max(last.to, to);
      last.blocks.push(block);
    }
  }
  return groups;
}

/** If blocks overlap, as around a figure, their lines are cut; if lines overlap, they stay as painted. */
function cutLines(blocks: readonly Block[], into: Fragment[]): void {
  const fragments = blocks.flatMap((block) => block.fragments);
  if (fragments.length > blocks.length) {
    cut(
      fragments.map((fragment) => ({ ...fragment, fragments: [fragment] })),
      into,
    );
  } else into.push(...fragments.toSorted((one, other) => one.order - other.order));
}

/** How often the painted order goes to another part than the next. */
function leapsOf(parts: readonly (readonly Block[])[]): number {
  const painted = parts.flatMap((part, at) => part.map(({ order }) => ({ order, at })));
  painted.sort((one, other) => one.order - other.order);
  let leaps = 0;
  for (let at = 1; at < painted.length; at++) {
    const step = (painted[at]?.at ?? 0) - (painted[at - 1]?.at ?? 0);
    if (step !== 0 && step !== 1) leaps += 1;
  }
  return leaps;
}

function linesOf(fragments: readonly Fragment[]): PlacedWord[][] {
  const lines: PlacedWord[][] = [];
  let last: Fragment | null = null;
  for (const fragment of fragments) {
    if (last !== null && isBeside(last, fragment) && fragment.left >= last.left) {
      lines.at(-1)?.push(...fragment.words);
    } else lines.push([...fragment.words]);
    last = fragment;
  }
  return lines;
}
