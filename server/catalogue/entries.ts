import { setImmediate as nextTick } from 'node:timers/promises';
import type { EntryFields } from '#contract/entry.ts';
import { LibraryError } from '#contract/errors.ts';
import {
  type DocumentIdentity,
  fileNameKey,
  noLanguage,
  pdfFileName,
  shortPdfFileName,
} from '#contract/file-name.ts';
import { type AuditLine, type Change, type Fields, record } from '../audit/audit.ts';
import type { Tx } from '../db/schema.ts';
import { customerKey } from './catalogue.ts';
import { naturalKeyOf } from './natural-order.ts';

/** What became of an entry: kept, or why not. */
export type Outcome = 'added' | 'unchanged' | { changedFrom: EntryFields } | LibraryError;

// SQLite takes 32,766 values in a statement; an entry has 12.
const entriesAtOnce = 500;

/**
 * Adds each tidied, faultless entry, or changes its description where that differs. One that
 * would share another document's file is refused; the rest are saved all the same, so whoever
 * wants all or nothing rolls back.
 */
export async function saveEntries(
  tx: Tx,
  entries: readonly EntryFields[],
  change: Change,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let at = 0; at < entries.length; at += entriesAtOnce) {
    if (at > 0) await nextTick(); // whoever reads meanwhile gets their turn
    outcomes.push(...(await savePortion(tx, entries.slice(at, at + entriesAtOnce), change)));
  }
  return outcomes;
}

async function savePortion(
  tx: Tx,
  entries: readonly EntryFields[],
  change: Change,
): Promise<Outcome[]> {
  const customers = await customersFor(tx, entries, change);
  const holders = await holdersOf(tx, entries.map(fileKeyOf));
  const added = new Map<string, EntryFields & { customer_id: number }>();
  const outcomes: Outcome[] = [];
  const lines: AuditLine[] = [];
  for (const entry of entries) {
    const customer = customers.get(customerKey(entry.customer));
    if (customer === undefined) throw new Error(`Customer ${entry.customer} was not added.`);
    const customer_id = customer.id;
    const file_key = fileKeyOf(entry);
    const sharing = holders.get(file_key) ?? [];
    const other = sharing.find((holder) => !isSameDocument(holder, entry));
    const kept = sharing.find((holder) => holder.customer_id === customer_id);
    if (other !== undefined) {
      outcomes.push(fileNameTaken(entry, other));
    } else if (kept === undefined) {
      holders.set(file_key, [...sharing, { ...entry, id: null, customer_id, file_key }]);
      added.set(`${customer_id} ${file_key}`, { ...entry, customer: customer.name, customer_id });
      outcomes.push('added');
    } else if (kept.doc_desc === entry.doc_desc || kept.id === null) {
      outcomes.push('unchanged');
    } else {
      await changeDocument(tx, kept.id, { doc_desc: entry.doc_desc }, change);
      const after = { ...kept, doc_desc: entry.doc_desc };
      lines.push(documentLine('changed', kept.id, kept, after));
      outcomes.push({ changedFrom: kept });
    }
  }
  for (const { id, file_key, customer_id } of await addDocuments(tx, [...added.values()], change)) {
    const entry = added.get(`${customer_id} ${file_key}`) ?? null;
    lines.push(documentLine('added', id, null, entry));
  }
  await record(tx, change, lines);
  return outcomes;
}

/** Adds documents whose files nobody else has, and gives their ids. */
export function addDocuments(
  tx: Tx,
  entries: readonly (EntryFields & { customer_id: number })[],
  { user, at }: Change,
): Promise<{ id: number; file_key: string; customer_id: number }[]> {
  if (entries.length === 0) return Promise.resolve([]);
  const time = at.toISOString();
  const rows = entries.map((entry) => ({
    ...identityColumns(entry),
    customer_id: entry.customer_id,
    doc_desc: entry.doc_desc,
    created_by_user: user,
    created_at: time,
    modified_by_user: user,
    modified_at: time,
  }));
  return tx
    .insertInto('documents')
    .values(rows)
    .returning(['id', 'file_key', 'customer_id'])
    .execute();
}

/** Changes some columns of a document, under the name of whoever changes it. */
export async function changeDocument(
  tx: Tx,
  id: number,
  columns: Partial<ReturnType<typeof identityColumns> & { doc_desc: string; customer_id: number }>,
  { user, at }: Change,
): Promise<void> {
  const stamp = { modified_by_user: user, modified_at: at.toISOString() };
  await tx
    .updateTable('documents')
    .set({ ...columns, ...stamp })
    .where('id', '=', id)
    .execute();
}

/** What the fields that identify a document are in the table, with the keys made from them. */
export function identityColumns(of: DocumentIdentity) {
  const { doc_num, doc_rev, language } = of;
  return {
    doc_num,
    doc_rev,
    language,
    file_key: fileKeyOf(of),
    short_file_key: fileNameKey(shortPdfFileName(of)),
    sort_key: naturalKeyOf([doc_num, language ?? '', doc_rev]),
  };
}

export function fileKeyOf(of: DocumentIdentity): string {
  return fileNameKey(pdfFileName(of));
}

/** One line of the audit trail about a document. */
export function documentLine(
  action: AuditLine['action'],
  subject_id: number,
  before: EntryFields | null,
  after: EntryFields | null,
): AuditLine {
  return {
    action,
    subject: 'document',
    subject_id,
    before: before === null ? null : entryFields(before),
    after: after === null ? null : entryFields(after),
  };
}

function entryFields({ customer, doc_num, doc_desc, language, doc_rev }: EntryFields): Fields {
  return { customer, doc_num, doc_desc, language, doc_rev };
}

/** A document that has a file; one about to be added has no id yet. */
export type Holder = EntryFields & { id: number | null; customer_id: number; file_key: string };

/** The entries' customers by key; those that are new are added. */
async function customersFor(
  tx: Tx,
  entries: readonly EntryFields[],
  change: Change,
): Promise<Map<string, { id: number; name: string }>> {
  const names = new Map(entries.map(({ customer }) => [customerKey(customer), customer]));
  const rows = [...names].map(([name_key, name]) => ({
    name,
    name_key,
    sort_key: naturalKeyOf([name]),
  }));
  if (rows.length === 0) return new Map();
  const added = await tx
    .insertInto('customers')
    .values(rows)
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .returning(['id', 'name'])
    .execute();
  const lines = added.map(({ id, name }) => customerLine('added', id, null, name));
  await record(tx, change, lines);
  const found = await tx
    .selectFrom('customers')
    .select(['id', 'name', 'name_key'])
    .where('name_key', 'in', [...names.keys()])
    .execute();
  return new Map(found.map((customer) => [customer.name_key, customer]));
}

/** One line of the audit trail about a customer. */
export function customerLine(
  action: AuditLine['action'],
  subject_id: number,
  before: string | null,
  after: string | null,
): AuditLine {
  const fields = (customer: string | null) => (customer === null ? null : { customer });
  return {
    action,
    subject: 'customer',
    subject_id,
    before: fields(before),
    after: fields(after),
  };
}

/** Which documents already hold these files, by the file's key. */
export async function holdersOf(tx: Tx, fileKeys: string[]): Promise<Map<string, Holder[]>> {
  const keys = new Set(fileKeys);
  if (keys.size === 0) return new Map();
  const found = await tx
    .selectFrom('documents')
    .innerJoin('customers', 'customers.id', 'documents.customer_id')
    .select(['documents.id', 'customer_id', 'doc_num', 'language', 'doc_rev', 'doc_desc'])
    .select(['customers.name as customer', 'file_key'])
    .where('file_key', 'in', [...keys])
    .orderBy('documents.id')
    .execute();
  return Map.groupBy<string, Holder>(found, ({ file_key }) => file_key);
}

export function isSameDocument(a: DocumentIdentity, b: DocumentIdentity): boolean {
  return a.doc_num === b.doc_num && a.language === b.language && a.doc_rev === b.doc_rev;
}

export function fileNameTaken(entry: DocumentIdentity, other: Holder): LibraryError {
  return new LibraryError(
    'file_name_taken',
    `${named(entry)} would share the file ${pdfFileName(entry)} with ${named(other)} of ${other.customer}.`,
  );
}

export function named(of: DocumentIdentity): string {
  return `${of.doc_num}, language ${of.language ?? noLanguage}, revision ${of.doc_rev}`;
}
