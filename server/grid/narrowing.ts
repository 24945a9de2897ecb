import { setImmediate } from 'node:timers/promises';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Static } from 'typebox';
import { defaultArrangement, searchTermsOf } from '#contract/arrangement.ts';
import { noLanguage } from '#contract/file-name.ts';
import type { narrowDocuments, narrowFiles } from '#contract/narrowing.ts';
import type { Db } from '../db/schema.ts';
import { entriesWithFile } from '../matching/entry-files.ts';
import { hasStatus } from '../matching/status.ts';

// Narrows a library that is too large for a browser, by plain scans: no index that both databases have finds a part of
// a word, and a scan of a million entries for a word takes a second of processor time.

type DocumentNarrowing = Static<typeof narrowDocuments.query>;
type FileNarrowing = Static<typeof narrowFiles.query>;

// A statement holds the event loop, with SQLite: some 10 ms for so many comparisons of a row with a word or letter.
const comparisonsAtOnce = 10_000;

/** The ids of all standard numbers that match, in their order. */
export function matchingDocuments(
  db: Db,
  { customer_id, status, text = '' }: DocumentNarrowing,
  signal?: AbortSignal,
): Promise<number[]> {
  const language = sql`coalesce(language, ${noLanguage})`;
  const texts = [sql`customers.name`, sql`doc_num`, sql`doc_desc`, language, sql`doc_rev`];
  const all = entriesWithFile(db)
    .innerJoin('customers', 'customers.id', 'documents.customer_id')
    .select('documents.id')
    .where(containsWords(texts, text))
    // By the sign SQLite goes through the ids in question, and not through all rows of the customer for each portion.
    .$if(customer_id !== undefined, (query) =>
      query.where(sql`+documents.customer_id`, '=', Number(customer_id)),
    )
    .$if(status !== undefined, (query) => query.where(hasStatus(status ?? 'available')))
    .orderBy('documents.id');
  return scan(db, 'documents', text, signal, (after, upTo) =>
    all.where('documents.id', '>', after).where('documents.id', '<=', upTo).execute(),
  );
}

/** The ids of all files that match, in their order. */
export function matchingFiles(
  db: Db,
  { customer_id, verdict, text = '' }: FileNarrowing,
  signal?: AbortSignal,
): Promise<number[]> {
  const title = sql`coalesce(contents.title, '')`;
  const all = db
    .selectFrom('files')
    .leftJoin('contents', 'contents.hash', 'files.hash')
    .select('files.id')
    .where('files.gone_at', 'is', null)
    .where(containsWords([sql`files.path`, title], text))
    .$if(verdict !== undefined, (query) => query.where('files.verdict', '=', verdict ?? 'matched'))
    .$if(customer_id !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('entry_files')
            .innerJoin('documents', 'documents.id', 'entry_files.document_id')
            .select('file_id')
            .whereRef('file_id', '=', 'files.id')
            .where('customer_id', '=', Number(customer_id)),
        ),
      ),
    )
    .orderBy('files.id');
  return scan(db, 'files', text, signal, (after, upTo) =>
    all.where('files.id', '>', after).where('files.id', '<=', upTo).execute(),
  );
}

/** Reads the ids that a query finds, a range after the other; others get their turn between them. */
async function scan(
  db: Db,
  table: 'documents' | 'files',
  text: string,
  signal: AbortSignal | undefined,
  idsBetween: (after: number, upTo: number) => Promise<{ id: number }[]>,
): Promise<number[]> {
  const comparisons = 2 + wordsIn(text).length + lettersToLower(text).length;
  const rowsAtOnce = Math.ceil(comparisonsAtOnce / comparisons);
  const ids: number[] = [];
  for (let after = 0; ; await setImmediate()) {
    signal?.throwIfAborted();
    const portion = db.selectFrom(table).select('id').where('id', '>', after);
    const { upTo } = await db
      .selectFrom(portion.orderBy('id').limit(rowsAtOnce).as('portion'))
      .select((select) => select.fn.max<number | null>('id').as('upTo'))
      .executeTakeFirstOrThrow();
    if (upTo === null) return ids;
    for (const { id } of await idsBetween(after, upTo)) ids.push(id);
    after = upTo;
  }
}

/** Each word of the text is in one of these texts. A word has no blank, so it is not found across two of them. */
function containsWords(texts: readonly RawBuilder<unknown>[], text: string): RawBuilder<SqlBool> {
  const row = sql.join(texts, sql` || ' ' || `);
  const found = wordsIn(text).map(
    (word) =>
      sql`${foldedFor(word, row)} like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`,
  );
  return sql.join([sql`1 = 1`, ...found], sql` and `);
}

/** A text in lower case. SQLite lowers A to Z alone, so the other letters of the word are lowered one by one. */
function foldedFor(word: string, text: RawBuilder<unknown>): RawBuilder<unknown> {
  return lettersToLower(word).reduce(
    (folded, letter) => sql`replace(${folded}, ${letter.toUpperCase()}, ${letter})`,
    sql`lower(${text})`,
  );
}

function wordsIn(text: string): string[] {
  return searchTermsOf({ ...defaultArrangement, search: text }).anywhere;
}

// Each costs half a second of processor time for a million entries; the others are found as they are written.
const mostLetters = 20;

function lettersToLower(text: string): string[] {
  return [...new Set(text.match(/[^ -~]/gu))].slice(0, mostLetters);
}
