import { Migrator } from 'kysely/migration';
import { LibraryError } from '#contract/errors.ts';
import * as foundation from './migrations/0001_foundation.ts';
import * as consoleAndIntake from './migrations/0002_console_and_intake.ts';
import * as storedMatchAndFeed from './migrations/0003_stored_match_and_feed.ts';
import * as secrets from './migrations/0004_secrets.ts';
import * as scanWarning from './migrations/0005_scan_warning.ts';
import * as accessAudit from './migrations/0006_access_audit.ts';
import * as extractionVersion from './migrations/0007_extraction_version.ts';
import * as fileChanges from './migrations/0008_file_changes.ts';
import * as nearKeysAndJobs from './migrations/0009_near_keys_and_jobs.ts';
import * as importHeadingsAndHistory from './migrations/0012_import_headings_and_history.ts';
import type { Db } from './schema.ts';

// Named for the change and only added to: what has run somewhere is never edited.
const migrations = {
  '0001_foundation': foundation,
  '0002_console_and_intake': consoleAndIntake,
  '0003_stored_match_and_feed': storedMatchAndFeed,
  '0004_secrets': secrets,
  '0005_scan_warning': scanWarning,
  '0006_access_audit': accessAudit,
  '0007_extraction_version': extractionVersion,
  '0008_file_changes': fileChanges,
  '0009_near_keys_and_jobs': nearKeysAndJobs,
  '0012_import_headings_and_history': importHeadingsAndHistory,
};

/**
 * Brings the schema up to date, all or nothing; refuses one that a newer version has made. A test
 * stops at an earlier migration.
 */
export async function migrate(db: Db, upTo?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const ran = (await migrator.getMigrations()).map((migration) => migration.name);
  const { error } =
    upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo);
  if (error === undefined) return;
  if (error instanceof Error && /corrupted migrations/.test(error.message)) {
    throw new LibraryError(
      'database_unavailable',
      `This database was made by a newer version of EGD Library (this one knows ${ran.join(', ')}). ` +
        'Start that version, or restore a backup made by this one.',
      { cause: error },
    );
  }
  throw error;
}
