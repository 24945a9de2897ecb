import { type Line, TextError, linesOf, readSampleFile } from './text-file.ts';

export type Row<Column extends string> = { line: Line; cells: Record<Column, string> };

/** Reads a table of sample/: its first line names the columns, semicolons divide the cells. */
export function readTable<Column extends string>(
  file: string,
  columns: readonly Column[],
): Row<Column>[] {
  return parseTable(file, readSampleFile(file), columns);
}

export function parseTable<Column extends string>(
  file: string,
  content: string,
  columns: readonly Column[],
): Row<Column>[] {
  const [head, ...lines] = linesOf(file, content);
  if (head?.text !== columns.join(';')) {
    throw new TextError({ file, number: 1 }, `The columns must be ${columns.join(';')}.`);
  }
  return lines.map((line) => {
    const cells = line.text.split(';');
    if (cells.length !== columns.length) {
      throw new TextError(line, `The row has ${cells.length} cells instead of ${columns.length}.`);
    }
    const named = Object.fromEntries(columns.map((column, at) => [column, cells[at]]));
    // There is a cell for every column: they were counted.
    return { line, cells: named as Record<Column, string> };
  });
}

export function numberIn(line: Line, cell: string): number {
  if (!/^\d+(\.\d+)?$/.test(cell)) throw new TextError(line, `"${cell}" is not a number.`);
  return Number(cell);
}

/** `340 to 720` */
export function rangeIn(line: Line, cell: string): [first: number, last: number] {
  const [first = '', last = ''] = cell.split(' to ');
  return [numberIn(line, first), numberIn(line, last)];
}

export function optionIn<Option extends string>(
  line: Line,
  cell: string,
  options: readonly Option[],
): Option {
  const option = options.find((each) => each === cell);
  if (option === undefined)
    throw new TextError(line, `"${cell}" is not one of ${options.join(', ')}.`);
  return option;
}
