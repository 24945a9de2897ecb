import type { FieldFault } from '#contract/entry.ts';

/** A row as the server sends it. Files have no version: nothing of them is edited here. */
export type SavedRow = { id: number; version?: number };

/** The row's id; below zero for one that was added here, which keeps its key when it is saved. */
export type RowKey = number;

export type Fields<Field extends string> = Record<Field, string>;

/** One row of a grid: what the server has, and what was typed over it. */
export type GridRow<Row extends SavedRow = SavedRow, Field extends string = string> = {
  key: RowKey;
  /** Null for a row that is not saved yet, or no longer there. */
  saved: Row | null;
  /** What the cells show. */
  fields: Fields<Field>;
  /** Null when what is shown is what is saved. */
  draft: Draft<Field> | null;
};

/** What was typed and is not saved: `base` is the version it was typed over, null for a new row. */
export type Draft<Field extends string = string> = { base: number | null } & DraftState<Field>;

type DraftState<Field extends string> =
  | { state: 'unsaved' | 'saving' }
  | { state: 'invalid'; faults: FieldFault<Field>[] }
  /** The server said no, and why. */
  | { state: 'refused'; reason: string }
  /** The server could not be asked. */
  | { state: 'failed'; reason: string }
  /** Another librarian was faster: `saved` of the row is theirs, null when they deleted it. */
  | { state: 'conflict' };

/** What a grid must know of its rows. */
export type RowKind<Row extends SavedRow, Field extends string> = {
  fields: readonly Field[];
  fieldsOf: (row: Row) => Fields<Field>;
  /** The one spelling of what was typed. */
  tidy: (fields: Fields<Field>) => Fields<Field>;
  faultsOf: (fields: Fields<Field>) => FieldFault<Field>[];
};

export const sameFields = <Field extends string>(a: Fields<Field>, b: Fields<Field>): boolean =>
  (Object.keys(a) as Field[]).every((field) => a[field] === b[field]);

/** Whether someone would miss it: a row that was added and left empty is nobody's work. */
export function isUnsaved({ draft, saved, fields }: GridRow): boolean {
  if (draft === null) return false;
  return saved !== null || draft.base !== null || Object.values(fields).some((text) => text !== '');
}

/** The state of a row in words, for its icon and for screen readers. */
export function stateInWords({ draft, saved }: GridRow): string {
  switch (draft?.state) {
    case undefined:
      return 'Saved';
    case 'unsaved':
      return 'Not saved yet';
    case 'saving':
      return 'Saving';
    case 'invalid':
      return `Not saved: ${draft.faults.map(({ fault }) => fault).join(' ')}`;
    case 'refused':
      return `Refused: ${draft.reason}`;
    case 'failed':
      return `Not saved: ${draft.reason}`;
    case 'conflict':
      return saved === null
        ? 'Conflict: deleted by another librarian'
        : 'Conflict: changed by another librarian';
  }
}
