import type { Mark, Snippet } from '#contract/search.ts';
import { cleaned, cutAround, mostLetters } from './cut.ts';
import type { ShownCell, ShownRow } from './table-rows.ts';

type Range = { start: number; end: number };

/** The cells that name a row are before its values. */
const mostNames = 2;
const mostOfName = 60;
const mostOfColumn = 60;
const fewest = 10;

/**
 * `PC1 Polyester powder · Base metal corrosion after h: 480`: the names of the row, and its cells with a match; all of
 * them where none of these is in a column with a name.
 */
export function rowSnippet(text: string, { cells }: ShownRow, matches: readonly Range[]): Snippet {
  const firstValue = cells.findIndex(({ isValue }) => isValue);
  const names = cells.slice(0, Math.min(Math.max(firstValue, 1), mostNames));
  const others = cells.slice(names.length);
  const found = others.filter(
    (cell) => cell.column() !== null && matches.some((match) => isIn(match, cell)),
  );
  let written = '';
  const marks: Mark[] = [];
  const add = (before: string, cell: ShownCell, most: number) => {
    const room = Math.min(most, mostLetters - written.length - before.length);
    if (room < fewest) return;
    const { text: part, marks: own } = cellSnippet(text, cell, matches, room);
    const at = written.length + before.length;
    marks.push(...own.map(([from, to]): Mark => [at + from, at + to]));
    written += before + part;
  };
  for (const cell of names) add(written === '' ? '' : ' ', cell, mostOfName);
  for (const cell of found.length > 0 ? found : others) {
    const { name = '', unit = null } = cell.column() ?? {};
    add(name !== '' && name.length <= mostOfColumn ? ` · ${name}: ` : ' · ', cell, mostLetters);
    if (unit !== null && written.length + unit.length < mostLetters) written += ` ${unit}`;
  }
  return { text: written, marks };
}

function cellSnippet(
  text: string,
  cell: ShownCell,
  matches: readonly Range[],
  room: number,
): Snippet {
  const whole = text.slice(cell.start, cell.end);
  if (whole.length <= room) return cleaned(text, cell.start, cell.end, matches);
  const match = matches.find((one) => isIn(one, cell));
  const [from, to] = [match?.start ?? cell.start, match?.end ?? cell.start];
  const { start, end } = cutAround(whole, from - cell.start, to - cell.start, room, room);
  return cleaned(text, cell.start + start, cell.start + end, matches);
}

function isIn({ start, end }: Range, cell: ShownCell): boolean {
  return start >= cell.start && end <= cell.end;
}
