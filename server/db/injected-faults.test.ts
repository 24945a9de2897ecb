import { StatementSync } from 'node:sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startLibrary } from '../../test/harness.ts';
import { isOnPostgres } from '../../test/databases.ts';
import type { Db } from './schema.ts';
import { withWriteLock } from './transactions.ts';

// The driver survives any error: the next write succeeds, and nothing of the failed one is there.

const row = (key: string) => ({ key, forgotten_at_ms: 1 });
const add = (db: Db, key: string) => db.insertInto('login_attempts').values(row(key)).execute();
const write = (db: Db, key: string) => withWriteLock(db, (tx) => add(tx, key));

async function keysOf(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('login_attempts').select('key').orderBy('key').execute();
  return rows.map(({ key }) => key);
}

/** The database's library fails once, before or after the statement has run. */
function failOnce(statement: string, when: 'before' | 'after'): void {
  const isMeant = (text: string) => text.startsWith(statement);
  const fault = () => new Error(`injected at ${statement}`);
  if (isOnPostgres) {
    // Typed as the method with the least overloads; the others pass through it unchanged.
    const client = pg.Client.prototype as unknown as Record<'query', (...of: unknown[]) => unknown>;
    const { query } = client;
    const spy = vi.spyOn(client, 'query').mockImplementation(async function (this: unknown, ...of) {
      const [asked] = of as [string | { text: string }];
      const text = typeof asked === 'string' ? asked : asked.text;
      if (!isMeant(text.replace(/^\/\*.*?\*\/ /, ''))) return query.apply(this, of);
      spy.mockRestore();
      if (when === 'after') await query.apply(this, of);
      throw fault();
    });
    onTestFinished(() => spy.mockRestore());
    return;
  }
  for (const method of ['run', 'all'] as const) {
    const original = StatementSync.prototype[method] as (...of: never[]) => never;
    const spy = vi.spyOn(StatementSync.prototype, method);
    spy.mockImplementation(function (this: StatementSync, ...of: never[]) {
      if (!isMeant(this.sourceSQL)) return original.apply(this, of);
      vi.restoreAllMocks();
      if (when === 'after') original.apply(this, of);
      throw fault();
    } as never);
    onTestFinished(() => spy.mockRestore());
  }
}

for (const when of ['before', 'after'] as const) {
  for (const statement of ['begin', 'insert', 'commit', 'rollback']) {
    test(`an error ${when} "${statement}" ends one write, and the next succeeds`, async () => {
      const { db } = await startLibrary(onTestFinished);
      failOnce(statement, when);
      const failing = withWriteLock(db, async (tx) => {
        await add(tx, 'failed');
        if (statement === 'rollback') throw new Error('injected at rollback');
      });
      await expect(failing).rejects.toThrow(`injected at ${statement}`);
      await write(db, 'next');
      await write(db, 'last');
      const isSaved = statement === 'commit' && when === 'after';
      expect(await keysOf(db)).toEqual(isSaved ? ['failed', 'last', 'next'] : ['last', 'next']);
    });
  }
}

test('a row that cannot be read, within a transaction or alone, ends one write only', async () => {
  const { db } = await startLibrary(onTestFinished);
  // node:sqlite reads no integer beyond 2^53, also not as the id of the row that was written last.
  const fault = isOnPostgres ? sql`1 / (id - id)` : sql`id`;
  const unreadable = sql`insert into customers (id, name, name_key, sort_key)
    values (9007199254740992, 'failed', 'failed', 'failed') returning ${fault}`;
  await expect(withWriteLock(db, (tx) => unreadable.execute(tx))).rejects.toThrow(
    /too large|division/,
  );
  await write(db, 'next');
  expect(await keysOf(db)).toEqual(['next']);
  await expect(unreadable.execute(db)).rejects.toThrow(/too large|division/);
  await write(db, 'last');
  expect(await keysOf(db)).toContain('last');
});

test('an integer beyond the safe range is refused before it is written', async () => {
  const { db } = await startLibrary(onTestFinished);
  for (const value of [2 ** 53, -(2 ** 53), 1e300, Number.NaN, Infinity]) {
    const writing = withWriteLock(db, (tx) =>
      tx.insertInto('login_attempts').values({ key: 'x', forgotten_at_ms: value }).execute(),
    );
    await expect(writing).rejects.toMatchObject({ code: 'bad_request' });
  }
  await write(db, 'next');
  expect(await keysOf(db)).toEqual(['next']);
});
