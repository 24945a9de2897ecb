import { existsSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { startLibrary, temporaryFolder, type TestLibrary } from '../../../test/harness.ts';
import type { Db } from '../../db/schema.ts';
import { HandOver } from './hand-over.ts';
import { indexPathsIn, indexVersion } from './index-file.ts';
import { IndexKeeper } from './index-keeper.ts';
import { reportOnIndex } from './index-report.ts';

const entries = ['A-1', 'A-2', 'A-3'].map((doc_num) => ({ doc_num }));

/** A node of a library, with a data folder of its own. */
async function startNode({ db }: Pick<TestLibrary, 'db'>, name: string) {
  const paths = indexPathsIn(await temporaryFolder(onTestFinished));
  const keeper = new IndexKeeper(db, paths, new HandOver(db, name));
  onTestFinished(() => keeper.close());
  const work = async () => {
    while (await keeper.step());
  };
  return { paths, keeper, work, report: () => reportOnIndex(db, paths) };
}

/** A library whose first node has built its index and handed it over. What is fetched is known by an entry set aside. */
async function startHanded() {
  const library = await startLibrary(onTestFinished, { entries });
  const first = await startNode(library, 'first');
  await first.keeper.step();
  const file = new DatabaseSync(first.paths.file);
  file.exec(`insert into set_aside values (999, '', '')`);
  file.close();
  await first.work();
  return { library, first, second: await startNode(library, 'second') };
}

async function snapshotOf(db: Db) {
  return db
    .selectFrom('search_snapshots')
    .select(['hash', 'holder', 'version'])
    .executeTakeFirstOrThrow();
}

async function partsOf(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('search_snapshot_parts').select('hash').execute();
  return rows.map(({ hash }) => hash);
}

test('a node without an index fetches the one of another, and follows the library from there', async () => {
  const { library, second } = await startHanded();
  await library.add({ doc_num: 'A-4' });
  await second.work();
  expect(second.keeper.state.state).toBe('following');
  const report = { state: 'whole', entries: 4, behind: 0, set_aside: 1 };
  expect(await second.report()).toMatchObject(report);
  expect(existsSync(second.paths.copy)).toBe(false);
  expect(await snapshotOf(library.db)).toMatchObject({ holder: null });
});

test('while a node builds, another waits and shows its progress', async () => {
  const library = await startLibrary(onTestFinished, { entries });
  const first = new HandOver(library.db, 'first');
  const second = await startNode(library, 'second');
  expect(await first.mayBuild({ done: 1, total: 3 })).toBe(true);
  expect(await second.keeper.step()).toBe(false);
  expect(second.keeper.state).toEqual({ state: 'building', done: 1, total: 3 });
  expect(existsSync(second.paths.file)).toBe(false);
  await first.release();
  await second.work();
  expect(await second.report()).toMatchObject({ state: 'whole', entries: 3 });
});

test('a node that fails lets another build', async () => {
  const library = await startLibrary(onTestFinished, { entries });
  const first = await startNode(library, 'first');
  await rm(path.dirname(first.paths.file), { recursive: true });
  await expect(first.work()).rejects.toThrow('The search index is missing.');
  expect(await snapshotOf(library.db)).toMatchObject({ holder: null, hash: null });
});

test.each<[string, (db: Db) => Promise<unknown>]>([
  [
    'damaged',
    (db) =>
      db
        .updateTable('search_snapshot_parts')
        .set({ packed: Buffer.from('rubbish') })
        .execute(),
  ],
  ['cut off', (db) => db.deleteFrom('search_snapshot_parts').execute()],
  ['not what its hash says', (db) => renameSnapshot(db, 'a'.repeat(64))],
  ['of an older version', (db) => db.updateTable('search_snapshots').set({ version: 8 }).execute()],
])('a snapshot that is %s is refused, and replaced by a node that builds', async (_, spoil) => {
  const { library, second } = await startHanded();
  await spoil(library.db);
  await second.work();
  const report = { state: 'whole', entries: 3, behind: 0, set_aside: 0 };
  expect(await second.report()).toMatchObject(report);
  const { hash } = await snapshotOf(library.db);
  expect(await partsOf(library.db)).toEqual([hash]);
});

test('a node of an older version builds, and leaves the snapshot of a newer one', async () => {
  const { library, second } = await startHanded();
  const { hash } = await snapshotOf(library.db);
  const version = indexVersion + 1;
  await library.db.updateTable('search_snapshots').set({ version }).execute();
  await second.work();
  expect(await second.report()).toMatchObject({ state: 'whole', entries: 3, set_aside: 0 });
  expect(await snapshotOf(library.db)).toEqual({ hash, version, holder: null });
});

async function renameSnapshot(db: Db, hash: string): Promise<void> {
  await db.updateTable('search_snapshot_parts').set({ hash }).execute();
  await db.updateTable('search_snapshots').set({ hash }).execute();
}

test('a snapshot of another library is refused', async () => {
  const { library: other } = await startHanded();
  const library = await startLibrary(onTestFinished, { entries: [{ doc_num: 'B-1' }] });
  const { hash, ...snapshot } = await other.db
    .selectFrom('search_snapshots')
    .select(['hash', 'version', 'bytes', 'position'])
    .executeTakeFirstOrThrow();
  const parts = await other.db.selectFrom('search_snapshot_parts').selectAll().execute();
  await library.db.insertInto('search_snapshot_parts').values(parts).execute();
  await library.db
    .updateTable('search_snapshots')
    .set({ hash, ...snapshot })
    .execute();
  const node = await startNode(library, 'node');
  await node.work();
  expect(await node.report()).toMatchObject({ state: 'whole', entries: 1 });
  expect((await snapshotOf(library.db)).hash).not.toBe(hash);
});

test('parts that a killed node left are never fetched, and go with the next snapshot', async () => {
  const { library, first, second } = await startHanded();
  const { hash } = await snapshotOf(library.db);
  const packed = Buffer.from('a part');
  await library.db
    .insertInto('search_snapshot_parts')
    .values({ hash: 'half', part: 0, packed })
    .execute();
  await second.work();
  expect(await second.report()).toMatchObject({ state: 'whole', set_aside: 1 });
  const next = path.join(path.dirname(first.paths.file), 'next');
  writeFileSync(next, 'another index');
  const handOver = new HandOver(library.db, 'first');
  await handOver.give(next, 0);
  const replaced = (await snapshotOf(library.db)).hash;
  expect(replaced).not.toBe(hash);
  expect(await partsOf(library.db)).toEqual([replaced]);
});
