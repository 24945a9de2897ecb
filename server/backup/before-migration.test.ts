import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isOnPostgres, newDatabaseEnv } from '../../test/databases.ts';
import { temporaryFolder } from '../../test/harness.ts';
import { canMount, fillDisk, mountSmallDisk } from '../../test/small-disk.ts';
import { readConfig } from '../config/config.ts';
import { schemaNames } from '../db/migrate.ts';
import { migrateDatabase, lackedByLibrary } from '../db/open.ts';
import { openLibrary } from '../library.ts';
import { backupBeforeMigration } from './before-migration.ts';
import { restoreLibrary } from './restore.ts';
import { verifyBackup } from './verify.ts';

const older = '0001_schema';
const wish = { BACKUP_BEFORE_MIGRATION: isOnPostgres ? 'on' : 'auto' };

/** The settings of a library as an older version left it. */
async function olderLibrary(env: Record<string, string> = {}) {
  const DATA_DIR = await temporaryFolder(onTestFinished);
  const database = await newDatabaseEnv(onTestFinished, { migrated: false });
  const config = readConfig({ DATA_DIR, ...database, ...wish, ...env });
  await migrateDatabase(config.database, older);
  return config;
}

test('before a migration the library is backed up, and can be restored', async () => {
  const config = await olderLibrary();
  await (await openLibrary(config)).db.destroy();
  const folder = path.join(config.dataDir, 'backups');
  const [name = ''] = await readdir(folder);
  expect(name).toMatch(/^before-0025_trail_subjects-\d{8}T\d{6}Z$/);
  const target = path.join(folder, name);
  const manifest = await verifyBackup({ target }, async (verified) => verified.manifest);
  expect(manifest.schema.at(-1)).toBe(older);
  const restored = readConfig({ DATA_DIR: await temporaryFolder(onTestFinished) });
  await restoreLibrary({ config: restored, target });
  expect(await lackedByLibrary(restored)).toEqual([]);

  await (await openLibrary(config)).db.destroy(); // no migration is missing now
  expect(await readdir(folder)).toEqual([name]);
});

test('a new library, and one with BACKUP_BEFORE_MIGRATION=off, is not backed up', async () => {
  const config = await olderLibrary({ BACKUP_BEFORE_MIGRATION: 'off' });
  await (await openLibrary(config)).db.destroy();
  const database = await newDatabaseEnv(onTestFinished, { migrated: false });
  const fresh = readConfig({ DATA_DIR: path.join(config.dataDir, 'new'), ...database, ...wish });
  await (await openLibrary(fresh)).db.destroy();
  for (const { dataDir } of [config, fresh]) {
    expect(await readdir(dataDir).catch(() => [])).not.toContain('backups');
  }
});

test.runIf(isOnPostgres)('PostgreSQL is backed up only where the settings ask for it', async () => {
  const config = await olderLibrary({ BACKUP_BEFORE_MIGRATION: 'auto' });
  await (await openLibrary(config)).db.destroy();
  expect(await lackedByLibrary(config)).toEqual([]);
  expect(await readdir(config.dataDir)).not.toContain('backups');
});

test('the last three are kept', async () => {
  const config = await olderLibrary();
  const folder = path.join(config.dataDir, 'backups');
  for (const name of ['0013_a', '0014_b', '0015_c', '0016_d']) {
    await backupBeforeMigration(config, [name]);
  }
  const kept = (await readdir(folder)).map((name) => name.slice(0, 'before-0014_b'.length));
  expect(kept.toSorted()).toEqual(['before-0014_b', 'before-0015_c', 'before-0016_d']);
});

test.runIf(canMount && !isOnPostgres)(
  'with no room for the backup the library is not migrated, and says so',
  async () => {
    const disk = await mountSmallDisk(onTestFinished, 4 * 1024);
    const config = await olderLibrary({ DATA_DIR: disk });
    const makeRoom = fillDisk(disk, 8);
    await expect(openLibrary(config)).rejects.toThrow(
      /the backup before it failed .* Nothing was changed\. Free space in DATA_DIR/,
    );
    expect(await lackedByLibrary(config)).toEqual(
      schemaNames.slice(schemaNames.indexOf(older) + 1),
    );
    expect(await readdir(path.join(disk, 'backups'))).toEqual([]);
    makeRoom();
    await (await openLibrary(config)).db.destroy();
    expect(await readdir(path.join(disk, 'backups'))).toHaveLength(1);
  },
);
