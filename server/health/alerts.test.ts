import { describe, expect, onTestFinished, test } from 'vitest';
import { startReading, type TestLibrary } from '../../test/harness.ts';
import { alertsAfter, hasPromtool, type Scrape } from '../../test/promtool.ts';

// What a real library answers is what promtool gives to the rules of deploy/monitoring.

const isSkipped = !hasPromtool && process.env['NOTHING_SKIPPED'] === undefined;

const hourMs = 3_600_000;
const at = '10.20.0.11:3000';
const other = '10.20.0.12:3000';

async function scrape(library: Pick<TestLibrary, 'app'>): Promise<Scrape> {
  const { body } = await library.app.inject({ url: '/metrics' });
  return { body, atMs: Date.now() };
}

/** A library whose last backup and verify ended some hours ago; null if there was none. */
async function startBackedUp(hoursAgo: number | null) {
  const library = await startReading(onTestFinished, { env: { SEARCH: 'off' } });
  await library.scan();
  const succeeded_at = new Date(Date.now() - (hoursAgo ?? 0) * hourMs).toISOString();
  const ended = { finished_at: succeeded_at, succeeded_at, bytes: 1000, fault: null };
  for (const task of hoursAgo === null ? [] : (['backup', 'verify'] as const))
    await library.db
      .insertInto('backup_results')
      .values({ task, ...ended })
      .execute();
  return library;
}

/** The alerts after an hour in which all was well, and then so many minutes of what is there now. */
const alertsWhen = async (minutes: number, now: Record<string, Scrape>) => {
  const well = await scrape(await startBackedUp(1));
  const before = Object.fromEntries(Object.keys(now).map((node) => [node, well]));
  return alertsAfter(onTestFinished, { minutes: 60, nodes: before }, { minutes, nodes: now });
};

describe.skipIf(isSkipped)('Prometheus', () => {
  test('a library that was backed up an hour ago raises no alert', async () => {
    expect(await alertsWhen(180, { [at]: await scrape(await startBackedUp(1)) })).toEqual([]);
  });

  test('a backup of 27 hours ago is old, and a verify of nine days ago', async () => {
    expect(await alertsWhen(60, { [at]: await scrape(await startBackedUp(27)) })).toEqual([
      'LibraryBackupOld',
    ]);
    expect(await alertsWhen(60, { [at]: await scrape(await startBackedUp(9 * 24)) })).toEqual([
      'LibraryBackupNotVerified',
      'LibraryBackupOld',
    ]);
  });

  test('a library without a backup is told of', async () => {
    expect(await alertsWhen(60, { [at]: await scrape(await startBackedUp(null)) })).toEqual([
      'LibraryBackupNotVerified',
      'LibraryBackupOld',
    ]);
  });

  test('a database that is down raises that alert, and none about backups', async () => {
    const library = await startBackedUp(1);
    await library.db.destroy();
    const without = await scrape(library);
    expect(await alertsWhen(180, { [at]: without })).toEqual(['LibraryDatabaseDown']);
    const well = await scrape(await startBackedUp(1));
    expect(await alertsWhen(180, { [at]: without, [other]: well })).toEqual([
      'LibraryDatabaseDown',
    ]);
  });

  test('a node that is down raises that alert, and none about backups', async () => {
    const well = await scrape(await startBackedUp(1));
    expect(await alertsWhen(180, { [at]: 'down' })).toEqual(['LibraryDown']);
    expect(await alertsWhen(180, { [at]: 'down', [other]: well })).toEqual(['LibraryDown']);
  });

  test('a node that Prometheus no longer knows raises an alert, also one of two', async () => {
    const well = await scrape(await startBackedUp(1));
    expect(await alertsWhen(180, { [at]: 'gone' })).toEqual(['LibraryDown']);
    expect(await alertsWhen(30, { [at]: 'gone', [other]: well })).toEqual(['LibraryNodeGone']);
  });

  test('a shared folder that is away raises that alert alone', async () => {
    const library = await startBackedUp(1);
    await library.db
      .updateTable('scan_state')
      .set({ fault: 'The shared folder is away.' })
      .execute();
    expect(await alertsWhen(15, { [at]: await scrape(library) })).toEqual(['LibraryScanStopped']);
  });

  test('files count as waiting for six hours once they waited for six hours', async () => {
    const library = await startBackedUp(1);
    const { body } = await library.app.inject({ url: '/metrics' });
    const waiting = body.replace(/^library_files_unread .*$/m, 'library_files_unread 5000');
    const now = { [at]: { body: waiting, atMs: Date.now() } };
    const readingAfter = async (minutes: number) =>
      (await alertsAfter(onTestFinished, { minutes, nodes: now })).includes('LibraryReadingBehind');
    expect([await readingAfter(60), await readingAfter(7 * 60)]).toEqual([false, true]);
  });
});
