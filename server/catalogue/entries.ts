import type { EntryFields } from '#contract/catalogue.ts';
import { LibraryError } from '#contract/errors.ts';
import {
  type DocumentIdentity,
  fileNameKey,
  noLanguage,
  pdfFileName,
  shortPdfFileName,
} from '#contract/file-name.ts';
import type { Tx } from '../db/schema.ts';
import { customerKey } from './catalogue.ts';
import { naturalKeyOf } from './natural-order.ts';

/** What became of an entry: kept, or why not. */
export type Outcome = 'added' | 'changed' | 'unchanged' | LibraryError;

/** Who changes the library, and when; goes on the record of everything they change. */
export type Change = { user: string; at: Date };

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
    outcomes.push(...(await savePortion(tx, entries.slice(at, at + entriesAtOnce), change)));
  }
  return outcomes;
}

async function savePortion(
  tx: Tx,
  entries: readonly EntryFields[],
  { user, at }: Change,
): Promise<Outcome[]> {
  const customerIds = await customersFor(tx, entries);
  const holders = await holdersOf(tx, entries);
  const added: NewDocument[] = [];
  const outcomes: Outcome[] = [];
  const stamp = { modified_by_user: user, modified_at: at.toISOString() };
  for (const entry of entries) {
    const customer_id = customerIds.get(customerKey(entry.customer));
    if (customer_id === undefined) throw new Error(`Customer ${entry.customer} was not added.`);
    const file_key = fileNameKey(pdfFileName(entry));
    const sharing = holders.get(file_key) ?? [];
    const other = sharing.find((holder) => !isSameDocument(holder, entry));
    const kept = sharing.find((holder) => holder.customer_id === customer_id);
    if (other !== undefined) {
      outcomes.push(fileNameTaken(entry, other));
    } else if (kept === undefined) {
      holders.set(file_key, [...sharing, { ...entry, id: null, customer_id }]);
      added.push({ ...newDocument(entry), ...stamp, customer_id, file_key });
      outcomes.push('added');
    } else if (kept.doc_desc === entry.doc_desc || kept.id === null) {
      outcomes.push('unchanged');
    } else {
      const changed = { doc_desc: entry.doc_desc, ...stamp };
      await tx.updateTable('documents').set(changed).where('id', '=', kept.id).execute();
      outcomes.push('changed');
    }
  }
  const created = { created_by_user: user, created_at: stamp.modified_at };
  const rows = added.map((document) => ({ ...document, ...created }));
  if (rows.length > 0) await tx.insertInto('documents').values(rows).execute();
  return outcomes;
}

type Holder = EntryFields & { id: number | null; customer_id: number };
type NewDocument = ReturnType<typeof newDocument> & {
  customer_id: number;
  file_key: string;
  modified_by_user: string;
  modified_at: string;
};

function newDocument(entry: EntryFields) {
  const { doc_num, doc_desc, doc_rev, language } = entry;
  return {
    doc_num,
    doc_desc,
    doc_rev,
    language,
    short_file_key: fileNameKey(shortPdfFileName(entry)),
    sort_key: naturalKeyOf([doc_num, language ?? '', doc_rev]),
  };
}

/** The ids of the entries' customers by key; those that are new are added. */
async function customersFor(tx: Tx, entries: readonly EntryFields[]): Promise<Map<string, number>> {
  const names = new Map(entries.map(({ customer }) => [customerKey(customer), customer]));
  const rows = [...names].map(([name_key, name]) => ({
    name,
    name_key,
    sort_key: naturalKeyOf([name]),
  }));
  if (rows.length === 0) return new Map();
  await tx
    .insertInto('customers')
    .values(rows)
    .onConflict((conflict) => conflict.column('name_key').doNothing())
    .execute();
  const found = await tx
    .selectFrom('customers')
    .select(['id', 'name_key'])
    .where('name_key', 'in', [...names.keys()])
    .execute();
  return new Map(found.map(({ id, name_key }) => [name_key, id]));
}

/** Which documents already hold the files of these entries, by the file's key. */
async function holdersOf(tx: Tx, entries: readonly EntryFields[]): Promise<Map<string, Holder[]>> {
  const keys = new Set(entries.map((entry) => fileNameKey(pdfFileName(entry))));
  if (keys.size === 0) return new Map();
  const found = await tx
    .selectFrom('documents')
    .innerJoin('customers', 'customers.id', 'documents.customer_id')
    .select(['documents.id', 'customer_id', 'doc_num', 'language', 'doc_rev', 'doc_desc'])
    .select(['customers.name as customer', 'file_key'])
    .where('file_key', 'in', [...keys])
    .orderBy('documents.id')
    .execute();
  return Map.groupBy<string, Holder & { file_key: string }>(found, ({ file_key }) => file_key);
}

function isSameDocument(a: DocumentIdentity, b: DocumentIdentity): boolean {
  return a.doc_num === b.doc_num && a.language === b.language && a.doc_rev === b.doc_rev;
}

function fileNameTaken(entry: DocumentIdentity, other: Holder): LibraryError {
  return new LibraryError(
    'file_name_taken',
    `${named(entry)} would share the file ${pdfFileName(entry)} with ${named(other)} of ${other.customer}.`,
  );
}

function named(of: DocumentIdentity): string {
  return `${of.doc_num}, language ${of.language ?? noLanguage}, revision ${of.doc_rev}`;
}
