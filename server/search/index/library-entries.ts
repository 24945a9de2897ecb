import type { Db } from '../../db/schema.ts';
import { selectInPortions } from '../../db/portions.ts';
import { entriesWithFile, isOpenToReaders } from '../../matching/entry-files.ts';
import type { IndexedEntry, TextState } from '../entry.ts';

/** The entries that have these ids; those that are gone are left out. */
export async function readEntries(db: Db, ids: readonly number[]): Promise<IndexedEntry[]> {
  const rows = await selectInPortions(ids, (portion) =>
    rowsOf(db).where('documents.id', 'in', portion),
  );
  return libraryEntries(rows);
}

/** The next entries in the order of their ids. */
export async function readEntriesAfter(db: Db, id: number, limit: number): Promise<IndexedEntry[]> {
  const rows = await rowsOf(db)
    .where('documents.id', '>', id)
    .orderBy('documents.id')
    .limit(limit)
    .execute();
  return libraryEntries(rows);
}

export async function countEntries(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('documents')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number];

function rowsOf(db: Db) {
  return entriesWithFile(db)
    .innerJoin('customers', 'customers.id', 'documents.customer_id')
    .leftJoin('revisions', 'revisions.document_id', 'documents.id')
    .leftJoin('contents', 'contents.hash', 'files.hash')
    .select(['documents.id', 'customer_id', 'customers.name as customer', 'doc_num', 'doc_desc'])
    .select(['language', 'doc_rev', 'place', 'revisions.status'])
    .leftJoin('ocr_contents', (join) =>
      join
        .onRef('ocr_contents.hash', '=', 'contents.hash')
        // What is read again, by a newer version, has its texts meanwhile.
        .on((on) =>
          on.or([
            on('ocr_contents.state', 'in', ['done', 'failed']),
            on.exists(
              on
                .selectFrom('ocr_texts')
                .select('page')
                .whereRef('ocr_texts.hash', '=', 'ocr_contents.hash'),
            ),
          ]),
        ),
    )
    .select(['settled_at', 'verdict', 'contents.hash', 'contents.state', 'extraction'])
    .select(['ocr_contents.version as ocr', 'ocr_contents.state as ocr_state']);
}

function libraryEntries(rows: readonly Row[]): IndexedEntry[] {
  return rows.map((row) => {
    const { id, place, status, hash, extraction, state } = row;
    const has_file = isOpenToReaders(row);
    // Another one once all pages are read.
    const ocr = 1000 * (row.ocr ?? 0) - (row.ocr_state === 'waiting' ? 500 : 0);
    return {
      document_id: id,
      customer_id: row.customer_id,
      customer: row.customer,
      doc_num: row.doc_num,
      doc_desc: row.doc_desc,
      language: row.language,
      doc_rev: row.doc_rev,
      // Also of a standard that is withdrawn. Where the order is unsure, each may be the latest.
      is_latest: (place ?? 0) === 0 || status === 'unsure',
      is_withdrawn: status === 'withdrawn',
      text_state: has_file ? textStateOf(row) : 'searched',
      // A damaged file has no text either, but is no scan.
      hash: has_file && state === 'readable' ? hash : null,
      extraction: (extraction ?? 0) + ocr,
    };
  });
}

/** Of a PDF that readers can get; whether it is a scan is known once its texts are read. */
function textStateOf({ verdict, state }: Row): TextState {
  if (verdict === 'too_large') return 'too_large';
  if (state === null) return verdict === 'checking' ? 'unread' : 'searched';
  return state === 'readable' ? 'searched' : state;
}
