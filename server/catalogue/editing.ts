import { setImmediate } from 'node:timers/promises';
import { noDay, readDay } from '#contract/day.ts';
import { customerFaults, entryFaults, type EntryFields, tidyEntry } from '#contract/entry.ts';
import { LibraryError } from '#contract/errors.ts';
import { noLanguage } from '#contract/file-name.ts';
import type { Change } from '../changes/change.ts';
import type { AuditLine } from '../changes/trail.ts';
import { portionsOf } from '../db/portions.ts';
import type { Tx } from '../db/schema.ts';
import {
  addCustomer,
  deleteEmptyCustomer,
  findCustomer,
  findCustomerById,
  renameCustomer,
} from './customers.ts';
import {
  addDocuments,
  changeDocument,
  type CustomersEntry,
  describeDocument,
  documentLine,
  documentsByFileKey,
  fileKeyOf,
  type CatalogueDocument,
  documentsById,
  documentsOfCustomer,
  findDocument,
  entryColumns,
  factsOf,
  isSameDocument,
  refusalOf,
} from './documents.ts';

/** A row as a librarian saw and changed it; both null for a new one. */
type Seen = { id: number | null; version: number | null };
/** `issued_on` as it was typed; left out, it stays as it is. */
export type EditedDocument = Seen & EntryFields & { issued_on?: string | null | undefined };
export type EditedCustomer = Seen & { customer: string };

/** The result of a row: saved under an id, refused with a reason, or changed meanwhile by another user. */
export type RowOutcome =
  | { outcome: 'saved'; id: number }
  | { outcome: 'refused'; id: number | null; reason: string }
  | { outcome: 'conflict'; id: number };

// After this many rows other requests get the event loop.
const rowsAtOnce = 10;

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
    await yieldAtIntervals(index);
    outcomes.push(await save(row));
  }
  return outcomes;
}

async function yieldAtIntervals(index: number): Promise<void> {
  if (index % rowsAtOnce === rowsAtOnce - 1) await setImmediate();
}

async function saveDocument(tx: Tx, row: EditedDocument, change: Change): Promise<RowOutcome> {
  const { id } = row;
  const before = id === null ? null : await findDocument(tx, id);
  const written = tidyEntry({ ...row, language: row.language ?? noLanguage });
  const issued_on = issuedOn(row.issued_on, before);
  if (id !== null && before?.version !== row.version) {
    const sent = { ...written, issued_on: issued_on ?? null };
    const isThere = before && isSameEntry(before, { ...before, ...sent });
    return { outcome: isThere ? 'saved' : 'conflict', id };
  }
  const faults = entryFaults(written);
  if (issued_on === undefined) faults.push(noDay('day of issue', row.issued_on ?? ''));
  if (faults.length > 0 || issued_on === undefined) {
    return { outcome: 'refused', id, reason: faults.join(' ') };
  }
  const customer = await findCustomer(tx, written.customer);
  if (customer === null) {
    const reason = `Customer "${written.customer}" not found. Add it in the Customer tab first.`;
    return { outcome: 'refused', id, reason };
  }
  const facts = { ...factsOf(before ?? {}), issued_on };
  const entry = { ...written, ...facts, customer: customer.name, customer_id: customer.id };
  const refusal = await refusalOf(tx, entry, id);
  if (refusal !== null) {
    const own = id === null && change.former > 0 ? await findSame(tx, entry) : undefined;
    if (own) return { outcome: 'saved', id: own.id };
    return { outcome: 'refused', id, reason: refusal.message };
  }
  if (before === null) {
    const [added] = await addDocuments(tx, [entry], change);
    if (added === undefined) throw new Error('A document was added without an id.');
    await change.record([documentLine('added', added.id, null, entry)]);
    return { outcome: 'saved', id: added.id };
  }
  if (!isSameEntry(before, entry)) {
    await changeDocument(tx, before.id, entryColumns(entry), change);
    await change.record([documentLine('changed', before.id, before, entry)]);
  }
  return { outcome: 'saved', id: before.id };
}

async function saveCustomer(tx: Tx, row: EditedCustomer, change: Change): Promise<RowOutcome> {
  const { id } = row;
  const before = id === null ? null : await findCustomerById(tx, id);
  const { customer: name } = tidyEntry({ ...noEntry, customer: row.customer });
  if (id !== null && before?.version !== row.version) {
    return { outcome: before?.name === name ? 'saved' : 'conflict', id };
  }
  const faults = customerFaults(name).map(({ fault }) => fault);
  if (faults.length > 0) return { outcome: 'refused', id, reason: faults.join(' ') };
  const taken = await findCustomer(tx, name);
  if (taken !== null && taken.id !== id) {
    if (id === null && change.former > 0) return { outcome: 'saved', id: taken.id };
    return { outcome: 'refused', id, reason: `The customer "${taken.name}" already exists.` };
  }
  if (before === null) return { outcome: 'saved', id: await addCustomer(tx, name, change) };
  if (before.name !== name) await renameCustomer(tx, before, name, change);
  return { outcome: 'saved', id: before.id };
}

const noEntry = { doc_num: '', doc_desc: '', doc_rev: '', language: '' };

/** Deletes these rows as they were seen, null for whatever version: all that are still there, or none. Gives how many. */
export async function deleteDocuments(
  tx: Tx,
  rows: readonly { id: number; version: number | null }[],
  change: Change,
): Promise<number> {
  // One that is not there any more was deleted by another librarian, who wanted the same.
  const documents = await documentsById(
    tx,
    rows.map(({ id }) => id),
  );
  for (const { id, version } of rows) {
    const document = documents.get(id);
    const isSeen = document === undefined || version === null || document.version === version;
    if (!isSeen) throw changedMeanwhile(describeDocument(document));
  }
  await deleteAll(tx, [...documents.values()], change);
  return documents.size;
}

/** What shall become of the documents of a customer that is deleted. */
export type DocumentsChoice = { action: 'delete' } | { action: 'move'; to_id: number };

/**
 * Deletes a customer; one with documents only when it is said what becomes of them. Gives how many
 * rows were deleted or moved, the customer's own included.
 */
export async function deleteCustomer(
  tx: Tx,
  seen: { id: number; version: number },
  choice: DocumentsChoice | undefined,
  change: Change,
): Promise<number> {
  const customer = await findSeenCustomer(tx, seen);
  if (customer === null) return 0;
  const documents = await documentsOfCustomer(tx, customer.id);
  if (documents.length > 0 && choice === undefined) {
    throw new LibraryError(
      'customer_has_documents',
      `${customer.name} has ${documents.length} standard numbers. Choose whether to delete or move them.`,
    );
  }
  await removeFromCustomer(tx, customer.id, documents, choice, change);
  await deleteEmptyCustomer(tx, customer, change);
  return documents.length + 1;
}

/** Deletes or moves the next documents of a customer that is to be deleted, at most `most`. */
export async function clearCustomer(
  tx: Tx,
  seen: { id: number; version: number },
  choice: DocumentsChoice,
  change: Change,
  most: number,
): Promise<void> {
  const customer = await findSeenCustomer(tx, seen);
  if (customer === null) return;
  const documents = await documentsOfCustomer(tx, customer.id, most);
  await removeFromCustomer(tx, customer.id, documents, choice, change);
}

async function findSeenCustomer(tx: Tx, { id, version }: { id: number; version: number }) {
  const customer = await findCustomerById(tx, id);
  if (customer !== null && customer.version !== version) throw changedMeanwhile(customer.name);
  return customer;
}

async function removeFromCustomer(
  tx: Tx,
  customerId: number,
  documents: readonly CatalogueDocument[],
  choice: DocumentsChoice | undefined,
  change: Change,
): Promise<void> {
  if (choice?.action !== 'move') return deleteAll(tx, documents, change);
  const receiver = await requireReceiver(tx, choice.to_id, customerId);
  for (const [index, document] of documents.entries()) {
    await yieldAtIntervals(index);
    // What the receiver has already need not be there twice.
    if (await hasDocument(tx, receiver.id, document.file_key)) {
      await deleteAll(tx, [document], change);
    } else {
      await changeDocument(tx, document.id, { customer_id: receiver.id }, change);
      const after = { ...document, customer: receiver.name, customer_id: receiver.id };
      await change.record([documentLine('changed', document.id, document, after)]);
    }
  }
}

export async function deleteAll(
  tx: Tx,
  documents: readonly CatalogueDocument[],
  change: Change,
): Promise<void> {
  for (const portion of portionsOf(documents)) {
    const ids = portion.map(({ id }) => id);
    await tx.deleteFrom('documents').where('id', 'in', ids).execute();
    await change.record(portion.map(deletedLine));
  }
}

function deletedLine(document: CatalogueDocument): AuditLine {
  const { version, created_by_user, created_at, modified_by_user, modified_at } = document;
  const line = documentLine('deleted', document.id, document, null);
  // All that undoing needs.
  const kept = { version, created_by_user, created_at, modified_by_user, modified_at };
  return { ...line, before: { ...line.before, ...kept } };
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

async function requireReceiver(tx: Tx, id: number, deletedId: number) {
  const receiver = id === deletedId ? null : await findCustomerById(tx, id);
  if (receiver !== null) return receiver;
  throw new LibraryError(
    'bad_request',
    'The customer you chose for them was deleted. Choose another.',
  );
}

/** An entry that an earlier try of the same request may have added. */
async function findSame(tx: Tx, entry: CustomersEntry): Promise<CatalogueDocument | undefined> {
  const file_key = fileKeyOf(entry);
  const sharing = (await documentsByFileKey(tx, [file_key])).get(file_key) ?? [];
  return sharing.find((other) => isSameEntry(other, entry));
}

function isSameEntry(a: CatalogueDocument, b: CustomersEntry): boolean {
  const isIssuedThen = a.issued_on === (b.issued_on ?? null);
  return (
    isSameDocument(a, b) && a.customer === b.customer && a.doc_desc === b.doc_desc && isIssuedThen
  );
}

/** The day that a row says; undefined where what it says is none. */
function issuedOn(
  written: string | null | undefined,
  before: CatalogueDocument | null,
): string | null | undefined {
  if (written === undefined) return before?.issued_on ?? null;
  if (written === null || written.trim() === '') return null;
  return readDay(written) ?? undefined;
}

function changedMeanwhile(what: string): LibraryError {
  return new LibraryError(
    'changed_meanwhile',
    `Someone else changed ${what}. Check it before you delete it.`,
  );
}
