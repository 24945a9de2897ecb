import { setImmediate as nextTick } from 'node:timers/promises';
import type { Customer, DocumentEntry } from '#contract/catalogue.ts';
import {
  addressedFileKey,
  type DocumentIdentity,
  fileNameKey,
  pdfFileName,
  shortPdfFileName,
} from '#contract/file-name.ts';
import type { Db } from '../db/schema.ts';

// A page of rows holds the event loop for about 5 ms; between pages others get their turn.
const rowsAtOnce = 400;

/** All customers in natural order, in pages. */
export async function* customersInOrder(db: Db): AsyncGenerator<Customer[]> {
  let after = { sort_key: '', id: 0 };
  for (;;) {
    const rows = await db
      .selectFrom('customers')
      .select(['id', 'name', 'sort_key'])
      .where((where) =>
        where(where.refTuple('sort_key', 'id'), '>', where.tuple(after.sort_key, after.id)),
      )
      .orderBy('sort_key')
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute();
    yield rows.map(({ name }) => ({ customer: name }));
    after = rows.at(-1) ?? after;
    if (rows.length < rowsAtOnce) return;
    await nextTick();
  }
}

/** A customer's documents in natural order of number, language, revision, in pages. */
export async function* documentsInOrder(
  db: Db,
  customerId: number,
): AsyncGenerator<DocumentEntry[]> {
  let after = { sort_key: '', id: 0 };
  for (;;) {
    const rows = await db
      .selectFrom('documents')
      .select(['id', 'sort_key', 'doc_num', 'doc_desc', 'doc_rev', 'language'])
      .select(['created_by_user', 'modified_by_user', 'created_at', 'modified_at'])
      .where('customer_id', '=', customerId)
      .where((where) =>
        where(where.refTuple('sort_key', 'id'), '>', where.tuple(after.sort_key, after.id)),
      )
      .orderBy('sort_key')
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute();
    yield rows.map(({ id: _id, sort_key: _sortKey, ...entry }) => entry);
    after = rows.at(-1) ?? after;
    if (rows.length < rowsAtOnce) return;
    await nextTick();
  }
}

export async function findCustomer(
  db: Db,
  name: string,
): Promise<{ id: number; name: string; documents_version: number } | null> {
  const found = await db
    .selectFrom('customers')
    .select(['id', 'name', 'documents_version'])
    .where('name_key', '=', customerKey(name))
    .executeTakeFirst();
  return found ?? null;
}

/** Letter case, Unicode form and blanks do not make another customer. */
export function customerKey(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/** The document that a PDF's address names, already decoded; null when the catalogue has none. */
export async function findAddressed(db: Db, decodedName: string): Promise<DocumentIdentity | null> {
  const found = await db
    .selectFrom('documents')
    .select(['doc_num', 'language', 'doc_rev'])
    .where('file_key', '=', addressedFileKey(decodedName))
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/**
 * The names under which a document's file may lie in the folder, the full one first. The FAQ's
 * short name counts only while it can mean nothing else: no file of another document is called so,
 * and the document has no language or is the only language of its number and revision.
 */
export async function fileNamesOf(db: Db, of: DocumentIdentity): Promise<string[]> {
  const full = pdfFileName(of);
  const short = shortPdfFileName(of);
  const shortKey = fileNameKey(short);
  const rivals = await db
    .selectFrom('documents')
    .select(['doc_num', 'language', 'doc_rev'])
    .where((where) =>
      where.or([where('file_key', '=', shortKey), where('short_file_key', '=', shortKey)]),
    )
    .groupBy(['doc_num', 'language', 'doc_rev'])
    .limit(100)
    .execute();
  const ambiguous = rivals.some(
    (rival) =>
      rival.doc_num !== of.doc_num ||
      rival.doc_rev !== of.doc_rev ||
      (rival.language !== of.language && of.language !== null),
  );
  return ambiguous ? [full] : [full, short];
}

const keysAtOnce = 500;

/** Those of these files, given by key, that no entry claims under either of its names. */
export async function unclaimedKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const unclaimed: string[] = [];
  for (let at = 0; at < keys.length; at += keysAtOnce) {
    const portion = keys.slice(at, at + keysAtOnce);
    const found = await db
      .selectFrom('documents')
      .select(['file_key', 'short_file_key'])
      .where((where) =>
        where.or([where('file_key', 'in', portion), where('short_file_key', 'in', portion)]),
      )
      .execute();
    const claimed = new Set(found.flatMap((row) => [row.file_key, row.short_file_key]));
    unclaimed.push(...portion.filter((key) => !claimed.has(key)));
  }
  return unclaimed;
}
