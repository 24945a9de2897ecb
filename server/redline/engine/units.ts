import type { Heading } from './clauses.ts';
import type { RedlineToken, WordNumbers } from './tokens.ts';
import { lineEnd, textOf } from './lines.ts';
import { captionWords, tableRows, type Tables } from './tables.ts';

export const parts = { text: 0, heading: 1, caption: 2, row: 3 } as const;

/** The sentences, list items and table rows of a text. */
export type Units = {
  /** 1 where a unit begins. */
  starts: Uint8Array;
  /** 1 where a paragraph, a heading, an item or a row begins, on a line of its own. */
  breaks: Uint8Array;
  /** What each word is in, one of `parts`. */
  parts: Uint8Array;
  tables: Tables;
};

const bullet = /^[•‣◦▪●○■□\uF0B7]$/u;
/** These may be within a sentence, too. */
const bulletOrSign = /^[–—*·-]$/u;
/** In heights of a line, between a sign and its number; a bullet is farther from its text. */
const widestSign = 0.5;
/** Of the cell before. */
const mostLines = 8;
const lettered = /^\(?(?:[a-z]|[ivx]{2,4}|\d{1,2})\)$|^[a-z]\.$/;
/** A letter or number of an item only where it hangs to the left of the items. */
const hanging = /^\(?(?:[a-zA-Z]|[ivx]{2,5}|\d{1,2})[.)]$/;
/** In points. */
const sameLeft = 1.5;
const beforeItem = /[.;:,!?。；：]$|^(?:and|or|und|oder|et|ou|y|o)$/iu;
const endOfSentence = /[.!?]["')\]”’»]*$/u;
const endUnspaced = /[。！？]$/u;
const beginsSentence = /^["'([“‘«„]*[\p{Lu}\p{Lo}\p{N}•–-]/u;
const abbreviation =
  /^\(?(?:\p{L}|e\.g|i\.e|z\.b|d\.h|u\.a|p\.ex|no|nos|nr|fig|figs|tab|eq|sec|sect|cl|art|abs|pos|vol|pp|ref|refs|cf|vgl|bzw|ca|approx|max|min|resp|incl|excl|ev|ggf|usw|etc|vs|st|dr|rev|ed|al)\.$/iu;
/** Where a text has neither sentences nor paragraphs, a unit ends nowhere near. */
const mostWords = 200;

export function unitsOf(tokens: readonly RedlineToken[], headings: readonly Heading[]): Units {
  const tables = tableRows(tokens);
  const breaks = lineBreaks(tokens, headings, tables);
  const of = partsOf(tokens, headings, tables, breaks);
  const starts = breaks.slice();
  if (starts.length > 0) starts[0] = 1;
  for (let at = 1; at < tokens.length; at++) {
    if (starts[at] === 0 && isSentence(tokens[at - 1], tokens[at])) starts[at] = 1;
  }
  return { starts, breaks, parts: of, tables };
}

/** Bullets are layout, and some programs do not write them as text: list markers are no words. */
export function withoutBullets(tokens: readonly RedlineToken[]): readonly RedlineToken[] {
  const isBullet = (at: number) => {
    const [token, next] = [tokens[at], tokens[at + 1]];
    if (token?.beginsLine !== true || isBeside(tokens[at - 1], token)) return false;
    if (bullet.test(token.text)) return true;
    if (!bulletOrSign.test(token.text) || next === undefined || next.beginsLine) return false;
    const { left, width, height } = token.word;
    if (next.word.left - left - width > Math.max(widestSign * height, 1.3 * width)) return true;
    // Not a minus or a range: `– 40 °C`.
    return beforeItem.test(tokens[at - 1]?.text ?? '') && !/^\d/.test(next.text);
  };
  if (!tokens.some((_, at) => isBullet(at))) return tokens;
  return tokens.flatMap((token, at): RedlineToken[] => {
    if (isBullet(at)) return [];
    return isBullet(at - 1) ? [{ ...token, beginsLine: true, beginsItem: true }] : [token];
  });
}

/** In a cell of a table, beside the lines of the cell before. */
function isBeside(before: RedlineToken | undefined, { page, word }: RedlineToken): boolean {
  if (before?.page !== page || before.word.left + before.word.width > word.left) return false;
  const down = word.top - before.word.top;
  return Math.abs(down + (mostLines / 2) * word.height) < (mostLines / 2 + 0.5) * word.height;
}

/** Gives the letters and numbers of all list items one key: an item with another letter is the same, renumbered. */
export function levelItems(
  tokens: readonly RedlineToken[],
  { breaks }: Units,
  numbers: WordNumbers,
): void {
  for (const [at, token] of tokens.entries()) {
    if (breaks[at] === 1 && isMarker(tokens, at)) numbers.setItem(token);
  }
}

/** The unit of a word: its first word, and the word after its last. */
export function unitAt(starts: Uint8Array, at: number): { first: number; end: number } {
  let first = Math.min(at, starts.length);
  while (first > 0 && starts[first] !== 1 && at - first < mostWords) first -= 1;
  return { first, end: unitEnd(starts, at) };
}

export function unitEnd(starts: Uint8Array, at: number): number {
  let end = at + 1;
  while (end < starts.length && starts[end] !== 1 && end - at < mostWords) end += 1;
  return Math.min(end, starts.length);
}

/** Whether a unit begins in this range. */
export function hasStart(starts: Uint8Array, from: number, to: number): boolean {
  if (to - from > mostWords) return true;
  for (let at = from; at < to; at++) if (starts[at] === 1) return true;
  return false;
}

/** The letter or number of a list item, such as `b)`; `4.` only where it hangs to the left of the items. */
function isMarker(tokens: readonly RedlineToken[], at: number): boolean {
  return lettered.test(tokens[at]?.text ?? '') || hangs(tokens, at);
}

/** The line above goes on right of it, or has its own letter and the same indent. */
function hangs(tokens: readonly RedlineToken[], at: number): boolean {
  const edge = tokens[at + 1];
  if (edge?.beginsLine !== false || !hanging.test(tokens[at]?.text ?? '')) return false;
  let above = at - 1;
  while (tokens[above]?.beginsLine === false) above -= 1;
  const [first, second] = [tokens[above], tokens[above + 1]];
  const isEdge = (token: RedlineToken | undefined) =>
    Math.abs((token?.word.left ?? 0) - edge.word.left) < sameLeft;
  return isEdge(first) || (hanging.test(first?.text ?? '') && isEdge(second));
}

function isSentence(before: RedlineToken | undefined, next: RedlineToken | undefined): boolean {
  if (before === undefined || next === undefined) return false;
  if (endUnspaced.test(before.text)) return true;
  return (
    endOfSentence.test(before.text) &&
    !abbreviation.test(before.text) &&
    beginsSentence.test(next.text)
  );
}

function lineBreaks(
  tokens: readonly RedlineToken[],
  headings: readonly Heading[],
  tables: Tables,
): Uint8Array {
  const breaks = paragraphBreaks(tokens);
  for (const { at } of headings) {
    breaks[at] = 1;
    const after = lineEnd(tokens, at);
    if (after < tokens.length) breaks[after] = 1;
  }
  for (const { at, end } of tables.rows) {
    breaks.fill(0, at, end);
    breaks[at] = 1;
    if (end < tokens.length) breaks[end] = 1;
  }
  for (let at = 1; at < tokens.length; at++) {
    const token = tokens[at];
    if (breaks[at] === 1 || token?.beginsLine !== true || tables.tableOf(at) !== null) continue;
    const isItem = lettered.test(token.text) && beforeItem.test(tokens[at - 1]?.text ?? '');
    if (isItem || token.beginsItem === true || hangs(tokens, at)) breaks[at] = 1;
  }
  return breaks;
}

const caption = new RegExp(
  `^(?:${captionWords}|figure|fig\\.|bild|abbildung|abb\\.|figura|図|图)\\s?(?:[A-Z]\\.?)?\\d`,
  'iu',
);

function partsOf(
  tokens: readonly RedlineToken[],
  headings: readonly Heading[],
  tables: Tables,
  breaks: Uint8Array,
): Uint8Array {
  const of = new Uint8Array(tokens.length);
  const endOf = (at: number) => {
    const end = breaks.indexOf(1, at + 1);
    return end < 0 ? tokens.length : end;
  };
  for (let at = breaks.indexOf(1); at >= 0; at = breaks.indexOf(1, at + 1)) {
    if (caption.test(textOf(tokens.slice(at, at + 2)))) of.fill(parts.caption, at, endOf(at));
  }
  for (const { at } of headings) of.fill(parts.heading, at, endOf(at));
  for (const { at, end } of tables.rows) of.fill(parts.row, at, end);
  return of;
}

/** Lines this near say how wide the column is. */
const near = 6;

/** Where a paragraph begins: below a wider space, after a line with room for the next word, in another column. */
function paragraphBreaks(tokens: readonly RedlineToken[]): Uint8Array {
  const breaks = new Uint8Array(tokens.length);
  const lines: number[] = [];
  for (const [at, token] of tokens.entries()) if (token.beginsLine) lines.push(at);
  const edges = edgesOf(tokens, lines);
  for (let line = 1; line < lines.length; line++) {
    const at = lines[line] ?? 0;
    const [previous, first] = [tokens[at - 1], tokens[at]];
    if (previous === undefined || first === undefined) continue;
    const before = previous.further.at(-1) ?? previous;
    const down = first.word.top - before.word.top;
    const isSamePage = before.page === first.page;
    const isApart = isSamePage && (down > 1.8 * before.word.height || down < -before.word.height);
    const room = (edges[line - 1] ?? 0) - before.word.left - before.word.width;
    const isShort = room > first.word.width + 2 * before.word.height;
    if (isShort || isApart) breaks[at] = 1;
  }
  return breaks;
}

/** By line: how far the lines around it in its column reach. */
function edgesOf(tokens: readonly RedlineToken[], lines: readonly number[]): number[] {
  const rights = lines.map((_, line) => rightOf(tokens[(lines[line + 1] ?? tokens.length) - 1]));
  const columns: number[] = [];
  for (const [line, at] of lines.entries()) {
    const [above, first] = [tokens[lines[line - 1] ?? -1], tokens[at]];
    const goesOn =
      above !== undefined && above.page === first?.page && above.word.top < first.word.top;
    columns.push((columns[line - 1] ?? 0) + (goesOn ? 0 : 1));
  }
  return lines.map((_, line) => {
    let edge = 0;
    for (let other = line - near; other <= line + near; other++) {
      if (columns[other] === columns[line]) edge = Math.max(edge, rights[other] ?? 0);
    }
    return edge;
  });
}

function rightOf(token: RedlineToken | undefined): number {
  const { word } = token?.further.at(-1) ?? token ?? {};
  return word === undefined ? 0 : word.left + word.width;
}
