import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ManagedCustomer, ManagedDocument } from '#contract/editing.ts';
import type { Db } from '../db/schema.ts';
import { statusesOf } from '../matching/status.ts';
import { inPages } from '../db/pages.ts';
import { type EntryFields, tidyEntry } from '#contract/entry.ts';
import { noLanguage } from '#contract/file-name.ts';
import { customerKey } from '../catalogue/customers.ts';
import { documentsByFileKey, fileKeyOf, isSameDocument } from '../catalogue/documents.ts';
import { portionsOf } from '../db/portions.ts';

// A portion holds the event loop for some milliseconds; between portions others get their turn.
const rowsAtOnce = 500;

/** All customers by id. */
export async function allCustomers(db: Db): Promise<ManagedCustomer[]> {
  const rows = customerRows(db).orderBy('id');
  const pages = inPages(rowsAtOnce, { id: 0 }, ({ id }) => rows.where('id', '>', id));
  return (await Array.fromAsync(pages)).flat();
}

export async function customersById(db: Db, ids: readonly number[]): Promise<ManagedCustomer[]> {
  return inPortions(ids, (portion) => customerRows(db).where('id', 'in', portion).execute());
}

function customerRows(db: Db) {
  return db
    .selectFrom('customers')
    .select(['id', 'version', 'name as customer'])
    .select(
      sql<number>`(select count(*) from documents where customer_id = customers.id)`.as(
        'documents',
      ),
    );
}

/** At most `limit` documents after this id, with the state of their files. */
export async function documentsAfter(
  db: Db,
  after: number,
  customerId: number | null,
  limit: number,
): Promise<ManagedDocument[]> {
  const documents: ManagedDocument[] = [];
  while (documents.length < limit) {
    const from = documents.at(-1)?.id ?? after;
    let query = documentRows(db).where('documents.id', '>', from);
    if (customerId !== null) query = query.where('customer_id', '=', customerId);
    const rows = await query.orderBy('documents.id').limit(rowsAtOnce).execute();
    documents.push(...(await withStatus(db, rows)));
    if (rows.length < rowsAtOnce) break;
    await setImmediate();
  }
  return documents;
}

export async function documentsById(db: Db, ids: readonly number[]): Promise<ManagedDocument[]> {
  return inPortions(ids, async (portion) =>
    withStatus(
      db,
      await documentRows(db).where('documents.id', 'in', portion).orderBy('documents.id').execute(),
    ),
  );
}

function documentRows(db: Db) {
  return (
    db
      .selectFrom('documents')
      .innerJoin('customers', 'customers.id', 'documents.customer_id')
      .leftJoin('revisions', 'revisions.document_id', 'documents.id')
      .select(['documents.id', 'documents.version', 'customers.name as customer'])
      .select(['doc_num', 'doc_desc', 'language', 'doc_rev', 'issued_on'])
      // An entry that a node of an older version added is placed with the next change.
      .select((select) =>
        select.fn.coalesce('revisions.status', select.val('unsure' as const)).as('revision_status'),
      )
      .select(['created_by_user', 'created_at', 'modified_by_user', 'modified_at'])
  );
}

async function withStatus(
  db: Db,
  rows: readonly Omit<ManagedDocument, 'status'>[],
): Promise<ManagedDocument[]> {
  const ids = rows.map(({ id }) => id);
  const statuses = await statusesOf(db, ids);
  const none = { code: 'no_file', file: null, fault: null } as const;
  return rows.map((row) => ({ ...row, status: statuses.get(row.id) ?? none }));
}

async function inPortions<R>(
  ids: readonly number[],
  read: (portion: readonly number[]) => Promise<R[]>,
): Promise<R[]> {
  const rows: R[] = [];
  for (const portion of portionsOf(ids, rowsAtOnce)) {
    if (rows.length > 0) await setImmediate();
    rows.push(...(await read(portion)));
  }
  return rows;
}

// Each is looked for by its file's key, which costs more than a row that is read.
const identitiesAtOnce = 25;

/** The entry of each identity, as the import would find it; null where there is none. */
export async function findByIdentity(
  db: Db,
  rows: readonly Omit<EntryFields, 'doc_desc'>[],
): Promise<(ManagedDocument | null)[]> {
  const ids: (number | null)[] = [];
  for (const portion of portionsOf(rows, identitiesAtOnce)) {
    await setImmediate();
    const asked = portion.map((row) =>
      tidyEntry({ ...row, language: row.language ?? noLanguage, doc_desc: '' }),
    );
    const keys = asked.map(fileKeyOf);
    const known = await documentsByFileKey(db, keys);
    for (const [at, entry] of asked.entries()) {
      const found = known
        .get(keys[at] ?? '')
        ?.find(
          (other) =>
            isSameDocument(other, entry) &&
            customerKey(other.customer) === customerKey(entry.customer),
        );
      ids.push(found?.id ?? null);
    }
  }
  const found = ids.filter((id) => id !== null);
  const byId = new Map((await documentsById(db, found)).map((row) => [row.id, row]));
  return ids.map((id) => (id === null ? null : (byId.get(id) ?? null)));
}
