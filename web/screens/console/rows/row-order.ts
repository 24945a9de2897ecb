import type { Arrangement } from '#contract/arrangement.ts';
import { insertionIndex, rowComparer, rowFilter, type RowTexts } from './arrangement.ts';
import type { GridRow, RowKey } from './row.ts';

// With more new rows than this, sorting all rows is quicker than inserting one after the other.
const mostInsertedOneByOne = 100;

/**
 * Which rows of a grid are shown, and in which order. It changes when a librarian sorts or filters, and
 * when rows are added or deleted; a row that is edited stays where it is.
 */
export class RowOrder<Row extends GridRow> {
  readonly #texts: RowTexts<Row>;
  #arrangement: Arrangement;
  /** Keys of deleted rows stay until the next change: looking each up would be slow. */
  #keys: RowKey[] = [];

  constructor(texts: RowTexts<Row>, arrangement: Arrangement) {
    this.#texts = texts;
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
    const compare = rowComparer(arrangement, this.#texts);
    const shown = [...rows.values()].filter(rowFilter(arrangement, this.#texts));
    const direction = arrangement.sort?.descending === true ? -1 : 1;
    shown.sort((a, b) => compare?.(a, b) || direction * (idOf(a) - idOf(b)));
    this.#keys = shown.map(({ key }) => key);
  }

  insert(keys: readonly RowKey[], at: number, rows: ReadonlyMap<RowKey, Row>): void {
    const shown = this.#keys.filter((key) => rows.has(key));
    this.#keys = [...shown.slice(0, at), ...keys, ...shown.slice(at)];
  }

  showNew(rows: ReadonlyMap<RowKey, Row>): void {
    const known = new Set(this.#keys);
    const isShown = rowFilter(this.#arrangement, this.#texts);
    const added = [...rows.values()].filter((row) => !known.has(row.key) && isShown(row));
    if (added.length === 0) return;
    const compare = rowComparer(this.#arrangement, this.#texts);
    if (compare !== null && added.length > mostInsertedOneByOne) {
      return this.arrange(this.#arrangement, rows);
    }
    const shown = this.shownOf(rows);
    for (const row of added) {
      if (compare === null) shown.push(row);
      else shown.splice(insertionIndex(row, shown, compare), 0, row);
    }
    this.#keys = shown.map(({ key }) => key);
  }
}

/** The keys of new rows are below zero: they come first, the last one on top. */
function idOf({ key, saved }: GridRow): number {
  return saved?.id ?? key;
}
