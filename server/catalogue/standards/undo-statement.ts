import type { NoticeKind } from '#contract/revisions.ts';
import type { Change } from '../../changes/change.ts';
import type { AuditFields, FeedLine } from '../../changes/trail.ts';
import type { Tx } from '../../db/schema.ts';
import { findCustomerById } from '../customers.ts';
import { standardKeyOf } from './keys.ts';
import { findStandard } from './revisions.ts';
import { changeSaid, type Statement, saidFields } from './statements.ts';

const saidNames = [
  'notice',
  'notice_on',
  'remark',
  'notice_revisions',
  'replaced_by_customer_id',
  'replaced_by_num',
  'replaced_by_language',
  'settled_order',
] as const;

type StandardOutcome = 'done' | 'as it was' | { left: string } | { builtOn: AuditFields };

/** What was said of a standard is as it was before a line. */
export async function undoStandard(
  tx: Tx,
  line: FeedLine,
  overwrite: boolean,
  change: Change,
): Promise<StandardOutcome> {
  const { before, after } = line;
  if (before === null || after === null || line.customer_id === null) return 'as it was';
  const customer = await findCustomerById(tx, line.customer_id);
  const doc_num = String(before['doc_num']);
  const language = before['language'] === null ? null : String(before['language']);
  if (customer === null) {
    return { left: `What was said of ${doc_num} stays: its customer is not there any more.` };
  }
  const of = { customer: customer.name, customer_id: customer.id, doc_num, language };
  const standard = await findStandard(tx, standardKeyOf(of));
  const now = standard === null ? {} : await saidFields(tx, standard);
  const names = saidNames.filter((name) => (before[name] ?? null) !== (after[name] ?? null));
  const isNow = (fields: AuditFields) =>
    names.every((name) => (now[name] ?? null) === (fields[name] ?? null));
  if (isNow(before)) return 'as it was';
  if (!isNow(after) && !overwrite) return { builtOn: { ...of, ...now } };
  const id = line.document_id ?? 0;
  const back = columnsOf(before);
  const said = Object.fromEntries(
    names.map((name) => [columnNames[name], back[columnNames[name]]]),
  );
  await changeSaid(tx, { id, ...of }, said, change);
  return 'done';
}

const columnNames = {
  notice: 'notice_kind',
  notice_on: 'notice_on',
  remark: 'notice_remark',
  notice_revisions: 'notice_revisions',
  replaced_by_customer_id: 'replaced_by_customer_id',
  replaced_by_num: 'replaced_by_num',
  replaced_by_language: 'replaced_by_language',
  settled_order: 'settled_order',
} as const satisfies Record<(typeof saidNames)[number], keyof Statement>;

function columnsOf(fields: AuditFields): Statement {
  const text = (name: string) => {
    const value = fields[name] ?? null;
    return value === null ? null : String(value);
  };
  const customerId = fields['replaced_by_customer_id'] ?? null;
  return {
    // Our own trail has nothing else there.
    notice_kind: text('notice') as NoticeKind | null,
    notice_on: text('notice_on'),
    notice_remark: text('remark'),
    notice_revisions: text('notice_revisions'),
    replaced_by_customer_id: customerId === null ? null : Number(customerId),
    replaced_by_num: text('replaced_by_num'),
    replaced_by_language: text('replaced_by_language'),
    settled_order: text('settled_order'),
  };
}
