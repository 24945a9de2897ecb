import { type RawBuilder, type Selectable, sql } from 'kysely';
import { pendingStates } from '#contract/case-words.ts';
import type { CaseDay } from '#contract/cases.ts';
import { LibraryError } from '#contract/errors.ts';
import type { Change } from '../changes/change.ts';
import { selectInPortions } from '../db/portions.ts';
import type { Db, Schema, Tx } from '../db/schema.ts';
import { siteOf } from './calendars.ts';
import { dayAt } from './working-days.ts';

// The days of a case are never overwritten: each due day is a row with who set it, when and why, and the day until
// which it counted. So a case that was late once is late, whatever moved its due day since.

type CaseRow = Selectable<Schema['cases']>;

/** The day that it is at the site of each calendar. */
export type Todays = ReadonlyMap<number | null, string>;

export function todayOf({ calendar_id }: Pick<CaseRow, 'calendar_id'>, todays: Todays): string {
  return todays.get(calendar_id) ?? todays.get(null) ?? '';
}

/** The first due day that passed without a signed review; null: the case is not late, and never was. The only rule of what is late. */
export function lateSince(todays: Todays): RawBuilder<string | null> {
  return sql<string | null>`(select min(missed.day) from case_days as missed
    where missed.case_id = cases.id and missed.field = 'due' and missed.is_void = 0
      and missed.day < coalesce(missed.until_on, ${todayThere(todays)}))`;
}

/** The day at the site of a case, in SQL. */
export function todayThere(todays: Todays): RawBuilder<string> {
  const sites = [...todays].filter(([id]) => id !== null);
  const when = sites.map(([id, today]) => sql`when cases.calendar_id = ${id} then ${today}`);
  const plain = todays.get(null) ?? '';
  return when.length === 0 ? sql`${plain}` : sql`case ${sql.join(when, sql` `)} else ${plain} end`;
}

export const firstDueDay = sql<string>`(select first.day from case_days as first
  where first.case_id = cases.id and first.field = 'due' and first.is_void = 0
  order by first.id limit 1)`;

type DayFields = Pick<Schema['case_days'], 'field' | 'day' | 'why'> & {
  action_id?: number;
  cause?: number;
};

/** Keeps a day that someone set. Returns its id. */
export async function keepDay(
  tx: Tx,
  case_id: number,
  of: DayFields,
  { user, at }: Pick<Change, 'user' | 'at'>,
): Promise<number> {
  const { id } = await tx
    .insertInto('case_days')
    .values({ ...of, case_id, set_at: at.toISOString(), set_by: user })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Keeps what a change of a case means to its due days: a move, the end of the clock, or that it goes on. */
export async function keepDueDays(
  tx: Tx,
  before: CaseRow,
  after: CaseRow,
  { why, cause }: { why: string; cause?: number },
  change: Change,
): Promise<void> {
  const { zone } = await siteOf(tx, before.calendar_id);
  const today = dayAt(change.at.getTime(), zone);
  const [was, is] = [isPending(before), isPending(after)];
  if (was && (!is || after.due_on !== before.due_on)) await endClock(tx, before.id, today);
  if (!was && is) await resumeClock(tx, before.id);
  if (after.due_on === before.due_on) return;
  const of = { field: 'due', day: after.due_on, why } as const;
  await keepDay(tx, before.id, { ...of, ...(cause === undefined ? {} : { cause }) }, change);
}

/** Refuses a day that is still to come at the site. */
export async function requirePast(
  db: Db,
  { calendar_id }: CaseRow,
  what: string,
  day: string,
  at: Date,
): Promise<void> {
  const { zone } = await siteOf(db, calendar_id);
  if (day <= dayAt(at.getTime(), zone)) return;
  throw new LibraryError('bad_request', `The ${what}, ${day}, is in the future.`);
}

export async function endClock(tx: Tx, case_id: number, until_on: string): Promise<void> {
  await dueDays(tx, case_id, until_on).where('until_on', 'is', null).execute();
}

/** As if it had not been stopped. */
async function resumeClock(tx: Tx, case_id: number): Promise<void> {
  const last = tx
    .selectFrom('case_days')
    .select((day) => day.fn.max('id').as('id'))
    .where('case_id', '=', case_id)
    .where('field', '=', 'due')
    .where('is_void', '=', 0);
  await dueDays(tx, case_id, null).where('id', '=', last).execute();
}

function dueDays(tx: Tx, case_id: number, until_on: string | null) {
  const days = tx.updateTable('case_days').set({ until_on }).where('case_id', '=', case_id);
  return days.where('field', '=', 'due');
}

/** The case of a newer revision takes over the clocks of those that it supersedes: first due days, and every move. */
export async function inheritClocks(tx: Tx, from: readonly CaseRow[], to: number): Promise<void> {
  const ids = from.map(({ id }) => id);
  const days = await selectInPortions(ids, (portion) =>
    tx
      .selectFrom('case_days')
      .select(['field', 'day', 'set_at', 'set_by', 'why', 'until_on', 'is_void'])
      .where('case_id', 'in', portion)
      .where('field', '=', 'due')
      .orderBy('id'),
  );
  const rows = days.map((day) => ({ ...day, case_id: to }));
  if (rows.length > 0) await tx.insertInto('case_days').values(rows).execute();
}

/** The day that someone typed last, and who. */
export async function lastDay(
  db: Db,
  case_id: number,
  field: 'notified' | 'implemented' | 'done',
  action_id: number | null = null,
): Promise<{ id: number; day: string | null; set_by: string } | null> {
  const found = await db
    .selectFrom('case_days')
    .select(['id', 'day', 'set_by'])
    .where('case_id', '=', case_id)
    .where('field', '=', field)
    .where('is_void', '=', 0)
    .where('action_id', action_id === null ? 'is' : '=', action_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/** A day that was typed wrongly counts no more; it stays to be seen. */
export async function voidDay(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('case_days').set({ is_void: 1 }).where('id', '=', id).execute();
}

/** Nor does the due day that followed from it, as long as the review is not signed. */
export async function voidDueDayOf(tx: Tx, cause: number): Promise<void> {
  await tx.updateTable('case_days').set({ is_void: 1 }).where('cause', '=', cause).execute();
}

export async function daysOf(db: Db, case_id: number): Promise<CaseDay[]> {
  const rows = await db
    .selectFrom('case_days')
    .select(['field', 'action_id', 'day', 'set_at', 'set_by', 'why', 'is_void'])
    .where('case_id', '=', case_id)
    .orderBy('id')
    .execute();
  return rows.map(({ is_void, ...day }) => ({ ...day, is_void: is_void === 1 }));
}

export function isPending({ state }: Pick<CaseRow, 'state'>): boolean {
  return (pendingStates as readonly string[]).includes(state);
}
