import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readDay } from '#contract/day.ts';
import { LibraryError } from '#contract/errors.ts';
import { explainError } from '../config/explain-error.ts';
import { readSpreadsheet, type SheetRow } from '../spreadsheet/spreadsheet.ts';
import { daysLater } from './working-days.ts';

export type Holiday = { day: string; name: string };

/** The holidays of a file, by day, and what in it was left out, in words. */
export type HolidayFile = { holidays: Holiday[]; left: string[] };

/** Reads public holidays from a calendar file (.ics), or from a sheet with the columns day, name and type. */
export async function readHolidays(file: string): Promise<HolidayFile> {
  const read =
    path.extname(file).toLowerCase() === '.ics'
      ? fromCalendar(await readText(file))
      : fromSheet(await readSpreadsheet(file));
  const byDay = new Map(read.holidays.map((holiday) => [holiday.day, holiday]));
  const holidays = [...byDay.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1));
  if (holidays.length > 0) return { holidays, left: read.left };
  throw new LibraryError('bad_request', `${file} contains no public holidays.`);
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((cause: unknown) => {
    throw new LibraryError('not_found', explainError(cause), { cause });
  });
}

/** Words by which calendars and lists mark days that are no public holidays. */
const notPublic = /\b(observance|optional|school|bank|schul\w*|gedenktag|beweglich)\b/i;
const mostDaysOfEvent = 31;

/** RFC 5545: only events of whole days are holidays. */
function fromCalendar(text: string): HolidayFile {
  const read: HolidayFile = { holidays: [], left: [] };
  const unfolded = text.replaceAll(/\r?\n[ \t]/g, '');
  for (const [, event = ''] of unfolded.matchAll(/BEGIN:VEVENT\r?\n(.*?)END:VEVENT/gs)) {
    const name = unescaped(valueOf(event, 'SUMMARY') ?? 'Holiday');
    const first = isoDay(valueOf(event, 'DTSTART'));
    const kind = `${valueOf(event, 'CATEGORIES') ?? ''} ${valueOf(event, 'DESCRIPTION') ?? ''}`;
    if (first === null) read.left.push(`${name}: not a whole day`);
    else if (notPublic.test(kind)) read.left.push(`${first} ${name}: not a public holiday`);
    else if (valueOf(event, 'RRULE') !== null) {
      read.left.push(`${first} ${name}: repeats by a rule; use a file with the days of each year`);
    } else read.holidays.push(...daysOf(first, isoDay(valueOf(event, 'DTEND')), name));
  }
  return read;
}

/** The last day of an event is the one before its end. */
function daysOf(first: string, end: string | null, name: string): Holiday[] {
  const days: Holiday[] = [];
  for (let day = first; days.length < mostDaysOfEvent; day = daysLater(day, 1)) {
    days.push({ day, name });
    if (end === null || daysLater(day, 1) >= end) break;
  }
  return days;
}

function valueOf(event: string, property: string): string | null {
  return new RegExp(`^${property}(?:;[^:\\n]*)?:(.*?)\\r?$`, 'm').exec(event)?.[1] ?? null;
}

function isoDay(value: string | null): string | null {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(value?.trim() ?? '') ?? [];
  return year === undefined ? null : readDay(`${year}-${month}-${day}`);
}

function unescaped(text: string): string {
  return text
    .replaceAll(/\\n/gi, ' ')
    .replaceAll(/\\([\\;,])/g, '$1')
    .trim();
}

function fromSheet(rows: readonly SheetRow[]): HolidayFile {
  const read: HolidayFile = { holidays: [], left: [] };
  for (const { row, cells } of rows) {
    const [day = '', name = '', kind = ''] = cells.map((cell) =>
      typeof cell === 'string' ? cell.trim() : (cell.day ?? ''),
    );
    const known = readDay(day);
    const isHeading = row === 1 && known === null;
    if (isHeading || (day === '' && name === '')) continue;
    if (known === null) read.left.push(`Row ${row}: "${day}" is not a date`);
    else if (kind !== '' && !/^(public|gesetzlich\w*)/i.test(kind)) {
      read.left.push(`${known} ${name}: ${kind}, not a public holiday`);
    } else read.holidays.push({ day: known, name: name || 'Holiday' });
  }
  return read;
}
