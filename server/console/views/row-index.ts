import {
  type Arrangement,
  type SortKey,
  sortKeysOf,
  searchTermsOf,
} from '#contract/arrangement.ts';
import type { SheetColumn } from './columns.ts';
import { type Hits, SlotNumbers, slotsThat } from './slots.ts';

type Writing<Row> = {
  columns: Readonly<Record<string, SheetColumn>>;
  /** Writes a row into the columns. */
  write: (slot: number, row: Row) => void;
  /** The customer whose rows may be asked for alone. */
  scopeOf: (row: Row) => number;
};

/**
 * The rows of a sheet in memory, with nothing but what finding and sorting need. Rows live in slots,
 * whose numbers every column and every order uses.
 */
export class RowIndex<Row extends { id: number }> {
  readonly #writing: Writing<Row>;
  #ids = new SlotNumbers();
  #scopes = new SlotNumbers();
  /** How many slots there are, free ones too. */
  #slots = 0;
  #freeSlots: number[] = [];
  /** All slots in order of a column; the empty name is the order of ids. Made when first asked for. */
  #orders = new Map<string, Int32Array>();

  constructor(writing: Writing<Row>) {
    this.#writing = writing;
  }

  /** Takes rows in order of id, behind all that are there: how a sheet is loaded. */
  append(rows: readonly Row[]): void {
    this.#orders.clear();
    for (const row of rows) this.#put(row);
  }

  /** Takes rows that are new or changed, and drops the ids that are gone. */
  update(rows: readonly Row[], gone: readonly number[] = []): void {
    const old = [...gone, ...rows.map(({ id }) => id)].flatMap((id) => this.#slotOf(id) ?? []);
    const isOld = new Uint8Array(this.#slots);
    for (const slot of old) isOld[slot] = 1;
    this.#order('');
    const kept = [...this.#orders].map(([name, order]) => {
      const stay = old.length === 0 ? order : slotsThat(order, (slot) => isOld[slot] === 0);
      return { name, stay };
    });
    this.#freeSlots.push(...new Set(old));
    const slots = Int32Array.from(rows, (row) => this.#put(row));
    for (const { name, stay } of kept) this.#orders.set(name, this.#merge(stay, slots, name));
  }

  /** All slots of a customer's rows, or of all; in order of id. */
  slotsOf(scope: number | null): Int32Array {
    const all = this.#order('');
    return scope === null ? all : slotsThat(all, (slot) => this.#scopes.get(slot) === scope);
  }

  /** The ids of rows that pass, in the order that is asked for. */
  arrange(arrangement: Arrangement, scope: number | null, zone: string): Int32Array {
    const { sort } = arrangement;
    const [first, ...others] = sortKeysOf(sort);
    const order =
      others.length === 0 ? this.#order(first?.column ?? '') : this.#orderBy(first, others);
    const hits = this.#find(arrangement, zone);
    const ids = new Int32Array(order.length);
    let found = 0;
    for (const slot of order) {
      if (hits !== null && hits[slot] !== 1) continue;
      if (scope !== null && this.#scopes.get(slot) !== scope) continue;
      ids[found++] = this.#ids.get(slot);
    }
    const shown = ids.subarray(0, found);
    return first?.descending === true ? shown.toReversed() : shown.slice();
  }

  /** The slots that pass the filters and the search; null when all do. */
  #find(arrangement: Arrangement, zone: string): Hits | null {
    const { columns } = this.#writing;
    const { inColumn, anywhere } = searchTermsOf(arrangement);
    const all: Hits[] = [];
    for (const { column, text } of inColumn) {
      if (columns[column] === undefined) continue;
      const hits = new Uint8Array(this.#slots);
      columns[column].mark(text, hits, zone);
      all.push(hits);
    }
    for (const word of anywhere) {
      const hits = new Uint8Array(this.#slots);
      for (const column of Object.values(columns)) column.mark(word, hits, zone);
      all.push(hits);
    }
    const [first, ...others] = all;
    if (first === undefined) return null;
    for (const hits of others) {
      for (let slot = 0; slot < hits.length; slot++) if (hits[slot] === 0) first[slot] = 0;
    }
    return first;
  }

  /**
   * In order of several columns, as if the first were ascending: the column that counts least is sorted
   * by first, as each sort leaves what is equal as it was.
   */
  #orderBy(first: SortKey | undefined, others: readonly SortKey[]): Int32Array {
    let order = this.#order('');
    for (const { column, descending } of others.toReversed()) {
      const isReversed = descending !== (first?.descending ?? false);
      const sorted = this.#writing.columns[column]?.sort(isReversed ? order.toReversed() : order);
      if (sorted !== undefined) order = isReversed ? sorted.toReversed() : sorted;
    }
    return this.#writing.columns[first?.column ?? '']?.sort(order) ?? order;
  }

  #order(name: string): Int32Array {
    let order = this.#orders.get(name);
    if (order !== undefined) return order;
    const column = this.#writing.columns[name];
    if (name === '') order = Int32Array.from({ length: this.#slots }, (_, slot) => slot);
    else if (column === undefined) return this.#order('');
    else order = column.sort(this.#order(''));
    this.#orders.set(name, order);
    return order;
  }

  #put(row: Row): number {
    const slot = this.#freeSlots.pop() ?? this.#slots++;
    this.#ids.set(slot, row.id);
    this.#scopes.set(slot, this.#writing.scopeOf(row));
    this.#writing.write(slot, row);
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
    const column = this.#writing.columns[name];
    const byId = (a: number, b: number) => this.#ids.get(a) - this.#ids.get(b);
    return column === undefined ? byId : (a, b) => column.compare(a, b) || byId(a, b);
  }

  #slotOf(id: number): number | null {
    const order = this.#order('');
    const last = order.at(-1);
    if (last === undefined || this.#ids.get(last) < id) return null;
    let [low, high] = [0, order.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#ids.get(order[middle] ?? 0) < id) low = middle + 1;
      else high = middle;
    }
    const slot = order[low] ?? 0;
    return this.#ids.get(slot) === id ? slot : null;
  }
}

/** The first position from `low` on whose slot comes after this one. */
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
