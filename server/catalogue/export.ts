import { type DocumentIdentity, fileNameKey, pdfFileName } from '#contract/file-name.ts';
import type { Db } from '../db/schema.ts';
import { customersInOrder, documentsInOrder, fileNamesOf, findCustomer } from './catalogue.ts';
import { importColumns } from './import.ts';

const furtherColumns = [
  'status',
  'created_at',
  'created_by_user',
  'modified_at',
  'modified_by_user',
] as const;

/** The keys of the files in the shared folder; null when the folder could not be read. */
export type PresentFiles = ReadonlySet<string> | null;

/**
 * The whole catalogue as rows of a spreadsheet, the header first, in pages: what an import takes,
 * then whether the file is there, and who changed the entry when.
 */
export async function* exportRows(db: Db, present: PresentFiles): AsyncGenerator<string[][]> {
  yield [[...importColumns, ...furtherColumns]];
  for await (const customers of customersInOrder(db)) {
    for (const { customer } of customers) {
      const found = await findCustomer(db, customer);
      if (found === null) continue; // deleted meanwhile
      for await (const documents of documentsInOrder(db, found.id)) {
        const rows: string[][] = [];
        for (const document of documents) {
          const { doc_num, doc_desc, doc_rev, language } = document;
          const { created_at, created_by_user, modified_at, modified_by_user } = document;
          rows.push([
            customer,
            doc_num,
            doc_desc,
            doc_rev,
            language ?? '',
            await statusOf(db, document, present),
            created_at,
            created_by_user,
            modified_at,
            modified_by_user,
          ]);
        }
        yield rows;
      }
    }
  }
}

async function statusOf(db: Db, of: DocumentIdentity, present: PresentFiles): Promise<string> {
  if (present === null) return 'unknown';
  if (present.has(fileNameKey(pdfFileName(of)))) return 'available';
  const names = await fileNamesOf(db, of);
  return names.some((name) => present.has(fileNameKey(name))) ? 'available' : 'missing';
}
