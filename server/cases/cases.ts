import {
  type ExpressionBuilder,
  type ExpressionWrapper,
  type RawBuilder,
  sql,
  type SqlBool,
} from 'kysely';
import type { Static } from 'typebox';
import { type CaseState, caseStateGroups } from '#contract/case-words.ts';
import type { Case, CaseEvent, CaseFilter, listCases, summarizeCases } from '#contract/cases.ts';
import { personNamer } from '../auth/person-names.ts';
import { looseText } from '../catalogue/loose-number.ts';
import { historyLines } from '../history/history.ts';
import type { Db, Schema } from '../db/schema.ts';
import { findEntry } from '../redline/sides.ts';
import { sites } from './calendars.ts';
import type { CaseRow } from './case-rows.ts';
import { firstDueDay, isPending, lateSince, todayOf, type Todays, todayThere } from './due-days.ts';
import { casePeople } from './people.ts';
import { dayAt, daysLater } from './working-days.ts';
import { countRows } from '../db/count-rows.ts';
import { inPages } from '../db/pages.ts';

/** Who asks, and when. */
export type Asking = { user: string; now: number };

type Listed = Static<typeof listCases.response>;
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
    data: await namedCases(db, page),
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
  for await (const rows of pages) yield namedCases(db, rows);
}

const casesInSheetPage = 500;

/** How many a filter lets through, and how many lines they have. */
export async function countCases(
  db: Db,
  filter: CaseFilter,
  asking: Asking,
): Promise<{ cases: number; lines: number }> {
  const todays = await todaysOf(db, asking.now);
  const cases = filteredCases(db, filter, todays, asking.user).clearSelect();
  const lines = db.selectFrom('case_lines').where('case_id', 'in', cases.select('cases.id'));
  return { cases: await countRows(cases), lines: await countRows(lines) };
}

/** A case with what its days say of it. */
type ListedRow = CaseRow & Pick<Case, 'today' | 'late_since' | 'first_due_on' | 'owner_name'>;

type NameOf = Awaited<ReturnType<typeof personNamer>>;

async function namedCases(db: Db, rows: readonly ListedRow[]): Promise<Case[]> {
  const nameOf = await personNamer(db);
  return rows.map((row) => caseOf(row, nameOf));
}

function caseOf(row: ListedRow, nameOf: NameOf): Case {
  const { id, customer, doc_num, language, doc_rev, previous_rev, reason, state } = row;
  const { notified_on, received_on, due_on, reviewed_on, implemented_on, owner, verdict } = row;
  const { today, first_due_on, late_since } = row;
  const owner_name = owner && nameOf(owner, row.owner_name ?? owner);
  const dates = { notified_on, received_on, due_on, first_due_on, reviewed_on, implemented_on };
  const identity = { id, customer, doc_num, language, doc_rev, previous_rev, reason, state };
  const now = { today, owner, owner_name, verdict, late_since, is_late: late_since !== null };
  return { ...identity, ...dates, ...now };
}

/** One case as it is listed. */
export async function listedCase(db: Db, id: number, now: number): Promise<Case> {
  const row = await listedRows(db, await todaysOf(db, now))
    .where('cases.id', '=', id)
    .executeTakeFirstOrThrow();
  return caseOf(row, await personNamer(db));
}

export async function todaysOf(db: Db, now: number): Promise<Todays> {
  const known = [...(await sites(db))];
  return new Map(known.map(([id, { zone }]) => [id, dayAt(now, zone)]));
}

function listedRows(db: Db, todays: Todays) {
  return db
    .selectFrom('cases')
    .leftJoin('customers', 'customers.id', 'cases.customer_id')
    .selectAll('cases')
    .select([
      customerName.as('customer'),
      todayThere(todays).as('today'),
      lateSince(todays).as('late_since'),
      firstDueDay.as('first_due_on'),
    ])
    .select((eb) => nameOfOwner(eb).as('owner_name'));
}

const nameOfOwner = (eb: Where) =>
  eb.selectFrom('users').select('display_name').whereRef('users.name', '=', 'cases.owner');

function filteredCases(db: Db, filter: CaseFilter, todays: Todays, user: string) {
  const { state, mine, late, doc_num, customer, owner, verdict, due_before, from, to } = filter;
  const { due_from, due_to, late_from, late_to, reviewed_from, reviewed_to } = filter;
  const since = lateSince(todays);
  return listedRows(db, todays)
    .where((where) => {
      const conditions: Condition[] = [];
      if (state !== undefined) conditions.push(where('state', 'in', statesOf(state)));
      if (mine === '1') conditions.push(isMine(where, user));
      if (late === '1') conditions.push(where(since, 'is not', null));
      if (late === '0') conditions.push(where(since, 'is', null));
      if (doc_num !== undefined) conditions.push(hasNumber(where, doc_num));
      if (owner !== undefined) conditions.push(where('owner', '=', owner));
      if (verdict !== undefined) conditions.push(where('verdict', '=', verdict));
      if (due_before !== undefined) conditions.push(where('due_on', '<', due_before));
      if (from !== undefined) conditions.push(where('received_on', '>=', from));
      if (to !== undefined) conditions.push(where('received_on', '<=', to));
      if (due_from !== undefined) conditions.push(where('due_on', '>=', due_from));
      if (due_to !== undefined) conditions.push(where('due_on', '<=', due_to));
      if (late_from !== undefined) conditions.push(where(since, '>=', late_from));
      if (late_to !== undefined) conditions.push(where(since, '<=', late_to));
      if (reviewed_from !== undefined) conditions.push(where('reviewed_on', '>=', reviewed_from));
      if (reviewed_to !== undefined) conditions.push(where('reviewed_on', '<=', reviewed_to));
      return where.and(conditions);
    })
    .where((where) =>
      where.and(customer === undefined ? [] : [where(customerName, '=', customer)]),
    );
}

/** As it is called now; of a customer that is gone, as it was. */
const customerName = sql<string>`coalesce(customers.name, cases.customer)`;

function statesOf(state: NonNullable<CaseFilter['state']>): readonly CaseState[] {
  const groups: Record<string, readonly CaseState[]> = caseStateGroups;
  // A name that is no group is a state.
  return groups[state] ?? [state as CaseState];
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

/** Pending cases come first. */
const rank = sql<number>`case when state in ('open', 'in_review') then 0 else 1 end`;

type Cursor = { rank: number; due_on: string; id: number };

function isAfter(after: Cursor) {
  return sql<boolean>`(${rank}, due_on, cases.id) > (${after.rank}, ${after.due_on}, ${after.id})`;
}

function cursorAt(row: CaseRow): string {
  return `${isPending(row) ? 0 : 1}.${row.due_on}.${row.id}`;
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
  const mine = { state: 'pending', mine: '1' } as const;
  const ofMine = await filteredCases(db, mine, todays, asking.user).execute();
  const isDue = (row: CaseRow) => row.due_on <= daysLater(todayOf(row, todays), 7);
  const today = todayOf({ calendar_id: null }, todays);
  const months = monthsUntil(today);
  const counted = await countByMonth(db, todays, months);
  const sum = (rows: readonly Counted[], of: keyof Omit<Counted, 'customer' | 'month'>) =>
    rows.reduce((all, row) => all + Number(row[of]), 0);
  return {
    today,
    open: sum(counted, 'open'),
    late: sum(counted, 'open_late'),
    due_for_me: ofMine.filter(isDue).length,
    median_days: await medianDays(db, asking.now),
    months,
    by_customer: [...Map.groupBy(counted, ({ customer }) => customer)]
      .map(([customer, rows]) => ({
        customer,
        open: sum(rows, 'open'),
        late: sum(rows, 'open_late'),
        months: months.map((month) => {
          const ofMonth = rows.filter((row) => row.month === month);
          return { month, on_time: sum(ofMonth, 'on_time'), late: sum(ofMonth, 'late') };
        }),
      }))
      .toSorted((a, b) => b.open - a.open || (a.customer < b.customer ? -1 : 1)),
    people: await casePeople(db),
  };
}

type Counted = Awaited<ReturnType<typeof countByMonth>>[number];

/** The cases of each customer by the month in which they are due: late ones by the first due day that they missed. */
async function countByMonth(db: Db, todays: Todays, months: readonly string[]) {
  const month = sql<string>`substr(coalesce(${lateSince(todays)}, due_on), 1, 7)`;
  const cases = filteredCases(db, { state: 'not_superseded' }, todays, '')
    .clearSelect()
    .where((where) => where.or([where(month, '>=', months[0] ?? ''), where(rank, '=', 0)]))
    .select([customerName.as('customer'), month.as('month')])
    .select(['state', rank.as('rank'), lateSince(todays).as('late_since')]);
  const count = (condition: RawBuilder<unknown>) =>
    sql<number>`sum(case when ${condition} then 1 else 0 end)`;
  return db
    .selectFrom(cases.as('one'))
    .select(['customer', 'month', count(sql`rank = 0`).as('open')])
    .select(count(sql`rank = 0 and late_since is not null`).as('open_late'))
    .select(count(sql`rank = 1 and state <> 'withdrawn' and late_since is null`).as('on_time'))
    .select(count(sql`late_since is not null`).as('late'))
    .groupBy(['customer', 'month'])
    .execute();
}

const monthsShown = 6;

/** The last months, with that of this day. */
function monthsUntil(today: string): string[] {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return Array.from({ length: monthsShown }, (_, at) =>
    new Date(Date.UTC(year, month - monthsShown + at, 1)).toISOString().slice(0, 7),
  );
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
  const row = await listedRows(db, await todaysOf(db, now))
    .where('document_id', '=', document.document_id)
    .where('state', 'not in', ['withdrawn', 'superseded'])
    .orderBy('cases.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : caseOf(row, await personNamer(db));
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
