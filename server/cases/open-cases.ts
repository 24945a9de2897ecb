import { isWholeText, type RevisionKind } from '#contract/revision-words.ts';
import { type CaseReason, pendingStates } from '#contract/case-words.ts';
import { LibraryError } from '#contract/errors.ts';
import { type CatalogueDocument, documentsById, requireDocument } from '../catalogue/documents.ts';
import { revisionRows } from '../catalogue/standards/revisions.ts';
import { type StandardKey, standardKeyOf } from '../catalogue/standards/keys.ts';
import { type Change, changeLibrary, type Library, librarysOwnName } from '../changes/change.ts';
import { cursorOf, moveCursor } from '../changes/feed.ts';
import { historyLines } from '../changes/history.ts';
import { type FeedLine, lastAuditId, linesAfter } from '../changes/trail.ts';
import { selectInPortions } from '../db/portions.ts';
import { inTurn } from '../db/transactions.ts';
import type { Db, Tx } from '../db/schema.ts';
import { siteOf } from './calendars.ts';
import { caseFields, type CaseRow, recordCase } from './case-rows.ts';
import { enqueueComparison } from '../jobs/jobs.ts';
import { ownerOf, plainRule, type Rule, ruleOf } from './rules.ts';
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
    // What is in the library when it learns of cases opens none.
    await inTurn(db, (tx, lastLine) => moveCursor(tx, follower, lastLine));
    return false;
  }
  const { result } = await changeLibrary(library, { user: librarysOwnName }, followLines);
  return result;
}

async function followLines(tx: Tx, change: Change): Promise<boolean> {
  const cursor = (await cursorOf(tx, follower)) ?? 0;
  const lines = await linesAfter(tx, cursor, linesAtOnce);
  const known = await knownOf(tx, lines);
  for (const line of lines) await followLine(tx, line, known, change);
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
    if (line.after === null) return hadCase ? withdrawCase(tx, id, change) : undefined;
    if (line.before !== null) return hadCase ? followIdentity(tx, id, change) : undefined;
    const latest = known.latest.get(id);
    if (!mayOpen || latest === undefined || (!latest.isNews && rule.opens !== 'all')) return;
    // An entry that comes back has a case again only if it had one.
    if (line.action === 'added' || hadCase) await openForRevision(tx, id, rule, change);
    return;
  }
  if (line.subject !== 'standard' || line.document_id === null || !mayOpen) return;
  const was = line.before?.['notice'] ?? null;
  const is = line.after?.['notice'] ?? null;
  if (is !== was && (is === 'withdrawn' || is === 'replaced')) {
    return openForNotice(tx, line.document_id, is, rule, change);
  }
  if (line.before?.['settled_order'] !== line.after?.['settled_order']) {
    return openForOrder(tx, line.document_id, rule, change);
  }
}

/** A case whose document is deleted, such as by an undo, goes with it, unless its review is signed. */
async function withdrawCase(tx: Tx, document_id: number, change: Change): Promise<void> {
  for (const row of await pendingOf(tx, document_id)) {
    await recordCase(tx, row, { state: 'withdrawn' }, 'Withdrawn: the entry was deleted', change);
    await resume(tx, row.id, change);
  }
}

/** The cases that a withdrawn case had superseded are pending again. */
async function resume(tx: Tx, superseded_by: number, change: Change): Promise<void> {
  const older = await tx
    .selectFrom('cases')
    .selectAll()
    .where('superseded_by', '=', superseded_by)
    .where('state', '=', 'superseded')
    .execute();
  for (const row of older) {
    const ended = await historyLines(tx, { subject: 'case', subject_id: row.id }, undefined, 50);
    const before = ended.find(({ after }) => after?.['state'] === 'superseded')?.before;
    const state = before?.['state'] === 'in_review' ? 'in_review' : 'open';
    const what = 'Pending again: the newer revision was deleted';
    await recordCase(tx, row, { state, superseded_by: null }, what, change);
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
    if (await isTaken(tx, { ...changed, reason: row.reason }, row.id)) continue;
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
  if (found.previous === null && found.kind !== 'beside' && rule.opens !== 'all') return;
  await insertCase(tx, found, 'revision', rule, change);
}

async function openForNotice(
  tx: Tx,
  document_id: number,
  reason: 'withdrawn' | 'replaced',
  rule: Rule,
  change: Change,
): Promise<void> {
  const found = await findOpening(tx, document_id, 'withdrawn');
  if (found !== null) await insertCase(tx, found, reason, rule, change);
}

/** A librarian settled the order: the latest revision has waited for that if it was added last. */
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

/** An entry, and the edition before it. An amendment has none: its own text is what is new. */
type Opening = {
  document: CatalogueDocument;
  kind: RevisionKind;
  amends: string | null;
  previous: { id: number; doc_rev: string } | null;
  isByHand?: true;
};

/** Null: the entry is gone, or it is not, or not surely, the newest revision. */
async function findOpening(
  db: Db,
  document_id: number,
  status: 'latest' | 'withdrawn',
): Promise<Opening | null> {
  const standard = await standardIdOf(db, document_id);
  const rows = standard === null ? [] : await revisionRows(db, standard);
  const isWanted = status === 'latest' ? (id: number) => id === document_id : () => true;
  const wanted = rows.find(({ id }) => isWanted(id)); // the newest is the first
  if (wanted === undefined || wanted.place !== 0 || wanted.status !== status) return null;
  const document = (await documentsById(db, [wanted.id])).get(wanted.id);
  return document === undefined ? null : { document, ...placeAmong(rows, wanted) };
}

type Row = Awaited<ReturnType<typeof revisionRows>>[number];

function placeAmong(rows: readonly Row[], { kind, amends, place }: Row): Omit<Opening, 'document'> {
  const base = rows.find(({ id }) => id === amends)?.doc_rev ?? null;
  const before = rows.find((row) => row.place > place && isWholeText(row.kind));
  return { kind, amends: base, previous: isWholeText(kind) ? (before ?? null) : null };
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
  const rule = await ruleOf(tx, document.customer_id);
  const opening: Opening = { document, ...place, isByHand: true };
  const id = await insertCase(tx, opening, 'revision', rule, change);
  if (id !== null) return id;
  throw new LibraryError(
    'bad_request',
    `There is a case of ${document.doc_num} Rev. ${document.doc_rev} already.`,
  );
}

const unplaced = { kind: 'edition', amends: null, previous: null } as const;

/** Null: there is such a case. */
async function insertCase(
  tx: Tx,
  { document, kind, amends, previous, isByHand }: Opening,
  reason: CaseReason,
  rule: Rule,
  change: Change,
): Promise<number | null> {
  const key = standardKeyOf(document);
  if (await isTaken(tx, { ...key, doc_rev: document.doc_rev, reason }, null)) return null;
  const site = await siteOf(tx, rule.calendar_id);
  const received_on = dayAt(Date.parse(document.created_at), site.zone);
  const notified_on = reason === 'revision' ? document.issued_on : null;
  const { customer, customer_id, doc_num, language, doc_rev, doc_desc } = document;
  // An old revision that someone asks to review now, or a notice of today, is not late at once.
  const today = dayAt(change.at.getTime(), site.zone);
  const from = reason === 'revision' && isByHand !== true ? received_on : today;
  const row = {
    customer,
    customer_id,
    number_key: key.number_key,
    language_key: key.language_key,
    document_id: document.id,
    doc_num,
    language,
    doc_rev,
    doc_desc,
    previous_document_id: reason === 'revision' ? (previous?.id ?? null) : null,
    previous_rev: reason === 'revision' ? (previous?.doc_rev ?? null) : null,
    reason,
    state: 'open' as const,
    notified_on,
    received_on: reason === 'revision' ? received_on : today,
    due_on: addWorkingDays(from, rule.days, site),
    due_from: from,
    due_days: rule.days,
    due_reason: null,
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
  await change.record([
    {
      action: 'added',
      subject: 'case',
      subject_id: id,
      customer_id,
      document_id: document.id,
      previous_customer_id: null,
      before: null,
      after: { ...caseFields({ id, ...row }), what: openedInWords(doc_rev, amends) },
    },
  ]);
  if (row.previous_document_id !== null) await enqueueComparison(tx, { id, ...row }, change);
  // An amendment ends nothing: the review of its base goes on.
  if (reason === 'revision' && kind !== 'beside') await supersede(tx, key, { id, doc_rev }, change);
  return id;
}

function openedInWords(doc_rev: string, amends: string | null): string {
  return amends === null ? 'Case opened' : `Case opened: ${doc_rev} amends ${amends}`;
}

/** Pending cases of older revisions end; their open actions go on in the new one. */
async function supersede(
  tx: Tx,
  key: StandardKey,
  by: { id: number; doc_rev: string },
  change: Change,
): Promise<void> {
  const older = await tx
    .selectFrom('cases')
    .selectAll()
    .where('customer_id', '=', key.customer_id)
    .where('number_key', '=', key.number_key)
    .where('language_key', '=', key.language_key)
    .where('reason', '=', 'revision')
    .where('id', '<>', by.id)
    .where('state', 'in', pendingStates)
    .execute();
  for (const row of older) {
    const what = `Superseded by the case of Rev. ${by.doc_rev}`;
    await recordCase(tx, row, { state: 'superseded', superseded_by: by.id }, what, change);
    await tx
      .insertInto('case_actions')
      .columns([
        'case_id',
        'kind',
        'reference',
        'owner',
        'due_on',
        'done_on',
        'evidence',
        'version',
      ])
      .expression((from) =>
        from
          .selectFrom('case_actions')
          .select((select) => select.val(by.id).as('case_id'))
          .select(['kind', 'reference', 'owner', 'due_on', 'done_on', 'evidence'])
          .select((select) => select.val(1).as('version'))
          .where('case_id', '=', row.id)
          .where('done_on', 'is', null),
      )
      .execute();
  }
}

async function pendingOf(tx: Tx, document_id: number): Promise<CaseRow[]> {
  return tx
    .selectFrom('cases')
    .selectAll()
    .where('document_id', '=', document_id)
    .where('state', 'in', pendingStates)
    .execute();
}

async function isTaken(
  tx: Tx,
  of: StandardKey & { doc_rev: string; reason: CaseReason },
  ownId: number | null,
): Promise<boolean> {
  const found = await tx
    .selectFrom('cases')
    .select('id')
    .where('customer_id', '=', of.customer_id)
    .where('number_key', '=', of.number_key)
    .where('language_key', '=', of.language_key)
    .where('doc_rev', '=', of.doc_rev)
    .where('reason', '=', of.reason)
    .where('state', '<>', 'withdrawn')
    .execute();
  return found.some(({ id }) => id !== ownId);
}
