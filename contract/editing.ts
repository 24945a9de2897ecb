import { type Static, Type } from 'typebox';
import * as calls from './calls.ts';
import * as consoleCalls from './console-calls.ts';
import { Exact, Whole } from './exact.ts';
import { ManagedFile, UploadStatus } from './files.ts';
import { RevisionStatus } from './revisions.ts';
import { ScanState } from './scan.ts';

// The console's calls. A librarian's grid saves row by row: each row of an answer has the outcome of
// its own, and a row that another librarian changed meanwhile is refused with what it is now.

export const SpreadsheetFormat = Type.Enum(['csv', 'xlsx']);
export type SpreadsheetFormat = Static<typeof SpreadsheetFormat>;

/** How far a list knows the changes: the last line of the audit trail, the count of the files. */
export const AsOf = Type.Object({ audit: Type.Number(), files: Type.Number() });
export type AsOf = Static<typeof AsOf>;

export const ManagedCustomer = Type.Object({
  id: Type.Number(),
  version: Type.Number(),
  customer: Type.String(),
  documents: Type.Number(),
});
export type ManagedCustomer = Static<typeof ManagedCustomer>;

export const ManagedDocument = Type.Object({
  id: Type.Number(),
  version: Type.Number(),
  customer: Type.String(),
  doc_num: Type.String(),
  doc_desc: Type.String(),
  language: Type.Union([Type.String(), Type.Null()]),
  doc_rev: Type.String(),
  /** The day on which this revision was issued. */
  issued_on: Type.Union([Type.String(), Type.Null()]),
  revision_status: RevisionStatus,
  created_by_user: Type.String(),
  created_at: Type.String(),
  modified_by_user: Type.String(),
  modified_at: Type.String(),
  status: UploadStatus,
});
export type ManagedDocument = Static<typeof ManagedDocument>;

export const listManagedCustomers = {
  ...consoleCalls.listManagedCustomers,
  response: Type.Object({ data: Type.Array(ManagedCustomer), as_of: AsOf }),
} as const;

/** In order of id, from after the given one; of all customers or of one. */
export const listManagedDocuments = {
  ...consoleCalls.listManagedDocuments,
  query: Exact({
    customer_id: Type.Optional(Type.String({ pattern: '^\\d{1,15}$' })),
    after: Type.Optional(Type.String({ pattern: '^\\d{1,15}$' })),
  }),
  response: Type.Object({
    data: Type.Array(ManagedDocument),
    more: Type.Boolean(),
    as_of: AsOf,
  }),
} as const;

const rowsOf = <T extends Parameters<typeof Type.Array>[0]>(row: T) =>
  Exact({ rows: Type.Array(row, { minItems: 1, maxItems: calls.mostRowsAtOnce }) });

const text = Type.String({ maxLength: 4000 });
/** `id` and `version` of the row as it was read; both null for a new one. */
const rowIdentity = {
  id: Type.Union([Whole, Type.Null()]),
  version: Type.Union([Whole, Type.Null()]),
};

/** The outcome of each row, in the order they were sent. `current` null: it is deleted. */
const outcomeOf = <T extends Parameters<typeof Type.Array>[0]>(row: T) =>
  Type.Object({
    outcome: Type.Enum(['saved', 'refused', 'conflict']),
    /** Why not, in words. */
    reason: Type.Union([Type.String(), Type.Null()]),
    /** The row as it is now. */
    current: Type.Union([row, Type.Null()]),
  });

/** An undo names the `change_id`; null if nothing changed. */
const savedRows = <T extends Parameters<typeof Type.Array>[0]>(row: T) =>
  Type.Object({
    change_id: Type.Union([Type.String(), Type.Null()]),
    results: Type.Array(outcomeOf(row)),
  });

export const saveCustomers = {
  ...consoleCalls.saveCustomers,
  body: rowsOf(Exact({ ...rowIdentity, customer: text })),
  response: savedRows(ManagedCustomer),
} as const;

/** `customer` must name an existing customer; none is created. */
export const saveDocuments = {
  ...consoleCalls.saveDocuments,
  body: rowsOf(
    Exact({
      ...rowIdentity,
      customer: text,
      doc_num: text,
      doc_desc: text,
      language: Type.Union([text, Type.Null()]),
      doc_rev: text,
      /** A day; left out, it stays as it is. */
      issued_on: Type.Optional(Type.Union([text, Type.Null()])),
      /** Its file gets the name that the entry then has. */
      rename_file: Type.Optional(Type.Boolean()),
    }),
  ),
  response: Type.Object({
    ...savedRows(ManagedDocument).properties,
    files_renamed: Type.Number(),
    /** Files that could not be renamed, and why. */
    files_left: Type.Array(Type.String()),
  }),
} as const;

/** The entries with these identities, in their order; null where there is none. */
export const findDocuments = {
  ...consoleCalls.findDocuments,
  body: rowsOf(
    Exact({
      customer: text,
      doc_num: text,
      language: Type.Union([text, Type.Null()]),
      doc_rev: text,
    }),
  ),
  response: Type.Object({ data: Type.Array(Type.Union([ManagedDocument, Type.Null()])) }),
} as const;

const Deleted = Type.Object({
  /** Undoing it names it. */
  change_id: Type.String(),
  deleted: Type.Number(),
});

/** A customer with many documents is deleted by a job: then only `job` is not null. */
const DeletedCustomer = Type.Object({
  change_id: Type.Union([Type.String(), Type.Null()]),
  deleted: Type.Number(),
  job: Type.Union([Type.String(), Type.Null()]),
});

/** All or none: when a row was changed meanwhile the call is refused with `changed_meanwhile`. */
export const deleteDocuments = {
  ...consoleCalls.deleteDocuments,
  body: rowsOf(Exact({ id: Whole, version: Whole })),
  response: Deleted,
} as const;

/** A customer with documents is refused with `customer_has_documents` until the call says what happens to them. */
export const deleteCustomer = {
  ...consoleCalls.deleteCustomer,
  body: Exact({
    id: Whole,
    version: Whole,
    documents: Type.Optional(
      Type.Union([
        Exact({ action: Type.Literal('delete') }),
        Exact({ action: Type.Literal('move'), to_id: Whole }),
      ]),
    ),
  }),
  response: DeletedCustomer,
} as const;

/** What changed since a list was read. `reload`: too much, read the lists again. */
export const listChanges = {
  ...consoleCalls.listChanges,
  query: Exact({
    audit: Type.String({ pattern: '^\\d{1,15}$' }),
    files: Type.String({ pattern: '^\\d{1,15}$' }),
  }),
  response: Type.Object({
    as_of: AsOf,
    reload: Type.Boolean(),
    customers: Type.Array(ManagedCustomer),
    documents: Type.Array(ManagedDocument),
    files: Type.Array(ManagedFile),
    deleted: Type.Object({
      customers: Type.Array(Type.Number()),
      documents: Type.Array(Type.Number()),
      files: Type.Array(Type.Number()),
    }),
    scan: ScanState,
  }),
} as const;

/** With `check`, an export only answers whether it would be refused: a refused download has no words. */
export const ExportQuery = {
  format: SpreadsheetFormat,
  check: Type.Optional(Type.Literal('only')),
};
export const exportCatalogue = {
  ...consoleCalls.exportCatalogue,
  query: Exact(ExportQuery),
} as const;
