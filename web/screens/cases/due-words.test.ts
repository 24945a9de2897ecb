import { expect, test } from 'vitest';
import type { CaseState } from '#contract/case-words.ts';
import { dayHere } from '#contract/day.ts';
import { dayAfter, dueWords } from './due-words.ts';

type Given = {
  state?: CaseState;
  is_late?: boolean;
  reviewed_on?: string | null;
  late_since?: string | null;
};

const words = (due_on: string, given: Given = {}) =>
  dueWords({
    state: 'open',
    is_late: false,
    reviewed_on: null,
    due_on,
    late_since: given.is_late === true ? due_on : null,
    today: '2026-11-18',
    ...given,
  });

test('a pending case says when it is due, or how late it is', () => {
  expect(words('2026-11-28')).toBe('Due in 10 days');
  expect(words('2026-11-19')).toBe('Due tomorrow');
  expect(words('2026-11-18', { state: 'in_review' })).toBe('Due today');
  expect(words('2026-11-17', { is_late: true })).toBe('1 day late');
  expect(words('2026-10-31', { is_late: true })).toBe('18 days late');
});

test('the server decides what is late: its site may have another day than the reader', () => {
  expect(words('2026-11-18', { is_late: true })).toBe('Late');
  expect(words('2026-11-17')).toBe('Due today');
});

test('a case that was late once says so, whatever moved its due day', () => {
  const late_since = '2026-11-10';
  const moved = (given: Given) => words('2026-12-01', { is_late: true, late_since, ...given });
  expect(moved({})).toBe('Late since 2026-11-10, extended');
  expect(moved({ state: 'closed' })).toBe('Late, not reviewed');
  expect(moved({ state: 'closed', reviewed_on: '2026-11-20' })).toBe(
    'Reviewed 10 days late, was extended',
  );
});

test('a case that is not pending says whether it was reviewed in time', () => {
  const reviewed = (reviewed_on: string | null, is_late: boolean) =>
    words('2026-11-10', { state: 'closed', reviewed_on, is_late });
  expect(reviewed('2026-11-10', false)).toBe('Reviewed in time');
  expect(reviewed('2026-11-12', true)).toBe('Reviewed 2 days late');
  expect(reviewed(null, false)).toBe('Not reviewed');
});

test('days are days of the reader, over ends of months and years', () => {
  expect(dayHere(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01');
  expect(dayAfter('2028-03-01', -1)).toBe('2028-02-29');
});
