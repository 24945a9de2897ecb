import type { AuditEntry } from '#contract/audit.ts';
import { noLanguage } from '#contract/file-name.ts';
import { revisionDays, type RevisionKind, revisionKindNames } from '#contract/revision-words.ts';

export type FieldChange = { field: string; before: string | null; after: string | null };

/** The fields that differ before and after a change; null where there was or is nothing. */
export function fieldChanges({
  before,
  after,
}: Pick<AuditEntry, 'before' | 'after'>): FieldChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields]
    .filter((field) => !unshown.has(field))
    .map((field) => ({
      field: fieldNames[field] ?? field,
      before: before === null ? null : valueText(field, before[field]),
      after: after === null ? null : valueText(field, after[field]),
    }))
    .filter((change) => change.before !== change.after);
}

/** The customer, document, file or standard that a line is about. */
export function subjectText({
  subject,
  subject_id,
  before,
  after,
}: Pick<AuditEntry, 'subject' | 'subject_id' | 'before' | 'after'>): string {
  const fields = after ?? before ?? {};
  if (subject === 'customer') return String(fields['customer'] ?? `Customer ${subject_id}`);
  if (subject === 'file') return String(fields['path'] ?? fields['name'] ?? `File ${subject_id}`);
  if (subject === 'case_rule') return `Rule for cases of ${fields['customer']}`;
  if (subject === 'calendar') return `Calendar ${fields['name']}`;
  const language = fields['language'] ?? noLanguage;
  if (fields['doc_num'] === undefined) return `Standard number ${subject_id}`;
  if (subject === 'standard') return `${fields['doc_num']} · ${language}, all revisions`;
  const document = `${fields['doc_num']} · ${language} · Rev. ${fields['doc_rev']}`;
  if (subject === 'note') return `Note on ${document}`;
  return subject === 'case' ? `Change case of ${document}` : document;
}

const fieldNames: Record<string, string> = {
  customer: 'Customer',
  doc_num: 'Standard Number',
  doc_desc: 'Description',
  language: 'Language',
  doc_rev: 'Revision',
  ...revisionDays,
  stated_kind: 'Kind of revision',
  stated_amends: 'Amends',
  reason: 'Reason',
  notice: 'Notice',
  notice_on: 'Since',
  remark: 'Remark',
  notice_revisions: 'Only of revisions',
  replaced_by_customer: 'Replaced by, customer',
  replaced_by_num: 'Replaced by, number',
  replaced_by_language: 'Replaced by, language',
  settled_order: 'Order, newest first',
  path: 'File',
  name: 'File',
  bytes: 'Bytes',
  what: 'Done',
  state: 'State',
  owner: 'Owner',
  verdict: 'Verdict',
  notified_on: 'Notified',
  received_on: 'Received',
  due_on: 'Due',
  reviewed_on: 'Reviewed',
  implemented_on: 'Implemented',
  lines: 'Lines',
  kind: 'Kind',
  page: 'Page',
  group: 'For',
  hidden: 'Hidden because',
  version: 'Version',
};

/** An id beside the name of what it is of, and the place where a replaced file is kept. */
const unshown = new Set(['replaced_by_customer_id', 'kept']);

const noticeNames: Record<string, string> = {
  withdrawn: 'Withdrawn',
  replaced: 'Replaced by another standard',
  not_for_new_design: 'Not for new design',
};

/** It is kept as a list in JSON. */
function orderText(list: string): string {
  try {
    return (JSON.parse(list) as string[]).join(', ');
  } catch {
    return list;
  }
}

function valueText(field: string, value: string | number | null | undefined): string | null {
  if (value === null || value === undefined) return field === 'language' ? noLanguage : null;
  if (field === 'stated_kind') return revisionKindNames[value as RevisionKind] ?? String(value);
  if (field === 'notice') return noticeNames[value] ?? String(value);
  if (field === 'state' || field === 'verdict') return String(value).replace('_', ' ');
  if (field === 'settled_order') return orderText(String(value));
  return value === '' ? null : String(value);
}
