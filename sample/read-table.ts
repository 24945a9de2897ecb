import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';

/** The rows of a table below sample/: its first line names the columns, semicolons divide the cells. */
export function readTable<Column extends string>(
  file: string,
  columns: readonly Column[],
): Record<Column, string>[] {
  const [head = [], ...rows] = parse(readFileSync(path.join(import.meta.dirname, file)), {
    delimiter: ';',
    quote: null, // a query may be in quotes
  });
  if (head.join() !== columns.join()) throw new Error(`${file} has other columns.`);
  // csv-parse refuses a row that has more or fewer cells.
  return rows.map(
    (row) =>
      Object.fromEntries(columns.map((column, at) => [column, row[at]])) as Record<Column, string>,
  );
}
