import { textOf } from './lines.ts';
import {
  type Cell,
  isSameTable,
  nowhere,
  overlaps,
  type WordRow,
  rowsOf,
  type Span,
  value,
} from './tables.ts';
import type { RedlineToken } from './tokens.ts';

// A table goes on on the next page or in the next column: its head may be there again, and the cells of one row may be
// partly here and partly there.

type Tokens = readonly RedlineToken[];
/** Words that may be read otherwise: a row, also with the next, cell by cell; or repeated heads, which are no words. */
type Reading = {
  at: number;
  end: number;
  row: WordRow;
  tokens: Tokens;
  isHead: boolean;
};
type Column = Span & { cell: { row: number }; tokens: RedlineToken[] };

/** In heights of a line. */
const [nextLine, mostBetween] = [1.5, 5];
const mostHeads = 3;
const [mostLines, mostBelow] = [4, 30];

/** Leaves out repeated heads, and reads broken rows cell by cell where the other text has them so. */
export function withWholeRows(a: Tokens, b: Tokens): [Tokens, Tokens] {
  const [older, newer] = [new BrokenTables(a), new BrokenTables(b)];
  return [older.readAs(newer.rows), newer.readAs(older.rows)];
}

class BrokenTables {
  readonly #tokens: Tokens;
  readonly #readings: Reading[];
  /** The letters of each row as it is. */
  readonly rows: ReadonlySet<string>;

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
    const rows = rowsOf(tokens);
    this.#readings = readingsOf(tokens, rows);
    this.rows = new Set(rows.map((row) => this.#lettersOf(row)));
  }

  readAs(others: ReadonlySet<string>): Tokens {
    const all: RedlineToken[] = [];
    let done = 0;
    for (const { at, end, row, tokens, isHead } of this.#readings) {
      if (at < done) continue;
      const letters = lettersOf(tokens);
      const isOther = letters !== this.#lettersOf(row) && others.has(letters);
      if (!isHead && !isOther) continue;
      all.push(...this.#tokens.slice(done, at), ...tokens);
      done = end;
    }
    return done === 0 ? this.#tokens : [...all, ...this.#tokens.slice(done)];
  }

  #lettersOf({ at, end }: WordRow): string {
    return lettersOf(this.#tokens.slice(at, end));
  }
}

const lettersOf = (tokens: Tokens) => tokens.map(({ text }) => text).join('');

function readingsOf(tokens: Tokens, rows: readonly WordRow[]): Reading[] {
  const readings: Reading[] = [];
  // The rows of the table so far; of other text, the last row.
  let table: WordRow[] = [];
  for (const [at, row] of rows.entries()) {
    const before = rows[at - 1];
    const isColumn = before?.page !== row.page || row.top < before.top;
    const isNext = before !== undefined && !isColumn && isInTable(tokens, table, before, row);
    if (before !== undefined && isColumn) {
      const { heads, rest } = headsAt(tokens, table, rows.slice(at, at + mostHeads + 1));
      const [head, end] = [heads[0], heads.at(-1)?.end ?? 0];
      const isMixed = rest !== undefined && rest.at < end;
      table = isMixed ? table.slice(0, heads.length) : [...heads];
      if (rest !== undefined && isBelow(before, rest, 1)) {
        const all = [before, rest, ...linesBelow(rest, rows.slice(at + heads.length))];
        for (let count = 2; count <= all.length; count++)
          readings.push(inOneRow(tokens, all.slice(0, count)));
      }
      if (head !== undefined) {
        const behind = isMixed ? tokensIn(tokens, rest) : [];
        readings.push({ at: head.at, end, row: head, tokens: behind, isHead: true });
      }
    }
    const one = [row];
    for (const next of rows.slice(at + 1, at + mostLines)) {
      if (row.cells.length < 2 || next.page !== row.page || !isBelow(row, next, 1)) break;
      one.push(next);
      readings.push(inOneRow(tokens, one));
    }
    if (row.cells.length > 1) readings.push(inOneRow(tokens, [row]));
    if (isNext) table.push(row);
    else if (table.length === 0 || !isColumn) table = [row];
  }
  return readings.toSorted((one, other) => one.at - other.at || one.end - other.end);
}

/** The words of the rows, cell by cell. */
function inOneRow(tokens: Tokens, rows: readonly WordRow[]): Reading {
  const [row, last] = [rows[0], rows.at(-1)] as [WordRow, WordRow];
  const columns: Column[] = [];
  for (const { cells, at: begun } of rows) {
    for (const { at, end, left, right } of cells) {
      const own = { left, right };
      const isFirst = begun === row.at;
      const found = isFirst
        ? columns.findIndex((one) => overlaps(one, own))
        : columnOf(columns, own);
      const column = columns[found] ?? { ...own, cell: { row: row.at }, tokens: [] };
      const { cell } = column;
      column.tokens.push(...tokens.slice(at, end).map((token) => ({ ...token, cell })));
      if (found < 0) columns.push(column);
    }
    columns.sort((one, other) => one.left - other.left);
  }
  const read = columns.flatMap((column) => column.tokens);
  return { at: row.at, end: last.end, row, tokens: read, isHead: false };
}

/** The further lines of a row with one cell. */
function linesBelow(rest: WordRow, rows: readonly WordRow[]): WordRow[] {
  const lines: WordRow[] = [];
  for (const row of rows.filter(({ at }) => at >= rest.end).slice(0, mostBelow)) {
    const [above, [cell, ...others]] = [lines.at(-1) ?? rest, row.cells];
    const height = row.bottom - row.top;
    const isNext = row.page === rest.page && row.top - above.bottom < height / 2;
    if (rest.cells.length > 1 || cell === undefined || others.length > 0 || !isNext) break;
    if (Math.abs(cell.left - (rest.cells[0]?.left ?? 0)) > 2) break;
    lines.push(row);
  }
  return lines;
}

/** The number of the cell that another is below, or that it fits below; -1 unless it is one. */
function columnOf(cells: readonly Span[], own: Span): number {
  const numbers = cells.map((_, at) => at);
  const above = numbers.filter((at) => overlaps(cells[at] ?? own, own));
  const fitting = numbers.filter(
    (at) =>
      own.left >= (cells[at - 1]?.right ?? -Infinity) &&
      own.right <= (cells[at + 1]?.left ?? Infinity),
  );
  const [first = -1, ...others] = above.length > 0 ? above : fitting;
  return others.length === 0 ? first : -1;
}

/** The first rows of a table, if they are there again, and what is behind them; not the same values again and again. */
function headsAt(tokens: Tokens, table: readonly WordRow[], rows: readonly WordRow[]) {
  const heads: WordRow[] = [];
  let rest = rows[0];
  for (const [at, row] of rows.slice(0, mostHeads).entries()) {
    const behind = behindHead(tokens, table[at], row);
    if (behind === null) break;
    heads.push(row);
    rest = behind.cells.length > 0 ? behind : rows[at + 1];
    if (rest === behind) break;
  }
  const [top, head] = [rows[0], heads.at(-1)];
  if (top === undefined || head === undefined || rest === undefined)
    return { heads: [], rest: top };
  const isAgain = table.slice(1).some((one) => behindHead(tokens, one, top) !== null);
  return isAgain ? { heads: [], rest: top } : { heads, rest };
}

/** The row without the head with which it begins; null if it begins otherwise. */
function behindHead(tokens: Tokens, head: WordRow | undefined, row: WordRow): WordRow | null {
  if (head === undefined || head.cells.length < 2 || head.cells.length > row.cells.length)
    return null;
  const cells = row.cells.map((cell, at): Cell => {
    const { at: from = 0, end = 0 } = head.cells[at] ?? {};
    // A caption may be above the first cell.
    for (let start = from; start < (at === 0 ? end : from + 1); start++) {
      const text = textOf(tokens.slice(start, end));
      const behind = { ...cell, at: cell.at + end - start };
      const isSame = text === textOf(tokens.slice(cell.at, behind.at));
      if (isSame && !value.test(text)) return behind;
    }
    return nowhere;
  });
  if (cells.includes(nowhere)) return null;
  const rest = cells.filter(({ at, end }) => at < end);
  const at = rest[0]?.at ?? row.end;
  return { ...row, at, cells: rest, top: tokens[at]?.word.top ?? row.top };
}

const tokensIn = (tokens: Tokens, { cells }: WordRow) =>
  cells.flatMap(({ at, end }) => tokens.slice(at, end));

/** Below a row with several cells; what is below its first cell alone may be other text. */
function isInTable(
  tokens: Tokens,
  table: readonly WordRow[],
  before: WordRow,
  row: WordRow,
): boolean {
  const multiple = table.findLast(({ cells }) => cells.length > 1);
  const [cell] = row.cells;
  if (multiple === undefined || cell === undefined || row.isHeading) return false;
  const height = tokens[row.at]?.word.height ?? 0;
  const down = row.page === before.page ? row.top - before.bottom : Infinity;
  const isSame = isSameTable(
    tokens,
    { ...multiple, bottom: before.bottom, page: before.page },
    row,
  );
  if (row.cells.length > 1)
    return isSame || (down < mostBetween * height && isBelow(multiple, row, 2));
  const column = columnOf(multiple.cells, cell);
  return column > 0 ? down < mostBetween * height : column === 0 && down < nextLine * height;
}

/** Each cell is below one of the other row. */
function isBelow(last: WordRow, rest: WordRow, fewest: number): boolean {
  if (last.cells.length < 2 || rest.cells.length < fewest) return false;
  return rest.cells.every((cell) => columnOf(last.cells, cell) >= 0);
}
