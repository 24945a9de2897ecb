import { type ExpressionBuilder, type ExpressionWrapper, sql, type SqlBool } from 'kysely';
import type { Static } from 'typebox';
import { pendingStates } from '#contract/case-words.ts';
import type { Case, CaseEvent, CaseFilter, listCases, summarizeCases } from '#contract/cases.ts';
import { looseText } from '../catalogue/loose-number.ts';
import { historyLines } from '../changes/history.ts';
import type { Db, Schema } from '../db/schema.ts';
import { findEntry } from '../redline/sides.ts';
import { sites } from './calendars.ts';
import type { CaseRow } from './case-rows.ts';
import { casePeople } from './people.ts';
import { dayAt, daysLater } from './working-days.ts';
import { inPages } from '../db/pages.ts';

/** Who asks, and when. */
export type Asking = { user: string; now: number };

type Listed = Static<typeof listCases.response>;
/** The day that it is at the site of each calendar. */
type Todays = ReadonlyMap<number | null, string>;
type Where = ExpressionBuilder<Schema, 'cases'>;
type Condition = ExpressionWrapper<Schema, 'cases', SqlBool>;

const casesAPage = 100;

/** The cases that a filter lets through: pending ones first, by the day they are due. */
export async function casesOf(
  db: Db,
  filter: CaseFilter & { limit?: string | undefined; after?: string | undefined },
  asking: Asking,
): Promise<Listed> {
  const limit = Math.min(Math.max(Number(filter.limit ?? casesAPage), 1), 500);
  const todays = await todaysOf(db, asking.now);
  const after = readCursor(filter.after);
  const rows = await filteredCases(db, filter, todays, asking.user)
    .where((where) => where.and(after === null ? [] : [isAfter(after)]))
    .orderBy(rank)
    .orderBy('due_on')
    .orderBy('cases.id')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    data: page.map((row) => caseOf(row, todays)),
    next: rows.length > limit && last !== undefined ? cursorAt(last) : null,
  };
}

/** All of them in pages by id, for a sheet. */
export async function* casesInPages(
  db: Db,
  filter: CaseFilter,
  asking: Asking,
): AsyncGenerator<Case[]> {
  const todays = await todaysOf(db, asking.now);
  const cases = filteredCases(db, filter, todays, asking.user).orderBy('cases.id');
  const pages = inPages(casesInSheetPage, { id: 0 }, ({ id }) => cases.where('cases.id', '>', id));
  for await (const rows of pages) yield rows.map((row) => caseOf(row, todays));
}

const casesInSheetPage = 500;

export function caseOf(row: CaseRow, todays: Todays): Case {
  const { id, customer, doc_num, language, doc_rev, previous_rev, reason, state } = row;
  const { notified_on, received_on, due_on, reviewed_on, implemented_on, owner, verdict } = row;
  const dates = { notified_on, received_on, due_on, reviewed_on, implemented_on };
  const identity = { id, customer, doc_num, language, doc_rev, previous_rev, reason, state };
  return { ...identity, ...dates, owner, verdict, is_late: isLate(row, todays) };
}

function isLate(row: CaseRow, todays: Todays): boolean {
  if (row.reviewed_on !== null) return row.reviewed_on > row.due_on;
  const isPending = (pendingStates as readonly string[]).includes(row.state);
  return isPending && row.due_on < todayOf(row, todays);
}

export async function todaysOf(db: Db, now: number): Promise<Todays> {
  const known = [...(await sites(db))];
  return new Map(known.map(([id, { zone }]) => [id, dayAt(now, zone)]));
}

function todayOf({ calendar_id }: CaseRow, todays: Todays): string {
  return todays.get(calendar_id) ?? todays.get(null) ?? '';
}

function filteredCases(db: Db, filter: CaseFilter, todays: Todays, user: string) {
  const { state, mine, late, doc_num, customer, owner, verdict, due_before, from, to } = filter;
  return db
    .selectFrom('cases')
    .leftJoin('customers', 'customers.id', 'cases.customer_id')
    .selectAll('cases')
    .select((select) => select.fn.coalesce('customers.name', 'cases.customer').as('customer'))
    .where((where) => {
      const conditions: Condition[] = [];
      if (state === 'pending') conditions.push(where('state', 'in', pendingStates));
      else if (state !== undefined) conditions.push(where('state', '=', state));
      if (mine === '1') conditions.push(isMine(where, user));
      if (late === '1') conditions.push(isLateRow(where, todays));
      if (doc_num !== undefined) conditions.push(hasNumber(where, doc_num));
      if (owner !== undefined) conditions.push(where('owner', '=', owner));
      if (verdict !== undefined) conditions.push(where('verdict', '=', verdict));
      if (due_before !== undefined) conditions.push(where('due_on', '<', due_before));
      if (from !== undefined) conditions.push(where('received_on', '>=', from));
      if (to !== undefined) conditions.push(where('received_on', '<=', to));
      return where.and(conditions);
    })
    .where((where) =>
      where.and(
        customer === undefined
          ? []
          : [where(where.fn.coalesce('customers.name', 'cases.customer'), '=', customer)],
      ),
    );
}

/** A part of the number. Of the signs of a pattern its loose text can only have `%`, which then fits any sign. */
function hasNumber(where: Where, doc_num: string): Condition {
  const part = looseText(doc_num);
  return part === ''
    ? where('number_key', '=', doc_num.trim())
    : where('number_key', 'like', `%${part.replaceAll('%', '_')}%`);
}

function isMine(where: Where, user: string): Condition {
  return where.or([
    where('owner', '=', user),
    where(
      'cases.id',
      'in',
      where.selectFrom('case_people').select('case_id').where('user_name', '=', user),
    ),
  ]);
}

/** Late while pending by the day at each site, or reviewed after the due day. */
function isLateRow(where: Where, todays: Todays): Condition {
  const bySite = [...todays].map(([calendar_id, today]) =>
    where.and([
      calendar_id === null
        ? where('calendar_id', 'is', null)
        : where('calendar_id', '=', calendar_id),
      where('due_on', '<', today),
    ]),
  );
  return where.or([
    where.and([where('state', 'in', pendingStates), where.or(bySite)]),
    where('reviewed_on', '>', where.ref('due_on')),
  ]);
}

/** Pending cases come first. */
const rank = sql<number>`case when state in ('open', 'in_review') then 0 else 1 end`;

type Cursor = { rank: number; due_on: string; id: number };

function isAfter(after: Cursor) {
  return sql<boolean>`(${rank}, due_on, cases.id) > (${after.rank}, ${after.due_on}, ${after.id})`;
}

function cursorAt(row: CaseRow): string {
  const isPending = (pendingStates as readonly string[]).includes(row.state);
  return `${isPending ? 0 : 1}.${row.due_on}.${row.id}`;
}

function readCursor(text: string | undefined): Cursor | null {
  const [, at = '', due_on = '', id = ''] =
    /^([01])\.(\d{4}-\d\d-\d\d)\.(\d{1,15})$/.exec(text ?? '') ?? [];
  return id === '' ? null : { rank: Number(at), due_on, id: Number(id) };
}

/** At a glance. */
export async function summaryOf(
  db: Db,
  asking: Asking,
): Promise<Static<typeof summarizeCases.response>> {
  const todays = await todaysOf(db, asking.now);
  const pendingOnes = { state: 'pending' } as const;
  const pending = await filteredCases(db, pendingOnes, todays, asking.user).execute();
  const isOverdue = (row: CaseRow) => isLate(row, todays);
  const mine = { ...pendingOnes, mine: '1' } as const;
  const ofMine = await filteredCases(db, mine, todays, asking.user).execute();
  const isDue = (row: CaseRow) => row.due_on <= daysLater(todayOf(row, todays), 7);
  const customers = Map.groupBy(pending, ({ customer }) => customer);
  return {
    open: pending.length,
    late: pending.filter(isOverdue).length,
    due_for_me: ofMine.filter(isDue).length,
    median_days: await medianDays(db, asking.now),
    by_customer: [...customers]
      .map(([customer, rows]) => ({
        customer,
        open: rows.length,
        late: rows.filter(isOverdue).length,
      }))
      .toSorted((a, b) => b.open - a.open || (a.customer < b.customer ? -1 : 1)),
    people: await casePeople(db),
  };
}

async function medianDays(db: Db, now: number): Promise<number | null> {
  const since = daysLater(dayAt(now, 'UTC'), -365);
  const rows = await db
    .selectFrom('cases')
    .select(['due_from', 'reviewed_on'])
    .where('reviewed_on', '>=', since)
    .execute();
  const days = rows
    .map(({ due_from, reviewed_on }) => Date.parse(reviewed_on ?? '') - Date.parse(due_from))
    .map((ms) => Math.round(ms / 86_400_000))
    .toSorted((a, b) => a - b);
  const [low, high] = [days[(days.length - 1) >> 1], days[days.length >> 1]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

/** The newest case of the document that a name means (redlineName); null without one. */
export async function caseNamed(db: Db, name: string, now: number): Promise<Case | null> {
  const document = await findEntry(db, name);
  if (document === null) return null;
  const row = await db
    .selectFrom('cases')
    .selectAll()
    .where('document_id', '=', document.document_id)
    .where('state', 'not in', ['withdrawn', 'superseded'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : caseOf(row, await todaysOf(db, now));
}

/** What happened to a case, oldest first. */
export async function eventsOf(db: Db, id: number): Promise<CaseEvent[]> {
  const of = { subject: 'case', subject_id: id } as const;
  const lines = await historyLines(db, of, undefined, mostEvents + 1);
  const events = lines
    .slice(0, mostEvents)
    .map(({ at, user, after }) => ({ at, user, text: String(after?.['what'] ?? 'Changed') }))
    .toReversed();
  const [oldest] = events;
  if (lines.length <= mostEvents || oldest === undefined) return events;
  const text = 'Older lines are in the history of the library (Manage, History).';
  return [{ at: oldest.at, user: '', text }, ...events];
}

const mostEvents = 1000;
