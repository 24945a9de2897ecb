import { constants as fileModes } from 'node:fs';
import { access } from 'node:fs/promises';
import { backup, DatabaseSync } from 'node:sqlite';
import { LibraryError } from '#contract/errors.ts';
import type { DatabaseSettings } from '../../config/config.ts';
import { missingMigrations, schemaNames } from '../../db/migrate.ts';
import { migrateDatabase, openAsItIs, openPatiently } from '../../db/open.ts';
import { explainOpening } from '../../db/sqlite-faults.ts';
import { copyAndCompare, type MoveProgress } from './move.ts';
import { sides } from './sides.ts';

/**
 * Writes a snapshot of the library to a new SQLite file, from either database, while everybody can read and
 * write. The file has no sessions: a backup must not contain what it takes to be signed in.
 */
export async function writeSnapshot(
  database: DatabaseSettings,
  file: string,
  onProgress?: (progress: MoveProgress) => void,
): Promise<void> {
  if (database.kind === 'sqlite') await copySqlite(database.file, file);
  else await copyPostgres(database, file, onProgress);
  finishSnapshot(file);
}

// Copies all pages in one step: in several steps, SQLite restarts the copy after each change by another
// process, and might never finish. In WAL mode a long reader blocks nobody.
const allPages = 2 ** 31 - 1;

async function copySqlite(from: string, to: string): Promise<void> {
  await access(from, fileModes.R_OK).catch((error: unknown) => {
    throw new LibraryError('backup_refused', `No readable library found at ${from}.`, {
      cause: error,
    });
  });
  await (await openAsItIs({ kind: 'sqlite', file: from, migrates: false })).destroy(); // fails if it cannot be opened
  const source = new DatabaseSync(from, { readOnly: true, timeout: 15_000 });
  try {
    await backup(source, to, { rate: allPages });
  } catch (error) {
    throw explainOpening(error, from);
  } finally {
    source.close();
  }
}

async function copyPostgres(
  from: DatabaseSettings,
  file: string,
  onProgress: ((progress: MoveProgress) => void) | undefined,
): Promise<void> {
  const source = await openAsItIs(from);
  try {
    const to: DatabaseSettings = { kind: 'sqlite', file, migrates: true };
    const missing = await missingMigrations(source, from.kind);
    await migrateDatabase(
      to,
      schemaNames.findLast((name) => !missing.includes(name)),
    );
    const target = await openAsItIs(to);
    try {
      await source.transaction().execute(async (tx) => {
        await sides[from.kind].readOneMoment(tx);
        await copyAndCompare(tx, target, { from, to, ...(onProgress && { onProgress }) });
      });
    } finally {
      await target.destroy();
    }
  } finally {
    await source.destroy();
  }
}

/** Makes it one file without a log, and deletes the sessions. */
function finishSnapshot(file: string): void {
  const copy = new DatabaseSync(file);
  try {
    copy.exec('pragma journal_mode = delete; pragma synchronous = full; pragma secure_delete = on');
    // A trigger counts ended sessions; the copy's counters must stay those of the library.
    copy.exec(`begin;
      create temp table counts as select name, value from versions;
      delete from sessions;
      update versions set value = (select value from counts where counts.name = versions.name);
      drop table counts;
      commit`);
    requireWhole(copy);
  } finally {
    copy.close();
  }
}

function requireWhole(copy: DatabaseSync): void {
  const [first] = copy.prepare('pragma quick_check(1)').all();
  const said = Object.values(first ?? {})[0];
  if (said === 'ok') return;
  throw new LibraryError(
    'backup_refused',
    `The database is damaged (${said}). No backup was written.`,
  );
}

/** Opens a snapshot and migrates it to this version's schema, to be moved into a database. */
export async function openSnapshot(file: string): ReturnType<typeof openPatiently> {
  return openPatiently({ kind: 'sqlite', file, migrates: true });
}
