import type { Static } from 'typebox';
import { LibraryError } from '#contract/errors.ts';
import type { Cited, readReferences } from '#contract/references.ts';
import { findCustomer } from '../catalogue/customers.ts';
import { looseText } from '../catalogue/loose-number.ts';
import { rankLabels } from '../revisions/schemes/schemes.ts';
import type { Db } from '../db/schema.ts';
import { filesWithEntry, isOpenToReaders } from '../matching/entry-files.ts';
import { citingDocuments } from './citing-documents.ts';
import { countedPlaces } from './counted-places.ts';
import type { FoundPlace } from './find-mentions.ts';
import { type ReferencedStandard, nearestStandard, standardsWith } from './found-standards.ts';

type Answer = Static<typeof readReferences.response>;
type Query = Static<typeof readReferences.query>;

const mostCitedBy = 200;

/** What a revision cites, and what cites its standard. */
export async function referencesOf(db: Db, query: Query): Promise<Answer> {
  const entry = await requireEntry(db, query);
  const { state, hash } = await contentOf(db, entry.id);
  const cites = hash === null ? [] : await citesOf(db, hash, entry);
  const citing = await citingDocuments(db, entry, mostCitedBy);
  return { state, cites, cited_by: citing.documents, cited_by_total: citing.total };
}

type CitedEntry = {
  id: number;
  customer_id: number;
  loose_num: string;
  language: string | null;
};

async function requireEntry(db: Db, query: Query): Promise<CitedEntry> {
  const customer = await findCustomer(db, query.customer);
  const language = query.language ?? '';
  const found =
    customer === null
      ? []
      : await db
          .selectFrom('documents')
          .select(['id', 'customer_id', 'doc_num', 'loose_num', 'language'])
          .where('customer_id', '=', customer.id)
          .where('loose_num', '=', looseText(query.doc_num))
          .where('doc_rev', '=', query.doc_rev)
          .where((where) =>
            language === ''
              ? where('language', 'is', null)
              : where(where.fn<string>('lower', ['language']), '=', language.toLowerCase()),
          )
          .orderBy('id')
          .execute();
  // Two spellings of one number may both exist.
  const entry = found.find(({ doc_num }) => doc_num === query.doc_num) ?? found[0];
  if (entry !== undefined) return entry;
  throw new LibraryError('not_found', 'This standard number was deleted.');
}

/** The content of the PDF that readers get, if it was searched for references. */
async function contentOf(
  db: Db,
  document_id: number,
): Promise<{ state: Answer['state']; hash: string | null }> {
  const file = await filesWithEntry(db)
    .leftJoin('contents', 'contents.hash', 'files.hash')
    .leftJoin('content_mentions', 'content_mentions.hash', 'files.hash')
    .select(['files.hash', 'settled_at', 'verdict', 'contents.state', 'words'])
    .where('document_id', '=', document_id)
    .executeTakeFirst();
  if (file === undefined || !isOpenToReaders(file)) return { state: 'no_file', hash: null };
  if (file.verdict === 'too_large') return { state: 'no_text', hash: null };
  if (file.state !== null && file.state !== 'readable') return { state: 'no_text', hash: null };
  if (file.words === null) return { state: 'waiting', hash: null };
  return file.words === 0 ? { state: 'no_text', hash: null } : { state: 'read', hash: file.hash };
}

async function citesOf(db: Db, hash: string, entry: CitedEntry): Promise<Cited[]> {
  const rows = await db
    .selectFrom('mentions')
    .select(['number_key', 'places'])
    .where('hash', '=', hash)
    .where('number_key', '!=', entry.loose_num)
    .orderBy('number_key')
    .execute();
  const standards = await standardsWith(
    db,
    rows.map(({ number_key }) => number_key),
  );
  const isKnown = (key: string) => standards.has(key) || key === entry.loose_num;
  const cites = rows.flatMap(({ number_key, places }) => {
    const standard = nearestStandard(standards.get(number_key) ?? [], entry);
    const counted = countedPlaces(places, isKnown);
    return standard === null || counted.length === 0 ? [] : [citedOf(standard, counted)];
  });
  return cites.toSorted((a, b) => firstTop(a) - firstTop(b));
}

function citedOf(standard: ReferencedStandard, places: readonly FoundPlace[]): Cited {
  const { customer, language, latest } = standard;
  const mentions = places.map(({ page, boxes, doc_rev: cited }) => ({
    page,
    boxes,
    doc_rev: cited,
  }));
  return {
    customer,
    language,
    ...latest,
    mentions,
    is_outdated: mentions.some((mention) => isOutdated(mention.doc_rev, standard)),
  };
}

/** Whether the cited revision is certainly older than the latest. */
function isOutdated(cited: string | null, { latest, revisions }: ReferencedStandard): boolean {
  if (cited === null || latest.status !== 'latest') return false;
  const isSame = (one: string) => looseText(one) === looseText(cited);
  if (revisions.some(isSame)) return !isSame(latest.doc_rev);
  const ranks = rankLabels([...revisions, cited], revisions);
  return (ranks?.get(cited) ?? 0) < (ranks?.get(latest.doc_rev) ?? 0);
}

/** Sorts by the first citation. */
function firstTop({ mentions }: Cited): number {
  const [first] = mentions;
  const pageHeight = 1e6;
  return (first?.page ?? 0) * pageHeight + (first?.boxes[0]?.[1] ?? 0);
}
