import type { Selectable } from 'kysely';
import { LibraryError } from '#contract/errors.ts';
import type { Change } from '../changes/change.ts';
import type { AuditFields } from '../changes/trail.ts';
import type { StandardKey } from '../catalogue/standards/keys.ts';
import type { Db, Schema, Tx } from '../db/schema.ts';
import { keepDueDays } from './due-days.ts';

export type CaseRow = Selectable<Schema['cases']>;

export async function findCase(db: Db, id: number): Promise<CaseRow | null> {
  return (await db.selectFrom('cases').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function requireCase(db: Db, id: number): Promise<CaseRow> {
  const found = await findCase(db, id);
  if (found === null) throw new LibraryError('not_found', 'Case not found.');
  return found;
}

/** Of a case that someone else changed since it was read. */
export function requireVersion(row: CaseRow, version: number): void {
  if (row.version === version) return;
  throw new LibraryError(
    'changed_meanwhile',
    'Someone else changed this case. Check it, then repeat your change.',
  );
}

/** Changes a case, with a line of the trail that says what was done, and keeps its due days. Returns the new version. */
export async function recordCase(
  tx: Tx,
  before: CaseRow,
  changed: Partial<CaseRow>,
  what: string,
  change: Change,
  /** The day, of `case_days`, that the due day follows from. */
  cause?: number,
): Promise<number> {
  const version = before.version + 1;
  const after = { ...before, ...changed, version };
  await keepDueDays(
    tx,
    before,
    after,
    { why: what, ...(cause === undefined ? {} : { cause }) },
    change,
  );
  await tx
    .updateTable('cases')
    .set({ ...changed, version })
    .where('id', '=', before.id)
    .execute();
  await change.record([
    {
      action: 'changed',
      subject: 'case',
      subject_id: before.id,
      customer_id: before.customer_id,
      document_id: before.document_id,
      previous_customer_id: null,
      before: caseFields(before),
      after: { ...caseFields(after), what },
    },
  ]);
  return version;
}

/** A case in the trail. */
export function caseFields(row: CaseRow): AuditFields {
  const { customer, doc_num, language, doc_rev, state, owner, verdict } = row;
  const { notified_on, received_on, due_on, reviewed_on, implemented_on } = row;
  return {
    customer,
    doc_num,
    language,
    doc_rev,
    state,
    owner,
    verdict,
    notified_on,
    received_on,
    due_on,
    reviewed_on,
    implemented_on,
  };
}

/** Whether another case is about the same revision or notice. */
export async function hasOtherCase(
  tx: Tx,
  of: StandardKey & Pick<CaseRow, 'doc_rev' | 'reason'>,
  ownId: number | null,
): Promise<boolean> {
  const found = await tx
    .selectFrom('cases')
    .select('id')
    .where('customer_id', '=', of.customer_id)
    .where('number_key', '=', of.number_key)
    .where('language_key', '=', of.language_key)
    .where('doc_rev', '=', of.doc_rev)
    .where('reason', '=', of.reason)
    .where('state', '<>', 'withdrawn')
    .execute();
  return found.some(({ id }) => id !== ownId);
}
