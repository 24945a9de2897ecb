import { isWholeText, orderedKinds, type RevisionKind } from '#contract/revision-words.ts';
import { type CaseReason, caseReasons, pendingStates } from '#contract/case-words.ts';
import { LibraryError } from '#contract/errors.ts';
import { type CatalogueDocument, documentsById, requireDocument } from '../catalogue/documents.ts';
import { revisionRows } from '../catalogue/standards/revisions.ts';
import { isEnding, noticedRevisions } from '../catalogue/standards/statuses.ts';
import { type StandardKey, standardKeyOf } from '../catalogue/standards/keys.ts';
import { type Change, changeLibrary, type Library, librarysOwnName } from '../changes/change.ts';
import { cursorOf, moveCursor } from '../changes/feed.ts';
import { type AuditFields, type FeedLine, lastAuditId, linesAfter } from '../changes/trail.ts';
import { selectInPortions } from '../db/portions.ts';
import { withWriteLock } from '../db/transactions.ts';
import type { Db, Tx } from '../db/schema.ts';
import { baselineOf, type Edition } from './baseline.ts';
import { type Site, siteOf } from './calendars.ts';
import { caseFields, type CaseRow, hasOtherCase, recordCase, recordLine } from './case-rows.ts';
import { endClock, keepDay, inheritClocks } from './due-days.ts';
import { enqueueComparison } from '../jobs/jobs.ts';
import { ownerOf, plainRule, type Rule, ruleOf } from './rules.ts';
import {
  casesOfNotice,
  pendingRevisions,
  resumeCases,
  resumeLatest,
  supersede,
  withdrawCases,
} from './supersede.ts';
import { addWorkingDays, dayAt } from './working-days.ts';

const follower = 'cases';
const linesAtOnce = 1000;

/**
 * Reads what changed in the catalogue, and opens, supersedes or withdraws cases. The cursor moves in the same
 * transaction, so that two nodes open a case once. Returns whether there may be more.
 */
export async function followCatalogue(library: Library): Promise<boolean> {
  const { db } = library;
  const cursor = await cursorOf(db, follower);
  const last = await lastAuditId(db);
  if (cursor === last) return false;
  if (cursor === null) {
    await beginFollowing(library);
    return false;
  }
  const { result } = await changeLibrary(library, { user: librarysOwnName }, followLines);
  return result;
}

/** For the start of a server: what is in the library by then opens no case, what is saved from then on may. */
export async function beginFollowing({ db }: Library): Promise<void> {
  if ((await cursorOf(db, follower)) !== null) return;
  await withWriteLock(db, async (tx, lastLine) => {
    if ((await cursorOf(tx, follower)) === null) await moveCursor(tx, follower, lastLine);
  });
}

async function followLines(tx: Tx, change: Change): Promise<boolean> {
  const cursor = (await cursorOf(tx, follower)) ?? 0;
  const lines = await linesAfter(tx, cursor, linesAtOnce);
  const known = await knownOf(tx, lines);
  for (const line of lines) await followLine(tx, line, known, change);
  await endOrdered(tx, change);
  await moveCursor(tx, follower, lines.at(-1)?.id ?? cursor);
  return lines.length === linesAtOnce;
}

/** What a page of lines is decided by, read at once: few of an import's thousands concern a case. */
type Known = {
  imports: ReadonlySet<string>;
  rules: ReadonlyMap<number, Rule>;
  /** Entries that have, or had, a case. */
  withCase: ReadonlySet<number>;
  /** Entries that are surely in force; whether one is news: it replaces an older edition, or amends one. */
  latest: ReadonlyMap<number, { isNews: boolean }>;
  /** Entries that may be the latest, or not: nobody has set the order. */
  unsure: ReadonlySet<number>;
};

async function knownOf(tx: Tx, lines: readonly FeedLine[]): Promise<Known> {
  const ids = lines.filter(({ subject }) => subject === 'document').map((line) => line.subject_id);
  const cases = await selectInPortions(ids, (portion) =>
    tx.selectFrom('cases').select('document_id').where('document_id', 'in', portion),
  );
  const latest = await selectInPortions(ids, (portion) =>
    tx
      .selectFrom('revisions')
      .leftJoin('revisions as older', (join) =>
        join
          .onRef('older.standard_id', '=', 'revisions.standard_id')
          .on('older.place', '>', 0)
          .on('older.kind', 'not in', ['beside', 'draft']),
      )
      .select(['revisions.document_id', 'revisions.kind', 'older.document_id as older'])
      .where('revisions.document_id', 'in', portion)
      .where('revisions.status', '=', 'latest'),
  );
  const unsure = await selectInPortions(ids, (portion) =>
    tx
      .selectFrom('revisions')
      .innerJoin('revisions as other', 'other.standard_id', 'revisions.standard_id')
      .select('revisions.document_id')
      .distinct()
      .whereRef('other.document_id', '<>', 'revisions.document_id')
      .where('other.kind', 'in', orderedKinds)
      .where('revisions.status', '=', 'unsure')
      .where('revisions.document_id', 'in', portion),
  );
  const rules = new Map<number, Rule>();
  for (const id of new Set(lines.map(({ customer_id }) => customer_id ?? 0))) {
    rules.set(id, await ruleOf(tx, id));
  }
  return {
    imports: await importsAmong(tx, lines),
    rules,
    withCase: new Set(cases.map(({ document_id }) => document_id)),
    latest: new Map(
      latest.map(({ document_id, kind, older }) => [
        document_id,
        { isNews: older !== null || kind === 'beside' },
      ]),
    ),
    unsure: new Set(unsure.map(({ document_id }) => document_id)),
  };
}

/** Those of these lines' changes that are imports of a sheet. */
async function importsAmong(tx: Tx, lines: readonly FeedLine[]): Promise<Set<string>> {
  const jobs = await selectInPortions(
    lines.map(({ change_id }) => change_id),
    (portion) =>
      tx
        .selectFrom('jobs')
        .select('change_id')
        .where('kind', '=', 'import')
        .where('change_id', 'in', portion),
  );
  return new Set(jobs.map(({ change_id }) => change_id));
}

async function followLine(tx: Tx, line: FeedLine, known: Known, change: Change): Promise<void> {
  const rule = known.rules.get(line.customer_id ?? 0) ?? plainRule;
  const mayOpen =
    rule.opens !== 'never' && (!known.imports.has(line.change_id) || rule.opens_on_import === 1);
  if (line.subject === 'document') {
    const id = line.subject_id;
    const hadCase = known.withCase.has(id);
    if (line.after === null && hadCase) {
      await withdrawCases(tx, await pendingOf(tx, id), 'Withdrawn: the entry was deleted', change);
      return resumeLatest(tx, keyIn(line, line.before), change);
    }
    if (line.after === null) return;
    if (line.before !== null) return hadCase ? followIdentity(tx, id, change) : undefined;
    const latest = known.latest.get(id);
    if (hadCase && latest !== undefined && (await resumeCases(tx, id, caseReasons, change))) return;
    if (hadCase && latest === undefined) await rebase(tx, keyIn(line, line.after), change);
    const isNew = line.action === 'added' || hadCase; // one that comes back, only if it had a case
    if (mayOpen && isNew && known.unsure.has(id)) return openForUnsure(tx, id, rule, change);
    if (!mayOpen || latest === undefined || (!latest.isNews && rule.opens !== 'all')) return;
    if (isNew) await openForRevision(tx, id, rule, change);
    return;
  }
  if (line.subject !== 'standard' || line.document_id === null) return;
  const [was, is] = [line.before, line.after].map((of) => ({
    kind: of?.['notice'],
    // Our own JSON; without it the notice is about all.
    notice_revisions: (of?.['notice_revisions'] ?? null) as string | null,
  }));
  const isChanged = JSON.stringify(was) !== JSON.stringify(is);
  if (isChanged && isEnding(was?.kind)) {
    const cases = await casesOfNotice(tx, line.document_id, was.kind);
    await withdrawCases(tx, cases, 'Withdrawn: the notice was undone', change);
  }
  if (!mayOpen) return;
  if (isChanged && isEnding(is?.kind)) {
    const notice = { reason: is.kind, revisions: noticedRevisions(is) };
    return openForNotice(tx, line.document_id, notice, rule, change);
  }
  if (line.before?.['settled_order'] !== line.after?.['settled_order']) {
    return openForOrder(tx, line.document_id, rule, change);
  }
}

function keyIn({ customer_id }: FeedLine, entry: AuditFields | null): StandardKey {
  const language = entry?.['language'] ?? null;
  return standardKeyOf({
    customer_id: customer_id ?? 0,
    doc_num: String(entry?.['doc_num']),
    language: language === null ? null : String(language),
  });
}

/** A revision is back whose review is signed: the pending case of a newer one compares from it. */
async function rebase(tx: Tx, key: StandardKey, change: Change): Promise<void> {
  for (const row of await pendingRevisions(tx, key, null)) {
    const found = await findOpening(tx, row.document_id, 'latest');
    const baseline = await baselineOf(tx, key, found?.editions ?? []);
    if (baseline?.isReviewed !== true || baseline.id === row.previous_document_id) continue;
    const { id, doc_rev } = baseline;
    const compared = {
      previous_document_id: id,
      previous_rev: doc_rev,
      baseline: 'reviewed',
    } as const;
    const what = `Compares from Rev. ${doc_rev}, which is back: its review is signed`;
    await recordCase(tx, row, { ...compared, from_hash: null }, what, change); // its list is out of date
    await enqueueComparison(tx, row, change);
  }
}

/** A case that is pending has the number and revision of its entry. */
async function followIdentity(tx: Tx, document_id: number, change: Change): Promise<void> {
  const pending = await pendingOf(tx, document_id);
  if (pending.length === 0) return;
  const document = (await documentsById(tx, [document_id])).get(document_id);
  if (document === undefined) return;
  const { customer, customer_id, doc_num, language, doc_rev, doc_desc } = document;
  for (const row of pending) {
    const isSame =
      row.customer_id === customer_id &&
      row.doc_num === doc_num &&
      row.language === language &&
      row.doc_rev === doc_rev &&
      row.doc_desc === doc_desc;
    if (isSame) continue;
    const fields = { customer, customer_id, doc_num, language, doc_rev, doc_desc };
    const changed = { ...fields, ...standardKeyOf(document) };
    if (await hasOtherCase(tx, { ...changed, reason: row.reason }, row.id)) continue;
    await recordCase(tx, row, changed, 'The entry was corrected', change);
  }
}

/** Opens a case for an entry that is the latest revision. */
async function openForRevision(
  tx: Tx,
  document_id: number,
  rule: Rule,
  change: Change,
): Promise<void> {
  const found = await findOpening(tx, document_id, 'latest');
  if (found === null || found.kind === 'reaffirmed') return;
  if (found.editions.length === 0 && found.kind !== 'beside' && rule.opens !== 'all') return;
  await insertCase(tx, found, 'revision', rule, change);
}

async function openForNotice(
  tx: Tx,
  document_id: number,
  { reason, revisions }: { reason: 'withdrawn' | 'replaced'; revisions: string[] | null },
  rule: Rule,
  change: Change,
): Promise<void> {
  const found = await findOpening(tx, document_id, 'withdrawn', revisions);
  if (found === null || (await resumeCases(tx, found.document.id, [reason], change))) return;
  await insertCase(tx, found, reason, rule, change);
}

/** A librarian set the order: the latest revision has waited for that if it was added last. */
async function openForOrder(
  tx: Tx,
  document_id: number,
  rule: Rule,
  change: Change,
): Promise<void> {
  const standard = await standardIdOf(tx, document_id);
  const rows = standard === null ? [] : await revisionRows(tx, standard);
  const [latest] = rows;
  if (latest === undefined || rows.some(({ id }) => id > latest.id)) return;
  await openForRevision(tx, latest.id, rule, change);
}

/** One case a standard, until its order is set: nobody can tell what the new revision replaces. */
async function openForUnsure(tx: Tx, id: number, rule: Rule, change: Change): Promise<void> {
  const document = (await documentsById(tx, [id])).get(id);
  if (document === undefined) return;
  const { customer_id, number_key, language_key } = standardKeyOf(document);
  const waiting = await waitingForOrder(tx)
    .where('cases.customer_id', '=', customer_id)
    .where('cases.number_key', '=', number_key)
    .where('cases.language_key', '=', language_key)
    .executeTakeFirst();
  if (waiting === undefined) {
    await insertCase(tx, { document, ...unplaced }, 'order', rule, change);
  }
}

function waitingForOrder(tx: Tx) {
  return tx
    .selectFrom('cases')
    .selectAll('cases')
    .where('reason', '=', 'order')
    .where('state', 'in', pendingStates);
}

/** Cases that waited for an order end once it is sure, however that came; the latest revision then has a case. */
async function endOrdered(tx: Tx, change: Change): Promise<void> {
  const ordered = await waitingForOrder(tx)
    .innerJoin('standards', (join) =>
      join
        .onRef('standards.customer_id', '=', 'cases.customer_id')
        .onRef('standards.number_key', '=', 'cases.number_key')
        .onRef('standards.language_key', '=', 'cases.language_key'),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('revisions')
            .select('document_id')
            .whereRef('standard_id', '=', 'standards.id')
            .where('status', '=', 'unsure'),
        ),
      ),
    )
    .orderBy('cases.id')
    .execute();
  for (const row of ordered) {
    const what = 'Ended: the revision order is set';
    await recordCase(tx, row, { state: 'withdrawn' }, what, change);
    const rule = await ruleOf(tx, row.customer_id);
    if (rule.opens === 'never') continue;
    await openForOrder(tx, row.document_id, rule, change);
    await openForRevision(tx, row.document_id, rule, change); // an amendment, or the latest with an older one added since
  }
}

/** An entry, and the editions before it, newest first. An amendment has none: its own text is what is new. */
type Opening = {
  document: CatalogueDocument;
  kind: RevisionKind;
  amends: string | null;
  editions: readonly Edition[];
  isByHand?: true;
};

/** Of a notice about some revisions the newest of them. Null: the entry is gone, or it is not, or not surely, the newest revision. */
async function findOpening(
  db: Db,
  document_id: number,
  status: 'latest' | 'withdrawn',
  named: readonly string[] | null = null,
): Promise<Opening | null> {
  const standard = await standardIdOf(db, document_id);
  const rows = standard === null ? [] : await revisionRows(db, standard);
  const isWanted = ({ id, doc_rev }: Row) =>
    status === 'latest' ? id === document_id : (named?.includes(doc_rev) ?? true);
  const wanted = rows.find(isWanted); // the newest is the first
  if (wanted?.status !== status || (named === null && wanted.place !== 0)) return null;
  const document = (await documentsById(db, [wanted.id])).get(wanted.id);
  return document === undefined ? null : { document, ...placeAmong(rows, wanted) };
}

type Row = Awaited<ReturnType<typeof revisionRows>>[number];

function placeAmong(rows: readonly Row[], { kind, amends, place }: Row): Omit<Opening, 'document'> {
  const base = rows.find(({ id }) => id === amends)?.doc_rev ?? null;
  const before = rows.filter((row) => row.place > place && isWholeText(row.kind));
  return { kind, amends: base, editions: isWholeText(kind) ? before : [] };
}

async function standardIdOf(db: Db, document_id: number): Promise<number | null> {
  const row = await db
    .selectFrom('revisions')
    .select('standard_id')
    .where('document_id', '=', document_id)
    .executeTakeFirst();
  return row?.standard_id ?? null;
}

/** Opens a case by hand, whatever the rule says. Returns its id. */
export async function openByHand(tx: Tx, document_id: number, change: Change): Promise<number> {
  const document = await requireDocument(tx, document_id);
  const standard = await standardIdOf(tx, document_id);
  const rows = standard === null ? [] : await revisionRows(tx, standard);
  const own = rows.find(({ id }) => id === document_id);
  const place = own === undefined ? unplaced : placeAmong(rows, own);
  await refuseBelowPending(tx, document, rows, own);
  const rule = await ruleOf(tx, document.customer_id);
  const opening: Opening = { document, ...place, isByHand: true };
  const id = await insertCase(tx, opening, 'revision', rule, change);
  if (id !== null) return id;
  throw new LibraryError(
    'bad_request',
    `${document.doc_num} Rev. ${document.doc_rev} already has a case.`,
  );
}

/** The pending case of a newer edition compares from the same baseline: it has the changes of this one, too. */
async function refuseBelowPending(
  tx: Tx,
  document: CatalogueDocument,
  rows: readonly Row[],
  own: Row | undefined,
): Promise<void> {
  if (own === undefined || own.kind === 'beside') return;
  const pending = await pendingRevisions(tx, standardKeyOf(document), null);
  const isNewer = ({ id, place, kind }: Row) =>
    place < own.place && isWholeText(kind) && pending.some((one) => one.document_id === id);
  const newer = rows.find(isNewer);
  if (newer === undefined) return;
  const message = `The pending case of Rev. ${newer.doc_rev} already contains the changes of Rev. ${own.doc_rev}.`;
  throw new LibraryError('bad_request', message);
}

const unplaced = { kind: 'edition', amends: null, editions: [] } as const;

/** Null: there is such a case. */
async function insertCase(
  tx: Tx,
  { document, kind, amends, editions, isByHand }: Opening,
  reason: CaseReason,
  rule: Rule,
  change: Change,
): Promise<number | null> {
  const key = standardKeyOf(document);
  if (await hasOtherCase(tx, { ...key, doc_rev: document.doc_rev, reason }, null)) return null;
  const site = await siteOf(tx, rule.calendar_id);
  const received_on = dayAt(Date.parse(document.created_at), site.zone);
  const notified_on = reason === 'revision' ? document.issued_on : null;
  const { customer, customer_id, doc_num, language, doc_rev, doc_desc } = document;
  // An old revision that someone asks to review now, or a notice of today, is not late at once.
  const today = dayAt(change.at.getTime(), site.zone);
  const from = reason === 'revision' && isByHand !== true ? received_on : today;
  const isRevision = reason === 'revision';
  // An amendment ends nothing: the review of its base goes on.
  const endsOthers = isRevision && kind !== 'beside';
  const baseline = isRevision ? await baselineOf(tx, key, editions) : null;
  const others = endsOthers ? await pendingRevisions(tx, key, null) : [];
  const [earlier] = others;
  const own = addWorkingDays(from, rule.days, site);
  const keepsClock = earlier !== undefined && earlier.due_on <= own;
  const row: Omit<CaseRow, 'id'> = {
    customer,
    customer_id,
    number_key: key.number_key,
    language_key: key.language_key,
    document_id: document.id,
    doc_num,
    language,
    doc_rev,
    doc_desc,
    previous_document_id: baseline?.id ?? null,
    previous_rev: baseline?.doc_rev ?? null,
    baseline: baseline === null ? null : baseline.isReviewed ? 'reviewed' : 'unreviewed',
    reason,
    state: 'open',
    notified_on,
    received_on: isRevision ? received_on : today,
    due_on: keepsClock ? earlier.due_on : own,
    due_from: from,
    due_days: rule.days,
    due_reason: keepsClock ? `The due day of the case of Rev. ${earlier.doc_rev} stays` : null,
    calendar_id: rule.calendar_id,
    reviewed_on: null,
    implemented_on: null,
    owner: await ownerOf(tx, key, rule),
    verdict: null,
    signed_by: null,
    from_hash: null,
    to_hash: null,
    engine: null,
    superseded_by: null,
    opened_at: change.at.toISOString(),
    version: 1,
  };
  const { id } = await tx.insertInto('cases').values(row).returning('id').executeTakeFirstOrThrow();
  const opened = { id, ...row };
  const what = openedInWords(doc_rev, amends, reason);
  await recordLine(opened, null, { ...caseFields(opened), what }, change);
  await inheritClocks(tx, others, id);
  if (!keepsClock) {
    await endClock(tx, id, today);
    await keepDay(tx, id, { field: 'due', day: row.due_on, why: dueWords(row, site) }, change);
  }
  if (row.previous_document_id !== null) await enqueueComparison(tx, opened, change);
  if (endsOthers) await supersede(tx, opened, change);
  return id;
}

function dueWords({ due_days, due_from }: Pick<CaseRow, 'due_days' | 'due_from'>, { name }: Site) {
  return `${due_days} working days after ${due_from}, ${name}`;
}

function openedInWords(doc_rev: string, amends: string | null, reason: CaseReason): string {
  if (reason === 'order') return `Case opened: set the revision order first`;
  return amends === null ? 'Case opened' : `Case opened: ${doc_rev} amends ${amends}`;
}

async function pendingOf(tx: Tx, document_id: number): Promise<CaseRow[]> {
  return tx
    .selectFrom('cases')
    .selectAll()
    .where('document_id', '=', document_id)
    .where('state', 'in', pendingStates)
    .execute();
}
