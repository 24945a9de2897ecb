import type { CitedBy } from '#contract/references.ts';
import { isPublished, verdicts } from '#contract/upload-status.ts';
import { selectInPortions } from '../db/portions.ts';
import type { Db } from '../db/schema.ts';
import { filesWithEntry } from '../matching/entry-files.ts';
import { countedPlaces } from './counted-places.ts';
import { countRows } from '../db/count-rows.ts';

type Standard = { customer_id: number; loose_num: string };

/** The documents that cite a standard, up to a limit, and how many there are in all (counted up to some thousand). */
export async function citingDocuments(
  db: Db,
  standard: Standard,
  limit: number,
): Promise<{ documents: CitedBy[]; total: number }> {
  const { customer_id, loose_num } = standard;
  const others = await hashesThatMeanAnother(db, loose_num);
  const citing = openDocuments(db, [loose_num], mostContents)
    .where('loose_num', '!=', loose_num)
    .$if(others.length > 0, (query) => query.where('mentions.hash', 'not in', others))
    // A customer that has this number itself cites its own standard.
    .where((where) =>
      where.or([
        where('documents.customer_id', '=', customer_id),
        where.not(
          where.exists(
            where
              .selectFrom('documents as own')
              .select('own.id')
              .whereRef('own.customer_id', '=', 'documents.customer_id')
              .where('own.loose_num', '=', loose_num),
          ),
        ),
      ]),
    );
  const total = await countRows(citing);
  const rows = await citing
    .select(columns)
    // The latest revisions first: they matter when a standard is withdrawn.
    .orderBy((order) => order.case().when('place', '=', 0).then(0).else(1).end())
    .orderBy('customers.sort_key')
    .orderBy('documents.sort_key')
    .orderBy('documents.id')
    .limit(limit)
    .execute();
  return { documents: rows.map(citedByOf), total: Number(total) };
}

export const columns = [
  'customers.name as customer',
  'doc_num',
  'doc_desc',
  'language',
  'doc_rev',
  'revisions.status',
  'mentions.number_key',
  'mentions.places',
] as const;

type Row = Omit<CitedBy, 'has_file' | 'pages'> & { places: string };

/** A citing document as readers get it. Only documents with a readable PDF are found. */
export function citedByOf(row: Row): CitedBy {
  const { customer, doc_num, doc_desc, language, doc_rev, status, places } = row;
  const pages = new Set(countedPlaces(places, () => false).map(({ page }) => page));
  const entry = { customer, doc_num, doc_desc, language, doc_rev, status };
  return { ...entry, has_file: true, pages: [...pages] };
}

/** The documents whose PDF readers can open and that contains these numbers, one row per number. */
export function openDocuments(db: Db, numberKeys: readonly string[], mostMentions: number) {
  const mentions = db
    .selectFrom('mentions')
    .select(['number_key', 'hash', 'places'])
    .where('number_key', 'in', [...numberKeys])
    .orderBy('number_key')
    .orderBy('hash')
    .limit(mostMentions);
  return (
    filesWithEntry(db)
      .innerJoin(mentions.as('mentions'), 'mentions.hash', 'files.hash')
      .innerJoin('customers', 'customers.id', 'documents.customer_id')
      .innerJoin('revisions', 'revisions.document_id', 'documents.id')
      .where('settled_at', 'is not', null)
      // `not in` uses no index: SQLite would begin at all files of these verdicts, not at the mentions.
      .where('verdict', 'not in', unpublished)
  );
}

const unpublished = verdicts.filter((verdict) => !isPublished(verdict));

/** Contents in which the number is always part of a longer number of the library. */
async function hashesThatMeanAnother(db: Db, number_key: string): Promise<string[]> {
  const rows = await db
    .selectFrom('mentions')
    .select(['hash', 'places'])
    .where('number_key', '=', number_key)
    .where('alone_times', '=', 0)
    .limit(mostDoubtful)
    .execute();
  const longer = new Set(
    rows.flatMap(({ places }) => countedPlaces(places, () => false)).flatMap((one) => one.longer),
  );
  const known = await selectInPortions(longer, (portion) =>
    db.selectFrom('documents').select('loose_num').distinct().where('loose_num', 'in', portion),
  );
  const keys = new Set(known.map(({ loose_num }) => loose_num));
  return rows
    .filter(({ places }) => countedPlaces(places, (key) => keys.has(key)).length === 0)
    .map(({ hash }) => hash);
}

/** A limit, as the join with their documents blocks the event loop. */
const mostContents = 5000;
const mostDoubtful = 1000;
