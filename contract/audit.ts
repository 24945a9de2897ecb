import { type Static, Type } from 'typebox';
import { auditActions } from './audit-actions.ts';
import * as calls from './calls.ts';
import * as consoleCalls from './console-calls.ts';
import { SpreadsheetFormat } from './editing.ts';

export const auditSubjects = ['customer', 'document', 'file', 'standard'] as const;
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

/** A row that was changed again after the change that is to be taken back. */
export const BuiltOn = Type.Object({
  /** The line of the trail that cannot be taken back unasked. */
  line_id: Type.Number(),
  subject: Type.Enum([...auditSubjects]),
  subject_id: Type.Number(),
  /** What it would be again; null: it would be deleted. */
  before: Fields,
  /** What it is now; null: it was deleted since. */
  now: Fields,
  /** Who changed it last, and when. */
  user: Type.String(),
  at: Type.String(),
});
export type BuiltOn = Static<typeof BuiltOn>;

/**
 * Takes a change back, as a change of its own. Where rows were changed again since, nothing is
 * written until `overwrite` says which of their lines are taken back all the same. A large change is
 * taken back by a job, which leaves such rows as they are.
 */
export const takeBack = {
  ...consoleCalls.takeBack,
  body: Type.Object({
    change_id: Type.String({ maxLength: 100 }),
    /** Chosen by the caller: the same one after a lost answer gives the change that was made before. */
    idempotency_key: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    /** Says what would happen, and writes nothing. */
    preview: Type.Optional(Type.Boolean()),
    /** Only this line of the change, however large that is. */
    line_id: Type.Optional(Type.Number()),
    overwrite: Type.Optional(
      Type.Array(Type.Number(), { maxItems: calls.mostLinesTakenBack, uniqueItems: true }),
    ),
  }),
  response: Type.Object({
    /** The change that took it back; null when nothing was written. */
    change_id: Type.Union([Type.String(), Type.Null()]),
    /** How many rows and files are, or would be, as they were. */
    rows: Type.Number(),
    built_on: Type.Array(BuiltOn),
    /** What stays, and why, in words. */
    left: Type.Array(Type.String()),
    /** Whether so many lines are taken back by a job, and the one that does it, once it has begun. */
    is_large: Type.Boolean(),
    job: Type.Union([Type.String(), Type.Null()]),
  }),
} as const;

const id = Type.String({ pattern: '^\\d{1,15}$' });
const time = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$' });

/** Which lines are wanted; all of them where nothing is said. */
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
  query: Type.Object({
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
  query: Type.Object({ ...Filter, before: Type.Optional(id) }),
  response: Type.Object({
    data: Type.Array(HistoryChange),
    next: Type.Union([Type.Number(), Type.Null()]),
    /** Everyone who changed something, to choose from. */
    people: Type.Array(Type.String()),
  }),
} as const;

export const exportAudit = {
  ...consoleCalls.exportAudit,
  query: Type.Object({ ...Filter, format: SpreadsheetFormat }),
} as const;
