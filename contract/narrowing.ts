import { Type } from 'typebox';
import * as calls from './calls.ts';
import * as consoleCalls from './console-calls.ts';
import { AsOf, ManagedDocument } from './editing.ts';
import { Exact, Whole } from './exact.ts';
import { ManagedFile } from './files.ts';
import { uploadStatuses, verdicts } from './upload-status.ts';

// Libraries that are too large for a browser: a librarian narrows them first, by at least one of these.

const narrowing = {
  customer_id: Type.Optional(Type.String({ pattern: '^\\d{1,15}$' })),
  /** Words, each of which is in one of the texts of a row. */
  text: Type.Optional(Type.String({ minLength: 1, maxLength: calls.mostLettersOfNarrowing })),
};

const leastOne = { minProperties: 1 };

/** The words are in customer, number, description, language or revision. */
const DocumentNarrowing = Exact(
  { ...narrowing, status: Type.Optional(Type.Enum([...uploadStatuses])) },
  leastOne,
);

/** The words are in path or title. */
const FileNarrowing = Exact(
  { ...narrowing, verdict: Type.Optional(Type.Enum([...verdicts])) },
  leastOne,
);

const narrowedRows = <T extends Parameters<typeof Type.Array>[0]>(row: T) =>
  Type.Object({
    /** The first `mostRowsShown`, in order of id. */
    data: Type.Array(row),
    /** How many match. */
    found: Type.Number(),
    as_of: AsOf,
  });

export const narrowDocuments = {
  ...consoleCalls.narrowDocuments,
  query: DocumentNarrowing,
  response: narrowedRows(ManagedDocument),
} as const;

export const narrowFiles = {
  ...consoleCalls.narrowFiles,
  query: FileNarrowing,
  response: narrowedRows(ManagedFile),
} as const;

const numbers = Type.Array(Whole, { minItems: 1, maxItems: calls.mostDocumentsAtOnce });

/**
 * Deletes many documents by a job, all or none: those with these ids, as they were in these versions, or all
 * that match a narrowing.
 */
export const deleteManyDocuments = {
  ...consoleCalls.deleteManyDocuments,
  body: Type.Union([
    Exact({ ids: numbers, versions: numbers }),
    Exact({
      narrowing: DocumentNarrowing,
      /** How many the librarian saw; with another number nothing is deleted. */
      found: Whole,
    }),
  ]),
  response: Type.Object({ job: Type.String() }),
} as const;

/** What the deletion of these documents, or of all that match a narrowing, would touch. */
export const countDeletion = {
  ...consoleCalls.countDeletion,
  body: Type.Union([Exact({ ids: numbers }), Exact({ narrowing: DocumentNarrowing })]),
  response: Type.Object({
    rows: Type.Integer(),
    /** Pending change cases, which it would withdraw. */
    cases: Type.Integer(),
  }),
} as const;
