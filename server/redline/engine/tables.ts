import { lastUpTo, textOf } from './lines.ts';
import type { RedlineToken } from './tokens.ts';
import { isUnit } from './values.ts';

/** Words side by side without a wide space: from the first to before `end`, and how far they reach. */
export type Cell = { at: number; end: number; left: number; right: number };
export type TableRow = { at: number; end: number; cells: Cell[]; table: number };
export type HeadedColumn = { name: string; unit: string | null };

export type Tables = {
  /** All rows of all tables, in order. */
  rows: readonly TableRow[];
  /** The row of a word; null outside of tables. */
  tableOf: (at: number) => TableRow | null;
  /** Such as `Table 3`; null where no caption is next to it. */
  caption: (row: TableRow) => string | null;
  /** The heading of a cell's column; null unless it is certain. */
  column: (row: TableRow, cell: Cell) => HeadedColumn | null;
};

const captionLine =
  /^(?:table|tabelle|tableau|tabla|tabella|tab\.|表)\s?(?:[A-Z]\.?)?\d+(?:[.-]\d+)*/iu;
/** In heights of a line: a wider space may separate cells, and one in each pair of rows is wide. */
const [narrowSpace, wideSpace] = [0.5, 1.5];
const fewestRows = 2;
/** The share of rows that need a space in one place for it to separate columns. */
const shareOfRows = 0.6;
const mostHeaderRows = 3;
const mostOfCaption = 16;
const unitInHeading = /^(.+?)[\s,]*(?:\(|\[|\bin\s)\s*(\S{1,8}?)[\])]?$/u;

/** Finds tables by their places: lines next to each other with the same wide spaces. */
export function tableRows(tokens: readonly RedlineToken[]): Tables {
  const lines = linesOf(tokens);
  const rows: TableRow[] = [];
  let table = 0;
  for (let first = 0; first < lines.length;) {
    let last = first;
    let row = first;
    for (let next = first + 1; next < lines.length; next++) {
      const isRow = isSameTable(tokens, lines[row], lines[next]);
      if (!isRow && !isContinuation(tokens, lines[row], lines[next - 1], lines[next])) break;
      if (isRow) [row, last] = [next, next];
    }
    const found = withColumns(lines.slice(first, last + 1));
    if (found.length >= fewestRows) {
      if (!goesOnFrom(tokens, rows.at(-1), found[0])) table += 1;
      for (const line of withContinuations(tokens, found)) rows.push({ ...line, table });
    }
    first = last + 1;
  }
  const byTable = Map.groupBy(rows, (row) => row.table);
  return {
    rows,
    tableOf: (at) => rowAt(rows, at),
    caption: (row) => captionOf(tokens, byTable.get(row.table) ?? []),
    column: (row, cell) => columnOf(tokens, byTable.get(row.table) ?? [], row, cell),
  };
}

type TextLine = Omit<TableRow, 'table'>;

function linesOf(tokens: readonly RedlineToken[]): TextLine[] {
  const lines: TextLine[] = [];
  for (const [at, { beginsLine, word }] of tokens.entries()) {
    const right = word.left + word.width;
    const line = lines.at(-1);
    const cell = line?.cells.at(-1);
    if (beginsLine || line === undefined || cell === undefined) {
      lines.push({ at, end: at + 1, cells: [{ at, end: at + 1, left: word.left, right }] });
      continue;
    }
    line.end = at + 1;
    if (word.left - cell.right > narrowSpace * word.height) {
      line.cells.push({ at, end: at + 1, left: word.left, right });
    } else {
      cell.end = at + 1;
      cell.right = right;
    }
  }
  return lines;
}

/** Both have cells, and a space between cells at the same place, wide in one of them. */
function isSameTable(
  tokens: readonly RedlineToken[],
  line: TextLine | undefined,
  next: TextLine | undefined,
): boolean {
  if (line === undefined || next === undefined) return false;
  if (line.cells.length < 2 || next.cells.length < 2) return false;
  const [one, other] = [tokens[line.at], tokens[next.at]];
  if (one === undefined || one.page !== other?.page) return false;
  const { height } = one.word;
  const down = other.word.top - one.word.top;
  if (down <= 0 || down > 6 * height) return false;
  return hasCommonSpace(line, next, height);
}

function hasCommonSpace(line: TextLine, next: TextLine, height: number): boolean {
  return spacesOf(line).some((space) =>
    spacesOf(next).some((below) => {
      const isWide = Math.max(space[1] - space[0], below[1] - below[0]) > wideSpace * height;
      return isWide && common(space, below) > narrowSpace * height;
    }),
  );
}

/** Whether a table at the top of a page continues the last table of the page before. */
function goesOnFrom(
  tokens: readonly RedlineToken[],
  last: TableRow | undefined,
  first: TextLine | undefined,
): boolean {
  if (last === undefined || first === undefined) return false;
  const [one, other] = [tokens[last.at], tokens[first.at]];
  if (one === undefined || other === undefined || other.page !== one.page + 1) return false;
  if (last.cells.length !== first.cells.length) return false;
  // Nothing is between, or the caption again: `Table 3 (continued)`.
  const between = tokens.slice(last.end, first.at);
  const isCaption = between.length <= mostOfCaption && captionLine.test(textOf(between));
  return (between.length === 0 || isCaption) && hasCommonSpace(last, first, one.word.height);
}

/** The next line of a cell right of the first column. */
function isContinuation(
  tokens: readonly RedlineToken[],
  row: TextLine | undefined,
  above: TextLine | undefined,
  line: TextLine | undefined,
): boolean {
  const [first] = row?.cells ?? [];
  const [one, other] = [tokens[above?.at ?? 0], tokens[line?.at ?? 0]];
  if (first === undefined || line === undefined || row === undefined) return false;
  if (one === undefined || one.page !== other?.page || row.cells.length < 2) return false;
  const down = other.word.top - one.word.top;
  return down > 0 && down < 1.8 * one.word.height && (line.cells[0]?.left ?? 0) > first.right;
}

/** Spaces that only one row has there are within a cell. */
function withColumns(lines: readonly TextLine[]): TextLine[] {
  const whole = lines.filter(({ cells }) => cells.length > 1);
  return lines.map((line) => {
    const cells: Cell[] = [];
    for (const cell of line.cells) {
      const last = cells.at(-1);
      const space: Space = [last?.right ?? 0, cell.left];
      const others = whole.filter((other) => spacesOf(other).some((one) => common(one, space) > 2));
      if (last === undefined || others.length >= shareOfRows * whole.length)
        cells.push({ ...cell });
      else [last.end, last.right] = [cell.end, cell.right];
    }
    return { ...line, cells };
  });
}

/** The rows, each with the further lines of its cells. */
function withContinuations(
  tokens: readonly RedlineToken[],
  lines: readonly TextLine[],
): TextLine[] {
  const rows: TextLine[] = [];
  let above: TextLine | undefined;
  for (const line of lines) {
    const row = rows.at(-1);
    if (row !== undefined && isContinuation(tokens, row, above, line)) {
      row.end = line.end;
      const last = row.cells.at(-1);
      const [cell, ...others] = line.cells;
      if (last !== undefined && cell !== undefined && overlaps(last, cell)) {
        last.end = cell.end;
        row.cells.push(...others);
      } else row.cells.push(...line.cells);
    } else rows.push(line);
    above = line;
  }
  return rows;
}

type Space = [left: number, right: number];

function spacesOf({ cells }: TextLine): Space[] {
  return cells.slice(1).map((cell, at) => [cells[at]?.right ?? 0, cell.left]);
}

function common([left, right]: Space, [from, to]: Space): number {
  return Math.min(right, to) - Math.max(left, from);
}

function rowAt(rows: readonly TableRow[], at: number): TableRow | null {
  const row = lastUpTo(rows, at);
  return row !== undefined && at < row.end ? row : null;
}

function captionOf(tokens: readonly RedlineToken[], rows: readonly TableRow[]): string | null {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return null;
  let above = first.at;
  for (let lines = 0; lines < 3 && above > 0; lines++) {
    above -= 1;
    while (above > 0 && tokens[above]?.beginsLine !== true) above -= 1;
    const found = captionAt(tokens, above, first);
    if (found !== null) return found;
  }
  return captionAt(tokens, last.end, last);
}

function captionAt(tokens: readonly RedlineToken[], at: number, row: TableRow): string | null {
  if (tokens[at]?.page !== tokens[row.at]?.page) return null;
  return captionLine.exec(textOf(tokens.slice(at, at + 3)))?.[0] ?? null;
}

function columnOf(
  tokens: readonly RedlineToken[],
  rows: readonly TableRow[],
  row: TableRow,
  cell: Cell,
): HeadedColumn | null {
  const headers = rows.slice(
    0,
    rows.findIndex(({ cells }) => cells.slice(1).some(isValue)),
  );
  const isBelow = headers.every(({ at }) => at < row.at);
  if (headers.length === 0 || headers.length > mostHeaderRows || !isBelow) return null;
  const names: string[] = [];
  for (const header of headers) {
    const above = header.cells.filter((one) => overlaps(one, cell));
    const [only] = above;
    if (only === undefined) continue;
    if (above.length > 1 || row.cells.filter((one) => overlaps(one, only)).length > 1) return null;
    names.push(textOf(tokens.slice(only.at, only.end)));
  }
  if (names.length === 0) return null;
  const written = names.join(' ');
  const [, name, unit] = unitInHeading.exec(written) ?? [];
  return name === undefined || unit === undefined || !isUnit(unit)
    ? { name: written, unit: null }
    : { name, unit };

  function isValue({ at }: Cell): boolean {
    return /^[≤≥<>±~+−–-]?\d/u.test(tokens[at]?.text ?? '');
  }
}

function overlaps(one: Cell, other: Cell): boolean {
  return Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1;
}
