import { type Static, Type } from 'typebox';
import { importFields } from './import-headings.ts';
import { Facts } from './revisions.ts';

const Entry = Type.Object({
  customer: Type.String(),
  doc_num: Type.String(),
  doc_desc: Type.String(),
  language: Type.Union([Type.String(), Type.Null()]),
  doc_rev: Type.String(),
  /** What the sheet says of the revision; left out where it says nothing of it. */
  ...Type.Partial(Type.Object(Facts)).properties,
});

const ImportRow = Type.Object({
  row: Type.Number(),
  ...Entry.properties,
  /** What it was; null for an entry that would be new. */
  before: Type.Union([Entry, Type.Null()]),
});
export type ImportRow = Static<typeof ImportRow>;

/** A column of the sheet: its letter and heading, sample cells, and the field it is read as. */
const ImportColumn = Type.Object({
  letter: Type.String(),
  heading: Type.String(),
  example: Type.String(),
  field: Type.Union([Type.Enum([...importFields]), Type.Null()]),
});
export type ImportColumn = Static<typeof ImportColumn>;

/** An entry of a customer of the sheet that the sheet does not name. */
const AbsentRow = Type.Object({
  id: Type.Number(),
  version: Type.Number(),
  ...Entry.properties,
});
export type AbsentRow = Static<typeof AbsentRow>;

/** What an import does, or would do. Of each kind the first rows are listed. */
export const ImportReport = Type.Object({
  /** The worksheets of a workbook that have rows, and the one that was read; reports of earlier versions have none. */
  worksheets: Type.Optional(Type.Array(Type.String())),
  worksheet: Type.Optional(Type.String()),
  /** The row that names the columns, and what each of them is taken for. */
  header_row: Type.Number(),
  columns: Type.Array(ImportColumn),
  /** Fields that no column holds: nothing was read, until someone says which column it is. */
  missing: Type.Array(Type.Enum([...importFields])),
  added: Type.Number(),
  changed: Type.Number(),
  /** How many of the changed become another customer's, number, language or revision. */
  renamed: Type.Number(),
  unchanged: Type.Number(),
  added_rows: Type.Array(ImportRow),
  changed_rows: Type.Array(ImportRow),
  refused: Type.Array(Type.Object({ row: Type.Number(), reason: Type.String() })),
  /** How many rows were refused; `refused` lists the first of them. */
  refused_count: Type.Number(),
  /** Rows that are taken, but look as if a spreadsheet program had spoilt them. */
  warnings: Type.Array(Type.Object({ row: Type.Number(), warning: Type.String() })),
  warnings_count: Type.Number(),
  /** In a preview: what the library has of the sheet's customers, and the sheet has not. */
  absent: Type.Array(AbsentRow),
  absent_count: Type.Number(),
  /** The same by customer, beside how many entries the library has of each. */
  absent_customers: Type.Array(
    Type.Object({ customer: Type.String(), absent: Type.Number(), entries: Type.Number() }),
  ),
  written: Type.Boolean(),
  /** An undo names it; null if nothing was changed. */
  change_id: Type.Union([Type.String(), Type.Null()]),
});
export type ImportReport = Static<typeof ImportReport>;
