/** Reads cells as a spreadsheet copies them: tabs and line ends between them, quotes where needed. */
export function parseCells(text: string): string[][] {
  const rows: string[][] = [];
  const cell = /("(?:[^"]|"")*"|[^\t\r\n]*)(\t|\r\n|\r|\n|$)/y;
  let row: string[] = [];
  while (cell.lastIndex < text.length) {
    const [, content = '', end = ''] = cell.exec(text) ?? [];
    // A quote that is never closed is part of the text: the pattern's second half matches the cell.
    row.push(unquote(content));
    if (end === '\t') {
      if (cell.lastIndex === text.length) row.push('');
      continue;
    }
    rows.push(row);
    row = [];
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

export function formatCells(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(quote).join('\t')).join('\n');
}

function unquote(content: string): string {
  const whole = /^"((?:[^"]|"")*)"$/.exec(content)?.[1];
  return whole === undefined ? content : whole.replaceAll('""', '"');
}

function quote(text: string): string {
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export type PastedRow<Field extends string> = Partial<Record<Field, string>>;

/**
 * The fields that each pasted row fills: those from the chosen one to the right. A block whose first
 * row names columns fills those instead.
 */
export function rowsFromCells<Field extends string>(
  cells: readonly (readonly string[])[],
  columns: readonly { field: Field; name: string }[],
  from: Field,
): PastedRow<Field>[] {
  const named = fieldsNamedIn(cells[0] ?? [], columns);
  const start = columns.findIndex(({ field }) => field === from);
  const fields = named ?? columns.slice(start).map(({ field }) => field);
  return (named === null ? cells : cells.slice(1)).map((row) => {
    const pasted: PastedRow<Field> = {};
    for (const [at, text] of row.entries()) {
      const field = fields[at];
      if (field !== undefined && field !== null) pasted[field] = text;
    }
    return pasted;
  });
}

function fieldsNamedIn<Field extends string>(
  row: readonly string[],
  columns: readonly { field: Field; name: string }[],
): (Field | null)[] | null {
  const fields = row.map((text) => {
    const named = text.trim().toLowerCase();
    const column = columns.find(
      ({ field, name }) => named === field.toLowerCase() || named === name.toLowerCase(),
    );
    return column?.field ?? null;
  });
  const known = fields.filter((field) => field !== null).length;
  return known >= 2 || (columns.length === 1 && known === 1) ? fields : null;
}

/**
 * Where `count` rows go that are pasted at the row `start` (-1: above all rows): how many rows they
 * overwrite, and where the rest is added. Pasted into new rows they overwrite only those; elsewhere
 * they overwrite all rows from there, and the rest is added at the end.
 */
export function pasteTarget(
  rows: readonly { saved: unknown }[],
  start: number,
  count: number,
): { overwritten: number; addAt: number } {
  if (start === -1) return { overwritten: 0, addAt: 0 };
  if (rows[start]?.saved !== null) {
    return { overwritten: Math.min(count, rows.length - start), addAt: rows.length };
  }
  let end = start;
  while (end < start + count && rows[end]?.saved === null) end++;
  return { overwritten: end - start, addAt: end };
}
