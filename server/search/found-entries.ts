import type { FoundEntry } from '#contract/search.ts';
import { selectInPortions } from '../db/portions.ts';
import type { Db } from '../db/schema.ts';
import { entriesWithFile, isOpenToReaders } from '../matching/entry-files.ts';

/** An entry as the library has it now, whatever the index says. */
export type CheckedEntry = FoundEntry & {
  /** The content of the PDF that readers get, once that was read. */
  hash: string | null;
  /** It was read, and is not damaged or protected. */
  isReadable: boolean;
};

/** The entries that are still there, by id. */
export async function checkedEntries(
  db: Db,
  ids: Iterable<number>,
): Promise<Map<number, CheckedEntry>> {
  const rows = await selectInPortions(ids, (portion) =>
    entriesWithFile(db)
      .innerJoin('customers', 'customers.id', 'documents.customer_id')
      .leftJoin('revisions', 'revisions.document_id', 'documents.id')
      .leftJoin('contents', 'contents.hash', 'files.hash')
      .select(['documents.id', 'customers.name as customer', 'doc_num', 'doc_desc', 'language'])
      .select(['doc_rev', 'status', 'settled_at', 'verdict', 'contents.hash', 'state'])
      .where('documents.id', 'in', portion),
  );
  return new Map(
    rows.map(({ id, status, settled_at, verdict, hash, state, ...fields }) => {
      const has_file = isOpenToReaders({ settled_at, verdict });
      const entry = { ...fields, status: status ?? 'unsure', has_file };
      return [id, { ...entry, hash: has_file ? hash : null, isReadable: state === 'readable' }];
    }),
  );
}

/** The entry as it goes to the reader. */
export function foundEntry({ hash: _hash, isReadable: _is, ...entry }: CheckedEntry): FoundEntry {
  return entry;
}
