import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { sqliteAt } from '../../test/databases.ts';
import { temporaryFolder } from '../../test/harness.ts';
import { linesWithoutAction } from '../cases/actions.ts';
import { listedCase } from '../cases/cases.ts';
import { openLibrary } from '../library.ts';
import { migrateDatabase } from './open.ts';
import { connectSqlite } from './sqlite.ts';

async function fileAsOf(migration: string, ...statements: string[]): Promise<string> {
  const file = path.join(await temporaryFolder(onTestFinished), 'library.sqlite');
  await migrateDatabase(sqliteAt(file), migration);
  const db = await connectSqlite(file);
  for (const statement of statements) await sql.raw(statement).execute(db);
  await db.destroy();
  return file;
}

async function open(file: string) {
  const library = await openLibrary({ database: sqliteAt(file) });
  onTestFinished(() => library.db.destroy());
  return library;
}

test('lines of cases get ids, actions stand for all lines, and due days come from the trail', async () => {
  const audit = (id: number, at: string, user: string, after: object) =>
    `insert into audit (id, at, user, change_id, action, subject, subject_id, after)
      values (${id}, '${at}', '${user}', 'c${id}', 'changed', 'case', 1, '${JSON.stringify(after)}')`;
  const file = await fileAsOf(
    '0038_revision_kinds',
    `insert into calendars (id, name, zone, weekend, version) values (1, 'Kiel', 'Europe/Berlin', '[6,7]', 1)`,
    `insert into cases (id, customer_id, customer, number_key, language_key, document_id, doc_num, doc_rev, doc_desc,
      reason, state, received_on, due_on, due_from, due_days, due_reason, calendar_id, reviewed_on, opened_at, version)
      values (1, 1, 'Aurora Motors', 'am1', 'en', 2, 'AM-1', '2', 'Zinc', 'revision', 'reviewed', '2026-01-05',
      '2026-02-02', '2026-01-05', 10, 'Parts are late', 1, '2026-01-30', '2026-01-05T09:00:00.000Z', 4)`,
    ...[2, 1].map(
      (position) => `insert into case_lines (case_id, position, text, remark, decision)
      values (1, ${position}, 'Line ${position}', 'r', 'action')`,
    ),
    `insert into case_actions (case_id, kind, reference, evidence, version) values (1, 'fmea', 'F-7', '', 1)`,
    audit(1, '2026-01-05T09:00:00.000Z', 'EGD Library', { due_on: '2026-01-19', state: 'open' }),
    audit(2, '2026-01-06T09:00:00.000Z', 'rita', { due_on: '2026-01-19', state: 'in_review' }),
    audit(3, '2026-01-20T23:30:00.000Z', 'rita', {
      due_on: '2026-02-02',
      state: 'in_review',
      what: 'Due day moved',
    }),
    audit(4, '2026-01-30T09:00:00.000Z', 'rita', { due_on: '2026-02-02', state: 'reviewed' }),
  );
  const { db } = await open(file);
  const lines = await db
    .selectFrom('case_lines')
    .select(['id', 'position', 'text', 'version'])
    .execute();
  expect(lines).toEqual([
    { id: 1, position: 1, text: 'Line 1', version: 1 },
    { id: 2, position: 2, text: 'Line 2', version: 1 },
  ]);
  const days = await db
    .selectFrom('case_days')
    .select(['field', 'day', 'set_by', 'why', 'until_on'])
    .orderBy('id')
    .execute();
  expect(days).toEqual([
    { field: 'due', day: '2026-01-19', set_by: 'EGD Library', why: '', until_on: '2026-01-21' },
    {
      field: 'due',
      day: '2026-02-02',
      set_by: 'rita',
      why: 'Due day moved',
      until_on: '2026-01-30',
    },
  ]);
  expect(await linesWithoutAction(db, 1)).toEqual([]);
  expect(await listedCase(db, 1, Date.parse('2026-03-01'))).toMatchObject({
    first_due_on: '2026-01-19',
    late_since: '2026-01-19',
    due_on: '2026-02-02',
  });
});
