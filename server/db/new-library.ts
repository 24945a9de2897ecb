import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { LibraryError } from '#contract/errors.ts';
import { libraryCommand } from '../config/build.ts';
import type { DatabaseSettings } from '../config/config.ts';
import { describeAddress } from '../config/database-url.ts';

/** Where to open a library. `begins: false`: nothing is made where there is none. */
export type LibraryPlace = { database: DatabaseSettings; dataDir?: string; begins?: boolean };

/**
 * Refuses to begin a library in an empty database where there was one: it would serve nothing, and look well.
 * A SQLite file of 0 bytes was emptied, as we make none. Elsewhere, what only a library leaves in DATA_DIR tells.
 */
export async function requireNewPlace(place: LibraryPlace, isEmptied: boolean): Promise<void> {
  const { database, begins } = place;
  const where = database.kind === 'sqlite' ? database.file : describeAddress(database.address);
  const file = database.kind === 'sqlite' ? path.basename(where) : 'library.sqlite';
  const folder = place.dataDir ?? (database.kind === 'sqlite' ? path.dirname(where) : '');
  const traces = [
    file,
    `${file}-wal`,
    `${file}-journal`,
    'search.sqlite',
    'page-pictures',
    'backups',
  ];
  const there = folder === '' ? [] : await readdir(folder).catch((): string[] => []);
  const found = [];
  for (const name of traces.filter((one) => there.includes(one)))
    if (!(await isEmptyFolder(path.join(folder, name)))) found.push(name);
  const what = isEmptied ? `The database ${where} has 0 bytes` : `No library found in ${where}`;
  if (found.length > 0) {
    throw refusal(
      `${what}, but one existed: ${folder} contains ${found.join(', ')}. Restore a backup (${libraryCommand()} restore DIR), ` +
        `or correct DATA_DIR or DATABASE_URL. To begin a new library, move ${found.join(', ')} away.`,
    );
  }
  if (begins === false)
    throw refusal(
      `${what}. Check DATA_DIR and DATABASE_URL. To begin a new library, start the server, or run: ${libraryCommand()} migrate`,
    );
}

async function isEmptyFolder(at: string): Promise<boolean> {
  const names = await readdir(at).catch(() => null); // a file
  return names?.length === 0;
}

function refusal(message: string): LibraryError {
  return new LibraryError('database_unavailable', message);
}
