import type { Static } from 'typebox';
import { type CaseMove, caseMoves, caseVerdictNames, movesFrom } from '#contract/case-words.ts';
import type { CaseMoveBody, extendCase, saveCase } from '#contract/cases.ts';
import { noDay, readDay } from '#contract/day.ts';
import { LibraryError } from '#contract/errors.ts';
import type { Change } from '../changes/change.ts';
import type { Tx } from '../db/schema.ts';
import { enqueueComparison } from '../jobs/jobs.ts';
import { siteOf } from './calendars.ts';
import { type CaseRow, recordCase, requireVersion } from './case-rows.ts';
import { isOutdated, undecided } from './lines.ts';
import { peopleOf, requirePeople } from './people.ts';
import { addWorkingDays, dayAt } from './working-days.ts';
import { countRows } from '../db/count-rows.ts';

/** Moves a case from a state to the next, if the table of moves and its review allow it. */
export async function moveCase(
  tx: Tx,
  row: CaseRow,
  move: CaseMove,
  sent: CaseMoveBody,
  change: Change,
): Promise<number> {
  requireVersion(row, sent.version);
  const { to, name } = caseMoves[move];
  if (!movesFrom(row.state, row.verdict).includes(move)) {
    throw new LibraryError('case_refused', `"${name}" is not possible in this state.`);
  }
  const changed = await changesBy[move](tx, row, sent, change);
  const what = [whatOf(move, sent), sent.reason?.trim()].filter(Boolean).join(': ');
  return recordCase(tx, row, { ...changed, state: to }, what, change);
}

async function enqueue(tx: Tx, row: CaseRow, change: Change): Promise<void> {
  if (row.previous_document_id !== null) await enqueueComparison(tx, row, change);
}

type ChangesBy = (
  tx: Tx,
  row: CaseRow,
  sent: CaseMoveBody,
  change: Change,
) => Promise<Partial<CaseRow>>;

const changesBy: Record<CaseMove, ChangesBy> = {
  /** Its list of changes follows; one of replaced PDFs is made again. */
  async start(tx, row, _sent, change) {
    if (row.to_hash === null || (await isOutdated(tx, row))) await enqueue(tx, row, change);
    return {};
  },
  sign: signReview,
  async implement(tx, row, { implemented_on = '' }, change) {
    requireDay('implementation', implemented_on);
    const site = await siteOf(tx, row.calendar_id);
    if (implemented_on > dayAt(change.at.getTime(), site.zone)) {
      throw new LibraryError('bad_request', 'The day of implementation is still to come.');
    }
    await requireDoneActions(tx, row);
    return { implemented_on };
  },
  async close(tx, row) {
    await requireDoneActions(tx, row);
    return {};
  },
  waive: async (_tx, _row, { reason = '' }) => ({ due_reason: `Waived: ${reason.trim()}` }),
  withdraw: async () => ({}),
  async reopen(tx, row) {
    const same = await tx
      .selectFrom('cases')
      .select('id')
      .where('customer_id', '=', row.customer_id)
      .where('number_key', '=', row.number_key)
      .where('language_key', '=', row.language_key)
      .where('doc_rev', '=', row.doc_rev)
      .where('reason', '=', row.reason)
      .where('state', '<>', 'withdrawn')
      .where('id', '<>', row.id)
      .execute();
    if (same.length === 0) return {};
    throw new LibraryError('changed_meanwhile', 'There is a newer case of this revision.');
  },
};

/** Signs what is decided: from then on neither decisions nor verdict change. */
async function signReview(
  tx: Tx,
  row: CaseRow,
  { verdict }: CaseMoveBody,
  { user, at }: Change,
): Promise<Partial<CaseRow>> {
  if (verdict === undefined) throw new LibraryError('bad_request', 'Choose a verdict.');
  const hasComparison = row.previous_document_id !== null;
  if (hasComparison && row.to_hash === null && !(await hasLines(tx, row))) {
    throw new LibraryError('case_refused', 'The list of changes is not made yet.');
  }
  if (await isOutdated(tx, row)) {
    const message = 'A PDF was replaced since the list of changes was made. Make the list again.';
    throw new LibraryError('case_refused', message);
  }
  const left = await undecided(tx, row.id);
  if (left > 0) throw new LibraryError('case_refused', `Changes that are not decided: ${left}.`);
  const questions = await countDecided(tx, row, 'question');
  if (questions > 0) {
    const message = `Open questions: ${questions}. Answer them, or make them actions.`;
    throw new LibraryError('case_refused', message);
  }
  if (verdict === 'no_impact' && (await countDecided(tx, row, 'action')) > 0) {
    const message = 'Some changes need an action, so the verdict cannot be "No impact".';
    throw new LibraryError('bad_request', message);
  }
  const site = await siteOf(tx, row.calendar_id);
  return { verdict, signed_by: user, reviewed_on: dayAt(at.getTime(), site.zone) };
}

async function hasLines(tx: Tx, row: CaseRow): Promise<boolean> {
  const lines = tx.selectFrom('case_lines').select('position').where('case_id', '=', row.id);
  return (await lines.limit(1).executeTakeFirst()) !== undefined;
}

async function countDecided(
  tx: Tx,
  row: CaseRow,
  decision: 'action' | 'question',
): Promise<number> {
  const lines = tx.selectFrom('case_lines').where('case_id', '=', row.id);
  return countRows(lines.where('decision', '=', decision));
}

async function requireDoneActions(tx: Tx, row: CaseRow): Promise<void> {
  const open = await tx
    .selectFrom('case_actions')
    .select('id')
    .where('case_id', '=', row.id)
    .where('done_on', 'is', null)
    .execute();
  if (open.length === 0) return;
  const actions = open.length === 1 ? 'One action is' : `${open.length} actions are`;
  throw new LibraryError('case_refused', `${actions} not done.`);
}

function whatOf(move: CaseMove, { verdict, implemented_on }: CaseMoveBody): string {
  switch (move) {
    case 'start':
      return 'Review started';
    case 'sign':
      return `Review signed, verdict: ${verdict === undefined ? '' : caseVerdictNames[verdict]}`;
    case 'implement':
      return `Implemented on ${implemented_on}`;
    case 'close':
      return 'Closed';
    case 'waive':
      return 'Review waived';
    case 'withdraw':
      return 'Withdrawn';
    case 'reopen':
      return 'Back to open';
  }
}

/** Moves the due day of a pending case. */
export async function extend(
  tx: Tx,
  row: CaseRow,
  { version, due_on, reason }: Static<typeof extendCase.body>,
  change: Change,
): Promise<number> {
  requireVersion(row, version);
  requirePending(row);
  requireDay('due day', due_on);
  const what = `Due day moved from ${row.due_on} to ${due_on}: ${reason.trim()}`;
  return recordCase(tx, row, { due_on, due_reason: reason.trim() }, what, change);
}

/** Changes the people of a case, or the day the customer announced the revision. */
export async function changeCase(
  tx: Tx,
  row: CaseRow,
  sent: Static<typeof saveCase.body>,
  change: Change,
): Promise<number> {
  const { version, owner, notified_on, reviewers, watchers } = sent;
  requireVersion(row, version);
  const people = await peopleOf(tx, row.id);
  const former = [row.owner, ...people.reviewers, ...people.watchers];
  await requirePeople(tx, [owner ?? null, ...(reviewers ?? []), ...(watchers ?? [])], former);
  const did: string[] = [];
  const changed: Partial<CaseRow> = {};
  if (owner !== undefined && owner !== row.owner) {
    changed.owner = owner;
    did.push(`owner: ${owner ?? 'nobody'}`);
  }
  if (notified_on !== undefined && notified_on !== row.notified_on) {
    Object.assign(changed, await notifiedOn(tx, row, notified_on));
    did.push(`notified: ${notified_on ?? 'not known'}`);
  }
  const parts = { reviewer: reviewers, watcher: watchers };
  for (const part of ['reviewer', 'watcher'] as const) {
    const names = parts[part];
    if (names === undefined) continue;
    await writePeople(tx, row.id, part, names);
    did.push(`${part}s: ${names.length === 0 ? 'nobody' : names.join(', ')}`);
  }
  if (did.length === 0) return row.version;
  return recordCase(tx, row, changed, `Changed ${did.join('; ')}`, change);
}

/** The due day follows, unless it was moved by hand or the review is signed. */
async function notifiedOn(
  tx: Tx,
  row: CaseRow,
  notified_on: string | null,
): Promise<Partial<CaseRow>> {
  requirePending(row);
  if (notified_on !== null) requireDay('notification', notified_on);
  if (row.due_reason !== null) return { notified_on };
  const site = await siteOf(tx, row.calendar_id);
  const due_from = notified_on ?? row.received_on;
  return { notified_on, due_from, due_on: addWorkingDays(due_from, row.due_days, site) };
}

async function writePeople(
  tx: Tx,
  case_id: number,
  part: 'reviewer' | 'watcher',
  names: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom('case_people')
    .where('case_id', '=', case_id)
    .where('part', '=', part)
    .execute();
  const rows = names.map((user_name) => ({ case_id, part, user_name }));
  if (rows.length > 0) await tx.insertInto('case_people').values(rows).execute();
}

function requirePending({ state }: CaseRow): void {
  if (state === 'open' || state === 'in_review') return;
  throw new LibraryError('case_refused', 'The review is signed or ended: its dates stay.');
}

function requireDay(what: string, text: string): void {
  if (readDay(text) === null) throw new LibraryError('bad_request', noDay(what, text));
}
