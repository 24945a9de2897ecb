import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../config/config.ts';
import { explainError } from '../config/explain-error.ts';
import { backupLibrary } from './backup.ts';
import { refused } from './manifest.ts';

export type MigrationSettings = Pick<
  Config,
  'database' | 'dataDir' | 'shareDir' | 'backupBeforeMigration'
>;

const mostKept = 3;
const namePattern = /^before-\d{4}_.+-\d{8}T\d{6}Z$/;

/**
 * Backs up the library before a migration, as there is no other way back to the previous version. The last
 * three are in DATA_DIR/backups. If the backup fails, the migration is refused.
 */
export async function backupBeforeMigration(
  config: Partial<MigrationSettings>,
  missing: readonly string[],
): Promise<void> {
  const { database, dataDir, shareDir, backupBeforeMigration: wish = 'off' } = config;
  if (database === undefined || dataDir === undefined || shareDir === undefined) return;
  if (wish === 'off' || (wish === 'auto' && database.kind === 'postgres')) return;
  const folder = path.join(dataDir, 'backups');
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const target = path.join(folder, `before-${missing[0]}-${time}`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await backupLibrary({ config: { database, shareDir }, target, withFiles: 'reference' });
  } catch (error) {
    throw refused(
      `The database needs a migration, but the backup before it failed (${explainError(error)}). ` +
        'Nothing was changed. Free space in DATA_DIR, or make a backup yourself and set BACKUP_BEFORE_MIGRATION=off.',
      error,
    );
  }
  const made = (await readdir(folder)).filter((name) => namePattern.test(name));
  const byTime = made.toSorted((a, b) => timeIn(a).localeCompare(timeIn(b)));
  for (const name of byTime.slice(0, -mostKept)) {
    await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

function timeIn(name: string): string {
  return `${name.slice(name.lastIndexOf('-') + 1)} ${name}`;
}
