import { mostRowsAtOnce } from '#contract/calls.ts';
import { isUnanswered } from '../../../failures.ts';
import { randomKey } from '../../../random-key.ts';
import { messageOf } from '../format.ts';
import { type Arrangement, defaultArrangement } from '#contract/arrangement.ts';
import type { RowTexts } from './arrangement.ts';
import { RowOrder } from './row-order.ts';
import {
  addedRow,
  type SaveAnswer,
  type RowEvent,
  savedRow,
  type SentRow,
  type ConflictSide,
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
} from './row.ts';

export type Snapshot<Row extends SavedRow, Field extends string> = {
  arrangement: Arrangement;
  /** Those that are shown, in their order. */
  rows: readonly GridRow<Row, Field>[];
  /** The index of a row among those; -1 when it is not shown. */
  indexOf: (key: RowKey) => number;
  /** Whether only the rows are shown that were unsaved when somebody asked for them. */
  isOnlyUnsaved: boolean;
  /** How many there are, shown or not. */
  count: number;
  /** Every row with work that would be lost. */
  unsaved: readonly GridRow<Row, Field>[];
};

/** What a grid must know of its rows to show, sort and save them. */
export type GridKind<Row extends SavedRow, Field extends string> = RowKind<Row, Field> &
  RowTexts<GridRow<Row, Field>>;

type Options<Row extends SavedRow, Field extends string> = GridKind<Row, Field> & {
  /**
   * Saves rows on the server; answers for each in their order. `continues`: they did not fit into the
   * call before. `key`: of the call; what was not answered is sent again with it.
   */
  send: (rows: SentRow<Field>[], continues: boolean, key: string) => Promise<SaveAnswer<Row>[]>;
  /** Until a librarian sorts otherwise; null: in the order in which rows came. */
  sort?: Arrangement['sort'];
};

/** What is written into cells of a row. */
export type WrittenCells<Field extends string> = {
  key: RowKey;
  fields: Partial<Fields<Field>>;
  /** What the row showed its librarian before; without it what it shows now. */
  seen?: Fields<Field> | undefined;
  /** The row's file gets its new name when the row is saved. */
  renameFile?: boolean;
};

/** The unsaved rows of a grid, for the next page that shows it. */
export type KeptRows<Row extends SavedRow, Field extends string> = {
  rows: readonly GridRow<Row, Field>[];
  /** The call without an answer: with its key, the server saves its rows once. */
  call: Batch<Field> | null;
  renaming: readonly RowKey[];
};

/**
 * The rows of one grid, and the queue of those that go to the server, one call at a time. What an
 * event makes of a row is in `row-state.ts`. What others add or delete waits while a cell is
 * being edited.
 */
export class RowStore<Row extends SavedRow, Field extends string> {
  readonly kind: Options<Row, Field>;
  readonly #nextRow: ReturnType<typeof transitionsOf<Row, Field>>;
  #rows = new Map<RowKey, GridRow<Row, Field>>();
  readonly #order: RowOrder<GridRow<Row, Field>>;
  /** The rows that alone are shown; null for all that pass the filters. */
  #only: RowKey[] | null = null;
  /** The keys of rows that were added here, by the ids they got. */
  #keyOfId = new Map<number, RowKey>();
  #nextKey = -1;
  /** The rows in the state `queued`. */
  #queue = new Set<RowKey>();
  /** The call that is on its way. */
  #sending: Batch<Field> | null = null;
  /** The last call, if it was not answered. It comes before all others, as it was. */
  #unanswered: Batch<Field> | null = null;
  /** Nothing is sent until the librarian does something. */
  #isPaused = false;
  #lastWritten: readonly RowKey[] = [];
  /** Rows whose files get their new names with the next save. */
  #renaming = new Set<RowKey>();
  /** Rows that were queued with those of the last call and did not fit into it. */
  #leftOver: ReadonlySet<RowKey> = new Set();
  /** The row whose cell is being edited, and what it showed when that began. */
  #edited: { key: RowKey; seen: Fields<Field> | undefined } | null = null;
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
    this.#snapshot ??= this.#takeSnapshot();
    return this.#snapshot;
  };

  #takeSnapshot(): Snapshot<Row, Field> {
    const only = this.#only?.flatMap((key) => this.#rows.get(key) ?? []) ?? null;
    const rows = only ?? this.#order.shownOf(this.#rows);
    return {
      arrangement: this.#order.arrangement,
      rows,
      indexOf: indexIn(rows),
      isOnlyUnsaved: only !== null,
      count: this.#rows.size,
      unsaved: [...this.#rows.values()].filter(isUnsaved),
    };
  }

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

  /** The id of a row on the server, also of one that is deleted there; null for one that never was. */
  idOf(key: RowKey): number | null {
    if (key > 0) return key;
    for (const [id, known] of this.#keyOfId) if (known === key) return id;
    return null;
  }

  /** Shows only the rows that are unsaved now, until rows are sorted, filtered or searched again. */
  showUnsaved(): void {
    this.#only = this.snapshot().unsaved.map(({ key }) => key);
    this.#notify();
  }

  arrange(arrangement: Arrangement): void {
    this.#only = null;
    this.#order.arrange(arrangement, this.#rows);
    this.#notify();
  }

  /** While a cell of this row is being edited no row moves; null when it is over. */
  hold(key: RowKey | null): void {
    if (key !== null) {
      this.#edited = { key, seen: this.#rows.get(key)?.fields };
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
    if (this.#unanswered !== null) this.#goOnIfConfirmed(this.#unanswered);
    this.#notify();
  }

  /**
   * A list has been read: what is not in it is gone. Of a list that was `narrowed` it may be elsewhere, so that
   * rows with work that would be lost stay.
   */
  keepOnly(ids: ReadonlySet<number>, { narrowed }: { narrowed: boolean }): void {
    const gone = [...this.#rows.values()].flatMap(({ state, saved }) =>
      saved !== null && !ids.has(saved.id) && (!narrowed || state === 'saved') ? saved.id : [],
    );
    this.apply([], gone);
  }

  kept(): KeptRows<Row, Field> {
    const rows = this.snapshot().unsaved;
    return { rows, call: this.#sending ?? this.#unanswered, renaming: [...this.#renaming] };
  }

  /** Takes over what another page kept. What it was sending may be saved, and is sent again as it was. */
  restore({ rows, call, renaming }: KeptRows<Row, Field>): void {
    const keys = new Map(rows.map(({ key, saved }) => [key, saved?.id ?? this.#nextKey--]));
    const isOpen = call !== null && call.keys.every((key) => keys.has(key));
    const isFree = this.#sending === null && this.#unanswered === null;
    const again = isOpen && isFree ? call : null;
    for (const row of rows) {
      const key = keys.get(row.key) ?? row.key;
      this.#rows.set(key, asKept({ ...row, key }, again !== null));
      if (row.state === 'queued') this.#queue.add(key);
      if (renaming.includes(row.key)) this.#renaming.add(key);
    }
    if (again !== null) {
      this.#unanswered = { ...again, keys: again.keys.flatMap((key) => keys.get(key) ?? []) };
    }
    this.#order.showNew(this.#rows);
    this.#notify();
  }

  /** Writes into cells; each row's other fields stay. A row that is on the server is saved at once. */
  edit(changes: readonly WrittenCells<Field>[]): void {
    this.#isPaused = false;
    this.#lastWritten = changes.map(({ key }) => key);
    for (const { key, fields, renameFile = false, ...before } of changes) {
      const row = this.#rows.get(key);
      if (row === undefined) continue;
      const opened = this.#edited?.key === key ? this.#edited.seen : undefined;
      if (renameFile) this.#renaming.add(key);
      const seen = before.seen ?? opened ?? row.fields;
      this.#change(key, { type: 'typed', fields, seen });
    }
    this.#notify();
  }

  /** Of the rows that were written into last, those on the server that cannot be saved as they are. */
  stuckRows(): GridRow<Row, Field>[] {
    const written = this.#lastWritten.flatMap((key) => this.#rows.get(key) ?? []);
    return written.filter(
      ({ state, saved }) => saved !== null && (state === 'invalid' || state === 'refused'),
    );
  }

  /** Adds rows before index `at`; they are sent when they are left. */
  add(rows: readonly Partial<Fields<Field>>[], at: number): RowKey[] {
    const added = rows.map((fields) => addedRow(this.kind, this.#nextKey--, fields));
    for (const row of added) this.#rows.set(row.key, row);
    const keys = added.map(({ key }) => key);
    this.#order.insert(keys, at, this.#rows);
    this.#only?.splice(at, 0, ...keys);
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

  /** In a conflict: chooses a side for one cell; the row is saved once all its cells are decided. */
  decide(key: RowKey, field: Field, side: ConflictSide): void {
    this.#changeAll([key], { type: 'decided', field, side });
  }

  /** Adds again what another deleted. */
  addAgain(key: RowKey): void {
    this.#changeAll([key], { type: 'addedAgain' });
  }

  /** Forgets what was typed, in a conflict or otherwise. */
  discard(keys: readonly RowKey[]): void {
    for (const key of keys) this.#renaming.delete(key);
    this.#dropUnanswered(new Set(keys));
    this.#changeAll(keys, { type: 'discarded' });
  }

  #changeAll(keys: readonly RowKey[], event: RowEvent<Row, Field>): void {
    if (!byItself.has(event.type)) this.#isPaused = false;
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
    const isWaiting = this.#queue.size > 0 || this.#unanswered !== null;
    if (isWaiting && !this.#isPaused) queueMicrotask(() => void this.#sendNext());
    for (const listener of this.#listeners) listener();
  }

  #keyOf(id: number): RowKey {
    return this.#keyOfId.get(id) ?? id;
  }

  async #sendNext(): Promise<void> {
    if (this.#sending !== null || this.#isPaused) return;
    const former = this.#unanswered;
    const batch = former ?? this.#nextBatch();
    if (batch === null) return;
    this.#sending = batch;
    this.#unanswered = null;
    this.#changeAll(batch.keys, { type: former === null ? 'sent' : 'retried' });
    for (const { key, event } of await this.#send(batch)) {
      this.#change(key, event);
      if (event.type === 'answered') this.#adopt(key, event.answer);
      if (this.#rows.get(key)?.state === 'saved') this.#renaming.delete(key);
    }
    this.#sending = null;
    this.#goOnIfConfirmed(batch);
    this.#notify();
  }

  /** News said that the server has what was not answered: it is asked once more, as undo needs its answer. */
  #goOnIfConfirmed(batch: Batch<Field>): void {
    if (batch.keys.some((key) => this.#rows.get(key)?.state === 'failed')) return;
    this.#isPaused = false;
    if (this.#unanswered !== null && batch.isConfirmed) this.#unanswered = null;
    else if (this.#unanswered !== null) this.#unanswered = { ...batch, isConfirmed: true };
  }

  #nextBatch(): Batch<Field> | null {
    const keys = [...this.#queue].slice(0, mostRowsAtOnce);
    if (keys.length === 0) return null;
    const continues = keys.some((key) => this.#leftOver.has(key));
    this.#leftOver = new Set([...this.#queue].slice(mostRowsAtOnce));
    const rows = keys.flatMap((key) => this.#rows.get(key) ?? []);
    const sent = rows.map((row) => ({
      ...sentRow(this.kind, row),
      ...(this.#renaming.has(row.key) ? { rename_file: true } : {}),
    }));
    return { keys, sent, continues, id: randomKey(), isConfirmed: false };
  }

  async #send(batch: Batch<Field>): Promise<SendEvent<Row>[]> {
    const { keys, sent, continues, id } = batch;
    try {
      const answers = await this.kind.send(sent, continues, id);
      return keys.map((key, at) => ({ key, event: answerEvent(answers[at]) }));
    } catch (error) {
      const reason = messageOf(error);
      const isLost = isUnanswered(error);
      this.#isPaused = isLost;
      if (isLost) this.#unanswered = batch;
      return keys.map((key) => ({ key, event: { type: 'failed', reason, isUnanswered: isLost } }));
    }
  }

  /** What is discarded is not sent again; without it, it is another call. */
  #dropUnanswered(discarded: ReadonlySet<RowKey>): void {
    const { keys = [], sent = [], continues = false } = this.#unanswered ?? {};
    if (!keys.some((key) => discarded.has(key))) return;
    const isLeft = (_: unknown, at: number) => !discarded.has(keys[at] ?? 0);
    const left = { keys: keys.filter(isLeft), sent: sent.filter(isLeft), isConfirmed: false };
    this.#unanswered = left.keys.length === 0 ? null : { ...left, continues, id: randomKey() };
  }

  /** Gives a row that was added here its id; a second row that news of it made before goes away. */
  #adopt(key: RowKey, { outcome, current }: SaveAnswer<Row>): void {
    const row = this.#rows.get(key);
    if (row === undefined || current === null) return;
    if (outcome !== 'saved' && row.state !== 'saved') return;
    if (this.#keyOf(current.id) === key) return;
    this.#rows.delete(current.id);
    this.#queue.delete(current.id);
    this.#keyOfId.set(current.id, key);
  }
}

/** What goes in one call. */
export type Batch<Field extends string> = {
  keys: readonly RowKey[];
  sent: SentRow<Field>[];
  continues: boolean;
  id: string;
  isConfirmed: boolean;
};

/** A row as it is in the next page: nothing is on its way any more. */
function asKept<Row extends SavedRow, Field extends string>(
  row: GridRow<Row, Field>,
  isSentAgain: boolean,
): GridRow<Row, Field> {
  if (row.state !== 'saving' && row.state !== 'failed') return row;
  const { key, fields, saved, sent } = row;
  const reason = row.state === 'failed' ? row.reason : 'The page was closed.';
  return { key, fields, saved, state: 'failed', reason, sent: isSentAgain ? sent : null };
}

/** What happens without the librarian. */
const byItself: ReadonlySet<string> = new Set(['sent', 'answered', 'failed', 'read', 'deleted']);

/** Finds rows by key; the index is made when someone first asks. */
function indexIn(rows: readonly GridRow[]): (key: RowKey) => number {
  let indexes: Map<RowKey, number> | null = null;
  return (key) => {
    indexes ??= new Map(rows.map((row, index) => [row.key, index]));
    return indexes.get(key) ?? -1;
  };
}

type SendEvent<Row extends SavedRow> = {
  key: RowKey;
  event: Extract<RowEvent<Row, never>, { type: 'answered' | 'failed' }>;
};

function answerEvent<Row extends SavedRow>(answer: SaveAnswer<Row> | undefined) {
  if (answer !== undefined) return { type: 'answered', answer } as const;
  return {
    type: 'failed',
    reason: 'The server sent no answer for this row. Try again.',
    isUnanswered: false,
  } as const;
}
