// No schema here: the console imports it whole.

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
