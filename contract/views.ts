import { Type } from 'typebox';
import * as calls from './calls.ts';
import * as consoleCalls from './console-calls.ts';
import { AsOf, ManagedDocument } from './editing.ts';
import { Exact, Whole } from './exact.ts';
import { ManagedFile } from './files.ts';

// Windows of sheets that are too large for a browser: the server arranges the rows, and a console
// asks for those in sight.

const name = Type.String({ maxLength: 100 });
const text = Type.String({ maxLength: 4000 });

const sortKey = Exact({ column: name, descending: Type.Boolean() });

const windowBody = {
  arrangement: Exact({
    sort: Type.Union([
      Exact({
        ...sortKey.properties,
        thenBy: Type.Optional(Type.Array(sortKey, { maxItems: 10 })),
      }),
      Type.Null(),
    ]),
    filters: Type.Record(name, text),
    search: text,
  }),
  /** The reader's zone, such as Europe/Berlin: times are found as they are shown. */
  zone: name,
  /** The view of the window; null to arrange the rows as they are now. */
  view: Type.Union([name, Type.Null()]),
  from: Whole,
  count: Type.Integer({ minimum: 1, maximum: calls.mostRowsInWindow }),
};

const windowOf = <T extends Parameters<typeof Type.Array>[0]>(row: T) =>
  Type.Object({
    /** A new view, if the requested one has expired. */
    view: name,
    /** How many rows pass the filters, and how many there are. */
    found: Type.Number(),
    total: Type.Number(),
    /** How many of all rows show which status or verdict. */
    counts: Type.Record(Type.String(), Type.Number()),
    data: Type.Array(row),
    as_of: AsOf,
  });

export const viewDocuments = {
  ...consoleCalls.viewDocuments,
  body: Exact({ ...windowBody, customer_id: Type.Union([Whole, Type.Null()]) }),
  response: windowOf(ManagedDocument),
} as const;

const numbers = Type.Array(Whole, { minItems: 1, maxItems: calls.mostDocumentsAtOnce });

/**
 * Deletes many documents by a job, all or none: those with these ids, as they were in these versions, or all
 * that a view found.
 */
export const deleteManyDocuments = {
  ...consoleCalls.deleteManyDocuments,
  body: Type.Union([
    Exact({ ids: numbers, versions: numbers }),
    Exact({
      arrangement: windowBody.arrangement,
      zone: windowBody.zone,
      view: windowBody.view,
      customer_id: Type.Union([Whole, Type.Null()]),
      /** How many rows the librarian saw; with another number nothing is deleted. */
      found: Whole,
    }),
  ]),
  response: Type.Object({ job: Type.String() }),
} as const;

export const viewFiles = {
  ...consoleCalls.viewFiles,
  body: Exact(windowBody),
  response: windowOf(ManagedFile),
} as const;
