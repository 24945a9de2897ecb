import { type Arrangement, defaultArrangement, type Sort } from '#contract/arrangement.ts';
import type { GridOrder } from './row-order.ts';
import { type GridRow, isUnsaved, type RowKey } from './row.ts';

/** The whole sheet as the server has arranged it, of which a window was read. */
export type RowView = {
  /** Names this arrangement of rows on the server, so that the next window fits to this one. */
  view: string;
  /** How many rows pass the filters, and how many there are. */
  found: number;
  total: number;
  /** How many of all rows show which status or verdict. */
  counts: Readonly<Record<string, number>>;
};

/**
 * The most rows that a grid shows at once. A browser draws no element that is higher than 17 million
 * pixels (Firefox) or 33 million (Chrome), and a million rows are 36 million high.
 */
const mostRowsShown = 200_000;

/** Which of the rows that were found are shown: those from here on, as many as a grid can show. */
export type RowSection = { from: number; to: number; found: number };

/**
 * The order of a sheet of which the browser holds only windows: the server has arranged it. Where a
 * row is not loaded yet, a `loading` one is its placeholder. Rows that were added here are between them.
 */
export class WindowOrder<Row extends GridRow> implements GridOrder<Row> {
  arrangement: Arrangement;
  #view: RowView | null = null;
  /** The place of the first row that is shown. */
  #from = 0;
  /** By place in the server's view. */
  #keys = new Map<number, RowKey>();
  /** The places in the server's view. */
  #places = new Map<RowKey, number>();
  /** Rows that were added here, and their index among all that are shown, in order. */
  #added: { key: RowKey; at: number }[] = [];
  readonly #loading: Row[] = [];
  readonly #makeLoading: (key: RowKey) => Row;

  constructor(sort: Sort | null, makeLoading: (key: RowKey) => Row) {
    this.arrangement = { ...defaultArrangement, sort };
    this.#makeLoading = makeLoading;
  }

  get view(): RowView | null {
    return this.#view;
  }

  get section(): RowSection {
    const found = this.#view?.found ?? 0;
    return { from: this.#from, to: Math.min(this.#from + mostRowsShown, found), found };
  }

  /** Shows the rows before or after those shown now. */
  turn(direction: -1 | 1, rows: ReadonlyMap<RowKey, Row>): void {
    const from = this.#from + direction * mostRowsShown;
    if (from < 0 || from >= (this.#view?.found ?? 0)) return;
    this.#from = from;
    this.#putAddedOnTop(rows);
  }

  countOf(): number {
    return (this.#view?.total ?? 0) + this.#added.length;
  }

  shownOf(rows: ReadonlyMap<RowKey, Row>): Row[] {
    const gone = this.#added.filter(({ key }) => !rows.has(key));
    for (const { key } of gone) this.#dropAdded(key);
    const { from, to } = this.section;
    const shown = this.#loadingRows(to - from + this.#added.length);
    for (const [place, key] of this.#keys) {
      const row = place < from || place >= to ? undefined : rows.get(key);
      if (row !== undefined) shown[this.#indexOfPlace(place)] = row;
    }
    for (const { key, at } of this.#added) {
      const row = rows.get(key);
      if (row !== undefined) shown[at] = row;
    }
    return shown;
  }

  indexOf(key: RowKey): number {
    const added = this.#added.find((one) => one.key === key);
    if (added !== undefined) return added.at;
    const { from, to } = this.section;
    const place = this.#places.get(key) ?? -1;
    return place < from || place >= to ? -1 : this.#indexOfPlace(place);
  }

  /** The server arranges; what it had arranged before is shown until it answers. */
  arrange(arrangement: Arrangement): void {
    this.arrangement = arrangement;
  }

  insert(keys: readonly RowKey[], at: number): void {
    const before = this.#added.filter((one) => one.at < at);
    const behind = this.#added.filter((one) => one.at >= at);
    this.#added = [
      ...before,
      ...keys.map((key, index) => ({ key, at: at + index })),
      ...behind.map((one) => ({ key: one.key, at: one.at + keys.length })),
    ];
  }

  /** What is new is in the next view. */
  showNew(): void {}

  /** Takes over a view that was arranged again. Of the rows that were added here only unsaved ones stay, on top. */
  show(view: RowView, rows: ReadonlyMap<RowKey, Row>): void {
    this.#view = view;
    this.#keys.clear();
    this.#places.clear();
    if (this.#from >= view.found) this.#from = 0;
    this.#putAddedOnTop(rows);
  }

  #putAddedOnTop(rows: ReadonlyMap<RowKey, Row>): void {
    const unsaved = this.#added.filter(({ key }) => {
      const row = rows.get(key);
      return row !== undefined && (row.saved === null || isUnsaved(row));
    });
    this.#added = unsaved.map(({ key }, at) => ({ key, at }));
  }

  /** Rows of the view from this place on. */
  setWindow(from: number, keys: readonly RowKey[]): void {
    const added = new Set(this.#added.map(({ key }) => key));
    for (const [index, key] of keys.entries()) {
      if (added.has(key)) continue;
      this.#keys.set(from + index, key);
      this.#places.set(key, from + index);
    }
  }

  /** The place in the server's view of what is shown at this index; null for a row that was added here. */
  placeAt(index: number): number | null {
    let before = 0;
    for (const { at } of this.#added) {
      if (at === index) return null;
      if (at < index) before++;
    }
    return this.#from + index - before;
  }

  isKnown(place: number): boolean {
    return this.#keys.has(place);
  }

  /** Forgets rows further than this from an index, and says which. */
  forgetFarFrom(place: number, distance: number): RowKey[] {
    const forgotten: RowKey[] = [];
    for (const [other, key] of this.#keys) {
      if (Math.abs(other - place) <= distance) continue;
      this.#keys.delete(other);
      this.#places.delete(key);
      forgotten.push(key);
    }
    return forgotten;
  }

  /** An added row was discarded: those below it move up. */
  #dropAdded(key: RowKey): void {
    const dropped = this.#added.find((one) => one.key === key)?.at ?? 0;
    this.#added = this.#added
      .filter((one) => one.key !== key)
      .map((one) => (one.at > dropped ? { key: one.key, at: one.at - 1 } : one));
  }

  #indexOfPlace(place: number): number {
    let index = place - this.#from;
    for (const { at } of this.#added) {
      if (at > index) break;
      index++;
    }
    return index;
  }

  // Copying an array of 200,000 rows takes 1 ms, making them 50: that is done once.
  #loadingRows(length: number): Row[] {
    for (let index = this.#loading.length; index < length; index++) {
      this.#loading.push(this.#makeLoading(firstLoadingKey - index));
    }
    return this.#loading.slice(0, length);
  }
}

/** Far below the keys of rows that are added here. */
const firstLoadingKey = -10_000_000;

/** The index of a `loading` row; null for the key of any other. */
export function loadingIndexOf(key: RowKey): number | null {
  return key <= firstLoadingKey ? firstLoadingKey - key : null;
}
