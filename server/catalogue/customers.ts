import type { Customer } from '#contract/catalogue.ts';
import type { Change } from '../changes/change.ts';
import type { AuditLine } from '../changes/trail.ts';
import type { Db, Tx } from '../db/schema.ts';
import { naturalKeyOf } from '#contract/natural-order.ts';
import { countRows } from '../db/count-rows.ts';
import { inPages } from '../db/pages.ts';

// A page of rows holds the event loop for about 5 ms.
const rowsAtOnce = 400;

/** All customers in natural order, in pages. */
export async function* customersInOrder(db: Db): AsyncGenerator<Customer[]> {
  for await (const rows of customerRowsInOrder(db)) {
    yield rows.map(({ name }) => ({ customer: name }));
  }
}

/** The same, with the ids that no reader needs. */
export function customerRowsInOrder(db: Db) {
  return inPages(rowsAtOnce, { sort_key: '', id: 0 }, ({ sort_key, id }) =>
    db
      .selectFrom('customers')
      .select(['id', 'name', 'sort_key'])
      .where((where) => where(where.refTuple('sort_key', 'id'), '>', where.tuple(sort_key, id)))
      .orderBy('sort_key')
      .orderBy('id'),
  );
}

export type CatalogueCustomer = {
  id: number;
  name: string;
  version: number;
  documents_version: number;
};

export async function findCustomer(db: Db, name: string): Promise<CatalogueCustomer | null> {
  const found = await customerRows(db).where('name_key', '=', customerKey(name)).executeTakeFirst();
  return found ?? null;
}

export async function findCustomerById(db: Db, id: number): Promise<CatalogueCustomer | null> {
  return (await customerRows(db).where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function countDocuments(db: Db, customerId: number): Promise<number> {
  return countRows(db.selectFrom('documents').where('customer_id', '=', customerId));
}

function customerRows(db: Db) {
  return db.selectFrom('customers').select(['id', 'name', 'version', 'documents_version']);
}

/** Letter case, Unicode form and blanks do not make another customer. */
export function customerKey(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** What a customer's name is in the table, with the keys made from it. */
export function customerColumns(name: string) {
  return { name, name_key: customerKey(name), sort_key: naturalKeyOf([name]) };
}

/** Adds a customer, or restores one under the id that it had. */
export async function addCustomer(
  tx: Tx,
  name: string,
  change: Change,
  restored?: { id: number },
): Promise<number> {
  const { id } = await tx
    .insertInto('customers')
    .values({ ...restored, ...customerColumns(name) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await change.record([customerLine(restored ? 'restored' : 'added', id, null, name)]);
  return id;
}

export async function renameCustomer(
  tx: Tx,
  { id, name }: Pick<CatalogueCustomer, 'id' | 'name'>,
  to: string,
  change: Change,
): Promise<void> {
  await tx.updateTable('customers').set(customerColumns(to)).where('id', '=', id).execute();
  await change.record([customerLine('changed', id, name, to)]);
}

/** Deletes a customer that has no documents. */
export async function deleteEmptyCustomer(
  tx: Tx,
  { id, name }: Pick<CatalogueCustomer, 'id' | 'name'>,
  change: Change,
): Promise<void> {
  await tx.deleteFrom('customers').where('id', '=', id).execute();
  await change.record([customerLine('deleted', id, name, null)]);
}

/** One line of the audit trail about a customer. */
export function customerLine(
  action: AuditLine['action'],
  id: number,
  before: string | null,
  after: string | null,
): AuditLine {
  const fields = (customer: string | null) => (customer === null ? null : { customer });
  return {
    action,
    subject: 'customer',
    subject_id: id,
    customer_id: id,
    before: fields(before),
    after: fields(after),
  };
}
