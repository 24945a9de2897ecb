import type { Static } from 'typebox';
import { personIn } from '#contract/case-facts.ts';
import { type CaseMove, caseMoves, caseVerdictNames, movesFrom } from '#contract/case-words.ts';
import type {
  CaseMoveBody,
  correctDate as correctDateCall,
  extendCase,
  saveCase,
} from '#contract/cases.ts';
import { noDay, readDay } from '#contract/day.ts';
import { LibraryError } from '#contract/errors.ts';
import type { Change } from '../changes/change.ts';
import type { Tx } from '../db/schema.ts';
import { enqueueComparison } from '../jobs/jobs.ts';
import { siteOf } from './calendars.ts';
import { linesWithoutAction } from './actions.ts';
import { type CaseRow, hasOtherCase, recordCase, requireVersion } from './case-rows.ts';
import { listedCase } from './cases.ts';
import { keepDay, lastDay, requirePast, voidDay, voidDueDayOf } from './due-days.ts';
import { isOutdated, undecided } from './lines.ts';
import { namesOf, peopleOf, requirePeople } from './people.ts';
import { ruleOf } from './rules.ts';
import { newerCase } from './supersede.ts';
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
  // A start decides nothing, and the list of changes may arrive between the look and the click.
  if (move !== 'start') requireVersion(row, sent.version);
  const { to, name } = caseMoves[move];
  if (!movesFrom(row).includes(move)) {
    throw new LibraryError(
      'case_refused',
      `"${name}" is not possible in the present state of the case.`,
    );
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
  async implement(tx, row, { implemented_on: day = '', reason = '' }, change) {
    await requireImplemented(tx, row, { day, reason }, change);
    const without = await linesWithoutAction(tx, row.id);
    if (without.length > 0) {
      const lines = without.length === 1 ? 'Line' : 'Lines';
      const message = `${lines} ${without.join(', ')}: decided "Action", but no action names ${without.length === 1 ? 'it' : 'them'}.`;
      throw new LibraryError('case_refused', message);
    }
    await requireDoneActions(tx, row);
    await keepDay(tx, row.id, { field: 'implemented', day, why: reason.trim() }, change);
    return { implemented_on: day };
  },
  async close(tx, row) {
    await requireDoneActions(tx, row);
    return {};
  },
  async waive(tx, row, { reason = '' }, change) {
    await requireSecond(tx, row, change, [row.owner]);
    return { due_reason: `Waived: ${reason.trim()}` };
  },
  withdraw: async () => ({}),
  async reopen(tx, row) {
    if (await hasOtherCase(tx, row, row.id)) {
      throw new LibraryError('changed_meanwhile', 'This revision has a newer case. Use that one.');
    }
    if (row.reason === 'revision' && row.state === 'withdrawn') await requireLatest(tx, row);
    return {};
  },
};

/** Signs what is decided: from then on neither decisions nor verdict change. */
async function signReview(
  tx: Tx,
  row: CaseRow,
  { verdict }: CaseMoveBody,
  change: Change,
): Promise<Partial<CaseRow>> {
  const { user, at } = change;
  await requireSecond(tx, row, change);
  if (verdict === undefined) throw new LibraryError('bad_request', 'Choose a verdict.');
  const hasComparison = row.previous_document_id !== null;
  if (hasComparison && row.to_hash === null && !(await hasLines(tx, row))) {
    throw new LibraryError(
      'case_refused',
      'The list of changes is not ready. Wait until it appears.',
    );
  }
  if (await isOutdated(tx, row)) {
    const message = 'The list of changes is out of date. Update it before you sign.';
    throw new LibraryError('case_refused', message);
  }
  const left = await undecided(tx, row.id);
  if (left > 0)
    throw new LibraryError('case_refused', `Undecided changes: ${left}. Decide them first.`);
  const questions = await countDecided(tx, row, 'question');
  if (questions > 0) {
    const message = `Open questions: ${questions}. Answer them, or turn them into actions.`;
    throw new LibraryError('case_refused', message);
  }
  if (verdict === 'no_impact' && (await countDecided(tx, row, 'action')) > 0) {
    const message = 'Some changes need an action. Choose another verdict than "No impact".';
    throw new LibraryError('bad_request', message);
  }
  const site = await siteOf(tx, row.calendar_id);
  return { verdict, signed_by: user, reviewed_on: dayAt(at.getTime(), site.zone) };
}

/** Where the rule of the customer asks for four eyes: who decided a line signs, waives and extends nothing. */
async function requireSecond(
  tx: Tx,
  row: CaseRow,
  { user }: Change,
  others: readonly (string | null)[] = [],
): Promise<void> {
  const { four_eyes } = await ruleOf(tx, row.customer_id);
  if (four_eyes === 0) return;
  const decided = tx.selectFrom('case_lines').select('id').where('case_id', '=', row.id);
  const own = await decided.where('decided_by', '=', user).limit(1).executeTakeFirst();
  if (own === undefined && !others.includes(user)) return;
  const message =
    'This customer’s rule asks for a second reviewer: not the owner, and no one who decided here.';
  throw new LibraryError('case_refused', message);
}

/** Implemented after the review, and not in the future; another day before today needs a reason. */
async function requireImplemented(
  tx: Tx,
  row: CaseRow,
  { day, reason }: { day: string; reason: string },
  { at }: Change,
): Promise<void> {
  requireDay('implementation', day);
  await requirePast(tx, row, 'day of implementation', day, at);
  const [name, earliest] =
    row.reviewed_on === null ? ['received', row.received_on] : ['reviewed', row.reviewed_on];
  if (day >= earliest || reason.trim() !== '') return;
  throw new LibraryError(
    'bad_request',
    `${day} is before the day it was ${name}, ${earliest}. Give the reason.`,
  );
}

/** What is withdrawn goes on only where no case of a newer revision has its changes, and its entry is still there. */
async function requireLatest(tx: Tx, row: CaseRow): Promise<void> {
  const entry = tx.selectFrom('documents').select('id').where('id', '=', row.document_id);
  if ((await entry.executeTakeFirst()) === undefined) {
    throw new LibraryError('case_refused', 'The entry of this case was deleted. Undo that first.');
  }
  const newer = await newerCase(tx, row);
  if (newer === null) return;
  const message = `The case of Rev. ${newer.doc_rev} already contains the changes of this one. Use that case.`;
  throw new LibraryError('case_refused', message);
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
  const { late_since } = await listedCase(tx, row.id, change.at.getTime());
  if (late_since !== null) await requireSecond(tx, row, change, [row.owner]);
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
  const { version, owner, notified_on, reviewers, watchers, reason = '' } = sent;
  requireVersion(row, version);
  const people = await peopleOf(tx, row.id);
  const former = [row.owner, ...people.reviewers, ...people.watchers];
  await requirePeople(tx, [owner ?? null, ...(reviewers ?? []), ...(watchers ?? [])], former);
  const names = await namesOf(tx, [owner ?? null, ...(reviewers ?? []), ...(watchers ?? [])]);
  const named = (account: string) => personIn({ names }, account);
  const did: string[] = [];
  const changed: Partial<CaseRow> = {};
  let cause: number | undefined;
  if (owner !== undefined && owner !== row.owner) {
    changed.owner = owner;
    did.push(`owner: ${owner === null ? 'nobody' : named(owner)}`);
  }
  if (notified_on !== undefined && notified_on !== row.notified_on) {
    requirePending(row);
    const notified = await notifiedOn(tx, row, { day: notified_on, reason: reason.trim() }, change);
    Object.assign(changed, notified.changed);
    cause = notified.id;
    did.push(`notified: ${notified_on ?? 'not known'} (was ${row.notified_on ?? 'not known'})`);
  }
  const parts = { reviewer: reviewers, watcher: watchers };
  for (const part of ['reviewer', 'watcher'] as const) {
    const accounts = parts[part];
    if (accounts === undefined) continue;
    await writePeople(tx, row.id, part, accounts);
    did.push(`${part}s: ${accounts.map(named).join(', ') || 'nobody'}`);
  }
  if (did.length === 0) return row.version;
  const what = [`Changed ${did.join('; ')}`, reason.trim()].filter(Boolean).join(': ');
  return recordCase(tx, row, changed, what, change, cause);
}

/**
 * Who announced the revision when. The due day follows, unless it was moved by hand. A day that was typed wrongly is
 * corrected by a second person; it and the due day that came of it stay to be seen, and count no more.
 */
async function notifiedOn(
  tx: Tx,
  row: CaseRow,
  { day, reason }: { day: string | null; reason: string },
  change: Change,
): Promise<{ changed: Partial<CaseRow>; id: number }> {
  if (day !== null) {
    requireDay('notification', day);
    await requirePast(tx, row, 'day of notification', day, change.at);
  }
  const typed = await lastDay(tx, row.id, 'notified');
  requireOther(typed, change);
  const site = await siteOf(tx, row.calendar_id);
  const due_from = day ?? row.received_on;
  const due_on =
    row.due_reason === null ? addWorkingDays(due_from, row.due_days, site) : row.due_on;
  if (reason === '' && (typed !== null || due_on > row.due_on)) {
    const message = `This changes the day of notification, or moves the due day from ${row.due_on} to ${due_on}. Give the reason.`;
    throw new LibraryError('bad_request', message);
  }
  if (typed !== null) {
    await voidDay(tx, typed.id);
    await voidDueDayOf(tx, typed.id);
  }
  const id = await keepDay(tx, row.id, { field: 'notified', day, why: reason }, change);
  const counted = row.due_reason === null ? { due_from, due_on } : {};
  return { changed: { notified_on: day, ...counted }, id };
}

/** Otherwise one reviewer could type a day that hides how late the case is. */
function requireOther(typed: { set_by: string } | null, { user }: Change): void {
  if (typed?.set_by !== user) return;
  const message = 'You set the day of notification. A second reviewer has to correct it.';
  throw new LibraryError('case_refused', message);
}

/**
 * Corrects a wrong date of a case whose review is signed or ended; the old day stays to be seen. Due days and lateness stay
 * as they were signed.
 */
export async function correctDate(
  tx: Tx,
  row: CaseRow,
  { version, field, action, day, reason }: Static<typeof correctDateCall.body>,
  change: Change,
): Promise<number> {
  requireVersion(row, version);
  if (row.state === 'open' || row.state === 'in_review') {
    throw new LibraryError('case_refused', 'The review is not signed yet. Change the day itself.');
  }
  requireDay('date', day);
  await requirePast(tx, row, 'day', day, change.at);
  const kinds = {
    notified_on: 'notified',
    implemented_on: 'implemented',
    done_on: 'done',
  } as const;
  const of = field === 'done_on' ? (action ?? 0) : null;
  const before =
    of === null ? row[field as 'notified_on' | 'implemented_on'] : await doneOn(tx, row, of);
  if (before === null && field !== 'notified_on') {
    throw new LibraryError('case_refused', 'This case has no such date to correct.');
  }
  const last = await lastDay(tx, row.id, kinds[field], of);
  if (field === 'notified_on') requireOther(last, change);
  if (last !== null) await voidDay(tx, last.id);
  else if (before !== null) {
    const typed = { user: 'not kept', at: new Date(row.opened_at) };
    await voidDay(tx, await keepDay(tx, row.id, dayOf(kinds[field], before, '', of), typed));
  }
  await keepDay(tx, row.id, dayOf(kinds[field], day, reason.trim(), of), change);
  const what = `Correction of ${kinds[field]}: ${day} (was ${before ?? 'not known'}): ${reason.trim()}`;
  if (of === null) return recordCase(tx, row, { [field]: day }, what, change);
  await tx.updateTable('case_actions').set({ done_on: day }).where('id', '=', of).execute();
  return recordCase(tx, row, {}, what, change);
}

function dayOf(
  field: 'notified' | 'implemented' | 'done',
  day: string,
  why: string,
  action_id: number | null,
) {
  return { field, day, why, ...(action_id === null ? {} : { action_id }) };
}

async function doneOn(tx: Tx, row: CaseRow, action: number): Promise<string | null> {
  const found = await tx
    .selectFrom('case_actions')
    .select('done_on')
    .where('case_id', '=', row.id)
    .where('id', '=', action)
    .executeTakeFirst();
  return found?.done_on ?? null;
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
  throw new LibraryError('case_refused', 'The review is signed or over, so its dates stay.');
}

function requireDay(what: string, text: string): void {
  if (readDay(text) === null) throw new LibraryError('bad_request', noDay(what, text));
}
