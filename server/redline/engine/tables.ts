import type { Word } from '../../pdf/text/words.ts';
import { lastUpTo, lineEnd, textOf } from './lines.ts';
import type { RedlineToken } from './tokens.ts';
import { isUnit } from './values.ts';

/** Words side by side without a wide space: from the first to before `end`, and how far they reach. */
export type Cell = { at: number; end: number; left: number; right: number; bottom: number };
export type Span = Pick<Cell, 'left' | 'right'>;
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

export const captionWords = 'table|tabelle|tableau|tabla|tabella|tab\\.|表';
const captionLine = new RegExp(`^(?:${captionWords})\\s?(?:[A-Z]\\.?)?\\d+(?:[.-]\\d+)*`, 'iu');
/** In heights of a line: a wider space may separate cells, and one in each pair of rows is wide. */
const [narrowSpace, wideSpace] = [0.5, 1.5];
/** In heights of a line: between lines of a cell, and between rows. */
const [nextLine, nextOfHead, mostBetween] = [0.8, 0.3, 5];
const [fewestRows, fewestColumns, mostLines] = [2, 3, 8];
/** The share of rows that need a space in one place for it to separate columns. */
const shareOfRows = 0.6;
const mostHeaderRows = 3;
const mostOfCaption = 16;
const unitInHeading =
  /^(.+?)(?:[\s,/]*(?:\(|\[|(?<!\p{L})(?:in|en)\s)\s*(\S{1,8}?)[\])]?|[\s,/]+(?!min$|in$)(\S{2,8}))$/u;

/** Finds tables by the places of their cells: rows below each other with the same wide spaces. */
export function tableRows(tokens: readonly RedlineToken[]): Tables {
  const lines = rowsOf(tokens);
  const rows: TableRow[] = [];
  let table = 0;
  for (let first = 0; first < lines.length;) {
    let end = first + 1;
    while (isSameTable(tokens, lines[end - 1], lines[end])) end += 1;
    const found = withColumns(lines.slice(first, end));
    if (found.length >= fewestRows) {
      if (!goesOnFrom(tokens, rows.at(-1), found[0])) table += 1;
      for (const { at, end, cells } of found) rows.push({ at, end, cells, table });
    }
    first = end;
  }
  const byTable = Map.groupBy(rows, (row) => row.table);
  return {
    rows,
    tableOf: (at) => {
      const row = lastUpTo(rows, at);
      return row !== undefined && at < row.end ? row : null;
    },
    caption: (row) =>
      captionLine.exec(captionOf(tokens, byTable.get(row.table) ?? []))?.[0] ?? null,
    column: (row, cell) => columnOf(tokens, byTable.get(row.table) ?? [], row, cell),
  };
}

/** What may be a row: a line, or cells beside each other, each with its lines. */
export type WordRow = Omit<TableRow, 'table'> & {
  top: number;
  bottom: number;
  page: number;
  isHeading: boolean;
};

/** Found once for each text: that takes as long as to align it. */
const known = new WeakMap<readonly RedlineToken[], WordRow[]>();

/** Text is read cell by cell, so a cell is to the right of the one before, and beside it. */
export function rowsOf(tokens: readonly RedlineToken[]): readonly WordRow[] {
  const rows: WordRow[] = known.get(tokens) ?? [];
  if (rows.length > 0) return rows;
  known.set(tokens, rows);
  let lineEnds = 0;
  for (const [at, { beginsLine, word, page, cell: known, isHeading = false }] of tokens.entries()) {
    const [top, bottom] = [word.top, word.top + word.height];
    const own = { at, end: at + 1, left: word.left, right: word.left + word.width, bottom };
    const before = tokens[at - 1]?.cell;
    const isNew = known === undefined ? beginsLine : known.row !== before?.row;
    let row = isNew ? (known === undefined ? rowBeside(rows, word, page) : undefined) : rows.at(-1);
    const cell = row?.cells.at(-1);
    const isInCell =
      known !== undefined
        ? known === before
        : beginsLine
          ? overlaps(cell ?? nowhere, own)
          : word.left - lineEnds <= narrowSpace * word.height;
    if (!isNew && !isInCell && known === undefined && row?.cells.length === 1)
      row = joinFirstCell(rows, word, nextOfHead) ?? row;
    lineEnds = own.right;
    if (row === undefined || cell === undefined) {
      rows.push({ at, end: at + 1, cells: [own], top, bottom, page, isHeading });
      continue;
    }
    row.end = at + 1;
    if (page === row.page) {
      row.top = Math.min(row.top, top);
      row.bottom = Math.max(row.bottom, bottom);
    }
    if (!isInCell) row.cells.push(own);
    else {
      cell.end = at + 1;
      [cell.left, cell.right] = [Math.min(cell.left, own.left), Math.max(cell.right, own.right)];
      cell.bottom = Math.max(cell.bottom, bottom);
    }
  }
  return rows;
}

/** The row that a line goes on: as its next cell, or within a cell right of the first. */
function rowBeside(rows: WordRow[], word: Word, page: number): WordRow | undefined {
  const { left, top, height } = word;
  const row = rows.at(-1);
  const [first, cell] = [row?.cells[0], row?.cells.at(-1)];
  if (row === undefined || first === undefined || cell === undefined || row.page !== page) return;
  const isBelow = top >= row.bottom - narrowSpace * height;
  const isNext = left > cell.right && !isBelow;
  if (row.cells.length === 1) return isNext ? joinFirstCell(rows, word) : undefined;
  const isBeside = left > first.right && isUnder(rows.at(-2), row, top, height);
  const above = row.cells.findLast((one) => left < one.right && one.left < left + height) ?? cell;
  const lowest = Math.min(row.bottom + nextLine * height, above.bottom + wideSpace * height);
  return isBeside && (isNext || top < lowest) ? row : undefined;
}

/** A cell in the middle of its row may be beside a taller one, which does not reach the row above. */
function isUnder(above: WordRow | undefined, row: WordRow, top: number, height: number): boolean {
  const isSamePage = above?.page === row.page && above.top < row.top;
  return top >= (isSamePage ? above.bottom : row.top - mostLines * height) - narrowSpace * height;
}

/** The lines of a first cell, found when the second begins; many of them are a column of text. */
function joinFirstCell(
  rows: WordRow[],
  { left, top, height }: Word,
  most = nextLine,
): WordRow | undefined {
  let from = rows.length - 1;
  const isCell = (above: WordRow | undefined, row: WordRow) =>
    above?.cells.length === 1 &&
    above.page === row.page &&
    !above.isHeading &&
    above.top < row.top &&
    (above.cells[0]?.right ?? 0) < left &&
    row.top - above.bottom < most * height &&
    overlaps(above.cells[0] ?? nowhere, row.cells[0] ?? nowhere);
  while (isCell(rows[from - 1], rows[from] as WordRow)) from -= 1;
  const lines = rows.slice(from);
  const [first, last] = [lines[0], lines.at(-1)];
  if (first === undefined || last === undefined || lines.length > mostLines) return undefined;
  if (!isUnder(rows[from - 1], first, top, height)) return undefined;
  rows.length = from + 1;
  const [lefts, rights] = [
    lines.map(({ cells }) => cells[0]?.left ?? 0),
    lines.map(({ cells }) => cells[0]?.right ?? 0),
  ];
  [first.end, first.bottom] = [last.end, last.bottom];
  first.cells = [
    {
      at: first.at,
      end: last.end,
      left: Math.min(...lefts),
      right: Math.max(...rights),
      bottom: last.bottom,
    },
  ];
  return first;
}

export const nowhere: Cell = { at: 0, end: 0, left: 0, right: 0, bottom: 0 };

/** Both have cells, and a space between cells at the same place, wide in one of them. */
export function isSameTable(
  tokens: readonly RedlineToken[],
  row: WordRow | undefined,
  next: WordRow | undefined,
): boolean {
  if (row === undefined || next === undefined || row.page !== next.page) return false;
  if (row.cells.length < 2 || next.cells.length < 2) return false;
  const height = tokens[row.at]?.word.height ?? 0;
  const down = next.top - row.bottom;
  if (down <= -height || down >= mostBetween * height) return false;
  return hasCommonSpace(row, next, height) || hasColumns(row, next);
}

/** Repeated positions of several columns, also of centred ones, need no wide space. */
function hasColumns({ cells }: TextLine, next: TextLine): boolean {
  if (cells.length < fewestColumns || cells.length !== next.cells.length) return false;
  return cells.every(({ left, right }, at) => {
    const below = next.cells[at] ?? nowhere;
    const [byLeft, byRight] = [below.left - left, below.right - right];
    return Math.min(Math.abs(byLeft), Math.abs(byRight), Math.abs(byLeft + byRight) / 2) < 1.5;
  });
}

type TextLine = Pick<TableRow, 'at' | 'end' | 'cells'>;

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
  if (one === undefined || other === undefined || last.cells.length !== first.cells.length)
    return false;
  const isNextColumn = other.page === one.page && other.word.top < one.word.top;
  if (other.page !== one.page + 1 && !isNextColumn) return false;
  // Nothing is between, or the caption again: `Table 3 (continued)`.
  const between = tokens.slice(last.end, first.at);
  const isCaption = between.length <= mostOfCaption && captionLine.test(textOf(between));
  const below = movedTo(last, first);
  const isSame = hasCommonSpace(last, below, one.word.height) || hasColumns(last, below);
  return (between.length === 0 || isCaption) && isSame;
}

/** The row where it would be below the other, if it is in another column of the page. */
function movedTo<R extends TextLine>(above: TextLine, row: R): R {
  const [one, other] = [above.cells[0] ?? nowhere, row.cells[0] ?? nowhere];
  const by = overlaps(one, other) ? 0 : one.left - other.left;
  const cells = row.cells.map((cell) => ({
    ...cell,
    left: cell.left + by,
    right: cell.right + by,
  }));
  return { ...row, cells };
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

type Space = [left: number, right: number];

function spacesOf({ cells }: TextLine): Space[] {
  return cells.slice(1).map((cell, at) => [cells[at]?.right ?? 0, cell.left]);
}

function common([left, right]: Space, [from, to]: Space): number {
  return Math.min(right, to) - Math.max(left, from);
}

function captionOf(tokens: readonly RedlineToken[], rows: readonly TableRow[]): string {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return '';
  let above = first.at;
  for (let lines = 0; lines < 3 && above > 0; lines++) {
    above -= 1;
    while (above > 0 && tokens[above]?.beginsLine !== true) above -= 1;
    const found = captionAt(tokens, above, first);
    if (found !== '') return found;
  }
  return captionAt(tokens, last.end, last);
}

/** The line of a caption; empty where there is none. */
function captionAt(tokens: readonly RedlineToken[], at: number, row: TableRow): string {
  if (tokens[at]?.page !== tokens[row.at]?.page) return '';
  const line = textOf(tokens.slice(at, lineEnd(tokens, at)));
  return captionLine.test(line) ? line : '';
}

export const value = /^[≤≥<>±~+−–-]*\s?\d/u;

function columnOf(
  tokens: readonly RedlineToken[],
  rows: readonly TableRow[],
  row: TableRow,
  cell: Cell,
): HeadedColumn | null {
  const textIn = ({ at, end }: Cell) => textOf(tokens.slice(at, end));
  const headers = rows.slice(
    0,
    rows.findIndex(({ cells }) => cells.slice(1).some((one) => value.test(textIn(one)))),
  );
  const isBelow = headers.every(({ at }) => at < row.at);
  if (headers.length === 0 || headers.length > mostHeaderRows || !isBelow) return null;
  const names: string[] = [];
  for (const header of headers) {
    const { cells } = movedTo(header, row);
    const own = cells[row.cells.indexOf(cell)] ?? cell;
    const above = header.cells.filter((one) => overlaps(one, own));
    const [only] = above;
    if (only === undefined) continue;
    if (above.length > 1 || cells.filter((one) => overlaps(one, only)).length > 1) return null;
    names.push(textIn(only));
  }
  if (names.length === 0) return null;
  const column = withUnit(names.join(' '));
  const isOfAll = headers.every(({ cells }) =>
    cells.every((one) => withUnit(textIn(one)).unit === null),
  );
  const { unit } = withUnit(isOfAll ? captionOf(tokens, rows) : '');
  return { ...column, unit: column.unit ?? (value.test(textIn(cell)) ? unit : null) };
}

/** `Torque (Nm)`, `Dicke in µm` or `Dauer, h`: a name and its unit. */
function withUnit(written: string): HeadedColumn {
  const [, name, inside, last] = unitInHeading.exec(written) ?? [];
  const unit = inside ?? last ?? '';
  return name === undefined || !isUnit(unit) ? { name: written, unit: null } : { name, unit };
}

export function overlaps(one: Span, other: Span): boolean {
  return Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1;
}
