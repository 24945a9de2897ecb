import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { sqliteAt } from '../../test/databases.ts';
import { temporaryFolder } from '../../test/harness.ts';
import { auditLinesOf, linesAfter } from '../changes/trail.ts';
import { undoLines } from '../catalogue/undo.ts';
import { changeLibrary } from '../changes/change.ts';
import { openLibrary } from '../library.ts';
import { statusesOf } from '../matching/status.ts';
import type { Db } from './schema.ts';
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

const document = (id: number, doc_num: string) => `insert into documents (id, customer_id, doc_num,
  doc_desc, doc_rev, language, file_key, short_file_key, sort_key, created_by_user,
  modified_by_user, created_at, modified_at) values (${id}, 1, '${doc_num}', 'Zinc', '1', 'EN',
  lower('${doc_num}_EN_1.pdf'), lower('${doc_num}_1.pdf'), '${doc_num}', 'a', 'b', 'c', 'd')`;
const customer = `insert into customers (id, name, name_key, sort_key)
  values (1, 'Aurora Motors', 'aurora motors', 'aurora')`;

test('an empty library of every version is brought up to date', async () => {
  for (const version of ['0001_foundation', '0002_console_and_intake']) {
    const library = await open(await fileAsOf(version));
    expect(await linesAfter(library.db, 0, 10)).toEqual([]);
  }
});

test('customers and documents of the first version keep their ids, texts and counters', async () => {
  const file = await fileAsOf('0001_foundation', customer, document(7, 'AM-1'));
  const { db } = await open(file);
  expect(await db.selectFrom('customers').selectAll().execute()).toEqual([
    {
      id: 1,
      name: 'Aurora Motors',
      name_key: 'aurora motors',
      sort_key: 'aurora',
      documents_version: 2, // counted again with its revisions
      version: 1,
    },
  ]);
  expect(await db.selectFrom('documents').selectAll().executeTakeFirst()).toMatchObject({
    id: 7,
    customer_id: 1,
    doc_num: 'AM-1',
    loose_num: 'am1',
    version: 1,
  });
  expect(await foreignKeyFaults(db)).toEqual([]);
});

const line = (id: number, action: string, subject: string, subjectId: number, before: string) =>
  `insert into audit (id, at, user, change_id, action, subject, subject_id, before, after) values
    (${id}, '2026-11-14T09:00:00.000Z', 'jsmith', 'first', '${action}', '${subject}', ${subjectId},
    ${before}, null)`;
const words = `'{"customer":"Aurora Motors","doc_num":"AM-2","doc_desc":"Zinc","language":"EN","doc_rev":"1","version":1}'`;

test('a library of the second version gets its match, its cursor and the ids of its lines', async () => {
  const file = await fileAsOf(
    '0002_console_and_intake',
    customer,
    document(7, 'AM-1'),
    line(1, 'changed', 'document', 7, 'null'),
    line(2, 'deleted', 'document', 9, words),
    line(3, 'renamed', 'file', 4, 'null'),
    `insert into files (id, path, name, name_key, depth, bytes, modified_ns, inode, seen_at,
      settled_at, verdict) values (4, 'AM-1_EN_1.pdf', 'AM-1_EN_1.pdf', 'am-1_en_1.pdf', 0, 9, '1',
      '1', 'then', 'then', 'checking')`,
  );
  const library = await open(file);
  const { db } = library;
  expect((await statusesOf(db, [7])).get(7)).toEqual({
    code: 'checking',
    file: { id: 4, path: 'AM-1_EN_1.pdf' },
    fault: null,
  });
  expect(await db.selectFrom('feed_cursors').selectAll().execute()).toEqual([
    { name: 'former numbers', audit_id: 3 },
    { name: 'matching', audit_id: 3 },
    { name: 'standards 3', audit_id: 3 },
  ]);
  expect(await linesAfter(db, 0, 10)).toMatchObject([
    { id: 1, customer_id: 1, document_id: 7 },
    { id: 2, customer_id: null, document_id: 9 },
    { id: 3, customer_id: null, document_id: null },
  ]);
  // An old line names its customer in words only; undo finds it by them.
  await changeLibrary(library, { user: 'jsmith' }, async (tx, change) => {
    const lines = await auditLinesOf(tx, 'first');
    const ofCatalogue = lines.filter(({ subject }) => subject !== 'file');
    await undoLines(tx, ofCatalogue, new Set(), change);
  });
  expect(await db.selectFrom('documents').select(['id', 'doc_num']).execute()).toEqual([
    { id: 7, doc_num: 'AM-1' },
    { id: 9, doc_num: 'AM-2' },
  ]);
});

test('an id that a deleted document had is not used again, not even one deleted long ago', async () => {
  const file = await fileAsOf(
    '0002_console_and_intake',
    customer,
    document(7, 'AM-1'),
    line(1, 'deleted', 'document', 9, words),
  );
  const { db } = await open(file);
  await sql.raw(document(0, 'AM-3').replace('values (0', 'values (null')).execute(db);
  const { id } = await db
    .selectFrom('documents')
    .select('id')
    .where('doc_num', '=', 'AM-3')
    .executeTakeFirstOrThrow();
  expect(id).toBe(10);
});

async function foreignKeyFaults(db: Db): Promise<unknown[]> {
  return (await sql`pragma foreign_key_check`.execute(db)).rows;
}
