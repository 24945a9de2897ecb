import { findCustomerById } from '../catalogue/customers.ts';
import { standardKeyOf } from '../catalogue/standards/keys.ts';
import { findStandard } from '../catalogue/standards/revisions.ts';
import { changeSaid, type Statement, saidFields } from '../catalogue/standards/statements.ts';
import type { AuditFields } from '../changes/trail.ts';
import { text, textOrNull, type UndoLine } from './plan.ts';

/** The fields of a line about a standard, and the columns that have them. */
const columnNames = {
  notice: 'notice_kind',
  notice_on: 'notice_on',
  remark: 'notice_remark',
  notice_revisions: 'notice_revisions',
  replaced_by_customer_id: 'replaced_by_customer_id',
  replaced_by_num: 'replaced_by_num',
  replaced_by_language: 'replaced_by_language',
  settled_order: 'settled_order',
} as const satisfies Record<string, keyof Statement>;

/** What was said of a standard is as it was before a line. */
export const undoStandard: UndoLine = async (tx, line, overwrite, change) => {
  const { before, after } = line;
  if (before === null || after === null || line.customer_id === null) return 'as it was';
  const customer = await findCustomerById(tx, line.customer_id);
  const doc_num = text(before['doc_num']);
  const language = textOrNull(before['language']);
  if (customer === null) {
    return { left: `The status or order of ${doc_num} stays: its customer was deleted.` };
  }
  const of = { customer: customer.name, customer_id: customer.id, doc_num, language };
  const standard = await findStandard(tx, standardKeyOf(of));
  const now = standard === null ? {} : await saidFields(tx, standard);
  const isSame = (name: string, a: AuditFields, b: AuditFields) =>
    (a[name] ?? null) === (b[name] ?? null);
  const changed = Object.entries(columnNames).filter(([name]) => !isSame(name, before, after));
  const isNow = (fields: AuditFields) => changed.every(([name]) => isSame(name, now, fields));
  if (isNow(before)) return 'as it was';
  if (!isNow(after) && !overwrite) return { now: { ...of, ...now } };
  const said = Object.fromEntries(changed.map(([name, column]) => [column, before[name] ?? null]));
  // Our own trail has nothing else there.
  await changeSaid(tx, { id: line.document_id ?? 0, ...of }, said as Partial<Statement>, change);
  return 'done';
};
