import type { DocumentEntry } from '#contract/catalogue.ts';
import type { EntryFields } from '#contract/entry.ts';
import { LibraryError } from '#contract/errors.ts';
import { type RevisionFacts, revisionFacts } from '#contract/revision-words.ts';
import {
  type DocumentIdentity,
  fileNameKey,
  noLanguage,
  pdfFileName,
  shortPdfFileName,
} from '#contract/file-name.ts';
import type { Change } from '../changes/change.ts';
import type { AuditLine, AuditFields } from '../changes/trail.ts';
import { selectInPortions } from '../db/portions.ts';
import type { Db, Tx } from '../db/schema.ts';
import { naturalKeyOf } from '#contract/natural-order.ts';
import { inPages } from '../db/pages.ts';

// A page of rows holds the event loop for about 5 ms.
const rowsAtOnce = 400;

/** A customer's documents in natural order of number, language, revision, in pages. */
export async function* documentsInOrder(
  db: Db,
  customerId: number,
): AsyncGenerator<DocumentEntry[]> {
  for await (const rows of documentRowsInOrder(db, customerId)) {
    yield rows.map(
      ({ id: _id, version: _version, sort_key: _sortKey, ...entry }) => entry as DocumentEntry,
    );
  }
}

/** The same, with the ids and versions that no reader needs, and what is said of the revisions. */
export function documentRowsInOrder(db: Db, customerId: number, isWithFacts = false) {
  return inPages(rowsAtOnce, { sort_key: '', id: 0 }, ({ sort_key, id }) =>
    db
      .selectFrom('documents')
      .select(['id', 'version', 'sort_key', 'doc_num', 'doc_desc', 'doc_rev', 'language'])
      .$if(isWithFacts, (query) => query.select(revisionFacts))
      .select(['created_by_user', 'modified_by_user', 'created_at', 'modified_at'])
      .where('customer_id', '=', customerId)
      .where((where) => where(where.refTuple('sort_key', 'id'), '>', where.tuple(sort_key, id)))
      .orderBy('sort_key')
      .orderBy('id'),
  );
}

export type CatalogueDocument = Awaited<ReturnType<typeof documentsOfCustomer>>[number];

export async function findDocument(db: Db, id: number): Promise<CatalogueDocument | null> {
  return (await documentRows(db).where('documents.id', '=', id).executeTakeFirst()) ?? null;
}

/** The documents that have these ids, by id. */
export async function documentsById(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, CatalogueDocument>> {
  const found = await selectInPortions(ids, (portion) =>
    documentRows(db).where('documents.id', 'in', portion),
  );
  return new Map(found.map((document) => [document.id, document]));
}

export async function requireDocument(db: Db, id: number): Promise<CatalogueDocument> {
  const found = await findDocument(db, id);
  if (found !== null) return found;
  throw new LibraryError('not_found', 'This standard number was deleted.');
}

export function documentsOfCustomer(db: Db, customerId: number, most?: number) {
  return documentRows(db)
    .where('customer_id', '=', customerId)
    .orderBy('documents.sort_key')
    .orderBy('documents.id')
    .$if(most !== undefined, (query) => query.limit(most ?? 0))
    .execute();
}

/** The documents that have these files, by the file's key. */
export async function documentsByFileKey(
  db: Db,
  fileKeys: readonly string[],
): Promise<Map<string, CatalogueDocument[]>> {
  const keys = new Set(fileKeys);
  if (keys.size === 0) return new Map();
  const found = await documentRows(db)
    .where('file_key', 'in', [...keys])
    .orderBy('documents.id')
    .execute();
  return Map.groupBy(found, ({ file_key }) => file_key);
}

function documentRows(db: Db) {
  return db
    .selectFrom('documents')
    .innerJoin('customers', 'customers.id', 'documents.customer_id')
    .select(['documents.id', 'documents.version', 'customer_id', 'customers.name as customer'])
    .select(['doc_num', 'doc_desc', 'language', 'doc_rev', 'file_key'])
    .select(revisionFacts)
    .select(['created_by_user', 'created_at', 'modified_by_user', 'modified_at']);
}

/** An entry, and what is said of its revision; of what is left out nothing is said. */
export type IssuedEntry = EntryFields & Partial<RevisionFacts>;

/** An entry, and the customer that has it. */
export type CustomersEntry = IssuedEntry & { customer_id: number };

/** What a document that comes back keeps. */
type Kept = Pick<CatalogueDocument, 'id' | 'version' | 'created_by_user' | 'created_at'> &
  Pick<CatalogueDocument, 'modified_by_user' | 'modified_at'>;

/** Adds documents whose files no other document has, and gives their ids. */
export function addDocuments(
  tx: Tx,
  entries: readonly (CustomersEntry & { kept?: Kept })[],
  { user, at }: Change,
): Promise<{ id: number; file_key: string; customer_id: number }[]> {
  if (entries.length === 0) return Promise.resolve([]);
  const time = at.toISOString();
  const rows = entries.map((entry) => ({
    ...entryColumns(entry),
    created_by_user: user,
    created_at: time,
    modified_by_user: user,
    modified_at: time,
    ...entry.kept,
  }));
  return tx
    .insertInto('documents')
    .values(rows)
    .returning(['id', 'file_key', 'customer_id'])
    .execute();
}

/** Changes some columns of a document, under the name of the user who changes it. */
export async function changeDocument(
  tx: Tx,
  id: number,
  columns: Partial<ReturnType<typeof entryColumns>>,
  { user, at }: Change,
): Promise<void> {
  const stamp = { modified_by_user: user, modified_at: at.toISOString() };
  await tx
    .updateTable('documents')
    .set({ ...columns, ...stamp })
    .where('id', '=', id)
    .execute();
}

/** What a librarian writes of an entry, in the table. */
export function entryColumns(entry: CustomersEntry) {
  const { doc_desc, customer_id } = entry;
  return { ...identityColumns(entry), doc_desc, customer_id, ...factsOf(entry) };
}

/** What is said of a revision; as before, where nothing is said now. */
export function factsOf(
  said: Partial<RevisionFacts>,
  before: Partial<RevisionFacts> = {},
): RevisionFacts {
  const facts = revisionFacts.map((fact) => [
    fact,
    said[fact] === undefined ? (before[fact] ?? null) : said[fact],
  ]);
  return Object.fromEntries(facts) as RevisionFacts;
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
  id: number,
  before: CustomersEntry | null,
  after: CustomersEntry | null,
): AuditLine {
  const wasElsewhere =
    after !== null && before !== null && before.customer_id !== after.customer_id;
  return {
    action,
    subject: 'document',
    subject_id: id,
    document_id: id,
    customer_id: (after ?? before)?.customer_id ?? null,
    previous_customer_id: wasElsewhere ? before.customer_id : null,
    before: before === null ? null : entryFields(before),
    after: after === null ? null : entryFields(after),
  };
}

export function entryFields({
  customer,
  doc_num,
  doc_desc,
  language,
  doc_rev,
  ...said
}: IssuedEntry): AuditFields {
  const facts = revisionFacts.flatMap((fact) => (said[fact] ? [[fact, said[fact]] as const] : []));
  return { customer, doc_num, doc_desc, language, doc_rev, ...Object.fromEntries(facts) };
}

/** Why an entry cannot be where it is wanted; null when it can. `id` is its own, if it has one. */
export async function refusalOf(
  db: Db,
  entry: CustomersEntry,
  id: number | null,
): Promise<LibraryError | null> {
  const file_key = fileKeyOf(entry);
  const sharing = (await documentsByFileKey(db, [file_key])).get(file_key) ?? [];
  return refusalAmong(
    entry,
    sharing.filter((other) => other.id !== id),
  );
}

/** The same for an entry beside `others`, which have its file. */
export function refusalAmong(
  entry: CustomersEntry,
  others: readonly CustomersEntry[],
): LibraryError | null {
  const different = others.find((other) => !isSameDocument(other, entry));
  if (different !== undefined) return fileNameTaken(entry, different);
  if (others.every((other) => other.customer_id !== entry.customer_id)) return null;
  const message = `${entry.customer} already has ${describeDocument(entry)}.`;
  return new LibraryError('document_taken', message);
}

export function isSameDocument(a: DocumentIdentity, b: DocumentIdentity): boolean {
  return a.doc_num === b.doc_num && a.language === b.language && a.doc_rev === b.doc_rev;
}

export function fileNameTaken(entry: DocumentIdentity, other: EntryFields): LibraryError {
  return new LibraryError(
    'file_name_taken',
    `${describeDocument(entry)} would share the file ${pdfFileName(entry)} with ${describeDocument(other)} of ${other.customer}.`,
  );
}

export function describeDocument(of: DocumentIdentity): string {
  return `${of.doc_num}, language ${of.language ?? noLanguage}, revision ${of.doc_rev}`;
}
