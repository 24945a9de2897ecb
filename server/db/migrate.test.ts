import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { newDatabaseEnv } from '../../test/databases.ts';
import { temporaryFolder } from '../../test/harness.ts';
import { fillAsRc1 } from '../../test/rc1/library-of-rc1.ts';
import { restoreLibrary } from '../backup/restore.ts';
import { revisionsOf } from '../catalogue/standards/revisions.ts';
import { linesAfter } from '../changes/trail.ts';
import { readConfig } from '../config/config.ts';
import { openLibrary } from '../library.ts';
import { lackedByLibrary, openAsItIs } from './open.ts';
import type { Db } from './schema.ts';

async function newPlace() {
  const DATA_DIR = await temporaryFolder(onTestFinished);
  const database = await newDatabaseEnv(onTestFinished, { migrated: false });
  return readConfig({ DATA_DIR, BACKUP_BEFORE_MIGRATION: 'on', ...database });
}

async function libraryOfRc1() {
  const config = await newPlace();
  await fillAsRc1(config.database);
  return config;
}

async function open(config: Awaited<ReturnType<typeof newPlace>>) {
  const { db } = await openLibrary(config);
  onTestFinished(() => db.destroy());
  return db;
}

/** All that a database's schema says, in its own words, but for the order of columns. */
async function schemaOf(db: Db, kind: 'sqlite' | 'postgres'): Promise<unknown[]> {
  const questions = {
    sqlite: [
      sql`select m.name as "table", c.name, c.type, c."notnull", c.dflt_value, c.pk
        from sqlite_master m join pragma_table_info(m.name) c
        where m.type = 'table' and m.name not like 'sqlite_%' order by 1, 2`,
      sql`select type, name, sql from sqlite_master where type in ('index', 'trigger') order by 1, 2`,
    ],
    postgres: [
      sql`select table_name, column_name, data_type, collation_name, is_nullable, column_default
        from information_schema.columns where table_schema = current_schema() order by 1, 2`,
      sql`select indexname, indexdef from pg_indexes where schemaname = current_schema() order by 1`,
      sql`select tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1`,
      sql`select proname, prosrc from pg_proc where pronamespace = current_schema()::regnamespace order by 1`,
      sql`select conname, pg_get_constraintdef(oid) from pg_constraint
        where connamespace = current_schema()::regnamespace order by 1`,
    ],
  }[kind];
  const rows = [];
  for (const question of questions) rows.push(...(await question.execute(db)).rows);
  return rows.map(
    (row) => JSON.parse(JSON.stringify(row).replaceAll(/(\\n|\s)+/g, ' ')) as unknown,
  );
}

test('a library of 1.0.0-rc.1 goes on, with the schema of a new one', async () => {
  const config = await libraryOfRc1();
  const db = await open(config);
  const documents = await db
    .selectFrom('documents')
    .innerJoin('customers', 'customers.id', 'customer_id')
    .innerJoin('revisions', 'document_id', 'documents.id')
    .select(['name', 'doc_num', 'doc_desc', 'doc_rev', 'issued_on', 'status'])
    .orderBy('documents.id')
    .execute();
  expect(documents.map((row) => Object.values(row).join(' | '))).toEqual([
    'Aurora Motors | AM-1 | Zinc plating | 1 | 2019-03-01 | superseded',
    'Aurora Motors | AM-1 | Zinc plating | 2 | 2022-05-09 | latest',
    'Aurora Motors | AM-2 | Torque of bolts and nuts | 2015 |  | latest',
    'Aurora Motors | AM-2 | Torque of bolts | 2015/Amd 1:2021 |  | latest',
    'Borealis Rail | BR-7 | Brake discs | A |  | withdrawn',
    'Borealis Rail | BR-7 | Brake discs | 2009-04 |  | withdrawn',
  ]);
  const lines = await linesAfter(db, 0, 20);
  expect(lines.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
    ...Array<string>(2).fill('added customer'),
    ...Array<string>(6).fill('added document'),
    'changed document',
  ]);
  const files = db.selectFrom('files').innerJoin('entry_files', 'file_id', 'files.id');
  expect(await files.select(['document_id', 'path']).orderBy('path').execute()).toEqual([
    { document_id: 1, path: 'AM-1_EN_1.pdf' },
    { document_id: 2, path: 'AM-1_EN_2.pdf' },
  ]);
  const kind = config.database.kind;
  expect(await schemaOf(db, kind)).toEqual(await schemaOf(await open(await newPlace()), kind));
});

test('an order that a librarian set in 1.0.0-rc.1 stays, and asks where a label says another thing', async () => {
  const config = await libraryOfRc1();
  const before = await openAsItIs(config.database);
  const newestFirst = JSON.stringify(['2015/Amd 1:2021', '2015']);
  await sql`update standards set settled_order = ${newestFirst} where number_key = 'am2'`.execute(
    before,
  );
  await before.destroy();
  const asked = { customer: 'Aurora Motors', doc_num: 'AM-2', language: 'EN' };
  const { data, order_by } = await revisionsOf(await open(config), asked, async () => new Set());
  const shown = data.map((one) => [one.doc_rev, one.status, one.kind, one.question]);
  expect([order_by, ...shown]).toEqual([
    'librarian',
    ['2015/Amd 1:2021', 'latest', 'edition', 'beside'],
    ['2015', 'superseded', 'edition', null],
  ]);
});

test('a job that was cancelled or undone in 1.0.0-rc.1 is one under the names of today', async () => {
  const config = await libraryOfRc1();
  const before = await openAsItIs(config.database);
  await sql`update jobs set state = 'called_off', called_off_by = 'eva', takes_back = 'a change',
    taken_back = '{}' where file_name = 'a.csv'`.execute(before);
  await before.destroy();
  const jobs = (await open(config)).selectFrom('jobs').orderBy('file_name');
  const states = jobs.select(['kind', 'state', 'cancelled_by', 'undoes', 'undone']);
  expect((await states.execute()).map((job) => Object.values(job).join(' | '))).toEqual([
    'undo | cancelled | eva | a change | {}',
    'import | done |  |  | ',
  ]);
});

test('a backup of 1.0.0-rc.1 is restored, and goes on', async () => {
  const config = await libraryOfRc1();
  await open(config);
  const folder = path.join(config.dataDir, 'backups');
  const [name = ''] = await readdir(folder);
  expect(name).toMatch(/^before-0025_trail_subjects-/);
  const place = await newPlace();
  await restoreLibrary({ config: place, target: path.join(folder, name) });
  expect(await lackedByLibrary(place)).toEqual([]);
  const db = await open(place);
  expect(await db.selectFrom('documents').selectAll().execute()).toHaveLength(6);
});

test('a library older than 1.0.0-rc.1 is refused and left alone', async () => {
  const config = await libraryOfRc1();
  const db = await openAsItIs(config.database);
  await sql`delete from kysely_migration where name > '0014_search'`.execute(db);
  const before = await db.introspection.getTables();
  const opening = openLibrary(config);
  await expect(opening).rejects.toThrow(
    'The database is older than version 1.0.0-rc.1. Start 1.0.0-rc.1 with it once, then this version.',
  );
  expect(await db.introspection.getTables()).toEqual(before);
  await db.destroy();
});
