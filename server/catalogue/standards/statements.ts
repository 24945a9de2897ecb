import type { Static } from 'typebox';
import { noDay, readDay } from '#contract/day.ts';
import { tidyEntry } from '#contract/entry.ts';
import { LibraryError } from '#contract/errors.ts';
import { noLanguage } from '#contract/file-name.ts';
import { isOrdered } from '#contract/revision-words.ts';
import type { placeRevision, saveNotice } from '#contract/revisions.ts';
import type { Change } from '../../changes/change.ts';
import type { AuditFields } from '../../changes/trail.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { findCustomer, findCustomerById } from '../customers.ts';
import { type CatalogueDocument, requireDocument } from '../documents.ts';
import { placeSeries, type Series } from '../../revisions/in-force.ts';
import { addStandards, keepInStep } from './follower.ts';
import { keyText, standardKeyOf } from './keys.ts';
import { findStandard, revisionRows, type StandardRow } from './revisions.ts';
import { asNoticed, chosenOrder, isWholeWithdrawn } from './statuses.ts';

// What librarians say of a standard: changes of the library like any other, each with a line of
// the trail. Which revision is the latest follows from it; see follower.ts.

type SentNotice = NonNullable<Static<typeof saveNotice.body>['notice']>;

/** What can be said of a standard, as its table has it. */
export type Statement = Pick<
  StandardRow,
  | 'settled_order'
  | 'notice_kind'
  | 'notice_on'
  | 'notice_remark'
  | 'notice_revisions'
  | 'replaced_by_customer_id'
  | 'replaced_by_num'
  | 'replaced_by_language'
>;

const noNotice = {
  notice_kind: null,
  notice_on: null,
  notice_remark: null,
  notice_revisions: null,
  replaced_by_customer_id: null,
  replaced_by_num: null,
  replaced_by_language: null,
} satisfies Partial<Statement>;

/** Says of the standard of an entry, or of some of its revisions, that it is withdrawn, replaced …; null undoes it. */
export async function sayNotice(
  tx: Tx,
  { document_id, notice }: { document_id: number; notice: SentNotice | null },
  change: Change,
): Promise<void> {
  const document = await requireDocument(tx, document_id);
  const said = notice === null ? noNotice : await readNotice(tx, document, notice);
  await changeSaid(tx, document, said, change);
}

/** Says whether the standard of an entry is withdrawn, as a sheet does; one that is replaced is so too. */
export async function sayWithdrawn(
  tx: Tx,
  document: CatalogueDocument,
  isWithdrawn: boolean,
  change: Change,
): Promise<void> {
  if (isWholeWithdrawn(await standardOf(tx, document)) === isWithdrawn) return;
  const whole = { notice_kind: 'withdrawn', notice_revisions: null } as const;
  await changeSaid(tx, document, isWithdrawn ? whole : noNotice, change);
}

async function readNotice(
  tx: Tx,
  document: CatalogueDocument,
  notice: SentNotice,
): Promise<Partial<Statement>> {
  const { kind, on, remark, replaced_by, revisions = null } = notice;
  if (on !== null && readDay(on) === null) {
    throw new LibraryError('bad_request', noDay('date of the notice', on));
  }
  if (kind === 'replaced' && replaced_by === null) {
    throw new LibraryError('bad_request', 'Choose the standard number that replaces it.');
  }
  return {
    ...noNotice,
    notice_kind: kind,
    notice_on: on,
    notice_remark: remark.replace(/\s+/g, ' ').trim() || null,
    notice_revisions: revisions && JSON.stringify(await namedRevisions(tx, document, revisions)),
    ...(replaced_by === null ? {} : await readReplacement(tx, document, replaced_by)),
  };
}

/** Refuses revisions that the standard does not have. */
async function namedRevisions(
  tx: Tx,
  document: CatalogueDocument,
  named: readonly string[],
): Promise<readonly string[]> {
  const standard = await findStandard(tx, standardKeyOf(document));
  const rows = standard === null ? [document] : await revisionRows(tx, standard.id);
  const gone = named.filter((label) => rows.every(({ doc_rev }) => doc_rev !== label));
  if (gone.length === 0) return named;
  throw new LibraryError('changed_meanwhile', `Revision not found: ${gone.join(', ')}.`);
}

async function readReplacement(
  tx: Tx,
  document: CatalogueDocument,
  named: NonNullable<SentNotice['replaced_by']>,
): Promise<Partial<Statement>> {
  const language = named.language ?? noLanguage;
  const tidied = tidyEntry({ ...named, language, doc_desc: '', doc_rev: '' });
  const customer = await findCustomer(tx, tidied.customer);
  if (customer === null) {
    throw new LibraryError('bad_request', `Customer "${tidied.customer}" not found.`);
  }
  if (tidied.doc_num === '') {
    throw new LibraryError('bad_request', 'Choose the standard number that replaces it.');
  }
  const key = standardKeyOf({ ...tidied, customer_id: customer.id });
  if (keyText(key) === keyText(standardKeyOf(document))) {
    throw new LibraryError(
      'bad_request',
      `${document.doc_num} cannot replace itself. Choose another number.`,
    );
  }
  return {
    replaced_by_customer_id: customer.id,
    replaced_by_num: tidied.doc_num,
    replaced_by_language: tidied.language,
  };
}

/** Sets the order of the editions of an entry's standard; `newest_first` names all of them. */
export async function setOrder(
  tx: Tx,
  { document_id, newest_first }: { document_id: number; newest_first: readonly string[] },
  change: Change,
): Promise<void> {
  const document = await requireDocument(tx, document_id);
  // A node of an earlier version may have added it.
  await keepInStep(tx, { documentIds: [document_id], standardIds: [] });
  const standard = await standardOf(tx, document);
  const rows = await revisionRows(tx, standard.id);
  const there = new Set(rows.map(({ doc_rev }) => doc_rev));
  const named = new Set(newest_first);
  if (named.size < newest_first.length) {
    throw new LibraryError('bad_request', 'A revision appears twice.');
  }
  const byText = placeSeries(rows);
  const editions = editionsIn(byText);
  const missing = editions.filter((doc_rev) => !named.has(doc_rev));
  const gone = newest_first.filter((doc_rev) => !there.has(doc_rev));
  if (missing.length + gone.length > 0) {
    const texts = [
      ...missing.map((doc_rev) => `Revision ${doc_rev} is missing.`),
      ...gone.map((doc_rev) => `Revision ${doc_rev} not found.`),
    ];
    throw new LibraryError('changed_meanwhile', `${texts.join(' ')} Check the revisions again.`);
  }
  const isDerived = byText.isSure && JSON.stringify(editions) === JSON.stringify(newest_first);
  const settled_order = isDerived ? null : JSON.stringify(newest_first);
  await changeSaid(tx, document, { settled_order }, change);
}

/** The labels of what is put in order, newest first; a withdrawn revision is not. */
function editionsIn(series: Series<{ doc_rev: string; withdrawn_on: string | null }>): string[] {
  return series.placed.flatMap(({ revision, kind }) =>
    isOrdered(kind) && revision.withdrawn_on === null ? [revision.doc_rev] : [],
  );
}

/** The place that a new revision would get among those of an entry's standard. */
export async function placeOfRevision(
  db: Db,
  { document_id, doc_rev, issued_on = null }: Static<typeof placeRevision.body>,
): Promise<Static<typeof placeRevision.response>> {
  const document = await requireDocument(db, document_id);
  const standard = await findStandard(db, standardKeyOf(document));
  const rows =
    standard === null ? [document] : asNoticed(await revisionRows(db, standard.id), standard);
  const latest = rows[0]?.doc_rev ?? document.doc_rev;
  const id = Number.MAX_SAFE_INTEGER;
  const added = { id, doc_rev: doc_rev.normalize('NFC').trim(), issued_on };
  const chosen = standard === null ? null : chosenOrder(standard);
  if (rows.some((row) => row.doc_rev === added.doc_rev)) return { place: 'taken', latest };
  const { placed, isSure } = placeSeries([...rows, added], chosen);
  const own = placed.find(({ revision }) => revision === added);
  if (own?.kind === 'draft') return { place: 'draft', latest };
  if (!isSure || own === undefined || own.status === 'unsure') return { place: 'unsure', latest };
  if (own.kind === 'beside') return { place: 'beside', latest: own.amends?.doc_rev ?? latest };
  if (own.kind === 'reaffirmed')
    return { place: 'reaffirmed', latest: own.amends?.doc_rev ?? latest };
  const isTaken = placed.some(
    ({ kind, place, revision }) => place === own.place && revision !== added && isOrdered(kind),
  );
  if (isTaken) return { place: 'taken', latest };
  return { place: own.place === 0 ? 'newest' : 'older', latest };
}

type NumberOfCustomer = Pick<
  CatalogueDocument,
  'id' | 'customer' | 'customer_id' | 'doc_num' | 'language'
>;

/** The standard of an entry, which is added where no follower has seen the entry yet. */
async function standardOf(tx: Tx, document: NumberOfCustomer): Promise<StandardRow> {
  await addStandards(tx, [standardKeyOf(document)]);
  const found = await findStandard(tx, standardKeyOf(document));
  if (found === null) throw new Error('A standard was added, and is not there.');
  return found;
}

/** Changes what is said of the standard of an entry, and writes it to the trail. */
export async function changeSaid(
  tx: Tx,
  document: NumberOfCustomer,
  said: Partial<Statement>,
  change: Change,
): Promise<void> {
  const standard = await standardOf(tx, document);
  const before = await saidFields(tx, standard);
  const after = await saidFields(tx, { ...standard, ...said });
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  await tx
    .updateTable('standards')
    .set({ ...said, version: standard.version + 1 })
    .where('id', '=', standard.id)
    .execute();
  const { customer, doc_num, language } = document;
  await change.record([
    {
      action: 'changed',
      subject: 'standard',
      subject_id: standard.id,
      document_id: document.id,
      customer_id: document.customer_id,
      before: { customer, doc_num, language, ...before },
      after: { customer, doc_num, language, ...after },
    },
  ]);
}

/** What is said, as the trail has it: nothing that is not said. */
export async function saidFields(db: Db, said: Statement): Promise<AuditFields> {
  const { replaced_by_customer_id } = said;
  const replacing =
    replaced_by_customer_id === null ? null : await findCustomerById(db, replaced_by_customer_id);
  const fields: AuditFields = {
    notice: said.notice_kind,
    notice_on: said.notice_on,
    remark: said.notice_remark,
    notice_revisions: said.notice_revisions,
    replaced_by_customer: replacing?.name ?? null,
    replaced_by_customer_id,
    replaced_by_num: said.replaced_by_num,
    replaced_by_language: said.replaced_by_language,
    settled_order: said.settled_order,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
