import { setImmediate } from 'node:timers/promises';
import type { AuditAction } from '#contract/audit-actions.ts';
import type { AuditEntry, AuditSubject, HistoryChange, HistoryFilter } from '#contract/audit.ts';
import { documentIdsOfNumber } from '../catalogue/former-numbers.ts';
import type { Db } from '../db/schema.ts';
import {
  type AuditFields,
  countLinesOf,
  linesFrom,
  placeOf,
  withFields,
} from '../changes/trail.ts';

/** Which lines of the trail are wanted; all of them where nothing is said. */
export type TrailFilter = {
  subject?: AuditSubject | undefined;
  subject_id?: number | undefined;
  change_id?: string | undefined;
  user?: string | undefined;
  action?: AuditAction | undefined;
  /** Lines about the customer, its entries, and entries that were moved from it. */
  customer_id?: number | undefined;
  /** Lines about these entries and their files. */
  document_ids?: readonly number[] | undefined;
  /** Written at this time or later, and before that one. */
  from?: string | undefined;
  to?: string | undefined;
};

/** What a person asks for, in ids. */
export async function trailFilterOf(
  db: Db,
  { doc_num, customer_id, ...asked }: HistoryFilter,
): Promise<TrailFilter> {
  return {
    ...asked,
    customer_id: customer_id === undefined ? undefined : Number(customer_id),
    document_ids: doc_num === undefined ? undefined : await documentIdsOfNumber(db, doc_num),
  };
}

/** At most `limit` lines before this one that pass the filter, the newest first. */
export async function historyLines(
  db: Db,
  filter: TrailFilter,
  before: number | undefined,
  limit: number,
): Promise<AuditEntry[]> {
  const bounds = await idBounds(db, filter);
  if (bounds === null) return [];
  const { customer_id } = filter;
  const query = linesQuery(db, filter, bounds, before, limit);
  if (customer_id === undefined) return (await query.execute()).map(withFields);
  // Each half reads its own index in order; `or` would read all lines of the customer and sort them.
  const [now, moved] = [
    await query.where('customer_id', '=', customer_id).execute(),
    await query.where('previous_customer_id', '=', customer_id).execute(),
  ];
  const merged = new Map([...now, ...moved].map((line) => [line.id, line]));
  const lines = [...merged.values()].toSorted((a, b) => b.id - a.id);
  return lines.slice(0, limit).map(withFields);
}

function linesQuery(
  db: Db,
  of: TrailFilter,
  { least, most }: Bounds,
  before: number | undefined,
  limit: number,
) {
  let query = linesFrom(db).orderBy('id', 'desc').limit(limit);
  for (const column of ['subject', 'subject_id', 'change_id', 'user', 'action'] as const) {
    const value = of[column];
    if (value !== undefined) query = query.where(column, '=', value);
  }
  if (of.document_ids !== undefined) {
    query = query.where('document_id', 'in', [...of.document_ids, 0]); // no id is 0
  }
  if (before !== undefined) query = query.where('id', '<', before);
  if (least !== null) query = query.where('id', '>=', least);
  if (most !== null) query = query.where('id', '<=', most);
  return query;
}

type Bounds = { least: number | null; most: number | null };

// Lines are numbered in the order of time: a span of time is a span of ids, which every index has.
// Null: nothing was written in it.
async function idBounds(db: Db, { from, to }: TrailFilter): Promise<Bounds | null> {
  const bounds: Bounds = { least: null, most: null };
  if (from !== undefined) {
    const first = await db
      .selectFrom('audit')
      .select('id')
      .where('at', '>=', from)
      .orderBy('at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (first === undefined) return null;
    bounds.least = first.id;
  }
  if (to !== undefined) {
    const last = await db
      .selectFrom('audit')
      .select('id')
      .where('at', '<', to)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (last === undefined) return null;
    bounds.most = last.id;
  }
  return bounds;
}

const linesAtOnce = 200;
const linesShownOfChange = 3;

/** Changes with a line that passes the filter, newest first; `next` is where the next page begins. */
export async function historyChanges(
  db: Db,
  filter: TrailFilter,
  before: number | undefined,
  limit: number,
): Promise<{ changes: UntitledChange[]; next: number | null }> {
  const found = new Map<string, AuditEntry[]>();
  let next = before;
  for (;;) {
    const lines = await historyLines(db, filter, next, linesAtOnce);
    for (const line of lines) {
      const known = found.get(line.change_id);
      if (known === undefined && found.size === limit) {
        return { changes: await counted(db, found), next: next ?? null };
      }
      if (known === undefined) found.set(line.change_id, [line]);
      else if (known.length < linesShownOfChange) known.push(line);
      next = line.id;
    }
    const last = lines.at(-1);
    if (last === undefined || lines.length < linesAtOnce) {
      return { changes: await counted(db, found), next: null };
    }
    const beyond = await beforeChange(db, last);
    if (beyond === null) return { changes: await counted(db, found), next: null };
    next = beyond;
  }
}

/** The line before which another change than this line's is found; null when there is none. */
async function beforeChange(db: Db, { id, change_id }: AuditEntry): Promise<number | null> {
  const place = await placeOf(db, change_id);
  // A change is mostly written in one go, and its first line leads past a million of them at once.
  if (place !== null && place.lines === place.last_id - place.first_id + 1) return place.first_id;
  const other = await db
    .selectFrom('audit')
    .select('id')
    .where('id', '<', id)
    .where('change_id', '<>', change_id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return other === undefined ? null : other.id + 1;
}

/** The trail does not know which changes were imports. */
type UntitledChange = Omit<HistoryChange, 'title'>;

async function counted(
  db: Db,
  found: ReadonlyMap<string, AuditEntry[]>,
): Promise<UntitledChange[]> {
  const changes: UntitledChange[] = [];
  for (const [change_id, shown] of found) {
    const [first] = shown;
    if (first === undefined) continue;
    const { at, user } = first;
    changes.push({ change_id, at, user, lines: await countLinesOf(db, change_id), shown });
  }
  return changes;
}

const mostPeople = 200;

/** Everyone who changed something: each step leads over all lines of one user. */
export async function peopleInHistory(db: Db): Promise<string[]> {
  const people: string[] = [];
  while (people.length < mostPeople) {
    const next = await db
      .selectFrom('audit')
      .select('user')
      .where('user', '>', people.at(-1) ?? '')
      .orderBy('user')
      .limit(1)
      .executeTakeFirst();
    if (next === undefined) break;
    people.push(next.user);
  }
  return people;
}

const sheetLinesAtOnce = 400;

/** Lines of the trail as rows of a spreadsheet, the header first and then the newest, in pages. */
export async function* historySheet(db: Db, filter: TrailFilter = {}): AsyncGenerator<string[][]> {
  yield [['id', 'at', 'user', 'change', 'action', 'subject', 'subject_id', 'before', 'after']];
  let before: number | undefined;
  for (;;) {
    const lines = await historyLines(db, filter, before, sheetLinesAtOnce);
    yield lines.map((line) => [
      String(line.id),
      line.at,
      line.user,
      line.change_id,
      line.action,
      line.subject,
      String(line.subject_id),
      inWords(line.before),
      inWords(line.after),
    ]);
    before = lines.at(-1)?.id;
    if (before === undefined) return;
    await setImmediate();
  }
}

function inWords(fields: AuditFields | null): string {
  if (fields === null) return '';
  return Object.entries(fields)
    .map(([name, value]) => `${name}: ${value ?? '-'}`)
    .join('; ');
}
