import { type Static, Type } from 'typebox';
import * as calls from './calls.ts';
import { SpreadsheetFormat } from './editing.ts';

export const auditSubjects = ['customer', 'document', 'file'] as const;
export type AuditSubject = (typeof auditSubjects)[number];

export const auditActions = [
  'added',
  'changed',
  'deleted',
  'restored',
  'uploaded',
  'replaced',
  'renamed',
] as const;
export type AuditAction = (typeof auditActions)[number];

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

/** The newest first; of everything, or of one row. `before` is the id the page ends before. */
export const listAudit = {
  ...calls.listAudit,
  query: Type.Object({
    subject: Type.Optional(Type.Enum([...auditSubjects])),
    subject_id: Type.Optional(Type.String({ pattern: '^\\d{1,15}$' })),
    before: Type.Optional(Type.String({ pattern: '^\\d{1,15}$' })),
  }),
  response: Type.Object({ data: Type.Array(AuditEntry), more: Type.Boolean() }),
} as const;

export const exportAudit = {
  ...calls.exportAudit,
  query: Type.Object({ format: SpreadsheetFormat }),
} as const;
