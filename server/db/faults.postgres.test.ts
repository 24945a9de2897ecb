import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { CuttingProxy } from '../../test/postgres/cutting-proxy.ts';
import { newDatabaseEnv } from '../../test/databases.ts';
import { entryOf, startManaging } from '../../test/harness.ts';
import { changeLibrary } from '../changes/change.ts';
import { linesAfter } from '../changes/trail.ts';
import { saveEntries } from '../catalogue/entries.ts';
import { connectPostgres } from './postgres.ts';
import type { Db } from './schema.ts';
import { transact } from './transactions.ts';

/** A library that reaches its database through a proxy that a test can cut. */
async function startBehindProxy() {
  const { DATABASE_URL = '' } = await newDatabaseEnv(onTestFinished);
  const url = new URL(DATABASE_URL);
  const proxy = await CuttingProxy.start(onTestFinished, Number(url.port));
  url.port = String(proxy.port);
  const managing = await startManaging(onTestFinished, { env: { DATABASE_URL: url.href } });
  return { ...managing, proxy };
}

// As it goes over the wire; `read committed` is in every begin.
const commit = 'commit\0';
const save = { rows: [{ id: null, version: null, customer: 'Borealis Rail' }] };

async function namesIn(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('customers').select('name').orderBy('id').execute();
  return rows.map(({ name }) => name);
}

test('a save whose commit is not answered is found saved, and acknowledged once', async () => {
  const { proxy, post, db } = await startBehindProxy();
  proxy.cutAt(commit, 'unanswered');
  const answer = await post('customers/save', save);
  expect([answer.statusCode, proxy.cuts]).toEqual([200, 1]);
  expect(await namesIn(db)).toEqual(['Borealis Rail']);
  expect(await linesAfter(db, 0, 10)).toHaveLength(1);
});

test('a save whose commit never reached the database is reported as not saved, and can be retried', async () => {
  const { proxy, post, db } = await startBehindProxy();
  proxy.cutAt(commit, 'unsent');
  const answer = await post('customers/save', save);
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
  expect(answer.json()).toMatchObject({
    code: 'database_unavailable',
    message: expect.stringContaining('Nothing was saved'),
  });
  expect(await namesIn(db)).toEqual([]);
  expect((await post('customers/save', save)).statusCode).toBe(200);
  expect(await namesIn(db)).toEqual(['Borealis Rail']);
});

test('a connection that breaks in the middle of a change undoes it, and is a short 503', async () => {
  const { proxy, post, db } = await startBehindProxy();
  proxy.cutAt('insert into "customers"', 'unanswered');
  const answer = await post('customers/save', save);
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
  expect(await namesIn(db)).toEqual([]);
});

test('a read whose connection breaks is retried without an error', async () => {
  const { proxy, read, add } = await startBehindProxy();
  await add({});
  for (const cut of ['unsent', 'unanswered'] as const) {
    proxy.cutAt('from "customers"', cut);
    const { data } = await read<{ data: unknown[] }>('customers');
    expect(data).toHaveLength(1);
  }
  expect(proxy.cuts).toBe(2);
});

test('a change that begins on a broken connection begins again on another', async () => {
  const { proxy, post } = await startBehindProxy();
  proxy.cutAt('begin', 'unanswered');
  expect((await post('customers/save', save)).statusCode).toBe(200);
  expect(proxy.cuts).toBe(1);
});

test('idle connections that the server ends are replaced', async () => {
  const { read, post, db, config } = await startManaging(onTestFinished);
  if (config.database.kind !== 'postgres') throw new Error('This test is about PostgreSQL.');
  await Promise.all(Array.from({ length: 8 }, () => read('customers')));
  const other = await connectPostgres(config.database);
  onTestFinished(() => other.destroy());
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(other);
  expect((await post('customers/save', save)).statusCode).toBe(200);
  expect(await namesIn(db)).toEqual(['Borealis Rail']);
});

test('of two transactions that deadlock both succeed in the end', async () => {
  const { db } = await startManaging(onTestFinished);
  await db
    .insertInto('login_attempts')
    .values([
      { key: 'a', forgotten_at_ms: 0 },
      { key: 'b', forgotten_at_ms: 0 },
    ])
    .execute();
  let attempts = 0;
  const begun = new Set<string>();
  const both = Promise.withResolvers<void>();
  const raise = (first: string, second: string) =>
    transact(db, async (tx) => {
      attempts += 1;
      for (const key of [first, second]) {
        await tx
          .updateTable('login_attempts')
          .set((set) => ({ forgotten_at_ms: set('forgotten_at_ms', '+', 1) }))
          .where('key', '=', key)
          .execute();
        if (begun.add(first).size === 2) both.resolve();
        await both.promise; // each has one row and wants the other's
      }
    });
  await Promise.all([raise('a', 'b'), raise('b', 'a')]);
  expect(attempts).toBeGreaterThan(2); // one of them was rolled back, under load perhaps twice
  expect(
    await db
      .selectFrom('login_attempts')
      .selectAll()
      .where('key', 'in', ['a', 'b'])
      .orderBy('key')
      .execute(),
  ).toEqual([
    { key: 'a', forgotten_at_ms: 2 },
    { key: 'b', forgotten_at_ms: 2 },
  ]);
});

test('a transaction that ignores a failed statement fails at its commit', async () => {
  const { db } = await startManaging(onTestFinished);
  const change = transact(db, async (tx) => {
    await tx.insertInto('customers').values({ name: 'A', name_key: 'a', sort_key: 'a' }).execute();
    await sql`select 1 / 0`.execute(tx).catch(() => {});
  });
  await expect(change).rejects.toThrow('The transaction was rolled back: a statement failed.');
  expect(await namesIn(db)).toEqual([]);
});

test('readers and sign-ins do not wait for a change that is under way', async () => {
  const { library, read, signIn } = await startManaging(onTestFinished, { entries: [{}] });
  await changeLibrary(library, { user: 'jsmith' }, async (tx, change) => {
    await saveEntries(tx, [entryOf({ doc_num: 'AM-2' })], change);
    await signIn('librarian');
    const { data } = await read<{ data: unknown[] }>('documents');
    expect(data).toHaveLength(1);
  });
});

test('while the database hangs, the metrics are answered, and say so', async () => {
  const { proxy, app } = await startBehindProxy();
  proxy.hangs = true;
  const from = performance.now();
  const { body } = await app.inject({ url: '/metrics' });
  // Prometheus waits for ten seconds.
  expect([performance.now() - from < 8000, /^library_database_up (.*)$/m.exec(body)?.[1]]).toEqual([
    true,
    '0',
  ]);
  proxy.hangs = false;
  proxy.cutAll();
});
