import { setImmediate as nextTick } from 'node:timers/promises';
import type { EntryFields } from '#contract/entry.ts';
import { LibraryError } from '#contract/errors.ts';
import { auditLinesOf, type Change, type Fields, record } from '../audit/audit.ts';
import type { Tx } from '../db/schema.ts';
import { customerKey } from './catalogue.ts';
import { customerNamed, findDocument, refusalOf } from './editing.ts';
import { changeDocument, customerLine, documentLine, identityColumns } from './entries.ts';
import { naturalKeyOf } from './natural-order.ts';

const rowsAtOnce = 50;

/**
 * Puts back what a change deleted, and moves back what it moved, from the audit trail: with the old
 * ids and dates. All of it or nothing, since half of a customer is nobody's wish.
 */
export async function undoDelete(tx: Tx, change_id: string, change: Change): Promise<number> {
  // A customer was deleted after its documents, so the last comes back first.
  const lines = (await auditLinesOf(tx, change_id)).toReversed();
  if (!lines.some(({ action }) => action === 'deleted')) {
    throw new LibraryError('not_found', 'There is nothing to undo in this change.');
  }
  let restored = 0;
  for (const [index, { action, subject, subject_id, before, after }] of lines.entries()) {
    if (index % rowsAtOnce === rowsAtOnce - 1) await nextTick();
    if (before === null) continue;
    if (subject === 'customer') await restoreCustomer(tx, subject_id, before, change);
    else if (action === 'deleted') await restoreDocument(tx, subject_id, before, change);
    else if (after !== null) await moveBack(tx, subject_id, entryOf(before), change);
    restored += 1;
  }
  return restored;
}

async function restoreCustomer(tx: Tx, id: number, before: Fields, change: Change): Promise<void> {
  const name = text(before['customer']);
  if ((await customerNamed(tx, name)) !== null) {
    throw notAgain(`There is a customer "${name}" again.`);
  }
  const columns = { name, name_key: customerKey(name), sort_key: naturalKeyOf([name]) };
  await tx
    .insertInto('customers')
    .values({ id, ...columns })
    .execute();
  await record(tx, change, [customerLine('restored', id, null, name)]);
}

async function restoreDocument(tx: Tx, id: number, before: Fields, change: Change): Promise<void> {
  const entry = entryOf(before);
  const customer = await requireCustomer(tx, entry.customer);
  const refusal = await refusalOf(tx, entry, { id: null, customer_id: customer.id });
  if (refusal !== null) throw notAgain(refusal.message);
  await tx
    .insertInto('documents')
    .values({
      id,
      customer_id: customer.id,
      ...identityColumns(entry),
      doc_desc: entry.doc_desc,
      // Whoever saw it before it was deleted looks at it again before they change it.
      version: Number(before['version']) + 1,
      created_by_user: text(before['created_by_user']),
      created_at: text(before['created_at']),
      modified_by_user: text(before['modified_by_user']),
      modified_at: text(before['modified_at']),
    })
    .execute();
  await record(tx, change, [documentLine('restored', id, null, entry)]);
}

async function moveBack(tx: Tx, id: number, entry: EntryFields, change: Change): Promise<void> {
  const now = await findDocument(tx, id);
  if (now === null) return; // deleted since it was moved: that stands
  const customer = await requireCustomer(tx, entry.customer);
  await changeDocument(tx, id, { customer_id: customer.id }, change);
  await record(tx, change, [documentLine('changed', id, now, { ...now, customer: customer.name })]);
}

async function requireCustomer(tx: Tx, name: string) {
  const customer = await customerNamed(tx, name);
  if (customer === null) throw notAgain(`The customer "${name}" is not there any more.`);
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

function notAgain(why: string): LibraryError {
  return new LibraryError('changed_meanwhile', `It cannot be undone any more. ${why}`);
}
