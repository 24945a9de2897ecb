import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/harness.ts';
import { readHolidays } from './holiday-file.ts';

async function read(name: string, content: string) {
  const file = path.join(await temporaryFolder(onTestFinished), name);
  await writeFile(file, content);
  return readHolidays(file);
}

const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');

test('whole days of a calendar file are holidays, but for those that are not public', async () => {
  const calendar = [
    'BEGIN:VCALENDAR',
    event(
      'DTSTART;VALUE=DATE:20261225',
      'DTEND;VALUE=DATE:20261227',
      'SUMMARY:Christmas\\, both',
      '  days',
    ),
    event('DTSTART;VALUE=DATE:20260501', 'SUMMARY:Labour Day', 'DESCRIPTION:Public holiday'),
    event('DTSTART;VALUE=DATE:20260214', 'SUMMARY:Valentine', 'DESCRIPTION:Observance'),
    event('DTSTART:20260303T100000Z', 'SUMMARY:Meeting'),
    event('DTSTART;VALUE=DATE:20200101', 'RRULE:FREQ=YEARLY', 'SUMMARY:New Year'),
    'END:VCALENDAR',
  ].join('\r\n');
  expect(await read('holidays.ics', calendar)).toEqual({
    holidays: [
      { day: '2026-05-01', name: 'Labour Day' },
      { day: '2026-12-25', name: 'Christmas, both days' },
      { day: '2026-12-26', name: 'Christmas, both days' },
    ],
    left: [
      '2026-02-14 Valentine: not a public holiday',
      'Meeting: not a whole day',
      '2020-01-01 New Year: repeats by a rule; use a file with the days of each year',
    ],
  });
});

test('a sheet has day, name and type; a day that can be two is left out and reported', async () => {
  const sheet =
    'day,name,type\n2026-10-03,German Unity,public\n03/05/2026,Which,public\n31.10.2026,Reformation,school\n';
  expect(await read('holidays.csv', sheet)).toEqual({
    holidays: [{ day: '2026-10-03', name: 'German Unity' }],
    left: [
      'Row 3: "03/05/2026" is not a date',
      '2026-10-31 Reformation: school, not a public holiday',
    ],
  });
  await expect(read('empty.ics', 'BEGIN:VCALENDAR\nEND:VCALENDAR')).rejects.toThrow(
    'contains no public holidays',
  );
});
