import { expect, test } from 'vitest';
import { noDay, readDay } from './day.ts';

test.each([
  ['2026-11-14', '2026-11-14'],
  [' 14.11.2026 ', '2026-11-14'],
  ['1.2.1979', '1979-02-01'],
  ['2024-02-29', '2024-02-29'],
  ['2026-11-14 00:00:00', '2026-11-14'],
  ['2026-11-14T00:00:00.000Z', '2026-11-14'],
  ['2024/03/05', '2024-03-05'],
  ['2024/3/5', '2024-03-05'],
  ['05-Mar-24', '2024-03-05'],
  ['5-mrz-79', '1979-03-05'],
  ['5 March 2024', '2024-03-05'],
  ['5. März 2024', '2024-03-05'],
  ['5 Sept. 2024', '2024-09-05'],
  ['March 5, 2024', '2024-03-05'],
  ['25/03/2024', '2024-03-25'],
  ['11/14/2026', '2026-11-14'],
  ['05/05/2024', '2024-05-05'],
])('%s is the day %s', (text, day) => {
  expect(readDay(text)).toBe(day);
});

test.each([
  '2026-02-29',
  '31.04.2026',
  '2026-13-01',
  '2019-06',
  '2019',
  '03/05/2024', // in May or in March?
  '2024-03/05',
  '31-Feb-24',
  '5 Xyz 2024',
  'Mar-05',
  '05-03-24',
  '14.11.26',
  '2026-11-14 09:30',
  'June 2019',
  '-',
  '',
])('%s is no day', (text) => {
  expect(readDay(text)).toBeNull();
});

test('a day that can be two is refused with both', () => {
  expect(noDay('day of issue', '03/05/2024')).toBe(
    'The day of issue "03/05/2024" can be 2024-05-03 or 2024-03-05. Write one of these.',
  );
  expect(noDay('day of issue', 'soon')).toBe(
    'The day of issue "soon" is not a date. Write it like 2026-11-14.',
  );
});
