import { sql } from 'kysely';
import type { Static } from 'typebox';
import { LibraryError } from '#contract/errors.ts';
import { noLanguage } from '#contract/file-name.ts';
import { isOrdered, orderedKinds, revisionFacts } from '#contract/revision-words.ts';
import type { listRevisions, Notice, Revision } from '#contract/revisions.ts';
import type { Db } from '../../db/schema.ts';
import { findCustomer, findCustomerById } from '../customers.ts';
import { placeSeries } from '../../revisions/in-force.ts';
import { orderRevisions } from '../../revisions/order.ts';
import { keyText, type StandardKey, standardIdsOf, standardKeyOf } from './keys.ts';
import { asNoticed, chosenOrder, noticedRevisions, type OrderAndNotice } from './statuses.ts';
import { inPages } from '../../db/pages.ts';

type Revisions = Static<typeof listRevisions.response>;

/** Which of these entries have a file that readers can open. */
export type HaveFiles = (db: Db, documentIds: readonly number[]) => Promise<ReadonlySet<number>>;

/** All revisions of a standard, newest first, and what is said of it. */
export async function revisionsOf(
  db: Db,
  asked: { customer: string; doc_num: string; language?: string | undefined },
  haveFiles: HaveFiles,
): Promise<Revisions> {
  const customer = await findCustomer(db, asked.customer);
  if (customer === null) {
    throw new LibraryError('not_found', `Customer "${asked.customer}" not found.`);
  }
  const language = (asked.language ?? '').replace(/^-$/, '').trim();
  const of = { customer_id: customer.id, doc_num: asked.doc_num, language };
  const standard = await findStandard(db, standardKeyOf(of));
  const rows = standard === null ? [] : await revisionRows(db, standard.id);
  if (standard === null || rows.length === 0) {
    const number = `"${asked.doc_num}" in language ${language || noLanguage}`;
    throw new LibraryError('not_found', `${customer.name} has no standard number ${number}.`);
  }
  const noticed = asNoticed(rows, standard);
  const { placed, isSure, by } = placeSeries(noticed, chosenOrder(standard));
  const isOver = new Map(noticed.map(({ id, withdrawn_on }) => [id, withdrawn_on !== null]));
  const read = new Map(placed.map((one) => [one.revision.id, one]));
  const labels = new Map(rows.map(({ id, doc_rev }) => [id, doc_rev]));
  const withFiles = await haveFiles(
    db,
    rows.map(({ id }) => id),
  );
  return {
    data: rows.map(({ id, place, amends, created_at: _added, ...row }): Revision => {
      const isOlder = isSure && row.status !== 'draft' && isOver.get(id) === false;
      const newer = isOlder
        ? rows.findLast((other) => other.kind !== 'beside' && other.place < place)
        : undefined;
      return {
        ...row,
        document_id: id,
        amends: amends === null ? null : (labels.get(amends) ?? null),
        missing: read.get(id)?.missing ?? null,
        question: read.get(id)?.question ?? null,
        has_file: withFiles.has(id),
        superseded_by: newer?.doc_rev ?? null,
        superseded_on: newer === undefined ? null : supersededOn(row.issued_on, newer),
      };
    }),
    notice: await noticeOf(db, standard),
    newer_elsewhere: isSure ? await newerElsewhere(db, standard, noticed) : [],
    is_order_sure: isSure,
    order_by: by,
  };
}

type Row = Awaited<ReturnType<typeof revisionRows>>[number];

/** The latest edition in each other language that is newer than the newest of these, by all labels together. */
async function newerElsewhere(db: Db, standard: StandardRow, rows: readonly Row[]) {
  const others = await db
    .selectFrom('standards')
    .innerJoin('revisions', 'standard_id', 'standards.id')
    .innerJoin('documents', 'documents.id', 'document_id')
    .select(['documents.id', 'standard_id', 'place', 'status', 'doc_num', 'language', 'doc_rev'])
    .select('issued_on')
    .where('number_key', '=', standard.number_key)
    .where('standards.customer_id', '=', standard.customer_id)
    .where('standards.id', '<>', standard.id)
    .where('language', 'is not', null)
    .where('kind', 'in', orderedKinds)
    .execute();
  const own = rows.filter(({ kind, withdrawn_on }) => isOrdered(kind) && withdrawn_on === null);
  return [...Map.groupBy(others, ({ standard_id }) => standard_id).values()].flatMap((editions) => {
    const latest = editions.find(({ status }) => status === 'latest');
    if (latest === undefined || own.length === 0) return [];
    const all = [...own, ...editions].map(({ id, doc_rev, issued_on }) => ({
      id,
      doc_rev,
      issued_on,
    }));
    const { newestFirst, places, isSure } = orderRevisions(all, chosenOrder(standard));
    const placeOf = (id: number) => places[newestFirst.findIndex((one) => one.id === id)] ?? 0;
    const isNewer = isSure && own.every(({ id }) => placeOf(latest.id) < placeOf(id));
    const { doc_num, language, doc_rev } = latest;
    return isNewer ? [{ doc_num, language, doc_rev }] : [];
  });
}

/** Null where the newer one came before this one was issued: that day says nothing. */
function supersededOn(
  issuedOn: string | null,
  newer: { issued_on: string | null; created_at: string },
): string | null {
  const day = newer.issued_on ?? newer.created_at.slice(0, 10);
  return issuedOn !== null && day < issuedOn ? null : day;
}

/** Editions newest first, each before what is beside it; then drafts. */
export function revisionRows(db: Db, standardId: number) {
  return db
    .selectFrom('revisions')
    .innerJoin('documents', 'documents.id', 'revisions.document_id')
    .select(['documents.id', 'place', 'status', 'doc_num', 'language', 'doc_rev', 'doc_desc'])
    .select(['created_at', 'kind', 'amends'])
    .select(revisionFacts)
    .where('standard_id', '=', standardId)
    .orderBy('place')
    .orderBy(editionsFirst)
    .orderBy(besideByName)
    .orderBy('documents.id', 'desc')
    .execute();
}

/** Of a place first the edition, then what is beside it. */
export const editionsFirst = sql`case when revisions.kind = 'beside' then 1 else 0 end`;
const besideByName = sql`case when revisions.kind = 'beside' then documents.doc_rev else '' end`;

export type StandardRow = NonNullable<Awaited<ReturnType<typeof findStandard>>>;

export async function findStandard(db: Db, key: StandardKey) {
  const id = (await standardIdsOf(db, [key])).get(keyText(key));
  if (id === undefined) return null;
  return (await standardRows(db).where('id', '=', id).executeTakeFirst()) ?? null;
}

function standardRows(db: Db) {
  return db
    .selectFrom('standards')
    .select(['id', 'customer_id', 'number_key', 'language_key', 'settled_order', 'version'])
    .select(['notice_kind', 'notice_on', 'notice_remark', 'notice_revisions'])
    .select(['replaced_by_customer_id', 'replaced_by_num', 'replaced_by_language']);
}

async function noticeOf(db: Db, standard: StandardRow & OrderAndNotice): Promise<Notice | null> {
  if (standard.notice_kind === null) return null;
  return {
    kind: standard.notice_kind,
    on: standard.notice_on,
    remark: standard.notice_remark ?? '',
    revisions: noticedRevisions(standard),
    replaced_by: await replacementOf(db, standard),
  };
}

async function replacementOf(db: Db, standard: StandardRow): Promise<Notice['replaced_by']> {
  const { replaced_by_customer_id, replaced_by_num, replaced_by_language } = standard;
  if (replaced_by_customer_id === null || replaced_by_num === null) return null;
  const customer = await findCustomerById(db, replaced_by_customer_id);
  if (customer === null) return null;
  const named = { doc_num: replaced_by_num, language: replaced_by_language };
  const other = await findStandard(db, standardKeyOf({ customer_id: customer.id, ...named }));
  const [latest] = other === null ? [] : await revisionRows(db, other.id);
  if (latest === undefined) return { customer: customer.name, ...named, latest: null };
  const { doc_num, language, doc_rev } = latest; // as its entry spells them, which is what can be opened
  return { customer: customer.name, doc_num, language, latest: doc_rev };
}

const rowsAtOnce = 400;

/** Of a customer's entries those that are not plainly the latest, in natural order, in pages. */
export async function* revisionsNotLatest(db: Db, customerId: number) {
  const pages = inPages(rowsAtOnce, { sort_key: '', id: 0 }, ({ sort_key, id }) =>
    db
      .selectFrom('documents')
      .innerJoin('revisions', 'revisions.document_id', 'documents.id')
      .select(['id', 'sort_key', 'status', 'kind', 'doc_num', 'language', 'doc_rev'])
      .where('customer_id', '=', customerId)
      .where((where) => where.or([where('status', '<>', 'latest'), where('kind', '=', 'beside')]))
      .where((where) => where(where.refTuple('sort_key', 'id'), '>', where.tuple(sort_key, id)))
      .orderBy('sort_key')
      .orderBy('id'),
  );
  for await (const rows of pages) {
    yield rows.map(({ id: _id, sort_key: _sortKey, ...row }) => row);
  }
}
