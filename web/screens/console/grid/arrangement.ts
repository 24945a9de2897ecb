import { matcherOf } from '../../../ui/combobox/filter.ts';

export type Sort = { column: string; descending: boolean };

/** What of the rows is shown, and in which order. */
export type Arrangement = {
  sort: Sort | null;
  /** Text to be found in one column each. */
  filters: Readonly<Record<string, string>>;
  /** Text to be found in any of the columns. */
  search: string;
};

export const everything: Arrangement = { sort: null, filters: {}, search: '' };

/** The text of a row in a column, as it is shown. */
export type TextOf<Row> = (row: Row, column: string) => string;

type Reading<Row> = { columns: readonly string[]; textOf: TextOf<Row> };

/** Whether a row is among what is asked for. */
export function rowFilter<Row extends object>(
  { filters, search }: Arrangement,
  { columns, textOf }: Reading<Row>,
): (row: Row) => boolean {
  const found = Object.entries(filters)
    .map(([column, text]) => ({ column, matcher: matcherOf(text) }))
    .filter((filter): filter is { column: string; matcher: RegExp } => filter.matcher !== null);
  const words = search.split(/\s+/).flatMap((word) => matcherOf(word) ?? []);
  return (row) =>
    found.every(({ column, matcher }) => matcher.test(textOf(row, column))) &&
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

// Rows are replaced, never changed; writing out the dates of 50,000 for each letter typed is slow.
const wholeTexts = new WeakMap<object, string>();

// AM-2 stands before AM-10, as people count.
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Null: rows stay in the order in which they came. */
export function rowOrder<Row>(
  { sort }: Arrangement,
  { textOf }: Reading<Row>,
): ((a: Row, b: Row) => number) | null {
  if (sort === null) return null;
  const { column, descending } = sort;
  return (a, b) => {
    const order = collator.compare(textOf(a, column), textOf(b, column));
    return descending ? -order : order;
  };
}

/** Where a row belongs among sorted ones: behind its equals. */
export function placeOf<Row>(
  row: Row,
  among: readonly Row[],
  order: (a: Row, b: Row) => number,
): number {
  let low = 0;
  let high = among.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = among[middle];
    if (other !== undefined && order(other, row) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
