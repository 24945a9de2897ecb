import type { Static } from 'typebox';
import { caseActionNames, endedStates } from '#contract/case-words.ts';
import type { addAction, CaseAction, saveAction } from '#contract/cases.ts';
import { noDay, readDay } from '#contract/day.ts';
import { LibraryError } from '#contract/errors.ts';
import type { Change } from '../changes/change.ts';
import type { Db, Tx } from '../db/schema.ts';
import type { CaseRow } from './case-rows.ts';
import { recordWork } from './lines.ts';
import { requirePeople } from './people.ts';

type Sent = Static<typeof addAction.body>;

export async function actionsOf(db: Db, case_id: number): Promise<CaseAction[]> {
  return db
    .selectFrom('case_actions')
    .select(['id', 'kind', 'reference', 'owner', 'due_on', 'done_on', 'evidence', 'version'])
    .where('case_id', '=', case_id)
    .orderBy('id')
    .execute();
}

export async function writeAction(
  tx: Tx,
  row: CaseRow,
  sent: Sent,
  change: Change,
): Promise<number> {
  await check(tx, row, sent);
  const count = (await actionsOf(tx, row.id)).length;
  if (count >= mostActions) throw new LibraryError('bad_request', 'The list of actions is full.');
  const { id } = await tx
    .insertInto('case_actions')
    .values({ case_id: row.id, ...sent, version: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await recordWork(row, { what: `Action added: ${titleOf(sent)}`, ...sent }, change);
  return id;
}

const mostActions = 500;

export async function changeAction(
  tx: Tx,
  row: CaseRow,
  id: number,
  { version, ...sent }: Static<typeof saveAction.body>,
  change: Change,
): Promise<number> {
  const before = (await actionsOf(tx, row.id)).find((action) => action.id === id);
  await check(tx, row, sent, before?.owner);
  if (before === undefined) throw new LibraryError('not_found', 'There is no such action.');
  if (before.version !== version) {
    throw new LibraryError('changed_meanwhile', 'Someone changed this action meanwhile.');
  }
  const next = version + 1;
  await tx
    .updateTable('case_actions')
    .set({ ...sent, version: next })
    .where('id', '=', id)
    .execute();
  const isDone = sent.done_on !== null && before.done_on === null;
  const what = `Action ${isDone ? 'done' : 'changed'}: ${titleOf(sent)}`;
  await recordWork(row, { what, ...sent }, change);
  return next;
}

async function check(tx: Tx, row: CaseRow, sent: Sent, former?: string | null): Promise<void> {
  if ((endedStates as readonly string[]).includes(row.state)) {
    throw new LibraryError('case_refused', 'This case has ended: add a correction instead.');
  }
  for (const day of [sent.due_on, sent.done_on]) {
    if (day !== null && readDay(day) === null) {
      throw new LibraryError('bad_request', noDay('day', day));
    }
  }
  await requirePeople(tx, [sent.owner], former === undefined ? [] : [former]);
}

function titleOf({ kind, reference }: Sent): string {
  return [caseActionNames[kind], reference.trim()].filter(Boolean).join(' ');
}
