import { expect, test } from 'vitest';
import { addressOf, filterOf, paramsOf } from './case-filter.ts';

const filter = (address: string) =>
  filterOf(paramsOf(new URLSearchParams(address), 'mine'), '2026-11-18');

test('the tabs ask for mine, pending ones, those due until Sunday, late ones, or all', () => {
  expect(filter('')).toEqual({ mine: '1' });
  expect(filter('tab=open')).toEqual({ state: 'pending' });
  expect(filter('tab=week')).toEqual({ state: 'pending', due_before: '2026-11-23' });
  expect(filter('tab=late')).toEqual({ state: 'pending', late: '1' });
  expect(filter('tab=all')).toEqual({});
});

test('on a Sunday the week ends with it, on a Monday it begins', () => {
  const week = (today: string) =>
    filterOf(paramsOf(new URLSearchParams('tab=week'), 'mine'), today).due_before;
  expect(week('2026-11-22')).toBe('2026-11-23');
  expect(week('2026-11-23')).toBe('2026-11-30');
});

test('a chosen state wins over that of the tab, and what makes no sense is left out', () => {
  expect(
    filter('tab=late&state=closed&number=+am-1&customer=Aurora&verdict=process&from=2026-01-01'),
  ).toEqual({
    late: '1',
    state: 'closed',
    doc_num: 'am-1',
    customer: 'Aurora',
    verdict: 'process',
    from: '2026-01-01',
  });
  expect(filter('tab=all&state=done&late=0&by=due&from=2026-01-01&to=2026-01-31')).toEqual({
    state: 'done',
    late: '0',
    due_from: '2026-01-01',
    due_to: '2026-01-31',
  });
  expect(filter('tab=all&by=reviewed&to=2026-01-31&late=2')).toEqual({ reviewed_to: '2026-01-31' });
  expect(filter('tab=none&state=lost&verdict=bad&to=tomorrow&owner=')).toEqual({ mine: '1' });
});

test('the address holds what was chosen, and nothing else', () => {
  const params = paramsOf(new URLSearchParams('tab=all&owner=Ann&x=1'), 'mine');
  expect(addressOf(params)).toEqual({ tab: 'all', owner: 'Ann' });
});
