import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { newDatabase, sqliteAt } from '../../test/databases.ts';
import { startLibrary, temporaryFolder } from '../../test/harness.ts';
import { openLibrary } from '../library.ts';
import { schemaNames } from './migrate.ts';
import { migrateDatabase, openAsItIs, openDatabase } from './open.ts';
import { connectPostgres } from './postgres.ts';
import type { DatabaseSettings } from '../config/config.ts';
import type { Db } from './schema.ts';

/** Each column as "table.column type not null". */
async function columnsOf(db: Db, kind: DatabaseSettings['kind']): Promise<string[]> {
  const columns = {
    sqlite: sql<
      Record<string, string>
    >`select m.name || '.' || c.name as name, lower(c.type) as type,
        case when c."notnull" or c.pk then ' not null' else '' end as needed
      from sqlite_master m join pragma_table_info(m.name) c
      where m.type = 'table' and m.name not like 'sqlite_%' and m.name not like 'kysely_%'`,
    postgres: sql<
      Record<string, string>
    >`select table_name || '.' || column_name as name, data_type as type,
        case is_nullable when 'NO' then ' not null' else '' end as needed
      from information_schema.columns
      where table_schema = current_schema() and table_name not like 'kysely_%' and is_generated = 'NEVER'`,
  }[kind];
  const { rows } = await columns.execute(db);
  const alike: Record<string, string> = {
    integer: 'bigint',
    blob: 'bytea',
    real: 'double precision',
  };
  return rows
    .map(({ name, type = '', needed }) => `${name} ${alike[type] ?? type}${needed}`)
    .toSorted();
}

async function openNew(options: Parameters<typeof newDatabase>[2]) {
  const folder = await temporaryFolder(onTestFinished);
  return newDatabase(onTestFinished, folder, options);
}

test('as of every schema both databases have the same tables and columns, and are brought up to date', async () => {
  const folder = await temporaryFolder(onTestFinished);
  const sqlite = sqliteAt(path.join(folder, 'library.sqlite'));
  const postgres = await openNew({ migrated: false });
  for (const name of schemaNames) {
    const columns: string[][] = [];
    for (const database of [sqlite, postgres]) {
      await migrateDatabase(database, name);
      const db = await openAsItIs(database);
      columns.push(await columnsOf(db, database.kind));
      await db.destroy();
    }
    expect(columns[1]).toEqual(columns[0]);

    const { db } = await openLibrary({ database: await openNew({ copyOf: postgres }) });
    expect(await db.selectFrom('documents').selectAll().execute()).toEqual([]);
    await db.destroy();
  }
});

test('other objects in the schema, such as the views of an extension, are left alone', async () => {
  const database = await openNew({ migrated: false });
  if (database.kind !== 'postgres') throw new Error('This test is about PostgreSQL.');
  const beside = await connectPostgres(database);
  await sql`create view pg_stat_statements as select 'select 1'::text as query`.execute(beside);
  await beside.destroy();
  expect(await migrateDatabase(database)).toEqual(schemaNames);
});

test('of two nodes that start on an empty database at once, one waits for the other', async () => {
  const database = await openNew({ migrated: false });
  const nodes = await Promise.all([1, 2, 3].map(() => openLibrary({ database })));
  for (const { db } of nodes) {
    onTestFinished(() => db.destroy());
    expect(await db.selectFrom('customers').selectAll().execute()).toEqual([]);
  }
});

test('with MIGRATE off, an older schema is refused and left alone', async () => {
  const database = await openNew({ migrated: false });
  const opening = openDatabase({ database: { ...database, migrates: false } });
  await expect(opening).rejects.toThrow(
    /^The database is of an older version: it lacks 0001_schema, .*\. Run: npm run library -- migrate$/,
  );
  await migrateDatabase(database);
  await (await openDatabase({ database: { ...database, migrates: false } })).destroy();
});

test('a schema of a newer version is refused and left alone', async () => {
  const { db, config } = await startLibrary(onTestFinished);
  await sql`insert into kysely_migration (name, timestamp) values ('9999_future', '2099')`.execute(
    db,
  );
  await expect(openDatabase(config)).rejects.toThrow(
    /^This database was made by a newer version of EGD Library/,
  );
});

test('no text is compared by the rules of a language', async () => {
  const { db } = await startLibrary(onTestFinished);
  const { rows } = await sql`select table_name, column_name from information_schema.columns
    where table_schema = current_schema() and data_type = 'text'
      and collation_name is distinct from 'C'`.execute(db);
  expect(rows).toEqual([]);
  const order = await sql<{ name: string }>`select name from customers order by name`;
  for (const name of ['b', 'B', 'AA', 'a', 'ä']) {
    await db.insertInto('customers').values({ name, name_key: name, sort_key: name }).execute();
  }
  const sorted = (await order.execute(db)).rows.map((row) => row.name);
  expect(sorted).toEqual(['AA', 'B', 'a', 'b', 'ä']); // as in SQLite; a collation would mix them
});

test('every change of customers and documents is counted, also by other programs', async () => {
  const { db } = await startLibrary(onTestFinished, {
    entries: [{}, { customer: 'Borealis Rail', doc_num: 'BR-1' }],
  });
  const counts = async () => {
    const { rows } = await sql<Record<'catalogue' | 'aurora' | 'borealis', number>>`
      select (select value from versions where name = 'catalogue') as catalogue,
        (select documents_version from customers where name = 'Aurora Motors') as aurora,
        (select documents_version from customers where id = 2) as borealis`.execute(db);
    return rows[0];
  };
  const changedBy = async (statement: string) => {
    const before = await counts();
    await sql.raw(statement).execute(db);
    const after = await counts();
    const names = ['catalogue', 'aurora', 'borealis'] as const;
    return names.filter((name) => after?.[name] !== before?.[name]);
  };
  const all = ['catalogue', 'aurora', 'borealis'];
  expect(await changedBy("update documents set doc_desc = 'x' where doc_num = 'AM-1'")).toEqual([
    'catalogue',
    'aurora',
  ]);
  expect(await changedBy('update documents set customer_id = 1')).toEqual(all);
  expect(await changedBy("delete from documents where doc_num = 'BR-1'")).toEqual([
    'catalogue',
    'aurora',
  ]);
  expect(await changedBy("update customers set name = 'Boreal' where id = 2")).toEqual([
    'catalogue',
  ]);
  expect(await changedBy('delete from documents where id = 99')).toEqual([]);
});

test('a writer outside withWriteLock waits for one inside, and breaks no rule', async () => {
  const { db, config } = await startLibrary(onTestFinished, { entries: [{}] });
  const other = await openDatabase(config);
  onTestFinished(() => other.destroy());
  const add = (
    doc_num: string,
  ) => sql`insert into documents (customer_id, doc_num, doc_desc, doc_rev,
    file_key, short_file_key, sort_key, created_by_user, modified_by_user, created_at, modified_at)
    values (1, ${doc_num}, 'Zinc', '1', 'one key', 'one key', 'a', 'a', 'a', 'a', 'a')`;
  for (let round = 0; round < 10; round++) {
    const added = await Promise.allSettled([add('A-B').execute(db), add('A_B').execute(other)]);
    expect(added.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await db.deleteFrom('documents').where('file_key', '=', 'one key').execute();
  }
});

test('lines of the trails are never changed', async () => {
  const { db } = await startLibrary(onTestFinished, { entries: [{}] });
  for (const statement of ['update audit set at = at', 'delete from audit', 'truncate audit']) {
    await expect(sql.raw(statement).execute(db)).rejects.toThrow(
      'the audit trail is never changed',
    );
  }
  await expect(sql`update access_audit set at = at`.execute(db)).rejects.toThrow('never changed');
});
