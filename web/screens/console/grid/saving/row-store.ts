import { mostRowsAtOnce } from '#contract/calls.ts';
import { type Arrangement, everything, type TextOf } from '../arrangement.ts';
import {
  type Draft,
  type Fields,
  type GridRow,
  isUnsaved,
  type RowKey,
  type RowKind,
  type SavedRow,
  sameFields,
} from './row.ts';
import { RowOrder } from '../row-order.ts';

/** A row on its way to the server: both null for a new one. */
export type SentRow<Field extends string> = Fields<Field> & {
  id: number | null;
  version: number | null;
};

export type Outcome<Row> = {
  outcome: 'saved' | 'refused' | 'conflict';
  reason: string | null;
  current: Row | null;
};

export type Snapshot<Row extends SavedRow, Field extends string> = {
  arrangement: Arrangement;
  /** Those that are shown, in their order. */
  rows: readonly GridRow<Row, Field>[];
  /** How many there are, shown or not. */
  count: number;
  /** Every row with a draft that someone would miss. */
  unsaved: readonly GridRow<Row, Field>[];
};

type Options<Row extends SavedRow, Field extends string> = RowKind<Row, Field> & {
  columns: readonly string[];
  textOf: TextOf<GridRow<Row, Field>>;
  send: (rows: SentRow<Field>[]) => Promise<Outcome<Row>[]>;
  /** Until a librarian sorts otherwise; null: in the order in which rows came. */
  sort?: Arrangement['sort'];
};

/**
 * The rows of one grid: what the server has, what was typed over it, and how that gets to the
 * server. What others add or delete waits while a cell is being edited.
 */
export class RowStore<Row extends SavedRow, Field extends string> {
  readonly kind: Options<Row, Field>;
  #rows = new Map<RowKey, GridRow<Row, Field>>();
  readonly #order: RowOrder<GridRow<Row, Field>>;
  /** The keys of rows that were added here, by the ids they got. */
  #keyOfId = new Map<number, RowKey>();
  #nextKey = -1;
  #queue = new Set<RowKey>();
  #sending = false;
  /** The row whose cell is being edited, and the version that its librarian sees. */
  #edited: { key: RowKey; version: number | null } | null = null;
  /** Rows that others deleted while a cell was being edited. */
  #leaving = new Set<RowKey>();
  #snapshot: Snapshot<Row, Field> | null = null;
  #listeners = new Set<() => void>();

  constructor(kind: Options<Row, Field>) {
    this.kind = kind;
    this.#order = new RowOrder(kind, { ...everything, sort: kind.sort ?? null });
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
    this.#changed();
  }

  /** While a cell of this row is being edited no row moves; null when it is over. */
  hold(key: RowKey | null): void {
    const version = key === null ? null : (this.#rows.get(key)?.saved?.version ?? null);
    this.#edited = key === null ? null : { key, version };
    if (key !== null) return;
    for (const key of this.#leaving) this.#takeOut(key);
    this.#leaving.clear();
    this.#order.showNew(this.#rows);
    this.#changed();
  }

  /** What the server has now, in part. */
  apply(rows: readonly Row[], deleted: readonly number[] = []): void {
    for (const row of rows) this.#put(row);
    for (const id of deleted) {
      const key = this.#keyOf(id);
      if (this.#edited !== null) this.#leaving.add(key);
      else this.#takeOut(key);
    }
    if (this.#edited === null) this.#order.showNew(this.#rows);
    this.#changed();
  }

  /** The server's whole list has been read: what is not in it is gone. */
  keepOnly(ids: ReadonlySet<number>): void {
    const gone = [...this.#rows.values()].flatMap(({ saved }) =>
      saved !== null && !ids.has(saved.id) ? saved.id : [],
    );
    this.apply([], gone);
  }

  /** Writes into cells; each row's other fields stay. A saved row goes to the server at once. */
  edit(changes: readonly { key: RowKey; fields: Partial<Fields<Field>> }[]): void {
    for (const { key, fields } of changes) {
      const row = this.#rows.get(key);
      if (row === undefined) continue;
      this.#type(row, { ...row.fields, ...fields });
      if (row.saved !== null) this.#enqueue(key);
    }
    this.#changed();
  }

  /** New rows before the one that stands at `at`; they are sent when they are left. */
  add(rows: readonly Partial<Fields<Field>>[], at: number): RowKey[] {
    const keys = rows.map((fields) => {
      const key = this.#nextKey--;
      const draft: Draft<Field> = { base: null, state: 'unsaved' };
      this.#rows.set(key, { key, saved: null, fields: { ...this.#blank(), ...fields }, draft });
      return key;
    });
    this.#order.insert(keys, at, this.#rows);
    this.#changed();
    return keys;
  }

  /** Sends what is unsaved in rows that are no longer being filled in. */
  leave(keys: readonly RowKey[]): void {
    for (const key of keys) {
      const row = this.#rows.get(key);
      if (row?.draft?.state !== 'unsaved' && row?.draft?.state !== 'invalid') continue;
      if (isUnsaved(row)) this.#enqueue(key);
    }
    this.#changed();
  }

  /** Tries again what could not be sent. */
  retry(): void {
    for (const { key, draft } of this.#rows.values()) {
      if (draft?.state === 'failed') this.#enqueue(key);
    }
    this.#changed();
  }

  /** In a conflict: saves over the other version, or adds again what was deleted. */
  keepMine(key: RowKey): void {
    const row = this.#rows.get(key);
    if (row === undefined) return;
    this.#rows.set(key, { ...row, draft: { base: row.saved?.version ?? null, state: 'unsaved' } });
    this.#enqueue(key);
    this.#changed();
  }

  /** Forgets what was typed, in a conflict or otherwise. */
  discard(keys: readonly RowKey[]): void {
    for (const key of keys) {
      const row = this.#rows.get(key);
      if (row === undefined) continue;
      if (row.saved === null) this.#forget(key);
      else this.#rows.set(key, this.#asSaved(key, row.saved));
    }
    this.#changed();
  }

  #changed(): void {
    this.#snapshot = null;
    for (const listener of this.#listeners) listener();
  }

  #keyOf(id: number): RowKey {
    return this.#keyOfId.get(id) ?? id;
  }

  #blank(): Fields<Field> {
    return Object.fromEntries(this.kind.fields.map((field) => [field, ''])) as Fields<Field>;
  }

  #asSaved(key: RowKey, saved: Row): GridRow<Row, Field> {
    return { key, saved, fields: this.kind.fieldsOf(saved), draft: null };
  }

  #isSame(row: Row, fields: Fields<Field>): boolean {
    return sameFields(this.kind.tidy(fields), this.kind.fieldsOf(row));
  }

  #put(row: Row): void {
    const key = this.#keyOf(row.id);
    const known = this.#rows.get(key);
    this.#leaving.delete(key);
    // A page of a list may be older than what a save has answered since.
    if ((known?.saved?.version ?? 0) > (row.version ?? 0)) return;
    const draft = known?.draft ?? null;
    if (known === undefined || draft === null) {
      this.#rows.set(key, this.#asSaved(key, row));
      return;
    }
    if (draft.state === 'saving') return void this.#rows.set(key, { ...known, saved: row });
    // Both wrote the same, or an answer of ours was lost.
    if (this.#isSame(row, known.fields)) return void this.#rows.set(key, this.#asSaved(key, row));
    const isTheirs = draft.base !== (row.version ?? null);
    const conflict: Draft<Field> = { base: draft.base, state: 'conflict' };
    this.#rows.set(key, { ...known, saved: row, draft: isTheirs ? conflict : draft });
  }

  #takeOut(key: RowKey): void {
    const row = this.#rows.get(key);
    if (row === undefined) return;
    if (row.draft === null || row.draft.state === 'saving') return this.#forget(key);
    // Another deleted what is being edited here: that is for the librarian to decide.
    const draft: Draft<Field> = { base: row.draft.base, state: 'conflict' };
    this.#rows.set(key, { ...row, saved: null, draft });
  }

  #forget(key: RowKey): void {
    this.#rows.delete(key);
    this.#queue.delete(key);
  }

  #type(row: GridRow<Row, Field>, fields: Fields<Field>): void {
    const { key, saved } = row;
    if (sameFields(fields, row.fields)) return;
    if (saved !== null && this.#isSame(saved, fields)) {
      // Typed back to what is saved, unless a save or a choice between two versions is under way.
      if (row.draft === null || row.draft.base === (saved.version ?? null)) {
        this.#queue.delete(key);
        if (row.draft?.state !== 'saving')
          return void this.#rows.set(key, this.#asSaved(key, saved));
      }
    }
    this.#rows.set(key, { ...row, fields, draft: this.#draftOf(row) });
  }

  #draftOf({ key, saved, draft }: GridRow<Row, Field>): Draft<Field> {
    if (draft?.state === 'saving' || draft?.state === 'conflict') return draft;
    if (draft !== null) return { base: draft.base, state: 'unsaved' };
    const version = saved?.version ?? null;
    const base = this.#edited?.key === key ? this.#edited.version : version;
    // Another saved the row after its cell was opened: what is typed was not meant for that.
    return { base, state: base === version ? 'unsaved' : 'conflict' };
  }

  #enqueue(key: RowKey): void {
    const row = this.#rows.get(key);
    if (row === undefined || row.draft === null || row.draft.state === 'conflict') return;
    if (row.draft.state !== 'saving') {
      const { base } = row.draft;
      const faults = this.kind.faultsOf(this.kind.tidy(row.fields));
      const draft: Draft<Field> =
        faults.length > 0 ? { base, state: 'invalid', faults } : { base, state: 'unsaved' };
      this.#rows.set(key, { ...row, draft });
      if (faults.length > 0) return void this.#queue.delete(key);
    }
    this.#queue.add(key);
    // After this turn, so that all rows of a paste go together.
    queueMicrotask(() => void this.#sendQueue());
  }

  async #sendQueue(): Promise<void> {
    if (this.#sending || this.#queue.size === 0) return;
    this.#sending = true;
    const batch = [...this.#queue].slice(0, mostRowsAtOnce).flatMap((key) => {
      const row = this.#rows.get(key);
      return row === undefined || row.draft === null ? [] : [{ ...row, draft: row.draft }];
    });
    for (const row of batch) {
      this.#queue.delete(row.key);
      this.#rows.set(row.key, { ...row, draft: { base: row.draft.base, state: 'saving' } });
    }
    this.#changed();
    try {
      const outcomes = await this.kind.send(batch.map((row) => this.#sent(row)));
      for (const [at, row] of batch.entries()) this.#settle(row, outcomes[at]);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      for (const row of batch) this.#restate(row.key, { state: 'failed', reason });
    }
    this.#sending = false;
    this.#changed();
    void this.#sendQueue();
  }

  #sent({ saved, fields, draft }: GridRow<Row, Field>): SentRow<Field> {
    const base = draft?.base ?? null;
    const id = base === null ? null : (saved?.id ?? null);
    return { ...this.kind.tidy(fields), id, version: id === null ? null : base };
  }

  #restate(
    key: RowKey,
    state: { state: 'failed' | 'refused'; reason: string } | { state: 'conflict' },
  ) {
    const row = this.#rows.get(key);
    if (row?.draft === null || row === undefined) return;
    this.#rows.set(key, { ...row, draft: { base: row.draft.base, ...state } });
  }

  #settle(sent: GridRow<Row, Field>, outcome: Outcome<Row> | undefined): void {
    const now = this.#rows.get(sent.key);
    if (now === undefined || outcome === undefined) return;
    const { current } = outcome;
    if (outcome.outcome === 'refused') {
      this.#restate(sent.key, {
        state: 'refused',
        reason: outcome.reason ?? 'It cannot be saved.',
      });
    } else if (current !== null && this.#isSame(current, now.fields)) {
      this.#adopt(sent.key, current);
      this.#rows.set(sent.key, this.#asSaved(sent.key, current));
    } else if (outcome.outcome === 'conflict' || current === null) {
      this.#rows.set(sent.key, { ...now, saved: current });
      this.#restate(sent.key, { state: 'conflict' });
    } else {
      this.#adopt(sent.key, current);
      if (sameFields(now.fields, sent.fields)) {
        return void this.#rows.set(sent.key, this.#asSaved(sent.key, current));
      }
      const draft: Draft<Field> = { base: current.version ?? null, state: 'unsaved' };
      this.#rows.set(sent.key, { ...now, saved: current, draft });
      this.#enqueue(sent.key);
    }
  }

  /** A row added here got its id. The news of it may have been faster than the answer. */
  #adopt(key: RowKey, { id, version = null }: { id: number; version?: number | null }): void {
    // The next cell may be open already: it is typed over what we just saved ourselves.
    if (this.#edited?.key === key) this.#edited = { key, version };
    if (this.#keyOf(id) === key) return;
    if (this.#rows.has(id)) this.#forget(id);
    this.#keyOfId.set(id, key);
  }
}
