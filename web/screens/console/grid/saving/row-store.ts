import { mostRowsAtOnce } from '#contract/calls.ts';
import { messageOf } from '../../format.ts';
import { type Arrangement, defaultArrangement } from '#contract/arrangement.ts';
import type { RowTexts } from '../arrangement.ts';
import { RowOrder } from '../row-order.ts';
import {
  addedRow,
  type Answer,
  type RowEvent,
  savedRow,
  type SentRow,
  sentRow,
  transitionsOf,
} from './row-state.ts';
import {
  type Fields,
  type GridRow,
  isUnsaved,
  type RowKey,
  type RowKind,
  type SavedRow,
  versionOf,
} from './row.ts';

export type Snapshot<Row extends SavedRow, Field extends string> = {
  arrangement: Arrangement;
  /** Those that are shown, in their order. */
  rows: readonly GridRow<Row, Field>[];
  /** How many there are, shown or not. */
  count: number;
  /** Every row with work that would be lost. */
  unsaved: readonly GridRow<Row, Field>[];
};

/** What a grid must know of its rows to show, sort and save them. */
export type GridKind<Row extends SavedRow, Field extends string> = RowKind<Row, Field> &
  RowTexts<GridRow<Row, Field>>;

type Options<Row extends SavedRow, Field extends string> = GridKind<Row, Field> & {
  /** Saves rows on the server; answers for each in their order. */
  send: (rows: SentRow<Field>[]) => Promise<Answer<Row>[]>;
  /** Until a librarian sorts otherwise; null: in the order in which rows came. */
  sort?: Arrangement['sort'];
};

/**
 * The rows of one grid, and the queue of those that go to the server, one call at a time. What an
 * event makes of a row stands in `row-state.ts`. What others add or delete waits while a cell is
 * being edited.
 */
export class RowStore<Row extends SavedRow, Field extends string> {
  readonly kind: Options<Row, Field>;
  readonly #nextRow: ReturnType<typeof transitionsOf<Row, Field>>;
  #rows = new Map<RowKey, GridRow<Row, Field>>();
  readonly #order: RowOrder<GridRow<Row, Field>>;
  /** The keys of rows that were added here, by the ids they got. */
  #keyOfId = new Map<number, RowKey>();
  #nextKey = -1;
  /** The rows in the state `queued`. */
  #queue = new Set<RowKey>();
  #isSending = false;
  /** The row whose cell is being edited, and the version that its librarian sees. */
  #edited: { key: RowKey; version: number | null } | null = null;
  /** Rows that others deleted while a cell was being edited. */
  #deletedMeanwhile = new Set<RowKey>();
  #snapshot: Snapshot<Row, Field> | null = null;
  #listeners = new Set<() => void>();

  constructor(kind: Options<Row, Field>) {
    this.kind = kind;
    this.#nextRow = transitionsOf(kind);
    this.#order = new RowOrder(kind, { ...defaultArrangement, sort: kind.sort ?? null });
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  snapshot = (): Snapshot<Row, Field> => {
    this.#snapshot ??= {
      arrangement: this.#order.arrangement,
      rows: this.#order.shownOf(this.#rows),
      count: this.#rows.size,
      unsaved: [...this.#rows.values()].filter(isUnsaved),
    };
    return this.#snapshot;
  };

  row(key: RowKey): GridRow<Row, Field> | undefined {
    return this.#rows.get(key);
  }

  /** All rows, shown or not. */
  all(): IterableIterator<GridRow<Row, Field>> {
    return this.#rows.values();
  }

  rowOfId(id: number): GridRow<Row, Field> | undefined {
    return this.#rows.get(this.#keyOf(id));
  }

  arrange(arrangement: Arrangement): void {
    this.#order.arrange(arrangement, this.#rows);
    this.#notify();
  }

  /** While a cell of this row is being edited no row moves; null when it is over. */
  hold(key: RowKey | null): void {
    if (key !== null) {
      this.#edited = { key, version: versionOf(this.#rows.get(key)?.saved) };
      return;
    }
    this.#edited = null;
    for (const deleted of this.#deletedMeanwhile) this.#change(deleted, { type: 'deleted' });
    this.#deletedMeanwhile.clear();
    this.#order.showNew(this.#rows);
    this.#notify();
  }

  /** Takes over what the server says: rows as they are now, and ids that are gone. */
  apply(rows: readonly Row[], deleted: readonly number[] = []): void {
    for (const row of rows) this.#put(row);
    for (const id of deleted) {
      const key = this.#keyOf(id);
      if (this.#edited !== null) this.#deletedMeanwhile.add(key);
      else this.#change(key, { type: 'deleted' });
    }
    if (this.#edited === null) this.#order.showNew(this.#rows);
    this.#notify();
  }

  /** The server's whole list has been read: what is not in it is gone. */
  keepOnly(ids: ReadonlySet<number>): void {
    const gone = [...this.#rows.values()].flatMap(({ saved }) =>
      saved !== null && !ids.has(saved.id) ? saved.id : [],
    );
    this.apply([], gone);
  }

  /** Writes into cells; each row's other fields stay. A row that is on the server is saved at once. */
  edit(changes: readonly { key: RowKey; fields: Partial<Fields<Field>> }[]): void {
    for (const { key, fields } of changes) {
      const seenVersion =
        this.#edited?.key === key ? this.#edited.version : versionOf(this.#rows.get(key)?.saved);
      this.#change(key, { type: 'typed', fields, seenVersion });
    }
    this.#notify();
  }

  /** Adds rows before the one that stands at `at`; they are sent when they are left. */
  add(rows: readonly Partial<Fields<Field>>[], at: number): RowKey[] {
    const added = rows.map((fields) => addedRow(this.kind, this.#nextKey--, fields));
    for (const row of added) this.#rows.set(row.key, row);
    const keys = added.map(({ key }) => key);
    this.#order.insert(keys, at, this.#rows);
    this.#notify();
    return keys;
  }

  /** Sends what is unsaved in rows that are no longer being filled in. */
  leave(keys: readonly RowKey[]): void {
    this.#changeAll(keys, { type: 'left' });
  }

  /** Tries again what could not be sent. */
  retry(): void {
    this.#changeAll([...this.#rows.keys()], { type: 'retried' });
  }

  keepMine(key: RowKey): void {
    this.#changeAll([key], { type: 'keptMine' });
  }

  /** Forgets what was typed, in a conflict or otherwise. */
  discard(keys: readonly RowKey[]): void {
    this.#changeAll(keys, { type: 'discarded' });
  }

  #changeAll(keys: readonly RowKey[], event: RowEvent<Row, Field>): void {
    for (const key of keys) this.#change(key, event);
    this.#notify();
  }

  #change(key: RowKey, event: RowEvent<Row, Field>): void {
    const row = this.#rows.get(key);
    if (row === undefined) return;
    const next = this.#nextRow(row, event);
    if (next === null) this.#rows.delete(key);
    else this.#rows.set(key, next);
    if (next?.state === 'queued') this.#queue.add(key);
    else this.#queue.delete(key);
  }

  #put(row: Row): void {
    const key = this.#keyOf(row.id);
    this.#deletedMeanwhile.delete(key);
    if (this.#rows.has(key)) this.#change(key, { type: 'read', saved: row });
    else this.#rows.set(key, savedRow(this.kind, key, row));
  }

  #notify(): void {
    this.#snapshot = null;
    // In a microtask, so that all rows of a paste go in one call.
    if (this.#queue.size > 0) queueMicrotask(() => void this.#sendQueue());
    for (const listener of this.#listeners) listener();
  }

  #keyOf(id: number): RowKey {
    return this.#keyOfId.get(id) ?? id;
  }

  async #sendQueue(): Promise<void> {
    if (this.#isSending || this.#queue.size === 0) return;
    this.#isSending = true;
    const keys = [...this.#queue].slice(0, mostRowsAtOnce);
    const rows = keys.flatMap((key) => this.#rows.get(key) ?? []);
    this.#changeAll(keys, { type: 'sent' });
    for (const { key, event } of await this.#send(rows)) {
      this.#change(key, event);
      if (event.type === 'answered') this.#adopt(key, event.answer);
    }
    this.#isSending = false;
    this.#notify();
  }

  async #send(rows: readonly GridRow<Row, Field>[]): Promise<SendEvent<Row>[]> {
    try {
      const answers = await this.kind.send(rows.map((row) => sentRow(this.kind, row)));
      return rows.map(({ key }, at) => ({ key, event: answerEvent(answers[at]) }));
    } catch (error) {
      const reason = messageOf(error);
      return rows.map(({ key }) => ({ key, event: { type: 'failed', reason } }));
    }
  }

  /** Gives a row that was added here its id; a second row that news of it made before goes away. */
  #adopt(key: RowKey, { outcome, current }: Answer<Row>): void {
    const row = this.#rows.get(key);
    if (row === undefined || current === null) return;
    if (outcome !== 'saved' && row.state !== 'saved') return;
    // The next cell may be open already: it is typed over what was just saved from here.
    if (this.#edited?.key === key) this.#edited = { key, version: versionOf(current) };
    if (this.#keyOf(current.id) === key) return;
    this.#rows.delete(current.id);
    this.#queue.delete(current.id);
    this.#keyOfId.set(current.id, key);
  }
}

type SendEvent<Row extends SavedRow> = {
  key: RowKey;
  event: Extract<RowEvent<Row, never>, { type: 'answered' | 'failed' }>;
};

function answerEvent<Row extends SavedRow>(answer: Answer<Row> | undefined) {
  if (answer !== undefined) return { type: 'answered', answer } as const;
  return { type: 'failed', reason: 'The server did not answer for this row.' } as const;
}
