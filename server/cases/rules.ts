import type { Selectable } from 'kysely';
import type { Static } from 'typebox';
import { pendingStates } from '#contract/case-words.ts';
import type { CaseRule, saveCaseRule } from '#contract/cases.ts';
import { LibraryError } from '#contract/errors.ts';
import { findCustomerById } from '../catalogue/customers.ts';
import { standardKeyOf } from '../catalogue/standards/keys.ts';
import type { Change } from '../changes/change.ts';
import type { AuditFields } from '../changes/trail.ts';
import type { Db, Schema, Tx } from '../db/schema.ts';
import { siteOf } from './calendars.ts';
import { changedMeanwhile, recordCase } from './case-rows.ts';
import { requirePeople } from './people.ts';
import { addWorkingDays } from './working-days.ts';

export type Rule = Omit<Selectable<Schema['case_rules']>, 'customer_id' | 'version'>;

/** For customers without a rule: ten working days, as IATF 16949 asks (7.5.3.2.2). */
export const plainRule: Rule = {
  opens: 'new_revisions',
  opens_on_import: 0,
  days: 10,
  calendar_id: null,
  owner: null,
  four_eyes: 0,
};

export async function ruleOf(db: Db, customerId: number): Promise<Rule & { version: number }> {
  const found = await db
    .selectFrom('case_rules')
    .select(['opens', 'opens_on_import', 'days', 'calendar_id', 'owner', 'four_eyes', 'version'])
    .where('customer_id', '=', customerId)
    .executeTakeFirst();
  return found ?? { ...plainRule, version: 0 };
}

/** Who owns cases of a standard: its own owner, or its customer's. */
export async function ownerOf(
  db: Db,
  of: { customer_id: number; number_key: string },
  rule: Rule,
): Promise<string | null> {
  const own = await db
    .selectFrom('case_owners')
    .select('owner')
    .where('customer_id', '=', of.customer_id)
    .where('number_key', '=', of.number_key)
    .executeTakeFirst();
  return own?.owner ?? rule.owner;
}

/** The rule of every customer, by name. */
export async function listRules(db: Db): Promise<CaseRule[]> {
  const customers = await db
    .selectFrom('customers')
    .leftJoin('case_rules', 'case_rules.customer_id', 'customers.id')
    .select(['customers.id', 'customers.name', 'opens', 'opens_on_import', 'days'])
    .select(['calendar_id', 'owner', 'four_eyes', 'case_rules.version'])
    .orderBy('sort_key')
    .execute();
  const owners = await db.selectFrom('case_owners').selectAll().orderBy('doc_num').execute();
  const ownersOf = Map.groupBy(owners, ({ customer_id }) => customer_id);
  const pending = await pendingCounts(db);
  return customers.map((row) => {
    const days = row.days ?? plainRule.days;
    const isOtherwise = (one: (typeof pending)[number]) =>
      one.customer_id === row.id && (one.due_days !== days || one.calendar_id !== row.calendar_id);
    const otherwise = pending.filter(isOtherwise).reduce((sum, { cases }) => sum + cases, 0);
    return {
      customer_id: row.id,
      customer: row.name,
      opens: row.opens ?? plainRule.opens,
      opens_on_import: row.opens_on_import === 1,
      days,
      calendar_id: row.calendar_id,
      owner: row.owner,
      owners: (ownersOf.get(row.id) ?? []).map(({ doc_num, owner }) => ({ doc_num, owner })),
      four_eyes: row.four_eyes === 1,
      pending_otherwise: otherwise,
      version: row.version ?? 0,
    };
  });
}

async function pendingCounts(db: Db) {
  const rows = await db
    .selectFrom('cases')
    .select(['customer_id', 'due_days', 'calendar_id'])
    .select((select) => select.fn.countAll<number>().as('cases'))
    .where('state', 'in', pendingStates)
    .groupBy(['customer_id', 'due_days', 'calendar_id'])
    .execute();
  return rows.map((row) => ({ ...row, cases: Number(row.cases) }));
}

/** Changes a customer's rule. Pending cases keep their due day unless they are to follow. */
export async function writeRule(
  tx: Tx,
  sent: Static<typeof saveCaseRule.body>,
  change: Change,
): Promise<{ version: number }> {
  const { customer_id, owners, with_pending } = sent;
  const customer = await findCustomerById(tx, customer_id);
  if (customer === null) throw new LibraryError('not_found', 'Customer not found.');
  const { version, ...before } = await ruleOf(tx, customer_id);
  if (version !== sent.version) throw changedMeanwhile('Someone else changed this rule.');
  await requireCalendar(tx, sent.calendar_id);
  const rule: Rule = {
    opens: sent.opens,
    opens_on_import: sent.opens_on_import ? 1 : 0,
    days: sent.days,
    calendar_id: sent.calendar_id,
    owner: sent.owner,
    four_eyes: (sent.four_eyes ?? before.four_eyes === 1) ? 1 : 0,
  };
  const ownersBefore = await tx
    .selectFrom('case_owners')
    .select(['doc_num', 'owner'])
    .where('customer_id', '=', customer_id)
    .orderBy('doc_num')
    .execute();
  const ownersOf = (one: Pick<typeof sent, 'owner' | 'owners'>) => [
    one.owner,
    ...one.owners.map(({ owner }) => owner),
  ];
  await requirePeople(tx, ownersOf(sent), ownersOf({ ...before, owners: ownersBefore }));
  await tx
    .insertInto('case_rules')
    .values({ customer_id, ...rule, version: version + 1 })
    .onConflict((conflict) =>
      conflict.column('customer_id').doUpdateSet({ ...rule, version: version + 1 }),
    )
    .execute();
  await writeOwners(tx, customer_id, owners);
  await change.record([
    {
      action: 'changed',
      subject: 'case_rule',
      subject_id: customer_id,
      customer_id,
      before: ruleFields(customer.name, before, ownersBefore),
      after: ruleFields(customer.name, rule, owners),
    },
  ]);
  if (with_pending) await moveDueDays(tx, customer_id, rule, change);
  return { version: version + 1 };
}

async function requireCalendar(tx: Tx, id: number | null): Promise<void> {
  if (id === null) return;
  const found = await tx.selectFrom('calendars').select('id').where('id', '=', id).execute();
  if (found.length === 0) throw new LibraryError('bad_request', 'Calendar not found.');
}

async function writeOwners(
  tx: Tx,
  customer_id: number,
  owners: readonly { doc_num: string; owner: string }[],
): Promise<void> {
  await tx.deleteFrom('case_owners').where('customer_id', '=', customer_id).execute();
  const rows = owners.map(({ doc_num, owner }) => {
    const { number_key } = standardKeyOf({ customer_id, doc_num, language: null });
    return { customer_id, number_key, doc_num: doc_num.trim(), owner };
  });
  const byKey = new Map(rows.map((row) => [row.number_key, row]));
  for (const row of byKey.values()) await tx.insertInto('case_owners').values(row).execute();
}

/** Gives pending cases the due day of a changed rule. */
async function moveDueDays(tx: Tx, customer_id: number, rule: Rule, change: Change): Promise<void> {
  const site = await siteOf(tx, rule.calendar_id);
  const pending = await tx
    .selectFrom('cases')
    .selectAll()
    .where('customer_id', '=', customer_id)
    .where('state', 'in', pendingStates)
    .execute();
  for (const one of pending) {
    const due_on = addWorkingDays(one.due_from, rule.days, site);
    const after = { due_on, due_days: rule.days, calendar_id: rule.calendar_id };
    await recordCase(tx, one, after, `Due day by the changed rule: ${due_on}`, change);
  }
}

function ruleFields(
  customer: string,
  rule: Rule,
  owners: readonly { doc_num: string; owner: string }[],
): AuditFields {
  const byNumber = owners.map(({ doc_num, owner }) => `${doc_num}: ${owner}`);
  return { customer, ...rule, owners: byNumber.toSorted().join('; ') };
}
