import type { Calendar, CaseRule } from '#contract/cases.ts';

type CalendarDay = Calendar['days'][number];
type Owner = CaseRule['owners'][number];

/** Days as they are typed, one a line: `2026-12-25 Christmas Day`, or `2026-12-19 + Working Saturday`. */
export function typedDays(days: readonly CalendarDay[]): string {
  const line = ({ day, is_working, name }: CalendarDay) =>
    [day, ...(is_working ? ['+'] : []), ...(name === '' ? [] : [name])].join(' ');
  return days.map(line).join('\n');
}

/** The days of such lines. Throws an error with the first line that is none. */
export function daysOf(text: string): CalendarDay[] {
  const days = new Map<string, CalendarDay>();
  for (const [at, line] of linesOf(text)) {
    const [, day = '', sign, name = ''] =
      /^(\d{4}-\d\d-\d\d)(\s+\+)?(?:\s+(.*))?$/.exec(line) ?? [];
    if (!isDay(day))
      throw new Error(`Line ${at} of the days must start with a day such as 2026-12-25.`);
    days.set(day, { day, is_working: sign !== undefined, name: name.trim().slice(0, 100) });
  }
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

/** Owners of single standards as they are typed, one a line: `AM-1: ann`. */
export function typedOwners(owners: readonly Owner[]): string {
  return owners.map(({ doc_num, owner }) => `${doc_num}: ${owner}`).join('\n');
}

export function ownersOf(text: string): Owner[] {
  return linesOf(text).map(([at, line]) => {
    const split = line.lastIndexOf(':');
    const [doc_num, owner] = [line.slice(0, split).trim(), line.slice(split + 1).trim()];
    if (split < 0 || doc_num === '' || owner === '') {
      throw new Error(`Line ${at} of the owners must be a number and a name, such as AM-1: ann.`);
    }
    return { doc_num, owner };
  });
}

function linesOf(text: string): [number: number, line: string][] {
  const lines = text.split('\n').map((line, at): [number, string] => [at + 1, line.trim()]);
  return lines.filter(([, line]) => line !== '');
}

function isDay(day: string): boolean {
  const at = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}
