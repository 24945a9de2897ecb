import type { Static } from 'typebox';
import { caseActionNames, endedStates } from '#contract/case-words.ts';
import type { addAction, CaseAction, saveAction } from '#contract/cases.ts';
import { noDay, readDay } from '#contract/day.ts';
import { LibraryError } from '#contract/errors.ts';
import type { Change } from '../changes/change.ts';
import { portionsOf, selectInPortions } from '../db/portions.ts';
import type { Db, Tx } from '../db/schema.ts';
import { type CaseRow, changedMeanwhile } from './case-rows.ts';
import { keepDay, requirePast } from './due-days.ts';
import { recordWork } from './lines.ts';
import { requirePeople } from './people.ts';

type Sent = Static<typeof addAction.body>;

export async function actionsOf(db: Db, case_id: number): Promise<CaseAction[]> {
  const rows = await db
    .selectFrom('case_actions')
    .select(['id', 'kind', 'reference', 'owner', 'due_on', 'done_on', 'evidence', 'is_general'])
    .select('version')
    .where('case_id', '=', case_id)
    .orderBy('id')
    .execute();
  const named = await selectInPortions(
    rows.map(({ id }) => id),
    (portion) =>
      db
        .selectFrom('case_action_lines')
        .innerJoin('case_lines', 'case_lines.id', 'line_id')
        .select(['action_id', 'line_id'])
        .where('action_id', 'in', portion)
        .orderBy('line_id'),
  );
  const lines = Map.groupBy(named, ({ action_id }) => action_id);
  return rows.map(({ is_general, ...action }) => ({
    ...action,
    is_general: is_general === 1,
    lines: (lines.get(action.id) ?? []).map(({ line_id }) => line_id),
  }));
}

export async function writeAction(
  tx: Tx,
  row: CaseRow,
  sent: Sent,
  change: Change,
): Promise<number> {
  await check(tx, row, sent, change);
  const count = (await actionsOf(tx, row.id)).length;
  if (count >= mostActions)
    throw new LibraryError(
      'bad_request',
      'The list of actions is full. Put the rest into an existing action.',
    );
  const id = await insertAction(tx, row.id, { ...sent, is_general: false });
  await keepDone(tx, row, { id, done_on: sent.done_on }, change);
  await recordAction(tx, row, `Action added: ${titleOf(sent)}`, sent, change);
  return id;
}

/** An action with the lines that it names. */
export async function insertAction(
  tx: Tx,
  case_id: number,
  { lines = [], is_general, ...action }: Sent & Pick<CaseAction, 'is_general'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('case_actions')
    .values({ case_id, ...action, is_general: is_general ? 1 : 0, version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await nameLines(tx, id, lines);
  return id;
}

async function nameLines(tx: Tx, action_id: number, lines: readonly number[]): Promise<void> {
  await tx.deleteFrom('case_action_lines').where('action_id', '=', action_id).execute();
  const rows = lines.map((line_id) => ({ action_id, line_id }));
  for (const portion of portionsOf(rows)) {
    await tx.insertInto('case_action_lines').values(portion).execute();
  }
}

/** The numbers of the lines decided *Action* that no action names. */
export async function linesWithoutAction(db: Db, case_id: number): Promise<number[]> {
  const actions = await actionsOf(db, case_id);
  if (actions.some(({ is_general }) => is_general)) return [];
  const named = new Set(actions.flatMap(({ lines }) => lines));
  const lines = await db
    .selectFrom('case_lines')
    .select(['id', 'position'])
    .where('case_id', '=', case_id)
    .where('decision', '=', 'action')
    .orderBy('position')
    .execute();
  return lines.filter(({ id }) => !named.has(id)).map(({ position }) => position);
}

const mostActions = 500;

export async function changeAction(
  tx: Tx,
  row: CaseRow,
  id: number,
  { version, lines, ...sent }: Static<typeof saveAction.body>,
  change: Change,
): Promise<number> {
  const before = (await actionsOf(tx, row.id)).find((action) => action.id === id);
  await check(tx, row, { ...sent, lines: lines ?? [] }, change, before?.owner);
  if (before === undefined) throw new LibraryError('not_found', 'Action not found.');
  if (before.version !== version) throw changedMeanwhile('Someone else changed this action.');
  const next = version + 1;
  const update = tx.updateTable('case_actions').set({ ...sent, version: next });
  await update.where('id', '=', id).execute();
  if (lines !== undefined) await nameLines(tx, id, lines);
  if (sent.done_on !== before.done_on) {
    await keepDone(tx, row, { id, done_on: sent.done_on }, change);
  }
  const isDone = sent.done_on !== null && before.done_on === null;
  const what = `Action ${isDone ? 'done' : 'changed'}: ${titleOf(sent)}`;
  await recordAction(tx, row, what, { ...sent, lines: lines ?? before.lines }, change);
  return next;
}

async function keepDone(
  tx: Tx,
  row: CaseRow,
  { id: action_id, done_on: day }: Pick<CaseAction, 'id' | 'done_on'>,
  change: Change,
): Promise<void> {
  if (day !== null) await keepDay(tx, row.id, { field: 'done', action_id, day, why: '' }, change);
}

async function recordAction(
  tx: Tx,
  row: CaseRow,
  title: string,
  { lines = [], ...sent }: Sent,
  change: Change,
): Promise<void> {
  const numbers = await lineNumbers(tx, row.id, lines);
  const about = numbers.length === 0 ? '' : ` (lines ${numbers.join(', ')})`;
  await recordWork(row, { what: title + about, ...sent, lines: numbers.join(', ') }, change);
}

async function lineNumbers(db: Db, case_id: number, ids: readonly number[]): Promise<number[]> {
  const rows = await selectInPortions(ids, (portion) =>
    db
      .selectFrom('case_lines')
      .select('position')
      .where('case_id', '=', case_id)
      .where('id', 'in', portion),
  );
  return rows.map(({ position }) => position).toSorted((a, b) => a - b);
}

async function check(
  tx: Tx,
  row: CaseRow,
  sent: Sent,
  { at }: Change,
  former?: string | null,
): Promise<void> {
  if ((endedStates as readonly string[]).includes(row.state)) {
    throw new LibraryError('case_refused', 'This case has ended: add a correction instead.');
  }
  for (const day of [sent.due_on, sent.done_on]) {
    if (day !== null && readDay(day) === null) {
      throw new LibraryError('bad_request', noDay('day', day));
    }
  }
  if (sent.done_on !== null)
    await requirePast(tx, row, 'day on which the action was done', sent.done_on, at);
  const lines = sent.lines ?? [];
  if ((await lineNumbers(tx, row.id, lines)).length < lines.length) {
    throw changedMeanwhile('The list of changes was updated.');
  }
  await requirePeople(tx, [sent.owner], former === undefined ? [] : [former]);
}

function titleOf({ kind, reference }: Sent): string {
  return [caseActionNames[kind], reference.trim()].filter(Boolean).join(' ');
}
