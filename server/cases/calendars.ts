import type { Static } from 'typebox';
import type { Calendar, saveCalendar } from '#contract/cases.ts';
import { noDay, readDay } from '#contract/day.ts';
import { LibraryError } from '#contract/errors.ts';
import type { Change } from '../changes/change.ts';
import type { AuditFields } from '../changes/trail.ts';
import { portionsOf } from '../db/portions.ts';
import type { Db, Tx } from '../db/schema.ts';
import { isZone, plainWorkingDays, type WorkingDays } from './working-days.ts';

/** All calendars, by name. */
export async function listCalendars(db: Db): Promise<Calendar[]> {
  const calendars = await db.selectFrom('calendars').selectAll().orderBy('name').execute();
  const rows = await db.selectFrom('calendar_days').selectAll().orderBy('day').execute();
  const daysOf = Map.groupBy(rows, ({ calendar_id }) => calendar_id);
  return calendars.map(({ weekend, ...calendar }) => ({
    ...calendar,
    weekend: weekendOf(weekend),
    days: (daysOf.get(calendar.id) ?? []).map(({ day, is_working, name }) => ({
      day,
      is_working: is_working === 1,
      name,
    })),
  }));
}

/** A calendar as due days are counted by it; without one, Monday to Friday. */
export type Site = WorkingDays & { name: string };

export const plainSite: Site = { ...plainWorkingDays, name: 'Monday to Friday' };

export async function siteOf(db: Db, calendarId: number | null): Promise<Site> {
  if (calendarId === null) return plainSite;
  const found = (await listCalendars(db)).find(({ id }) => id === calendarId);
  return found === undefined ? plainSite : siteFrom(found);
}

/** The sites of all calendars by id. */
export async function sites(db: Db): Promise<Map<number | null, Site>> {
  const calendars = await listCalendars(db);
  return new Map([[null, plainSite], ...calendars.map((one) => [one.id, siteFrom(one)] as const)]);
}

function siteFrom({ name, zone, weekend, days }: Calendar): Site {
  const exceptions = days.map(({ day, is_working }) => [day, { isWorking: is_working }] as const);
  return { name, zone, weekend: new Set(weekend), exceptions: new Map(exceptions) };
}

/** Adds or changes a calendar with all of its days. */
export async function writeCalendar(
  tx: Tx,
  sent: Static<typeof saveCalendar.body>,
  change: Change,
): Promise<{ id: number; version: number }> {
  const { days, zone } = sent;
  const name = sent.name.trim();
  if (!isZone(zone))
    throw new LibraryError(
      'bad_request',
      `Unknown time zone "${zone}". Write it like Europe/Berlin.`,
    );
  const wrong = days.find(({ day }) => readDay(day) === null);
  if (wrong !== undefined) throw new LibraryError('bad_request', noDay('day', wrong.day));
  const twice = days.find(({ day }, at) => days.findIndex((other) => other.day === day) !== at);
  if (twice !== undefined) {
    throw new LibraryError('bad_request', `The list contains ${twice.day} twice. Delete one.`);
  }
  const before = (await listCalendars(tx)).find(({ id }) => id === sent.id);
  if (sent.id !== undefined && (before === undefined || before.version !== sent.version)) {
    throw new LibraryError(
      'changed_meanwhile',
      'Someone else changed this calendar. Check it, then repeat your change.',
    );
  }
  await requireFreeName(tx, name, sent.id);
  const version = (before?.version ?? 0) + 1;
  const row = { name, zone, weekend: JSON.stringify(sent.weekend.toSorted()), version };
  const id = sent.id ?? (await addCalendar(tx, row));
  await tx.updateTable('calendars').set(row).where('id', '=', id).execute();
  await tx.deleteFrom('calendar_days').where('calendar_id', '=', id).execute();
  const dayRows = days.map(({ day, is_working, name: text }) => ({
    calendar_id: id,
    day,
    is_working: is_working ? 1 : 0,
    name: text.trim(),
  }));
  for (const portion of portionsOf(dayRows)) {
    await tx.insertInto('calendar_days').values(portion).execute();
  }
  await change.record([
    {
      action: before === undefined ? 'added' : 'changed',
      subject: 'calendar',
      subject_id: id,
      before: before === undefined ? null : calendarFields(before),
      after: calendarFields({ ...sent, name }),
    },
  ]);
  return { id, version };
}

async function addCalendar(
  tx: Tx,
  row: { name: string; zone: string; weekend: string; version: number },
): Promise<number> {
  const { id } = await tx
    .insertInto('calendars')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function requireFreeName(tx: Tx, name: string, ownId: number | undefined): Promise<void> {
  const same = await tx.selectFrom('calendars').select('id').where('name', '=', name).execute();
  if (same.some(({ id }) => id !== ownId)) {
    throw new LibraryError(
      'bad_request',
      `The calendar "${name}" already exists. Choose another name.`,
    );
  }
}

function calendarFields({
  name,
  zone,
  weekend,
  days,
}: Pick<Calendar, 'name' | 'zone' | 'weekend' | 'days'>): AuditFields {
  const exceptions = days
    .toSorted((a, b) => (a.day < b.day ? -1 : 1))
    .map(({ day, is_working, name: text }) => `${day} ${is_working ? 'works' : 'free'} ${text}`);
  return { name, zone, weekend: weekend.join(', '), days: exceptions.join('; ') };
}

// The JSON is our own, written above.
function weekendOf(json: string): number[] {
  return JSON.parse(json) as number[];
}
