import type { Db } from '../db/schema.ts';
import { statusesOf } from '../matching/status.ts';
import { customersInOrder, documentRowsInOrder, findCustomer } from '../catalogue/catalogue.ts';
import { importColumns } from '../catalogue/import.ts';

const furtherColumns = [
  'status',
  'created_at',
  'created_by_user',
  'modified_at',
  'modified_by_user',
] as const;

/**
 * The whole catalogue as rows of a spreadsheet, the header first, in pages: what an import takes,
 * then how its file stands, and who changed the entry when.
 */
export async function* exportRows(db: Db): AsyncGenerator<string[][]> {
  yield [[...importColumns, ...furtherColumns]];
  for await (const customers of customersInOrder(db)) {
    for (const { customer } of customers) {
      const found = await findCustomer(db, customer);
      if (found === null) continue; // deleted meanwhile
      for await (const documents of documentRowsInOrder(db, found.id)) {
        const statuses = await statusesOf(db, documents);
        yield documents.map((document) => [
          customer,
          document.doc_num,
          document.doc_desc,
          document.doc_rev,
          document.language ?? '',
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
