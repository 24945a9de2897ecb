import {
  type Arrangement,
  foldedText,
  type SortKey,
  sortKeysOf,
  searchTermsOf,
} from '#contract/arrangement.ts';
import { naturalKey } from '#contract/natural-order.ts';

/** The columns of a row, and the text that each shows. */
export type RowTexts<Row> = {
  columns: readonly string[];
  textOf: (row: Row, column: string) => string;
  /** What a column is sorted by, where that is not its text. */
  sortTextOf?: (row: Row, column: string) => string;
};

/** Tests whether a row passes the filters and the search. */
export function rowFilter<Row extends object>(
  arrangement: Arrangement,
  { columns, textOf }: RowTexts<Row>,
): (row: Row) => boolean {
  const { inColumn, anywhere } = searchTermsOf(arrangement);
  return (row) =>
    inColumn.every(({ column, text }) => foldedText(textOf(row, column)).includes(text)) &&
    anywhere.every((word) => wholeText(row).includes(word));

  function wholeText(row: Row): string {
    let text = wholeTexts.get(row);
    if (text === undefined) {
      text = foldedText(columns.map((column) => textOf(row, column)).join('\n'));
      wholeTexts.set(row, text);
    }
    return text;
  }
}

// Kept by row, which is replaced and never changed: writing out the dates of 50,000 rows for each
// letter that is typed would be slow.
const wholeTexts = new WeakMap<object, string>();

/** Compares rows by the sorted columns; null when none is. Digits count as numbers: AM-2 before AM-10. */
export function rowComparer<Row extends object>(
  { sort }: Arrangement,
  { textOf, sortTextOf = textOf }: RowTexts<Row>,
): ((a: Row, b: Row) => number) | null {
  const comparers = sortKeysOf(sort).map((key) => comparerBy(key, sortTextOf));
  if (comparers.length === 0) return null;
  return (a, b) => {
    for (const compare of comparers) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    return 0;
  };
}

function comparerBy<Row extends object>(
  { column, descending }: SortKey,
  sortTextOf: (row: Row, column: string) => string,
): (a: Row, b: Row) => number {
  const keys = new WeakMap<Row, string>();
  return (a, b) => {
    const [keyOfA, keyOfB] = [keyOf(a), keyOf(b)];
    if (keyOfA === keyOfB) return 0;
    return keyOfA < keyOfB === descending ? 1 : -1;
  };

  function keyOf(row: Row): string {
    let key = keys.get(row);
    if (key === undefined) {
      key = naturalKey(sortTextOf(row, column));
      keys.set(row, key);
    }
    return key;
  }
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
