import type { Static } from 'typebox';
import type { AsOf, listChanges } from '#contract/editing.ts';
import type { EntryFields } from '#contract/entry.ts';
import { fileNameKey, pdfFileName, shortPdfFileName } from '#contract/file-name.ts';
import type { ScanState } from '#contract/scan.ts';
import { customerKey } from '../catalogue/catalogue.ts';
import type { Db } from '../db/schema.ts';
import { managedFiles } from './file-rows.ts';
import { asOf, customersById, documentsById } from './rows.ts';

type Changes = Static<typeof listChanges.response>;

/** More than this is told as "read it all again": the lists come faster by the page. */
const mostRows = 1000;

/**
 * What an open console does not know yet. The audit trail says which customers and documents were
 * changed, and the files' counter which files; a changed file is a changed status of its document.
 */
export async function changesSince(db: Db, since: AsOf, scan: ScanState): Promise<Changes> {
  const as_of = await asOf(db);
  const nothing = { customers: [], documents: [], files: [] };
  const changes: Changes = { as_of, reload: false, ...nothing, deleted: nothing, scan };
  if (as_of.audit === since.audit && as_of.files === since.files) return changes;
  const ids = await changedIds(db, since);
  if (ids === null) return { ...changes, reload: true };
  const customers = await customersById(db, ids.customers);
  const documents = await documentsById(db, ids.documents);
  const files = await managedFiles(db, ids.files);
  const missing = (asked: readonly number[], found: readonly { id: number }[]) => {
    const there = new Set(found.map(({ id }) => id));
    return asked.filter((id) => !there.has(id));
  };
  return {
    ...changes,
    customers,
    documents,
    files,
    deleted: {
      customers: missing(ids.customers, customers),
      documents: missing(ids.documents, documents),
      files: missing(ids.files, files),
    },
  };
}

type Ids = { customers: number[]; documents: number[]; files: number[] };

/** What to read again; null when it is too much. */
async function changedIds(db: Db, since: AsOf): Promise<Ids | null> {
  const lines = await db
    .selectFrom('audit')
    .select(['subject', 'subject_id', 'before', 'after'])
    .where('id', '>', since.audit)
    .orderBy('id')
    .limit(mostRows + 1)
    .execute();
  const files = await db
    .selectFrom('files')
    .select(['id', 'name_key', 'nearest_document_id'])
    .where('seq', '>', since.files)
    .limit(mostRows + 1)
    .execute();
  if (lines.length > mostRows || files.length > mostRows) return null;
  const subjects = Map.groupBy(lines, ({ subject }) => subject);
  const customerIds = (subjects.get('customer') ?? []).map(({ subject_id }) => subject_id);
  const edited = subjects.get('document') ?? [];
  const entries = edited.flatMap(({ before, after }) => [before, after]).flatMap(entryIn);

  // An entry's names are also those of its file, and of the entries that share or contest them.
  const names = entries.flatMap((entry) => [pdfFileName(entry), shortPdfFileName(entry)]);
  const keys = [...new Set(names.map(fileNameKey))];
  const documents = await db
    .selectFrom('documents')
    .select('id')
    .where((where) => {
      const fileKeys = [...keys, ...files.map(({ name_key }) => name_key)];
      return where.or([
        where('customer_id', 'in', customerIds),
        where('file_key', 'in', fileKeys),
        where('short_file_key', 'in', fileKeys),
      ]);
    })
    .limit(mostRows + 1)
    .execute();
  if (documents.length > mostRows) return null;
  const customers = await db
    .selectFrom('customers')
    .select('id')
    .where('name_key', 'in', [...new Set(entries.map(({ customer }) => customerKey(customer)))])
    .execute();
  const namedFiles = await db
    .selectFrom('files')
    .select('id')
    .where('name_key', 'in', keys)
    .execute();
  return {
    customers: unique([...customerIds, ...customers.map(({ id }) => id)]),
    documents: unique([
      ...edited.map(({ subject_id }) => subject_id),
      ...documents.map(({ id }) => id),
      ...files.flatMap(({ nearest_document_id }) => nearest_document_id ?? []),
    ]),
    files: unique([...files, ...namedFiles].map(({ id }) => id)),
  };
}

/** The entry as the audit trail keeps it. */
function entryIn(json: string | null): EntryFields[] {
  return json === null ? [] : [JSON.parse(json) as EntryFields];
}

function unique(ids: readonly number[]): number[] {
  return [...new Set(ids)];
}
