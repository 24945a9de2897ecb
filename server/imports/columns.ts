import {
  fieldOfHeading,
  headingKey,
  type ImportField,
  importFieldNames,
  importFields,
  neededFields,
} from '#contract/import-headings.ts';
import type { ImportColumn } from '#contract/importing.ts';
import { LibraryError } from '#contract/errors.ts';

/** A row of a list of entries, numbered as in the file. A cell that is not text says why. */
export type ImportSheetRow = { row: number; cells: SheetCell[] };
/** Where it is a date, `day` is the day. */
type SheetCell = string | { because: string; day?: string | undefined };

/** Which field each column holds by its place, null for one that is passed over. */
export type ColumnChoice = ReadonlyMap<number, ImportField | null>;

/** The choice that names a field for each column in turn, and nothing for one that is passed over. */
export function columnChoiceOf(names: readonly string[]): ColumnChoice {
  return new Map(
    names.map((name, place) => [place, importFields.find((field) => field === name) ?? null]),
  );
}

export type SheetColumns = {
  /** The number of the row that names the columns. */
  headerRow: number;
  /** How many rows are below it. */
  rowsBelow: number;
  columns: ImportColumn[];
  places: ReadonlyMap<ImportField, number>;
  /** The needed fields that no column holds. */
  missing: ImportField[];
};

type Knowledge = {
  /** What a librarian chose for this sheet; it goes before what the headings say. */
  chosen?: ColumnChoice | undefined;
  /** What was chosen for these headings earlier, by headingKey. */
  remembered?: ReadonlyMap<string, ImportField | null> | undefined;
};

/** Rows in the order of the sheet. */
export type ImportSheet = Iterable<ImportSheetRow> & { readonly length: number };

// A title, a date, a department: seldom more lines are above a list.
const mostRowsAboveHeader = 20;

/** Finds the row with the headings, also below a title, and what each column holds. */
export function columnsOf(
  sheet: ImportSheet,
  { chosen, remembered = new Map() }: Knowledge = {},
): SheetColumns {
  const fieldOf = (heading: string): ImportField | null => {
    const known = remembered.get(headingKey(heading));
    return known === undefined ? fieldOfHeading(heading) : known;
  };
  const known = (cells: ImportSheetRow['cells']) =>
    new Set(cells.map((cell) => fieldOf(textOf(cell))).filter((field) => field !== null)).size;
  const start = Iterator.from(sheet)
    .take(mostRowsAboveHeader + 2)
    .toArray();
  const above = start.slice(0, mostRowsAboveHeader + 1);
  const most = Math.max(0, ...above.map(({ cells }) => known(cells)));
  const at = Math.max(
    0,
    above.findIndex(({ cells }) => known(cells) === most),
  );
  const { row: headerRow = 1, cells = [] } = start[at] ?? {};
  const places = new Map<ImportField, number>();
  const named = cells.map((cell, place) => {
    const field = chosen === undefined ? fieldOf(textOf(cell)) : (chosen.get(place) ?? null);
    return {
      field,
      place,
      isOwnName: field !== null && headingKey(textOf(cell)) === headingKey(field),
    };
  });
  // Of two columns that could hold a field, the one with its own name does: an export has both
  // `revision_status` and `status`, which is that of the file.
  for (const { field, place } of named.toSorted(
    (a, b) => Number(b.isOwnName) - Number(a.isOwnName),
  )) {
    if (field !== null && !places.has(field)) places.set(field, place);
  }
  const first = start[at + 1]?.cells ?? [];
  const columns = cells.map((cell, place) => ({
    letter: columnLetter(place),
    heading: textOf(cell),
    example: textOf(first[place] ?? ''),
    field: [...places].find(([, one]) => one === place)?.[0] ?? null,
  }));
  const missing = neededFields.filter((field) => !places.has(field));
  return { headerRow, rowsBelow: Math.max(0, sheet.length - at - 1), columns, places, missing };
}

/** The place of the sheet whose headings say most; the first one where none says more. */
export function sheetWithHeadings(
  sheets: readonly { rows: ImportSheet }[],
  remembered: Knowledge['remembered'],
): number {
  const known = sheets.map(({ rows }) => columnsOf(rows, { remembered }).places.size);
  return known.indexOf(Math.max(...known));
}

export function missingColumns({ columns, missing }: SheetColumns): LibraryError {
  const names = missing.map((field) => importFieldNames[field]).join(', ');
  const headings = columns.map(({ heading }) => heading).filter((heading) => heading !== '');
  const found = headings.length === 0 ? 'none' : headings.join(', ');
  return new LibraryError(
    'bad_request',
    `The sheet lacks a column for: ${names}. Its headings: ${found}.`,
  );
}

/** As spreadsheets name columns: A to Z, AA to AZ, BA … */
function columnLetter(place: number): string {
  const before = place < 26 ? '' : columnLetter(Math.floor(place / 26) - 1);
  return before + String.fromCharCode(65 + (place % 26));
}

const longestExample = 80;

function textOf(cell: ImportSheetRow['cells'][number]): string {
  return typeof cell === 'string' ? cell.trim().slice(0, longestExample) : '';
}
