import { expect, test } from 'vitest';
import type { ImportJob } from '#contract/jobs.ts';
import { progressText } from './progress-text.ts';

const job: ImportJob = {
  id: 'a',
  kind: 'import',
  by_user: 'anna',
  file_name: 'list.csv',
  undoes: null,
  state: 'reading',
  rows_total: null,
  rows_done: 0,
  started_at: '2026-11-18T00:00:00.000Z',
  finished_at: null,
  cancelled_by: null,
  fault: null,
  report: null,
  undone: null,
  deletion: null,
};
const textOf = (now: Partial<ImportJob>) => progressText({ ...job, ...now }, 'list.csv');

test('an import says what it does from its first to its last minute', () => {
  const rows_total = 1_000_000;
  expect([
    progressText(null, 'list.csv'),
    textOf({}),
    textOf({ rows_done: 12_000 }),
    textOf({ rows_done: 500, rows_total }),
    textOf({ rows_done: rows_total, rows_total }),
    textOf({ state: 'checking', rows_done: 1000, rows_total }),
    textOf({ state: 'checking', kind: 'preview', rows_done: rows_total, rows_total }),
    textOf({ state: 'writing', rows_done: 2000, rows_total }),
    textOf({ state: 'writing', rows_done: rows_total, rows_total }),
  ]).toEqual([
    'Sending list.csv…',
    'Reading list.csv…',
    'Reading list.csv: 12,000 rows so far',
    'Reading list.csv: 500 of 1,000,000 rows',
    'Reading list.csv: comparing its rows with each other…',
    'Checking list.csv: 1,000 of 1,000,000 rows',
    'Checking list.csv: comparing its rows with the library…',
    'Importing list.csv: 2,000 of 1,000,000 rows',
    'Finishing list.csv: making the report…',
  ]);
});

test('a deletion says how far it is, and what happens when it is cancelled', () => {
  const deletion = { change_id: null, deleted: 0 };
  const now = { state: 'writing', deletion, rows_done: 500, rows_total: 2000 } as const;
  expect([textOf(now), textOf({ ...now, cancelled_by: 'anna' })]).toEqual([
    'Deleting list.csv: 500 of 2,000 rows',
    'Cancelling: undoing the deletion…',
  ]);
});
