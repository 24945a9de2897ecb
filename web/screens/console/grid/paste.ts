/** The cells of what a spreadsheet puts on the clipboard: tabs, line ends, and quotes around both. */
export function cellsOf(text: string): string[][] {
  const rows: string[][] = [];
  const cell = /("(?:[^"]|"")*"|[^\t\r\n]*)(\t|\r\n|\r|\n|$)/y;
  let row: string[] = [];
  while (cell.lastIndex < text.length) {
    const [, content = '', end = ''] = cell.exec(text) ?? [];
    // A quote that never closes is a quote: the pattern then stops before the end of the cell.
    row.push(unquoted(content));
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

export function textOfCells(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(quoted).join('\t')).join('\n');
}

function unquoted(content: string): string {
  const whole = /^"((?:[^"]|"")*)"$/.exec(content)?.[1];
  return whole === undefined ? content : whole.replaceAll('""', '"');
}

function quoted(text: string): string {
  return /[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export type PastedRow<Field extends string> = Partial<Record<Field, string>>;

/**
 * Which fields each pasted row fills: those from the chosen one to the right. A block that begins
 * with the names of columns says so itself, and in which order.
 */
export function pastedRows<Field extends string>(
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
 * Where a block of so many rows goes that is pasted at a row (-1: above all): how many rows it
 * writes over, and where the rest is added. Pasted into a new row it is new rows; elsewhere it
 * fills what is there, and goes on below the last row.
 */
export function placeOfBlock(
  rows: readonly { saved: unknown }[],
  start: number,
  count: number,
): { over: number; addAt: number } {
  if (start === -1) return { over: 0, addAt: 0 };
  if (rows[start]?.saved !== null) {
    return { over: Math.min(count, rows.length - start), addAt: rows.length };
  }
  let end = start;
  while (end < start + count && rows[end]?.saved === null) end++;
  return { over: end - start, addAt: end };
}
