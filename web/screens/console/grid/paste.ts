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

/** What pasting must know of the columns that can be filled. */
export type PasteColumns<Field extends string> = {
  columns: readonly { field: Field; name: string }[];
  /** The field that a heading names, in whatever words; null for none. */
  fieldOf: (heading: string) => Field | null;
  /** Fields that a block must have to name entries. */
  needed: readonly Field[];
  /** Fields that every new row has, because of what is shown. */
  given: readonly Field[];
  /** Whether this is a value of the first column, such as a customer's name. */
  isLead: (text: string) => boolean;
};

/**
 * `by` says where the rows go: `identity`, into the entries that they name, wherever those are;
 * `place`, into the cells from the chosen one to the right and down.
 */
type Block<Field extends string> = { by: 'identity' | 'place'; rows: PastedRow<Field>[] };

/**
 * Reads a block of cells. A first row that names columns, or a first column of customers, says what
 * the cells are; otherwise they fill the columns from the chosen one to the right.
 */
export function readBlock<Field extends string>(
  cells: readonly (readonly string[])[],
  known: PasteColumns<Field>,
  from: Field,
): Block<Field> {
  const block = withoutTrailingBlanks(cells);
  const named = fieldsNamedIn(block[0] ?? [], known);
  if (named !== null) {
    const by = identifies(named, known) ? 'identity' : 'place';
    return { by, rows: rowsOf(block.slice(1), named, by) };
  }
  const fields = known.columns.map(({ field }) => field);
  if (isLedBy(block, known)) return { by: 'identity', rows: rowsOf(block, fields, 'identity') };
  const start = Math.max(0, fields.indexOf(from));
  return { by: 'place', rows: rowsOf(block, fields.slice(start), 'place') };
}

function rowsOf<Field extends string>(
  cells: readonly (readonly string[])[],
  fields: readonly (Field | null)[],
  by: Block<Field>['by'],
): PastedRow<Field>[] {
  // A blank line within a block keeps its place among the cells, but names no entry.
  const lines = by === 'identity' ? cells.filter((line) => !isBlank(line)) : cells;
  return lines.map((line) => {
    const pasted: PastedRow<Field> = {};
    for (const [at, text] of line.entries()) {
      const field = fields[at];
      if (field !== undefined && field !== null) pasted[field] = text;
    }
    return pasted;
  });
}

function fieldsNamedIn<Field extends string>(
  line: readonly string[],
  { columns, fieldOf }: PasteColumns<Field>,
): (Field | null)[] | null {
  const fields = line.map((text) => {
    const named = text.trim().toLowerCase();
    const column = columns.find(
      ({ field, name }) => named === field.toLowerCase() || named === name.toLowerCase(),
    );
    return column?.field ?? fieldOf(text);
  });
  const known = new Set(fields.filter((field) => field !== null)).size;
  return known >= 2 || (columns.length === 1 && known === 1) ? fields : null;
}

function identifies<Field extends string>(
  fields: readonly (Field | null)[],
  { needed, given }: PasteColumns<Field>,
): boolean {
  return needed.every((field) => fields.includes(field) || given.includes(field));
}

/** Whether the first column holds nothing but customers, with a number beside each. */
function isLedBy<Field extends string>(
  block: readonly (readonly string[])[],
  { columns, isLead }: PasteColumns<Field>,
): boolean {
  const lines = block.filter((line) => !isBlank(line));
  if (columns.length < 2 || lines.length === 0) return false;
  return lines.every(([lead = '', next = '']) => isLead(lead) && next.trim() !== '');
}

function isBlank(line: readonly string[]): boolean {
  return line.every((text) => text.trim() === '');
}

function withoutTrailingBlanks(
  cells: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  return cells.slice(0, cells.findLastIndex((line) => !isBlank(line)) + 1);
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
