import { type Static, Type } from 'typebox';
import * as consoleCalls from './console-calls.ts';
import { SpreadsheetFormat } from './editing.ts';
import { Exact } from './exact.ts';
import { ImportReport } from './importing.ts';

// An import is a job, and so are the deletion of many rows and the undo of a large change: it goes on when
// the tab is closed, can be cancelled, and has a result afterwards.

/** How far a job is; from `done` on it has ended. */
export const JobState = Type.Enum([
  /** Until a server has time for it, and its files are read. */
  'waiting',
  'reading',
  'checking',
  'writing',
  /** Cancelled or failed while it wrote: its changes are being undone. */
  'undoing',
  'done',
  /** Some rows were refused, so nothing was imported. */
  'refused',
  'cancelled',
  'failed',
]);
export type JobState = Static<typeof JobState>;

/** What a job does; `compare`: the comparison of a change case. */
const JobKind = Type.Enum(['import', 'preview', 'undo', 'delete', 'compare']);
export type JobKind = Static<typeof JobKind>;

/** The result of undoing a large change. */
export const UndoReport = Type.Object({
  /** The change that is the undo; null if everything was as before already. */
  change_id: Type.Union([Type.String(), Type.Null()]),
  /** How many rows are as before. */
  rows: Type.Number(),
  /** How many rows stay, mostly as others changed them since; `stays` says which, of the first thousand. */
  stays_count: Type.Number(),
  stays: Type.Array(Type.String()),
});
export type UndoReport = Static<typeof UndoReport>;

/** The result of deleting many rows. */
export const DeletionReport = Type.Object({
  /** The change that deleted them; null until the job has ended. */
  change_id: Type.Union([Type.String(), Type.Null()]),
  deleted: Type.Number(),
});
export type DeletionReport = Static<typeof DeletionReport>;

export const ImportJob = Type.Object({
  id: Type.String(),
  kind: JobKind,
  by_user: Type.String(),
  /** The name of the sheet, or in words the change that is undone or the rows that are deleted. */
  file_name: Type.String(),
  /** The change that it undoes; null for any other job. */
  undoes: Type.Union([Type.String(), Type.Null()]),
  state: JobState,
  /** Of the step it is at; null until the sheet is read. */
  rows_total: Type.Union([Type.Number(), Type.Null()]),
  rows_done: Type.Number(),
  started_at: Type.String(),
  finished_at: Type.Union([Type.String(), Type.Null()]),
  cancelled_by: Type.Union([Type.String(), Type.Null()]),
  fault: Type.Union([Type.String(), Type.Null()]),
  /** What it did or would do; null until it has ended. */
  report: Type.Union([ImportReport, Type.Null()]),
  /** The same for an undo. */
  undone: Type.Union([UndoReport, Type.Null()]),
  /** Null for a job that deletes nothing. */
  deletion: Type.Union([DeletionReport, Type.Null()]),
  /** The names before 1.0.0, until 1.1: a page that was loaded before an update reads them. */
  takes_back: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  called_off_by: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  taken_back: Type.Optional(Type.Union([UndoReport, Type.Null()])),
});
export type ImportJob = Static<typeof ImportJob>;

const oneJob = Type.Object({ job: ImportJob });
const named = Exact({ id: Type.String({ maxLength: 100 }) });

/**
 * The spreadsheet is the body. `preview=yes` writes nothing; `keep_going=yes` leaves bad rows out;
 * `columns` says what each column holds, as fields between commas with nothing for one to pass over.
 * A job that ends soon is answered with its report; any other is asked for again.
 */
export const importCatalogue = {
  ...consoleCalls.importCatalogue,
  query: Exact({
    format: SpreadsheetFormat,
    name: Type.Optional(Type.String({ maxLength: 300 })),
    preview: Type.Optional(Type.Enum(['yes'])),
    keep_going: Type.Optional(Type.Enum(['yes'])),
    /** The worksheet of a workbook; without it the one with the headings. */
    worksheet: Type.Optional(Type.String({ maxLength: 200 })),
    columns: Type.Optional(Type.String({ maxLength: 4000, pattern: '^[a-z_,]*$' })),
  }),
  response: oneJob,
} as const;

/** What is running, of all users: an import, a deletion or an undo; and the last import and undo that ended. */
export const listImportJobs = {
  ...consoleCalls.listImportJobs,
  response: Type.Object({
    running: Type.Union([ImportJob, Type.Null()]),
    last: Type.Union([ImportJob, Type.Null()]),
    last_undone: Type.Union([ImportJob, Type.Null()]),
  }),
} as const;

export const readImportJob = {
  ...consoleCalls.readImportJob,
  query: named,
  response: oneJob,
} as const;

/** Cancels it; its changes are undone. */
export const cancelImport = {
  ...consoleCalls.cancelImport,
  body: named,
  response: oneJob,
} as const;
