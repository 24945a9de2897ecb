import { expect, test } from 'vitest';
import { conflictWords } from './not-saved.tsx';

const line = {
  id: 7,
  version: 2,
  position: 3,
  change: 1,
  weight: 'limit' as const,
  clause: null,
  text: 'x',
  decision: 'action' as const,
  remark: 'Order screws',
  decided_by: 'ralf',
  decided_at: '2026-11-14T10:00:00.000Z',
  remark_by: 'ralf',
  former: null,
  is_former: false,
};

test('a conflict names who decided what and when, and what was not saved', () => {
  const theirs = { line, by: 'ralf', at: '2026-11-14T10:00:00.000Z' };
  const words = (now: string, mine: object) =>
    conflictWords({ theirs, mine }, Date.parse(`2026-11-${now}:00.000Z`));
  expect(words('14T10:01', { decision: 'no_impact', remark: 'Only the logo' })).toBe(
    'ralf decided line 3 as Action, "Order screws" a minute ago. Yours was not saved: No impact, "Only the logo".',
  );
  expect(words('14T12:00', { decision: null })).toMatch(/2 hours ago\. .*: not decided\.$/);
  expect(words('16T10:00', { remark: '' })).toMatch(/2 days ago\. .*: no remark\.$/);
});
