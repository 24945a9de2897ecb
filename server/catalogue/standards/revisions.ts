import { sql } from 'kysely';
import type { Static } from 'typebox';
import { LibraryError } from '#contract/errors.ts';
import { noLanguage } from '#contract/file-name.ts';
import type { RevisionStatus } from '#contract/revision-words.ts';
import type { listRevisions, Notice, Revision } from '#contract/revisions.ts';
import { selectInPortions } from '../../db/portions.ts';
import type { Db } from '../../db/schema.ts';
import { findCustomer, findCustomerById } from '../customers.ts';
import { placeSeries } from '../../revisions/in-force.ts';
import { keyText, type StandardKey, standardIdsOf, standardKeyOf } from './keys.ts';
import { type OrderAndNotice, chosenOrder } from './statuses.ts';
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
    throw new LibraryError('not_found', `There is no customer "${asked.customer}".`);
  }
  const language = (asked.language ?? '').replace(/^-$/, '').trim();
  const of = { customer_id: customer.id, doc_num: asked.doc_num, language };
  const standard = await findStandard(db, standardKeyOf(of));
  const rows = standard === null ? [] : await revisionRows(db, standard.id);
  if (standard === null || rows.length === 0) {
    const number = `"${asked.doc_num}" in language ${language || noLanguage}`;
    throw new LibraryError('not_found', `${customer.name} has no standard number ${number}.`);
  }
  const { isSure, by } = placeSeries(rows, chosenOrder(standard));
  const labels = new Map(rows.map(({ id, doc_rev }) => [id, doc_rev]));
  const withFiles = await haveFiles(
    db,
    rows.map(({ id }) => id),
  );
  return {
    data: rows.map(({ id, place, amends, created_at: _added, ...row }): Revision => {
      const isOlder = isSure && row.status !== 'draft';
      const newer = isOlder
        ? rows.findLast((other) => other.kind !== 'beside' && other.place < place)
        : undefined;
      return {
        ...row,
        document_id: id,
        amends: amends === null ? null : (labels.get(amends) ?? null),
        has_file: withFiles.has(id),
        superseded_by: newer?.doc_rev ?? null,
        superseded_on: newer === undefined ? null : supersededOn(row.issued_on, newer),
      };
    }),
    notice: await noticeOf(db, standard),
    is_order_sure: isSure,
    order_by: by,
  };
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
    .select(['issued_on', 'created_at', 'kind', 'amends'])
    .where('standard_id', '=', standardId)
    .orderBy('place')
    .orderBy(editionsFirst)
    .orderBy('documents.id', 'desc')
    .execute();
}

/** Of a place first the edition, then what is beside it. */
export const editionsFirst = sql`case when revisions.kind = 'beside' then 1 else 0 end`;

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
    .select(['notice_kind', 'notice_on', 'notice_remark'])
    .select(['replaced_by_customer_id', 'replaced_by_num', 'replaced_by_language']);
}

async function noticeOf(db: Db, standard: StandardRow & OrderAndNotice): Promise<Notice | null> {
  if (standard.notice_kind === null) return null;
  return {
    kind: standard.notice_kind,
    on: standard.notice_on,
    remark: standard.notice_remark ?? '',
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

/** Whether these entries are the latest of their standards. */
export async function revisionStatuses(
  db: Db,
  documentIds: readonly number[],
): Promise<Map<number, RevisionStatus>> {
  const rows = await selectInPortions(documentIds, (portion) =>
    db
      .selectFrom('revisions')
      .select(['document_id', 'status'])
      .where('document_id', 'in', portion),
  );
  return new Map(rows.map(({ document_id, status }) => [document_id, status]));
}

const rowsAtOnce = 400;

/** Of a customer's entries those that are not plainly the latest, in natural order, in pages. */
export async function* revisionsNotLatest(db: Db, customerId: number) {
  const pages = inPages(rowsAtOnce, { sort_key: '', id: 0 }, ({ sort_key, id }) =>
    db
      .selectFrom('documents')
      .innerJoin('revisions', 'revisions.document_id', 'documents.id')
      .select(['id', 'sort_key', 'status', 'doc_num', 'language', 'doc_rev'])
      .where('customer_id', '=', customerId)
      .where('status', '<>', 'latest')
      .where((where) => where(where.refTuple('sort_key', 'id'), '>', where.tuple(sort_key, id)))
      .orderBy('sort_key')
      .orderBy('id'),
  );
  for await (const rows of pages) {
    yield rows.map(({ id: _id, sort_key: _sortKey, ...row }) => row);
  }
}
