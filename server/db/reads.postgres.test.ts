import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { newDatabaseEnv } from '../../test/databases.ts';
import { startLibrary, startReading } from '../../test/harness.ts';
import { TemporaryPostgres } from '../../test/postgres/server.ts';

async function startWithReplica() {
  const primary = await TemporaryPostgres.start(onTestFinished, { fsync: 'off' });
  await primary.ask('create database library');
  const replica = await primary.startReplica(onTestFinished);
  const env = {
    DATABASE_URL: primary.url('library'),
    DATABASE_READ_URL: replica.url('library'),
  };
  const library = await startReading(onTestFinished, { env, entries: [{ doc_num: 'AM-1' }] });
  const countOn = async (server: TemporaryPostgres) => {
    const counts = "select value::int from versions where name = 'catalogue'";
    const [row] = await server.ask(counts, 'library').catch(() => []); // not replayed yet
    return (row as { value: number } | undefined)?.value;
  };
  return {
    ...library,
    replica,
    async untilReplayed(): Promise<void> {
      const count = await countOn(primary);
      while ((await countOn(replica)) !== count) await pause(20);
    },
    async numbers(): Promise<string[]> {
      const url = '/vue-egd-lib/api/documents?customer=Aurora%20Motors';
      const { data } = (await library.get(url)).json<{ data: { doc_num: string }[] }>();
      return data.map(({ doc_num }) => doc_num);
    },
    async readsOf(server: string): Promise<number> {
      const { body } = await library.app.inject({ url: '/metrics' });
      const line = new RegExp(`^library_list_reads\\{server="${server}"\\} (\\d+)$`, 'm');
      return Number(line.exec(body)?.[1]);
    },
  };
}

test('lists come from a replica that has caught up, and otherwise from the primary', async () => {
  const library = await startWithReplica();
  const { replica, numbers, readsOf } = library;
  const reads = async () => [await readsOf('replica'), await readsOf('primary')];
  await library.untilReplayed();
  expect(await numbers()).toEqual(['AM-1']);
  expect(await reads()).toEqual([1, 0]);

  await replica.ask('select pg_wal_replay_pause()');
  await library.add({ doc_num: 'AM-2' });
  expect(await numbers()).toEqual(['AM-1', 'AM-2']);
  expect(await reads()).toEqual([1, 1]);

  await replica.ask('select pg_wal_replay_resume()');
  await library.add({ doc_num: 'AM-3' });
  await library.untilReplayed();
  expect(await numbers()).toEqual(['AM-1', 'AM-2', 'AM-3']);
  expect(await reads()).toEqual([2, 1]);

  await replica.end('immediate');
  await library.add({ doc_num: 'AM-4' });
  expect(await numbers()).toEqual(['AM-1', 'AM-2', 'AM-3', 'AM-4']);
  expect(await reads()).toEqual([2, 2]);
});

test('a database of another library is not read', async () => {
  const { DATABASE_URL: other = '' } = await newDatabaseEnv(onTestFinished);
  await startLibrary(onTestFinished, {
    env: { DATABASE_URL: other },
    entries: [{ doc_num: 'ZZ-1' }, { doc_num: 'ZZ-2' }, { doc_num: 'ZZ-3' }], // its count is further
  });
  const env = { DATABASE_READ_URL: other };
  const { get } = await startReading(onTestFinished, { env, entries: [{ doc_num: 'AM-1' }] });
  const answer = await get('/vue-egd-lib/api/documents?customer=Aurora%20Motors');
  expect(answer.json()).toMatchObject({ data: [{ doc_num: 'AM-1' }] });
});
