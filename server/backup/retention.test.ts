import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startLibrary, temporaryFolder } from '../../test/harness.ts';
import { backupLibrary } from './backup.ts';
import { deleteOldBackups, dispensable, readKeepRules } from './retention.ts';

const daily = (days: number) =>
  Array.from({ length: days }, (_, ago) => {
    const made_at = new Date(Date.UTC(2026, 10, 18, 2, 15) - ago * 86_400_000).toISOString();
    return { at: made_at.slice(0, 10), made_at };
  });

const keptOf = (days: number, keep: string) => {
  const backups = daily(days);
  const gone = new Set(dispensable(backups, readKeepRules(keep) ?? []));
  return backups.filter((backup) => !gone.has(backup)).map(({ at }) => at);
};

test('of each of the last days, weeks and months the newest backup is kept', () => {
  expect(keptOf(400, '3d,3w,4m')).toEqual([
    '2026-11-18', // a Wednesday
    '2026-11-17',
    '2026-11-16',
    '2026-11-15', // the Sundays of the weeks before
    '2026-11-08',
    '2026-10-31', // the last days of the months before
    '2026-09-30',
    '2026-08-31',
  ]);
  expect(keptOf(800, '1d,2y')).toEqual(['2026-11-18', '2025-12-31']);
  expect(keptOf(2, '7d,4w,12m')).toEqual(['2026-11-18', '2026-11-17']);
  expect(keptOf(0, '7d')).toEqual([]);
});

test('of several backups of a day the newest is kept, however old the day is', () => {
  const backups = ['2020-01-01T02:00Z', '2020-01-01T03:00Z', '2019-12-24T02:00Z'];
  const found = backups.map((made_at) => ({ at: made_at, made_at }));
  expect(dispensable(found, readKeepRules('2d') ?? []).map(({ at }) => at)).toEqual([
    '2020-01-01T02:00Z',
  ]);
});

test('a rule that is written otherwise is refused', () => {
  expect(readKeepRules('7d, 4w')).toEqual([
    { count: 7, period: 'd' },
    { count: 4, period: 'w' },
  ]);
  for (const text of ['', '7', 'd', '0d', '7d,', '7 days', '-1d']) {
    expect([text, readKeepRules(text)]).toEqual([text, null]);
  }
});

test('only complete backups of the same shared folder are deleted', async () => {
  const { config } = await startLibrary(onTestFinished);
  const folder = await temporaryFolder(onTestFinished);
  const other = await temporaryFolder(onTestFinished);
  const backUp = (name: string, shareDir = config.shareDir) =>
    backupLibrary({
      config: { ...config, shareDir },
      target: path.join(folder, name),
      withFiles: 'reference',
    });
  await backUp('another library', other);
  for (const name of ['first', 'second', 'third']) await backUp(name);
  await mkdir(path.join(folder, 'photos'));
  expect(await deleteOldBackups(folder, [{ count: 1, period: 'd' }], config.shareDir)).toEqual({
    deleted: ['first', 'second'],
    kept: 1,
  });
  expect((await readdir(folder)).toSorted()).toEqual(['another library', 'photos', 'third']);
});
