import type { Fields, GridRow, RowKey, SavedRow } from './row.ts';

/** What is to be written into the cells of a row. */
export type Edit<Field extends string> = { key: RowKey; fields: Partial<Fields<Field>> };

/** Texts for single cells as what is to be written into each row. */
export function editsByRow<Field extends string>(
  cells: readonly { row: RowKey; column: string; text: string }[],
): Edit<Field>[] {
  const byRow = new Map<RowKey, Record<string, string>>();
  for (const { row, column, text } of cells) {
    byRow.set(row, { ...byRow.get(row), [column]: text });
  }
  // Only columns that are called like their fields can be written into.
  return [...byRow].map(([key, fields]) => ({ key, fields: fields as Partial<Fields<Field>> }));
}

/** What makes a row what it is, and which file goes by it. */
export type RowIdentity<Row extends SavedRow, Field extends string> = {
  fields: readonly Field[];
  /** The name of its file as it is; null when it has none. */
  fileOf: (saved: Row) => string | null;
  /** The name that its file must have. */
  fileNameOf: (fields: Fields<Field>) => string | null;
};

/** A saved row that an edit would make another one. */
export type IdentityChange<Field extends string> = {
  key: RowKey;
  before: Fields<Field>;
  after: Fields<Field>;
  /** The file that would no longer be called as it must, and its new name; null for none. */
  file: { name: string; newName: string } | null;
};

type Kind<Row extends SavedRow, Field extends string> = {
  fieldsOf: (row: Row) => Fields<Field>;
  tidy: (fields: Fields<Field>) => Fields<Field>;
};

/** The saved rows that become others by these edits. */
export function identityChanges<Row extends SavedRow, Field extends string>(
  edits: readonly Edit<Field>[],
  rowOf: (key: RowKey) => GridRow<Row, Field> | undefined,
  kind: Kind<Row, Field>,
  identity: RowIdentity<Row, Field>,
): IdentityChange<Field>[] {
  return edits.flatMap(({ key, fields }) => {
    const row = rowOf(key);
    if (row === undefined || row.saved === null) return [];
    const before = kind.fieldsOf(row.saved);
    const after = kind.tidy({ ...row.fields, ...fields });
    if (identity.fields.every((field) => before[field] === after[field])) return [];
    // Written before, and not saved yet: it was asked about then.
    if (identity.fields.every((field) => kind.tidy(row.fields)[field] === after[field])) return [];
    return [{ key, before, after, file: renamedFile(row.saved, before, after, identity) }];
  });
}

function renamedFile<Row extends SavedRow, Field extends string>(
  saved: Row,
  before: Fields<Field>,
  after: Fields<Field>,
  { fileOf, fileNameOf }: RowIdentity<Row, Field>,
): IdentityChange<Field>['file'] {
  const name = fileOf(saved);
  const newName = fileNameOf(after);
  if (name === null || newName === null) return null;
  return name === newName || fileNameOf(before) === newName ? null : { name, newName };
}
