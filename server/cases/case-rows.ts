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

export function requireVersion(row: CaseRow, version: number): void {
  if (row.version !== version) throw changedMeanwhile('Someone else changed this case.');
}

export function changedMeanwhile(what: string): LibraryError {
  return new LibraryError('changed_meanwhile', `${what} Check it, then repeat your change.`);
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
  await recordLine(after, caseFields(before), { ...caseFields(after), what }, change);
  return version;
}

/** Adds a line about a case to the trail; a new one was nothing before. */
export function recordLine(
  { id, customer_id, document_id }: CaseRow,
  before: AuditFields | null,
  after: AuditFields,
  change: Change,
): Promise<void> {
  const about = { subject: 'case', subject_id: id, customer_id, document_id } as const;
  const action = before === null ? 'added' : 'changed';
  return change.record([{ action, ...about, before, after }]);
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

export function standardsCases(db: Db, { customer_id, number_key, language_key }: StandardKey) {
  return db
    .selectFrom('cases')
    .where('customer_id', '=', customer_id)
    .where('number_key', '=', number_key)
    .where('language_key', '=', language_key);
}

/** Whether another case is about the same revision or notice. */
export async function hasOtherCase(
  tx: Tx,
  of: StandardKey & Pick<CaseRow, 'doc_rev' | 'reason'>,
  ownId: number | null,
): Promise<boolean> {
  const found = await standardsCases(tx, of)
    .select('id')
    .where('doc_rev', '=', of.doc_rev)
    .where('reason', '=', of.reason)
    .where('state', '<>', 'withdrawn')
    .execute();
  return found.some(({ id }) => id !== ownId);
}
