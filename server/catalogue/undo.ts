import { setImmediate } from 'node:timers/promises';
import type { EntryFields } from '#contract/entry.ts';
import { LibraryError } from '#contract/errors.ts';
import type { Change } from '../audit/change.ts';
import { auditLinesOf, type Fields, type FeedLine } from '../audit/trail.ts';
import type { Tx } from '../db/schema.ts';
import {
  customerColumns,
  customerLine,
  type CustomerRow,
  findCustomer,
  findCustomerById,
} from './customers.ts';
import {
  changeDocument,
  describeDocument,
  documentLine,
  findDocument,
  identityColumns,
  refusalOf,
} from './documents.ts';

const rowsAtOnce = 50;

/**
 * Puts back what a change deleted, and moves back what it moved, from the audit trail: with the old
 * ids and dates. All of it or nothing, since half of a customer helps nobody.
 */
export async function undoDelete(tx: Tx, change_id: string, change: Change): Promise<number> {
  // A customer was deleted after its documents, so the last line comes first.
  const lines = (await auditLinesOf(tx, change_id)).toReversed();
  if (!lines.some(({ action }) => action === 'deleted')) {
    throw new LibraryError('not_found', 'There is nothing to undo in this change.');
  }
  let restored = 0;
  for (const [index, line] of lines.entries()) {
    if (index % rowsAtOnce === rowsAtOnce - 1) await setImmediate();
    const { before } = line;
    if (before === null) continue;
    if (line.subject === 'customer') await restoreCustomer(tx, line.subject_id, before, change);
    else if (line.action === 'deleted') await restoreDocument(tx, line, before, change);
    else if (line.after !== null) await moveBack(tx, line, before, change);
    restored += 1;
  }
  return restored;
}

async function restoreCustomer(tx: Tx, id: number, before: Fields, change: Change): Promise<void> {
  const name = text(before['customer']);
  if ((await findCustomerById(tx, id)) !== null) throw restoredAlready(name);
  if ((await findCustomer(tx, name)) !== null) {
    throw cannotUndo(`There is a customer "${name}" again.`);
  }
  await tx
    .insertInto('customers')
    .values({ id, ...customerColumns(name) })
    .execute();
  await change.record([customerLine('restored', id, null, name)]);
}

async function restoreDocument(
  tx: Tx,
  line: FeedLine,
  before: Fields,
  change: Change,
): Promise<void> {
  const id = line.subject_id;
  const restored = await findDocument(tx, id);
  if (restored !== null) throw restoredAlready(describeDocument(restored));
  const customer = await requireCustomer(tx, line.customer_id, before);
  const entry = { ...entryOf(before), customer: customer.name, customer_id: customer.id };
  const refusal = await refusalOf(tx, entry, null);
  if (refusal !== null) throw cannotUndo(refusal.message);
  await tx
    .insertInto('documents')
    .values({
      id,
      customer_id: customer.id,
      ...identityColumns(entry),
      doc_desc: entry.doc_desc,
      // A version that nobody has seen: an edit begun before the deletion is a conflict.
      version: Number(before['version']) + 1,
      created_by_user: text(before['created_by_user']),
      created_at: text(before['created_at']),
      modified_by_user: text(before['modified_by_user']),
      modified_at: text(before['modified_at']),
    })
    .execute();
  await change.record([documentLine('restored', id, null, entry)]);
}

async function moveBack(tx: Tx, line: FeedLine, before: Fields, change: Change): Promise<void> {
  const id = line.subject_id;
  const now = await findDocument(tx, id);
  if (now === null) return; // deleted since it was moved: that stands
  const customer = await requireCustomer(tx, line.previous_customer_id, before);
  await changeDocument(tx, id, { customer_id: customer.id }, change);
  const after = { ...now, customer: customer.name, customer_id: customer.id };
  await change.record([documentLine('changed', id, now, after)]);
}

/** The customer that the entry was of: by its id, or by its name where the line is an old one. */
async function requireCustomer(tx: Tx, id: number | null, before: Fields): Promise<CustomerRow> {
  const name = text(before['customer']);
  const byId = id === null ? null : await findCustomerById(tx, id);
  const customer = byId ?? (await findCustomer(tx, name));
  if (customer === null) throw cannotUndo(`The customer "${name}" is not there any more.`);
  return customer;
}

function entryOf(fields: Fields): EntryFields {
  return {
    customer: text(fields['customer']),
    doc_num: text(fields['doc_num']),
    doc_desc: text(fields['doc_desc']),
    language: fields['language'] === null ? null : text(fields['language']),
    doc_rev: text(fields['doc_rev']),
  };
}

function text(field: string | number | null | undefined): string {
  return String(field ?? '');
}

function restoredAlready(what: string): LibraryError {
  return cannotUndo(`It was restored already: ${what}.`);
}

function cannotUndo(why: string): LibraryError {
  return new LibraryError('changed_meanwhile', `It cannot be undone any more. ${why}`);
}
