import { expect, test } from 'vitest';
import type { Case } from '#contract/cases.ts';
import { bannerWords } from './case-banner.tsx';

const words = (given: Partial<Case>) =>
  bannerWords({
    id: 7,
    customer: 'Aurora Motors',
    doc_num: 'AM-1',
    language: 'EN',
    doc_rev: '4',
    previous_rev: '3',
    reason: 'revision',
    state: 'in_review',
    notified_on: null,
    received_on: '2026-11-14',
    due_on: '2026-11-28',
    first_due_on: '2026-11-28',
    late_since: null,
    reviewed_on: null,
    implemented_on: null,
    owner: 'ann',
    owner_name: 'Ann Berg',
    verdict: null,
    is_late: false,
    today: '2026-11-18',
    ...given,
  });

test('a reader sees that a revision is under review, until when, and whose it is', () => {
  expect(words({})).toBe('Rev. 4 is under review, due 28 November 2026. Owner: Ann Berg.');
  expect(words({ state: 'open', owner_name: null })).toBe(
    'Rev. 4 is under review, due 28 November 2026.',
  );
  expect(words({ is_late: true })).toBe(
    'Rev. 4 is under review, was due 28 November 2026. Owner: Ann Berg.',
  );
  expect(words({ reason: 'withdrawn' })).toBe(
    'AM-1 is under review, due 28 November 2026. Owner: Ann Berg.',
  );
  expect(words({ reason: 'order', state: 'open', owner_name: null })).toBe(
    'A librarian sets the revision order of AM-1, due 28 November 2026.',
  );
});

test('a reviewed revision with impact says that it is not implemented; others say nothing', () => {
  expect(words({ state: 'reviewed', verdict: 'process' })).toBe(
    'Rev. 4 was reviewed and is not implemented yet. Owner: Ann Berg.',
  );
  expect(words({ state: 'reviewed', verdict: 'no_impact' })).toBeNull();
  expect(words({ state: 'closed', verdict: 'process' })).toBeNull();
  expect(words({ state: 'superseded' })).toBeNull();
});
