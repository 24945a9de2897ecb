import type { FieldFault } from '#contract/entry.ts';
import { formatTime } from '../format.ts';

/** A row as the server sends it. Files have no version: nothing of them is edited here. */
export type SavedRow = {
  id: number;
  version?: number;
  modified_by_user?: string;
  modified_at?: string;
};

/** The row's id; below zero for one that was added here, which keeps its key when it is saved. */
export type RowKey = number;

export type Fields<Field extends string> = Record<Field, string>;

/** One row of a grid: what its cells show, and whether the server has it. */
export type GridRow<Row extends SavedRow = SavedRow, Field extends string = string> = {
  key: RowKey;
  fields: Fields<Field>;
} & RowState<Row, Field>;

/**
 * `saved` is the version on the server that the fields were typed over: null for a row that is
 * not there yet. `row-state.ts` says how one state follows another.
 */
type RowState<Row extends SavedRow, Field extends string> =
  | { state: 'saved'; saved: Row }
  /** Added here and still being filled in: it is queued when the librarian leaves it. */
  | { state: 'typing'; saved: null }
  /** Goes to the server with the next call. */
  | { state: 'queued'; saved: Row | null }
  /** `sent` are the fields as they went out. News of the row waits for the answer. */
  | { state: 'saving'; saved: Row | null; sent: Fields<Field>; news: RowNews<Row> | null }
  | { state: 'invalid'; saved: Row | null; faults: FieldFault<Field>[] }
  /** The server said no, and why. */
  | { state: 'refused'; saved: Row | null; reason: string }
  /** The server could not be asked. `sent`: what it may have saved all the same. */
  | { state: 'failed'; saved: Row | null; reason: string; sent: Fields<Field> | null }
  /**
   * Another librarian was faster: `saved` is theirs, null when they deleted the row. `cells` are those that
   * both changed; the others are merged already.
   */
  | { state: 'conflict'; saved: Row | null; cells: readonly Field[] };

/** What the server says of a row without being asked to save it. */
export type RowNews<Row> = { type: 'read'; saved: Row } | { type: 'deleted' };

/** What the states of a row depend on. */
export type RowKind<Row extends SavedRow, Field extends string> = {
  fields: readonly Field[];
  fieldsOf: (row: Row) => Fields<Field>;
  /** Spells what was typed as the server keeps it. */
  tidy: (fields: Fields<Field>) => Fields<Field>;
  faultsOf: (fields: Fields<Field>) => FieldFault<Field>[];
};

export function versionOf(saved: SavedRow | null | undefined): number | null {
  return saved?.version ?? null;
}

// A row's fields always have all keys of its kind.
export const sameFields = <Field extends string>(a: Fields<Field>, b: Fields<Field>): boolean =>
  (Object.keys(a) as Field[]).every((field) => a[field] === b[field]);

/** Whether the row holds work that would be lost; a row that was added and left empty does not. */
export function isUnsaved({ state, saved, fields }: GridRow): boolean {
  if (state === 'saved') return false;
  return (
    saved !== null || state === 'conflict' || Object.values(fields).some((text) => text !== '')
  );
}

/** Whether the row stays unsaved until its librarian does something about it. */
export function needsAttention({ state }: GridRow): boolean {
  return state === 'invalid' || state === 'refused' || state === 'failed' || state === 'conflict';
}

/** The state of a row in words, for its icon and for screen readers. */
export function stateInWords(row: GridRow): string {
  switch (row.state) {
    case 'saved':
      return 'Saved';
    case 'typing':
    case 'queued':
      return 'Not saved yet';
    case 'saving':
      return 'Saving';
    case 'invalid':
      return `Not saved: ${row.faults.map(({ fault }) => fault).join(' ')}`;
    case 'refused':
      return `Refused: ${row.reason}`;
    case 'failed':
      return `Not saved: ${row.reason}`;
    case 'conflict':
      return `Conflict: ${conflictWords(row.saved)}`;
  }
}

/** Who was faster, as far as the row itself says. */
function conflictWords(saved: SavedRow | null): string {
  if (saved === null) return 'deleted by another librarian';
  const { modified_by_user: user, modified_at: at } = saved;
  if (user === undefined || at === undefined) return 'changed by another librarian';
  return `changed by ${user}, ${formatTime(at)}`;
}
