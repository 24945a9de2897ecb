import type { Sort } from '#contract/arrangement.ts';
import { mostRowsAtOnce } from '#contract/calls.ts';
import type { GridRow, RowKey } from './row.ts';
import { type ReadWindow, type Window, WindowLoader } from './window-loader.ts';
import { loadingIndexOf, WindowOrder } from './window-order.ts';

type Options<Row, Shown extends GridRow> = {
  read: ReadWindow<Row>;
  sort: Sort | null;
  makeLoading: (key: RowKey) => Shown;
  /** The rows that are shown now. */
  shown: () => readonly Shown[];
  onRead: (window: Window<Row>, from: number) => void;
};

/** Rows stay here while someone is so near. */
const keptRowsAround = mostRowsAtOnce;

/** What of a sheet that is too large for a browser is here, and the way to the rest of it. */
export class RowWindows<Row, Shown extends GridRow> {
  readonly order: WindowOrder<Shown>;
  readonly #loader: WindowLoader<Row>;
  readonly #shown: () => readonly Shown[];
  #pinned: ReadonlySet<RowKey> = new Set();

  constructor({ read, sort, makeLoading, shown, onRead }: Options<Row, Shown>) {
    const order = new WindowOrder(sort, makeLoading);
    this.order = order;
    this.#shown = shown;
    this.#loader = new WindowLoader<Row>({
      read,
      arrangement: () => order.arrangement,
      view: () => order.view?.view ?? null,
      isKnown: (place) => order.isKnown(place),
      onRead,
    });
  }

  /** Whether the rows are not yet what was sorted, filtered and searched for. */
  get isArranging(): boolean {
    return this.#loader.isArranging;
  }

  /** Arranges the sheet again, and resolves when what is looked at is here. */
  renew(): Promise<void> {
    return this.#loader.renew();
  }

  /** Someone sees the row at this index, or it is the active one: it is read when it is not here. */
  look(index: number, isActive = false): void {
    const place = this.order.placeAt(index);
    if (place !== null) this.#loader.look(place, isActive);
  }

  /** Reads all rows that are shown between two indexes. */
  async readAll(from: number, to: number): Promise<void> {
    if (to - from > mostRowsAtOnce) {
      throw new Error(`At most ${mostRowsAtOnce.toLocaleString('en')} rows at once: filter first.`);
    }
    const last = Math.min(to, this.#shown().length) - 1;
    const { order } = this;
    const places = [from, last].map((index) => order.placeAt(index) ?? order.section.from);
    await this.#loader.readAll(Math.min(...places), Math.max(...places) + 1);
  }

  /** Reads those of these rows that are still `loading`, and gives the key of each. */
  async readRows(keys: readonly RowKey[]): Promise<ReadonlyMap<RowKey, RowKey>> {
    const loading = keys.map(loadingIndexOf).filter((index) => index !== null);
    if (loading.length > 0) await this.readAll(Math.min(...loading), Math.max(...loading) + 1);
    const rows = this.#shown();
    return new Map(keys.map((key) => [key, rows[loadingIndexOf(key) ?? -1]?.key ?? key]));
  }

  /** These rows stay here, however far away someone looks. */
  pin(keys: ReadonlySet<RowKey>): void {
    this.#pinned = keys;
  }

  isPinned(key: RowKey): boolean {
    return this.#pinned.has(key);
  }

  /** The keys that nobody is near any more. */
  forgetFarFrom(place: number): RowKey[] {
    return this.order.forgetFarFrom(place, keptRowsAround);
  }
}
