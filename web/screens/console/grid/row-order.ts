import { type Arrangement, placeOf, rowFilter, rowOrder, type TextOf } from './arrangement.ts';
import type { GridRow, RowKey } from './saving/row.ts';

type Reading<Row> = { columns: readonly string[]; textOf: TextOf<Row> };

// With more new rows than this, sorting all is quicker than finding each its place.
const mostPlacedOneByOne = 100;

/**
 * Which rows of a grid are shown, and in which order. It changes only when that is asked for, or
 * rows come and go: a row that is edited does not jump away.
 */
export class RowOrder<Row extends GridRow> {
  readonly #reading: Reading<Row>;
  #arrangement: Arrangement;
  /** Keys of rows that are gone stay until the next change: they would be slow to search. */
  #keys: RowKey[] = [];

  constructor(reading: Reading<Row>, arrangement: Arrangement) {
    this.#reading = reading;
    this.#arrangement = arrangement;
  }

  get arrangement(): Arrangement {
    return this.#arrangement;
  }

  shownOf(rows: ReadonlyMap<RowKey, Row>): Row[] {
    return this.#keys.flatMap((key) => rows.get(key) ?? []);
  }

  arrange(arrangement: Arrangement, rows: ReadonlyMap<RowKey, Row>): void {
    this.#arrangement = arrangement;
    const order = rowOrder(arrangement, this.#reading) ?? ((a, b) => idOrder(a) - idOrder(b));
    const shown = [...rows.values()].filter(rowFilter(arrangement, this.#reading));
    this.#keys = shown.sort(order).map(({ key }) => key);
  }

  /** Shows rows that were added here, before the one that stands at `at`. */
  insert(keys: readonly RowKey[], at: number, rows: ReadonlyMap<RowKey, Row>): void {
    const shown = this.#keys.filter((key) => rows.has(key));
    this.#keys = [...shown.slice(0, at), ...keys, ...shown.slice(at)];
  }

  /** Puts rows that came from the server where they belong, and leaves the others where they are. */
  showNew(rows: ReadonlyMap<RowKey, Row>): void {
    const known = new Set(this.#keys);
    const isShown = rowFilter(this.#arrangement, this.#reading);
    const added = [...rows.values()].filter((row) => !known.has(row.key) && isShown(row));
    if (added.length === 0) return;
    const order = rowOrder(this.#arrangement, this.#reading);
    if (order !== null && added.length > mostPlacedOneByOne) {
      return this.arrange(this.#arrangement, rows);
    }
    const shown = this.shownOf(rows);
    for (const row of added) {
      if (order === null) shown.push(row);
      else shown.splice(placeOf(row, shown, order), 0, row);
    }
    this.#keys = shown.map(({ key }) => key);
  }
}

/** New rows stand first, the last one on top. */
function idOrder({ key, saved }: GridRow): number {
  return saved?.id ?? key;
}
