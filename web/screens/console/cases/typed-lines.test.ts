import { expect, test } from 'vitest';
import { daysOf, ownersOf, typedDays, typedOwners } from './typed-lines.ts';

const days = [
  { day: '2026-12-19', is_working: true, name: 'Saturday for the lost day' },
  { day: '2026-12-25', is_working: false, name: 'Christmas Day' },
  { day: '2026-12-28', is_working: false, name: '' },
];

test('days are typed one a line, a plus makes a working day', () => {
  const text = '2026-12-19 + Saturday for the lost day\n2026-12-25 Christmas Day\n2026-12-28';
  expect(typedDays(days)).toBe(text);
  expect(daysOf(text)).toEqual(days);
});

test('empty lines and the order do not matter, a day twice counts as the last', () => {
  expect(daysOf('\n2026-12-26 B\n 2026-12-25  A \n2026-12-26 C\n')).toEqual([
    { day: '2026-12-25', is_working: false, name: 'A' },
    { day: '2026-12-26', is_working: false, name: 'C' },
  ]);
});

test('a line that is no day is named', () => {
  for (const line of ['25.12.2026', '2026-02-30', 'Christmas', '2026-12-25x']) {
    expect(() => daysOf(`2026-12-24\n${line}`)).toThrow('Line 2 of the days');
  }
});

test('owners are typed as number and name; a number may hold a colon', () => {
  const owners = [
    { doc_num: 'AM-1', owner: 'ann' },
    { doc_num: 'DIN 1:2', owner: 'bob' },
  ];
  expect(ownersOf(typedOwners(owners))).toEqual(owners);
  expect(() => ownersOf('AM-1 ann')).toThrow('Line 1 of the owners');
});
