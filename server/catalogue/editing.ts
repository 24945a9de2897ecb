import { setImmediate as nextTick } from 'node:timers/promises';
import { entryFaults, type EntryFields, tidyEntry } from '#contract/entry.ts';
import { LibraryError } from '#contract/errors.ts';
import { noLanguage } from '#contract/file-name.ts';
import { type Change, record } from '../audit/audit.ts';
import type { Tx } from '../db/schema.ts';
import { customerKey } from './catalogue.ts';
import {
  addDocuments,
  changeDocument,
  customerLine,
  documentLine,
  fileKeyOf,
  fileNameTaken,
  holdersOf,
  identityColumns,
  isSameDocument,
  named,
} from './entries.ts';
import { naturalKeyOf } from './natural-order.ts';

/** A row as a librarian saw and changed it; both null for a new one. */
type Seen = { id: number | null; version: number | null };
export type EditedDocument = Seen & EntryFields;
export type EditedCustomer = Seen & { customer: string };

/** What became of a row: kept under an id, refused in words, or changed meanwhile by another. */
export type RowOutcome =
  | { outcome: 'saved'; id: number }
  | { outcome: 'refused'; id: number | null; reason: string }
  | { outcome: 'conflict'; id: number };

// Between so many rows others get their turn at the event loop.
const rowsAtOnce = 50;

/** Saves each row that can be saved; the others say why not. */
export async function saveDocuments(
  tx: Tx,
  rows: readonly EditedDocument[],
  change: Change,
): Promise<RowOutcome[]> {
  return rowByRow(rows, (row) => saveDocument(tx, row, change));
}

export async function saveCustomers(
  tx: Tx,
  rows: readonly EditedCustomer[],
  change: Change,
): Promise<RowOutcome[]> {
  return rowByRow(rows, (row) => saveCustomer(tx, row, change));
}

async function rowByRow<R extends Seen>(
  rows: readonly R[],
  save: (row: R) => Promise<RowOutcome>,
): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  for (const [index, row] of rows.entries()) {
    if (index % rowsAtOnce === rowsAtOnce - 1) await nextTick();
    outcomes.push(await save(row));
  }
  return outcomes;
}

async function saveDocument(tx: Tx, row: EditedDocument, change: Change): Promise<RowOutcome> {
  const { id } = row;
  const before = id === null ? null : await findDocument(tx, id);
  if (id !== null && before?.version !== row.version) return { outcome: 'conflict', id };
  const written = tidyEntry({ ...row, language: row.language ?? noLanguage });
  const faults = entryFaults(written);
  if (faults.length > 0) return { outcome: 'refused', id, reason: faults.join(' ') };
  const customer = await customerNamed(tx, written.customer);
  if (customer === null) {
    const reason = `There is no customer "${written.customer}". Add it in the Customer tab first.`;
    return { outcome: 'refused', id, reason };
  }
  const entry = { ...written, customer: customer.name };
  const refusal = await refusalOf(tx, entry, { id, customer_id: customer.id });
  if (refusal !== null) return { outcome: 'refused', id, reason: refusal.message };
  if (before === null) {
    const [added] = await addDocuments(tx, [{ ...entry, customer_id: customer.id }], change);
    if (added === undefined) throw new Error('A document was added without an id.');
    await record(tx, change, [documentLine('added', added.id, null, entry)]);
    return { outcome: 'saved', id: added.id };
  }
  if (!isSameEntry(before, entry)) {
    const columns = { ...identityColumns(entry), doc_desc: entry.doc_desc };
    await changeDocument(tx, before.id, { ...columns, customer_id: customer.id }, change);
    await record(tx, change, [documentLine('changed', before.id, before, entry)]);
  }
  return { outcome: 'saved', id: before.id };
}

async function saveCustomer(tx: Tx, row: EditedCustomer, change: Change): Promise<RowOutcome> {
  const { id } = row;
  const before = id === null ? null : await findCustomerRow(tx, id);
  if (id !== null && before?.version !== row.version) return { outcome: 'conflict', id };
  const { customer: name } = tidyEntry({ ...anyEntry, customer: row.customer });
  const faults = entryFaults({ ...anyEntry, customer: name });
  if (faults.length > 0) return { outcome: 'refused', id, reason: faults.join(' ') };
  const taken = await customerNamed(tx, name);
  if (taken !== null && taken.id !== id) {
    return { outcome: 'refused', id, reason: `There is a customer "${taken.name}" already.` };
  }
  const columns = { name, name_key: customerKey(name), sort_key: naturalKeyOf([name]) };
  if (before === null) {
    const added = await tx
      .insertInto('customers')
      .values(columns)
      .returning('id')
      .executeTakeFirstOrThrow();
    await record(tx, change, [customerLine('added', added.id, null, name)]);
    return { outcome: 'saved', id: added.id };
  }
  if (before.name !== name) {
    await tx.updateTable('customers').set(columns).where('id', '=', before.id).execute();
    await record(tx, change, [customerLine('changed', before.id, before.name, name)]);
  }
  return { outcome: 'saved', id: before.id };
}

const anyEntry = { doc_num: '-', doc_desc: '', doc_rev: '-', language: '' };

/** Deletes all of these rows as they were seen, or none. */
export async function deleteDocuments(
  tx: Tx,
  rows: readonly { id: number; version: number }[],
  change: Change,
): Promise<number> {
  for (const [index, { id, version }] of rows.entries()) {
    if (index % rowsAtOnce === rowsAtOnce - 1) await nextTick();
    const document = await findDocument(tx, id);
    if (document === null) continue; // another librarian was faster, and wanted the same
    if (document.version !== version) throw changedMeanwhile(named(document));
    await deleteDocument(tx, document, change);
  }
  return rows.length;
}

/** What shall become of the documents of a customer that is deleted. */
export type Heirs = { action: 'delete' } | { action: 'move'; to_id: number };

/** Deletes a customer; one with documents only when it is said what becomes of them. */
export async function deleteCustomer(
  tx: Tx,
  seen: { id: number; version: number },
  heirs: Heirs | undefined,
  change: Change,
): Promise<number> {
  const customer = await findCustomerRow(tx, seen.id);
  if (customer === null) return 0;
  if (customer.version !== seen.version) throw changedMeanwhile(customer.name);
  const documents = await documentsOfCustomer(tx, customer.id);
  if (documents.length > 0 && heirs === undefined) {
    throw new LibraryError(
      'customer_has_documents',
      `${customer.name} has ${documents.length} standard numbers. Say whether to delete or move them.`,
    );
  }
  const heir = heirs?.action === 'move' ? await requireHeir(tx, heirs.to_id, customer.id) : null;
  for (const [index, document] of documents.entries()) {
    if (index % rowsAtOnce === rowsAtOnce - 1) await nextTick();
    // What the heir has already need not be there twice.
    if (heir === null || (await hasDocument(tx, heir.id, document.file_key))) {
      await deleteDocument(tx, document, change);
    } else {
      await changeDocument(tx, document.id, { customer_id: heir.id }, change);
      const after = { ...document, customer: heir.name };
      await record(tx, change, [documentLine('changed', document.id, document, after)]);
    }
  }
  await tx.deleteFrom('customers').where('id', '=', customer.id).execute();
  await record(tx, change, [customerLine('deleted', customer.id, customer.name, null)]);
  return documents.length + 1;
}

type DocumentRow = NonNullable<Awaited<ReturnType<typeof findDocument>>>;

async function deleteDocument(tx: Tx, document: DocumentRow, change: Change): Promise<void> {
  await tx.deleteFrom('documents').where('id', '=', document.id).execute();
  const { version, created_by_user, created_at, modified_by_user, modified_at } = document;
  const line = documentLine('deleted', document.id, document, null);
  // All that undoing needs.
  const kept = { version, created_by_user, created_at, modified_by_user, modified_at };
  await record(tx, change, [{ ...line, before: { ...line.before, ...kept } }]);
}

export async function findDocument(tx: Tx, id: number) {
  const found = await documentRows(tx).where('documents.id', '=', id).executeTakeFirst();
  return found ?? null;
}

function documentsOfCustomer(tx: Tx, customerId: number): Promise<DocumentRow[]> {
  return documentRows(tx)
    .where('customer_id', '=', customerId)
    .orderBy('documents.sort_key')
    .orderBy('documents.id')
    .execute();
}

function documentRows(tx: Tx) {
  return tx
    .selectFrom('documents')
    .innerJoin('customers', 'customers.id', 'documents.customer_id')
    .select(['documents.id', 'documents.version', 'customer_id', 'customers.name as customer'])
    .select(['doc_num', 'doc_desc', 'language', 'doc_rev', 'file_key'])
    .select(['created_by_user', 'created_at', 'modified_by_user', 'modified_at']);
}

async function findCustomerRow(tx: Tx, id: number) {
  const found = await tx
    .selectFrom('customers')
    .select(['id', 'name', 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
  return found ?? null;
}

export async function customerNamed(tx: Tx, name: string) {
  const found = await tx
    .selectFrom('customers')
    .select(['id', 'name'])
    .where('name_key', '=', customerKey(name))
    .executeTakeFirst();
  return found ?? null;
}

/** Why an entry cannot be where it is wanted; null when it can. */
export async function refusalOf(
  tx: Tx,
  entry: EntryFields,
  at: { id: number | null; customer_id: number },
): Promise<LibraryError | null> {
  const file_key = fileKeyOf(entry);
  const sharing = (await holdersOf(tx, [file_key])).get(file_key) ?? [];
  const others = sharing.filter((holder) => holder.id !== at.id);
  const other = others.find((holder) => !isSameDocument(holder, entry));
  if (other !== undefined) return fileNameTaken(entry, other);
  if (others.every((holder) => holder.customer_id !== at.customer_id)) return null;
  return new LibraryError('document_taken', `${entry.customer} has ${named(entry)} already.`);
}

async function hasDocument(tx: Tx, customerId: number, fileKey: string): Promise<boolean> {
  const found = await tx
    .selectFrom('documents')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('file_key', '=', fileKey)
    .executeTakeFirst();
  return found !== undefined;
}

async function requireHeir(tx: Tx, id: number, leaving: number) {
  const heir = id === leaving ? null : await findCustomerRow(tx, id);
  if (heir !== null) return heir;
  throw new LibraryError('bad_request', 'The customer to move them to is not there any more.');
}

function isSameEntry(a: EntryFields, b: EntryFields): boolean {
  return isSameDocument(a, b) && a.customer === b.customer && a.doc_desc === b.doc_desc;
}

function changedMeanwhile(what: string): LibraryError {
  return new LibraryError(
    'changed_meanwhile',
    `${what} was changed by someone else meanwhile. Look at it again before you delete it.`,
  );
}
