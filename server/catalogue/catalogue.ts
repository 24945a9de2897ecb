import { setImmediate as nextTick } from 'node:timers/promises';
import type { Customer, DocumentEntry } from '#contract/catalogue.ts';
import { addressedFileKey, type DocumentIdentity } from '#contract/file-name.ts';
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
  for await (const rows of documentRowsInOrder(db, customerId)) {
    yield rows.map(({ id: _id, sort_key: _sortKey, ...entry }) => entry);
  }
}

/** The same, with the ids that no reader needs. */
export async function* documentRowsInOrder(
  db: Db,
  customerId: number,
): AsyncGenerator<(DocumentEntry & { id: number; sort_key: string })[]> {
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
    yield rows;
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
export async function findAddressed(
  db: Db,
  decodedName: string,
): Promise<(DocumentIdentity & { id: number }) | null> {
  const found = await db
    .selectFrom('documents')
    .select(['id', 'doc_num', 'language', 'doc_rev'])
    .where('file_key', '=', addressedFileKey(decodedName))
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/** An entry to which a file's name belongs. */
export type Claim = DocumentIdentity & { id: number; customer: string };

const keysAtOnce = 500;

/**
 * The entries whose file each name is, the names given by key; several when customers share the
 * document. The FAQ's short name counts only while it can mean nothing else: no file of another
 * document is called so, and the document has no language or is the only language of its number
 * and revision. An empty list says that it could mean several.
 */
export async function claimsOn(db: Db, keys: readonly string[]): Promise<Map<string, Claim[]>> {
  const claims = new Map<string, Claim[]>();
  for (let at = 0; at < keys.length; at += keysAtOnce) {
    const portion = keys.slice(at, at + keysAtOnce);
    const found = await db
      .selectFrom('documents')
      .innerJoin('customers', 'customers.id', 'documents.customer_id')
      .select(['documents.id', 'doc_num', 'language', 'doc_rev', 'file_key', 'short_file_key'])
      .select('customers.name as customer')
      .where((where) =>
        where.or([where('file_key', 'in', portion), where('short_file_key', 'in', portion)]),
      )
      .orderBy('documents.id')
      .execute();
    const byFull = Map.groupBy(found, (row) => row.file_key);
    const byShort = Map.groupBy(found, (row) => row.short_file_key);
    for (const key of portion) {
      const claiming = byFull.get(key) ?? unambiguous(byShort.get(key));
      if (claiming !== undefined) claims.set(key, claiming);
    }
  }
  return claims;
}

function unambiguous<T extends DocumentIdentity>(sharing: T[] | undefined): T[] | undefined {
  const first = sharing?.[0];
  if (sharing === undefined || first === undefined) return undefined;
  const differ = (one: T) => one.doc_num !== first.doc_num || one.doc_rev !== first.doc_rev;
  if (sharing.some(differ)) return [];
  const withoutLanguage = sharing.filter(({ language }) => language === null);
  if (withoutLanguage.length > 0) return withoutLanguage;
  return sharing.every(({ language }) => language === first.language) ? sharing : [];
}
