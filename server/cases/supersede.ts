import { pendingStates } from '#contract/case-words.ts';
import { isOrdered, orderedKinds } from '#contract/revision-words.ts';
import { documentsById } from '../catalogue/documents.ts';
import { type StandardKey, standardKeyOf } from '../catalogue/standards/keys.ts';
import { type Change, librarysOwnName } from '../changes/change.ts';
import { historyLines } from '../history/history.ts';
import type { Tx } from '../db/schema.ts';
import { actionsOf, insertAction } from './actions.ts';
import {
  type CaseRow,
  standardsCases,
  hasOtherCase,
  recordCase,
  requireCase,
} from './case-rows.ts';
import { isPending } from './due-days.ts';
import { carryLines } from './lines.ts';

// The case of a newer revision compares from the same baseline, so it takes over what was decided and is still to be done in
// the cases before it. Cases that end because their entry is deleted go on when it is back.

/** Pending cases of other revisions but for amendments that are valid beside the latest, by the day they are due. */
export async function pendingRevisions(
  tx: Tx,
  key: StandardKey,
  ownId: number | null,
): Promise<CaseRow[]> {
  const amendments = tx
    .selectFrom('revisions')
    .select('document_id')
    .where('kind', '=', 'beside')
    .where('status', 'in', ['latest', 'unsure']);
  const rows = await revisionsCases(tx, key)
    .where('state', 'in', pendingStates)
    .where('document_id', 'not in', amendments)
    .execute();
  return rows.filter(({ id }) => id !== ownId).toSorted((a, b) => (a.due_on < b.due_on ? -1 : 1));
}

/**
 * Pending cases of older revisions end; their work goes on in this one, with that of reviews that were waived or withdrawn.
 * One that has ended itself takes nothing over: what is signed stays as it is.
 */
export async function supersede(tx: Tx, by: CaseRow, change: Change): Promise<void> {
  const ended = revisionsCases(tx, by).where('state', 'in', ['closed', 'withdrawn']);
  const isOfSameBaseline = ({ id, reviewed_on, previous_document_id }: CaseRow) =>
    id !== by.id && reviewed_on === null && previous_document_id === by.previous_document_id;
  if (isPending(by)) {
    const newestFirst = (await ended.execute()).toReversed();
    for (const row of newestFirst.filter(isOfSameBaseline)) {
      await carryLines(tx, row, by);
    }
  }
  for (const row of await pendingRevisions(tx, by, by.id)) {
    const what = `Superseded by the case of Rev. ${by.doc_rev}`;
    await recordCase(tx, row, { state: 'superseded', superseded_by: by.id }, what, change);
    if (isPending(by)) await carryWork(tx, row, by);
  }
}

/** The case of a whole text that was opened after this one. */
export async function newerCase(tx: Tx, of: CaseRow): Promise<CaseRow | null> {
  const rows = await revisionsCases(tx, of)
    .where('id', '>', of.id)
    .where('state', '<>', 'withdrawn')
    .execute();
  for (const row of rows) if (await isWholeText(tx, row.document_id)) return row;
  return null;
}

function revisionsCases(tx: Tx, key: StandardKey) {
  return standardsCases(tx, key).selectAll().where('reason', '=', 'revision').orderBy('id');
}

async function carryWork(tx: Tx, from: CaseRow, to: CaseRow): Promise<void> {
  const ids = await carryLines(tx, from, to);
  const there = await actionsOf(tx, to.id);
  for (const { id: _id, version: _version, ...action } of await actionsOf(tx, from.id)) {
    const isThere = there.some(
      ({ kind, reference, owner }) =>
        kind === action.kind && reference === action.reference && owner === action.owner,
    );
    const lines = action.lines.flatMap((line) => ids.get(line) ?? []);
    if (!isThere) await insertAction(tx, to.id, { ...action, lines });
  }
}

/** Pending cases whose entry or notice is gone end. */
export async function withdrawCases(
  tx: Tx,
  rows: readonly CaseRow[],
  what: string,
  change: Change,
): Promise<void> {
  for (const row of rows) await recordCase(tx, row, { state: 'withdrawn' }, what, change);
}

/** An entry was deleted, such as by an undo: the cases of the revision that is the latest now, and of what amends it, go on. */
export async function resumeLatest(tx: Tx, key: StandardKey, change: Change): Promise<void> {
  const latest = await tx
    .selectFrom('revisions')
    .innerJoin('standards', 'standards.id', 'standard_id')
    .select(['document_id', 'kind', 'place'])
    .where('standards.customer_id', '=', key.customer_id)
    .where('standards.number_key', '=', key.number_key)
    .where('standards.language_key', '=', key.language_key)
    .where('kind', 'in', [...orderedKinds, 'beside'])
    .where('status', 'in', ['latest', 'unsure'])
    .execute();
  // An amendment may name a newer edition that is not here.
  const newestHere = Math.min(
    ...latest.filter(({ kind }) => isOrdered(kind)).map(({ place }) => place),
  );
  const kinds = new Map(
    latest
      .filter(({ place }) => place <= newestHere)
      .map(({ document_id, kind }) => [document_id, kind]),
  );
  const cases = await revisionsCases(tx, key).execute();
  const amended = cases.filter(({ document_id }) => kinds.get(document_id) === 'beside');
  const newest = cases.findLast(({ document_id }) => isOrdered(kinds.get(document_id) ?? 'draft'));
  const ids = new Set([...amended, newest].flatMap((row) => row?.document_id ?? []));
  for (const id of ids) await resumeCases(tx, id, ['revision'], change);
}

/**
 * Cases that the library ended go on with everything in them, now that their entry or notice is back, or the latest again.
 * Returns whether there are any.
 */
export async function resumeCases(
  tx: Tx,
  document_id: number,
  reasons: readonly CaseRow['reason'][],
  change: Change,
): Promise<boolean> {
  const rows = await tx
    .selectFrom('cases')
    .selectAll()
    .where('document_id', '=', document_id)
    .where('reason', 'in', reasons)
    .where('state', 'not in', pendingStates)
    .orderBy('id', 'desc')
    .execute();
  let resumed = false;
  for (const row of rows) {
    const { state, user } = await lastMove(tx, row);
    const isByLibrary = user === librarysOwnName && ['withdrawn', 'superseded'].includes(row.state);
    if (isByLibrary && !(await hasOtherCase(tx, row, row.id))) {
      const what = `Pending again: ${row.state === 'withdrawn' ? 'what it is about is back' : 'the newer revision was deleted'}`;
      await recordCase(tx, row, { state, superseded_by: null }, what, change);
      resumed = true;
    }
    if (row.reason === 'revision' && (await isWholeText(tx, document_id))) {
      await supersede(tx, await requireCase(tx, row.id), change);
    }
  }
  return resumed;
}

async function isWholeText(tx: Tx, document_id: number): Promise<boolean> {
  const revision = await tx
    .selectFrom('revisions')
    .select('kind')
    .where('document_id', '=', document_id)
    .executeTakeFirst();
  return revision?.kind !== 'beside';
}

/** Who ended a case, and how far it was before. */
async function lastMove(
  tx: Tx,
  row: CaseRow,
): Promise<{ user: string | null; state: 'open' | 'in_review' }> {
  const lines = await historyLines(tx, { subject: 'case', subject_id: row.id }, undefined, 50);
  const ended = lines.find(({ after }) => after?.['state'] === row.state);
  const isInReview = ended?.before?.['state'] === 'in_review';
  return { user: ended?.user ?? null, state: isInReview ? 'in_review' : 'open' };
}

/** The pending cases about a notice of a standard, by an entry of it. */
export async function casesOfNotice(
  tx: Tx,
  document_id: number,
  reason: CaseRow['reason'],
): Promise<CaseRow[]> {
  const document = (await documentsById(tx, [document_id])).get(document_id);
  if (document === undefined) return [];
  return standardsCases(tx, standardKeyOf(document))
    .selectAll()
    .where('reason', '=', reason)
    .where('state', 'in', pendingStates)
    .execute();
}
