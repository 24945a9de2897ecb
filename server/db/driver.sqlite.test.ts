import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { startLibrary, temporaryFolder } from '../../test/harness.ts';
import type { Db } from './schema.ts';
import { openDatabase } from './open.ts';
import { fileOf, sqliteAt } from '../../test/databases.ts';

const openFile = (file: string) => openDatabase({ database: sqliteAt(file) });

async function openNew(): Promise<{ db: Db; file: string }> {
  const file = path.join(await temporaryFolder(onTestFinished), 'library.sqlite');
  const db = await openFile(file);
  onTestFinished(() => db.destroy());
  return { db, file };
}

function attempt(key: string) {
  return { key, forgotten_at_ms: 1 };
}

async function keysOf(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('login_attempts').select('key').orderBy('key').execute();
  return rows.map((row) => row.key);
}

test.skipIf(process.platform === 'win32')('only its own user can read a new database', async () => {
  const dir = path.join(await temporaryFolder(onTestFinished), 'data');
  const db = await openFile(path.join(dir, 'library.sqlite'));
  onTestFinished(() => db.destroy());
  expect((await stat(dir)).mode & 0o777).toBe(0o700);
  const names = await readdir(dir);
  expect(names.toSorted()).toEqual(['library.sqlite', 'library.sqlite-shm', 'library.sqlite-wal']);
  for (const name of names) expect((await stat(path.join(dir, name))).mode & 0o777).toBe(0o600);
});

test('another request’s write between two awaits of a transaction survives its rollback', async () => {
  const { db } = await openNew();
  let stranger: Promise<unknown> | undefined;
  const failing = db.transaction().execute(async (tx) => {
    await tx.insertInto('login_attempts').values(attempt('ours')).execute();
    stranger = db.insertInto('login_attempts').values(attempt('strange')).execute();
    await tx.insertInto('login_attempts').values(attempt('ours too')).execute();
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await stranger;
  expect(await keysOf(db)).toEqual(['strange']);
});

test('a reader does not wait for a transaction, and does not see it before it is committed', async () => {
  const { db } = await openNew();
  await db.transaction().execute(async (tx) => {
    await tx.insertInto('login_attempts').values(attempt('ours')).execute();
    expect(await keysOf(db)).toEqual([]);
  });
  expect(await keysOf(db)).toEqual(['ours']);
});

test('a write waits for another process without holding the event loop', async () => {
  const { db, file } = await openNew();
  const other = new DatabaseSync(file);
  other.exec("begin immediate; insert into login_attempts values ('other', 1)");
  const write = db.insertInto('login_attempts').values(attempt('ours')).execute();
  const finished = await Promise.race([
    write.then(() => 'the write'),
    new Promise((resolve) => setImmediate(resolve, 'another turn of the loop')),
  ]);
  expect(finished).toBe('another turn of the loop');
  expect(await keysOf(db)).toEqual([]);
  other.exec('commit');
  other.close();
  await write;
  expect(await keysOf(db)).toEqual(['other', 'ours']);
});

test('a commit is on the disk before it is acknowledged', async () => {
  const { db } = await openNew();
  const pragma = async (name: string) =>
    (await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db)).rows[0]?.[name];
  expect(await pragma('journal_mode')).toBe('wal');
  expect(await pragma('synchronous')).toBe(2); // full
  expect(await pragma('foreign_keys')).toBe(1);
});

test('a schema of a newer version is refused and left alone', async () => {
  const { db, file } = await openNew();
  await sql`insert into kysely_migration (name, timestamp) values ('9999_future', '2099')`.execute(
    db,
  );
  await expect(openFile(file)).rejects.toThrow(
    /^This database was made by a newer version of EGD Library \(it has 9999_future\)\. Start that version/,
  );
});

test('every change of customers and documents is counted, also by other programs', async () => {
  const library = await startLibrary(onTestFinished, {
    entries: [{}, { customer: 'Borealis Rail', doc_num: 'BR-1' }],
  });
  const raw = new DatabaseSync(fileOf(library.config.database));
  onTestFinished(() => raw.close());
  const counts = () =>
    raw
      .prepare(
        `select (select value from versions where name = 'catalogue') as catalogue,
          (select documents_version from customers where name = 'Aurora Motors') as aurora,
          (select documents_version from customers where name = 'Borealis Rail') as borealis`,
      )
      .get();
  const before = counts();
  const changedBy = (statement: string) => {
    const { catalogue, aurora, borealis } = counts() as Record<string, number>;
    raw.exec(statement);
    const after = counts() as Record<string, number>;
    return {
      catalogue: Number(after['catalogue']) > Number(catalogue),
      aurora: after['aurora'] !== aurora,
      borealis: after['borealis'] !== borealis,
    };
  };
  expect(before).toBeDefined();
  expect(changedBy("update documents set doc_desc = 'x' where doc_num = 'AM-1'")).toEqual({
    catalogue: true,
    aurora: true,
    borealis: false,
  });
  expect(changedBy('update documents set customer_id = 1')).toEqual({
    catalogue: true,
    aurora: true,
    borealis: true,
  });
  expect(changedBy("delete from documents where doc_num = 'BR-1'")).toMatchObject({
    catalogue: true,
    aurora: true,
  });
  expect(changedBy("update customers set name = 'Boreal' where id = 2")).toMatchObject({
    catalogue: true,
  });
});
