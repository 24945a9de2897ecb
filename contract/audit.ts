import { type Static, Type } from 'typebox';
import { auditActions } from './audit-actions.ts';
import * as calls from './calls.ts';
import * as consoleCalls from './console-calls.ts';
import { ExportQuery } from './editing.ts';
import { Exact, Whole } from './exact.ts';

export const auditSubjects = [
  'customer',
  'document',
  'file',
  'standard',
  'note',
  'case',
  'case_rule',
  'calendar',
] as const;
export type AuditSubject = (typeof auditSubjects)[number];

const Fields = Type.Union([
  Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Null()])),
  Type.Null(),
]);

/** One line of the audit trail: who, when, what, before, after. */
export const AuditEntry = Type.Object({
  id: Type.Number(),
  at: Type.String(),
  user: Type.String(),
  change_id: Type.String(),
  action: Type.Enum([...auditActions]),
  subject: Type.Enum([...auditSubjects]),
  subject_id: Type.Number(),
  before: Fields,
  after: Fields,
});
export type AuditEntry = Static<typeof AuditEntry>;

/** A row that was changed again after the change to undo. */
export const BuiltOn = Type.Object({
  /** The line of the trail that is undone only if `overwrite` names it. */
  line_id: Type.Number(),
  subject: Type.Enum([...auditSubjects]),
  subject_id: Type.Number(),
  /** The row after the undo; null: it would be deleted. */
  before: Fields,
  /** The row now; null: it was deleted since. */
  now: Fields,
  /** Who changed it last, and when. */
  user: Type.String(),
  at: Type.String(),
});
export type BuiltOn = Static<typeof BuiltOn>;

/**
 * Undoes a change; the undo is a new change. If rows were changed again since, nothing is
 * written until `overwrite` names the lines to undo anyway. A large change is undone by a job,
 * which leaves rows that were changed again.
 */
export const undoChange = {
  ...consoleCalls.undoChange,
  body: Exact({
    change_id: Type.String({ maxLength: 100 }),
    /** Returns what would happen, and writes nothing. */
    preview: Type.Optional(Type.Boolean()),
    /** Only this line of the change, however large that is. */
    line_id: Type.Optional(Whole),
    overwrite: Type.Optional(
      Type.Array(Whole, { maxItems: calls.mostLinesUndone, uniqueItems: true }),
    ),
  }),
  response: Type.Object({
    /** The change that is the undo; null if nothing was written. */
    change_id: Type.Union([Type.String(), Type.Null()]),
    /** How many rows and files are, or would be, restored. */
    rows: Type.Number(),
    built_on: Type.Array(BuiltOn),
    /** What could not be undone, and why. */
    left: Type.Array(Type.String()),
    /** Whether the change is large enough for a job, and that job once it has started. */
    is_large: Type.Boolean(),
    job: Type.Union([Type.String(), Type.Null()]),
  }),
} as const;

const id = Type.String({ pattern: '^\\d{1,15}$' });
const time = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' });

/** Filters of the lines; without any, all lines. */
const Filter = {
  user: Type.Optional(Type.String({ maxLength: 200 })),
  action: Type.Optional(Type.Enum([...auditActions])),
  customer_id: Type.Optional(id),
  /** A standard number that the entry has, or had once; signs and capitals do not matter. */
  doc_num: Type.Optional(Type.String({ maxLength: 400 })),
  /** From this time on, and before that one. */
  from: Type.Optional(time),
  to: Type.Optional(time),
};
export type HistoryFilter = Static<Type.TObject<typeof Filter>>;

/** Lines, the newest first; of one row or of one change too. `before` is the id the page ends before. */
export const listAudit = {
  ...consoleCalls.listAudit,
  query: Exact({
    ...Filter,
    subject: Type.Optional(Type.Enum([...auditSubjects])),
    subject_id: Type.Optional(id),
    change_id: Type.Optional(Type.String({ maxLength: 100 })),
    before: Type.Optional(id),
  }),
  response: Type.Object({ data: Type.Array(AuditEntry), more: Type.Boolean() }),
} as const;

/** All that one request or command changed. */
const HistoryChange = Type.Object({
  change_id: Type.String(),
  at: Type.String(),
  user: Type.String(),
  /** What an import is called, such as `Import of issued.csv: 3 changed`; null for any other change. */
  title: Type.Union([Type.String(), Type.Null()]),
  /** How many lines it has, and the first of those that were asked for. */
  lines: Type.Number(),
  shown: Type.Array(AuditEntry),
});
export type HistoryChange = Static<typeof HistoryChange>;

/** Changes of which a line is wanted, the newest first. `next`: where the next page begins. */
export const listHistory = {
  ...consoleCalls.listHistory,
  query: Exact({ ...Filter, before: Type.Optional(id) }),
  response: Type.Object({
    data: Type.Array(HistoryChange),
    next: Type.Union([Type.Number(), Type.Null()]),
    /** Everyone who changed something, to choose from. */
    people: Type.Array(Type.String()),
  }),
} as const;

export const exportAudit = {
  ...consoleCalls.exportAudit,
  query: Exact({ ...Filter, ...ExportQuery }),
} as const;
