import type { Library } from './changes/change.ts';
import type { MigrationSettings } from './backup/before-migration.ts';
import { catchUp } from './changes/feed.ts';
import { formerNumbersFollower } from './catalogue/former-numbers.ts';
import { standardsFollower } from './catalogue/standards/follower.ts';
import type { LibraryPlace } from './db/new-library.ts';
import { openDatabase } from './db/open.ts';
import { matchingFollower } from './matching/follower.ts';

/**
 * Opens the library for the server, the command line or a test. Where its schema
 * has to be brought up to date, a backup is made first, if the settings say where.
 */
export async function openLibrary(
  config: LibraryPlace & Partial<MigrationSettings>,
  now: () => number = Date.now,
): Promise<Library> {
  const followers = [matchingFollower, formerNumbersFollower, standardsFollower];
  const backUp = async (missing: readonly string[]) => {
    // Loaded once in a version's life, and not by every process that opens the library.
    const { backupBeforeMigration } = await import('./backup/before-migration.ts');
    await backupBeforeMigration(config, missing);
  };
  const library: Library = { db: await openDatabase(config, backUp), now, followers };
  try {
    await catchUp(library);
    return library;
  } catch (error) {
    await library.db.destroy();
    throw error;
  }
}
