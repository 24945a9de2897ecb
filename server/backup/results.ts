import { existsSync } from 'node:fs';
import type { Selectable } from 'kysely';
import type { Config } from '../config/config.ts';
import { openDatabase } from '../db/open.ts';
import type { Db, Schema } from '../db/schema.ts';
import type { Manifest } from './manifest.ts';

/** How the last backup or verify ended; `fault` is null if it succeeded. */
export type BackupResult = Selectable<Schema['backup_results']>;
type Ended = { task: 'backup' | 'verify'; bytes: number | null; fault: string | null };

export function backupResults(db: Db): Promise<BackupResult[]> {
  return db.selectFrom('backup_results').selectAll().orderBy('task').execute();
}

/**
 * Records how a backup or a verify ended. It never migrates: the result of the release of tomorrow must not
 * change the database of today. Where there is no library, as on a machine that only keeps backups, it does nothing.
 */
export async function recordResult(
  { database }: Pick<Config, 'database'>,
  ended: Ended,
): Promise<void> {
  if (database.kind === 'sqlite' && !existsSync(database.file)) return;
  const db = await openDatabase({ database: { ...database, migrates: false } });
  try {
    await saveResult(db, ended);
  } finally {
    await db.destroy();
  }
}

async function saveResult(db: Db, { task, bytes, fault }: Ended): Promise<void> {
  const finished_at = new Date().toISOString();
  const row = {
    finished_at,
    fault,
    ...(fault === null ? { succeeded_at: finished_at, bytes } : {}),
  };
  await db
    .insertInto('backup_results')
    .values({ task, succeeded_at: null, bytes: null, ...row })
    // After a failure, time and size of the last success stay.
    .onConflict((conflict) => conflict.column('task').doUpdateSet(row))
    .execute();
}

/** The size of a backup. */
export function bytesOf({ parts, files }: Manifest): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, files.bytes);
}
