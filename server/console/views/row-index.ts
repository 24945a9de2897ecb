import { type Arrangement, soughtBy } from '#contract/arrangement.ts';
import type { Column } from './columns.ts';

/** A row of a sheet: what its columns are given, and the customer whose rows may be asked for alone. */
export type IndexedRow<Values> = { id: number; scope: number; values: Values };

type Columns<Values> = { [Name in keyof Values]: Column<Values[Name]> };

/**
 * The rows of a sheet in memory, with nothing but what finding and sorting need. Rows live in slots,
 * whose numbers every column and every order uses.
 */
export class RowIndex<Values extends object> {
  readonly #columns: Columns<Values>;
  #ids: number[] = [];
  #scopes: number[] = [];
  #freeSlots: number[] = [];
  /** All slots in order of a column; the empty name is the order of ids. Made when first asked for. */
  #orders = new Map<string, Int32Array>([['', new Int32Array(0)]]);

  constructor(columns: Columns<Values>) {
    this.#columns = columns;
  }

  /** Takes rows that are new or changed, and drops the ids that are gone. */
  update(rows: readonly IndexedRow<Values>[], gone: readonly number[] = []): void {
    const touched = new Set<number>();
    for (const id of [...gone, ...rows.map((row) => row.id)]) {
      const slot = this.#slotOf(id);
      if (slot !== null) touched.add(slot);
    }
    const kept = new Map<string, Int32Array>();
    for (const [name, order] of this.#orders) {
      kept.set(name, touched.size === 0 ? order : order.filter((slot) => !touched.has(slot)));
    }
    this.#freeSlots.push(...touched);
    const slots = new Int32Array(rows.map((row) => this.#put(row)));
    for (const [name, order] of kept) this.#orders.set(name, this.#merge(order, slots, name));
  }

  /** All slots of a customer's rows, or of all; in order of id. */
  slotsOf(scope: number | null): Int32Array {
    const all = this.#order('');
    return scope === null ? all : all.filter((slot) => this.#scopes[slot] === scope);
  }

  /** The ids of rows that pass, in the order that is asked for. */
  arrange(arrangement: Arrangement, scope: number | null, zone: string): Int32Array {
    const { sort } = arrangement;
    const order = this.#order(sort !== null && sort.column in this.#columns ? sort.column : '');
    const test = this.#testOf(arrangement, scope, zone);
    const ids = new Int32Array(order.length);
    let found = 0;
    for (const slot of order) {
      if (test(slot)) ids[found++] = this.#ids[slot] ?? 0;
    }
    const shown = ids.subarray(0, found);
    return sort?.descending === true ? shown.toReversed() : shown.slice();
  }

  #testOf(arrangement: Arrangement, scope: number | null, zone: string): (slot: number) => boolean {
    const { inColumn, anywhere } = soughtBy(arrangement);
    const columns: Record<string, Column<never>> = this.#columns;
    const tests = inColumn.flatMap(({ column, text }) => columns[column]?.finder(text, zone) ?? []);
    for (const word of anywhere) {
      const finders = Object.values(columns).map((column) => column.finder(word, zone));
      tests.push((slot) => finders.some((find) => find(slot)));
    }
    if (scope !== null) tests.unshift((slot) => this.#scopes[slot] === scope);
    return (slot) => tests.every((test) => test(slot));
  }

  #order(name: string): Int32Array {
    let order = this.#orders.get(name);
    if (order === undefined) {
      const columns: Record<string, Column<never>> = this.#columns;
      const byId = this.#order('');
      order = columns[name]?.sort(byId) ?? byId;
      this.#orders.set(name, order);
    }
    return order;
  }

  #put({ id, scope, values }: IndexedRow<Values>): number {
    const slot = this.#freeSlots.pop() ?? this.#ids.length;
    this.#ids[slot] = id;
    this.#scopes[slot] = scope;
    for (const name of Object.keys(values) as (keyof Values)[]) {
      this.#columns[name].set(slot, values[name]);
    }
    return slot;
  }

  /** Puts slots into an order where they belong: a whole sort for each saved row would be slow. */
  #merge(order: Int32Array, slots: Int32Array, name: string): Int32Array {
    const compare = this.#comparer(name);
    const added = slots.toSorted(compare);
    const merged = new Int32Array(order.length + added.length);
    let taken = 0;
    for (const [index, slot] of added.entries()) {
      const place = firstBehind(order, slot, compare, taken);
      merged.set(order.subarray(taken, place), taken + index);
      merged[place + index] = slot;
      taken = place;
    }
    merged.set(order.subarray(taken), taken + added.length);
    return merged;
  }

  #comparer(name: string): (a: number, b: number) => number {
    const columns: Record<string, Column<never>> = this.#columns;
    const column = columns[name];
    const byId = (a: number, b: number) => (this.#ids[a] ?? 0) - (this.#ids[b] ?? 0);
    return column === undefined ? byId : (a, b) => column.compare(a, b) || byId(a, b);
  }

  #slotOf(id: number): number | null {
    const order = this.#order('');
    let [low, high] = [0, order.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ids[order[middle] ?? 0] ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    const slot = order[low];
    return slot !== undefined && this.#ids[slot] === id ? slot : null;
  }
}

/** The first place from `low` on whose slot stands behind this one. */
function firstBehind(
  order: Int32Array,
  slot: number,
  compare: (a: number, b: number) => number,
  low: number,
): number {
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compare(order[middle] ?? 0, slot) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
