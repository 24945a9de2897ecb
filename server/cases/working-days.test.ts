import Holidays from 'date-holidays';
import { expect, test } from 'vitest';
import {
  addWorkingDays,
  dayAt,
  daysLater,
  plainWorkingDays,
  type WorkingDays,
} from './working-days.ts';

const years = Array.from({ length: 12 }, (_, at) => 2020 + at);

/** A site with the public holidays of a region. */
function siteIn(country: string, state: string, zone: string, weekend = [6, 7]): WorkingDays {
  const holidays = new Holidays(country, state, { types: ['public'] });
  const days = years
    .flatMap((year) => holidays.getHolidays(year))
    .map(({ date }) => date.slice(0, 10));
  const exceptions = new Map(days.map((day) => [day, { isWorking: false }]));
  return { zone, weekend: new Set(weekend), exceptions };
}

/** The due day counted in another way: a list of all working days, and a place in it. */
function dueByList(from: string, count: number, { weekend, exceptions }: WorkingDays): string {
  const start = Date.parse(`${from}T12:00:00Z`);
  const later = Array.from(
    { length: count * 4 + 40 },
    (_, at) => new Date(start + (at + 1) * 86_400_000),
  );
  const working = later.filter((date) => {
    const day = date.toISOString().slice(0, 10);
    const ofWeek = ((date.getUTCDay() + 6) % 7) + 1;
    return !weekend.has(ofWeek) && !exceptions.has(day);
  });
  return working[count - 1]?.toISOString().slice(0, 10) ?? '';
}

test('10,000 due days of ten years in six regions are those of an independent count', () => {
  const regions = [
    siteIn('DE', 'BW', 'Europe/Berlin'),
    siteIn('US', 'MI', 'America/Detroit'),
    siteIn('MX', 'NLE', 'America/Monterrey'),
    siteIn('JP', '', 'Asia/Tokyo'),
    siteIn('CN', '', 'Asia/Shanghai'),
    siteIn('SA', '', 'Asia/Riyadh', [5, 6]),
  ];
  const wrong = Array.from({ length: 10_000 }, (_, at) => {
    const site = regions[at % regions.length] ?? plainWorkingDays;
    const from = daysLater('2020-01-01', (at * 7919) % 3652);
    const count = 1 + (at % 30);
    const due = addWorkingDays(from, count, site);
    const expected = dueByList(from, count, site);
    return due === expected ? null : { from, count, zone: site.zone, due, expected };
  }).filter((one) => one !== null);
  expect(wrong).toEqual([]);
});

test('ten working days pass weekends, month ends, leap days and exceptions', () => {
  const due = (from: string, count: number, site = plainWorkingDays) =>
    addWorkingDays(from, count, site);
  expect(due('2026-11-18', 10)).toBe('2026-12-02');
  expect(due('2028-02-25', 2)).toBe('2028-02-29');
  expect(due('2027-02-26', 1)).toBe('2027-03-01');
  expect(due('2026-12-31', 1)).toBe('2027-01-01');
  const site: WorkingDays = {
    ...plainWorkingDays,
    exceptions: new Map([
      ['2027-01-01', { isWorking: false }],
      ['2027-01-02', { isWorking: true }], // a Saturday that is worked
    ]),
  };
  expect([due('2026-12-31', 1, site), due('2026-12-31', 2, site)]).toEqual([
    '2027-01-02',
    '2027-01-04',
  ]);
});

test('a day is the day at the site, east and west of the server', () => {
  const late = Date.parse('2026-11-18T23:30:00Z');
  expect(dayAt(late, 'Asia/Tokyo')).toBe('2026-11-19');
  expect(dayAt(late, 'America/Detroit')).toBe('2026-11-18');
  expect(dayAt(Date.parse('2026-11-18T02:00:00Z'), 'America/Detroit')).toBe('2026-11-17');
});

test('a calendar without working days is refused instead of counted for ever', () => {
  const site = { ...plainWorkingDays, weekend: new Set([1, 2, 3, 4, 5, 6, 7]) };
  expect(() => addWorkingDays('2026-11-18', 1, site)).toThrow('too few working days');
});
