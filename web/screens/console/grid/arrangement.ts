import { matcherOf } from '../../../ui/combobox/filter.ts';

export type Sort = { column: string; descending: boolean };

/** Which rows are shown, and in which order. */
export type Arrangement = {
  /** Null: rows stay in the order in which they came. */
  sort: Sort | null;
  /** Text to be found in one column each. */
  filters: Readonly<Record<string, string>>;
  /** Text to be found in any of the columns. */
  search: string;
};

export const defaultArrangement: Arrangement = { sort: null, filters: {}, search: '' };

/** The columns of a row, and the text that each shows. */
export type RowTexts<Row> = {
  columns: readonly string[];
  textOf: (row: Row, column: string) => string;
};

/** Tests whether a row passes the filters and the search. */
export function rowFilter<Row extends object>(
  { filters, search }: Arrangement,
  { columns, textOf }: RowTexts<Row>,
): (row: Row) => boolean {
  const columnFilters = Object.entries(filters)
    .map(([column, text]) => ({ column, matcher: matcherOf(text) }))
    .filter((filter): filter is { column: string; matcher: RegExp } => filter.matcher !== null);
  const words = search.split(/\s+/).flatMap((word) => matcherOf(word) ?? []);
  return (row) =>
    columnFilters.every(({ column, matcher }) => matcher.test(textOf(row, column))) &&
    words.every((word) => word.test(wholeText(row)));

  function wholeText(row: Row): string {
    let text = wholeTexts.get(row);
    if (text === undefined) {
      text = columns.map((column) => textOf(row, column)).join('\n');
      wholeTexts.set(row, text);
    }
    return text;
  }
}

// Kept by row, which is replaced and never changed: writing out the dates of 50,000 rows for each
// letter that is typed would be slow.
const wholeTexts = new WeakMap<object, string>();

// Digits are compared as numbers: AM-2 stands before AM-10.
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Compares rows by the sorted column; null when none is. */
export function rowComparer<Row>(
  { sort }: Arrangement,
  { textOf }: RowTexts<Row>,
): ((a: Row, b: Row) => number) | null {
  if (sort === null) return null;
  const { column, descending } = sort;
  return (a, b) => {
    const order = collator.compare(textOf(a, column), textOf(b, column));
    return descending ? -order : order;
  };
}

/** Where a row goes among sorted ones: behind those that are equal. */
export function insertionIndex<Row>(
  row: Row,
  among: readonly Row[],
  compare: (a: Row, b: Row) => number,
): number {
  let low = 0;
  let high = among.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = among[middle];
    if (other !== undefined && compare(other, row) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
