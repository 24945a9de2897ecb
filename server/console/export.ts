import { neededFields } from '#contract/import-headings.ts';
import { customerRowsInOrder } from '../catalogue/customers.ts';
import { documentRowsInOrder } from '../catalogue/documents.ts';
import type { Db } from '../db/schema.ts';
import { revisionStatuses } from '../catalogue/standards/revisions.ts';
import { statusesOf } from '../matching/status.ts';

const furtherColumns = [
  'issued_on',
  'revision_status',
  'id',
  'status',
  'created_at',
  'created_by_user',
  'modified_at',
  'modified_by_user',
] as const;

/**
 * The whole catalogue as rows of a spreadsheet, the header first, in pages: the columns of an import, the day of
 * issue, the status of the revision, the id (by which an import finds an entry whose number was corrected), the status of
 * its file, and who changed the entry when.
 */
export async function* exportRows(db: Db): AsyncGenerator<string[][]> {
  yield [[...neededFields, ...furtherColumns]];
  for await (const customers of customerRowsInOrder(db)) {
    for (const customer of customers) {
      for await (const documents of documentRowsInOrder(db, customer.id)) {
        const ids = documents.map(({ id }) => id);
        const statuses = await statusesOf(db, ids);
        const revisions = await revisionStatuses(db, ids);
        yield documents.map((document) => [
          customer.name,
          document.doc_num,
          document.doc_desc,
          document.doc_rev,
          document.language ?? '',
          document.issued_on ?? '',
          revisions.get(document.id) ?? 'unsure',
          String(document.id),
          statuses.get(document.id)?.code ?? 'no_file',
          document.created_at,
          document.created_by_user,
          document.modified_at,
          document.modified_by_user,
        ]);
      }
    }
  }
}
