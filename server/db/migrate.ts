import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
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
import * as formerMatch from './migrations/0011_former_match.ts';
import * as importHeadingsAndHistory from './migrations/0012_import_headings_and_history.ts';
import * as scanRequests from './migrations/0013_scan_requests.ts';
import * as search from './migrations/0014_search.ts';
import * as standards from './migrations/0015_standards.ts';
import * as standardsOnPostgres from './migrations/0015_standards.postgres.ts';
import * as contentWords from './migrations/0016_content_words.ts';
import * as references from './migrations/0018_references.ts';
import * as redlines from './migrations/0017_redlines.ts';
import * as ocr from './migrations/0019_ocr.ts';
import * as outsideAccounts from './migrations/0020_outside_accounts.ts';
import * as undoJobs from './migrations/0021_take_back_jobs.ts';
import * as deleteJobs from './migrations/0022_delete_jobs.ts';
import * as ocrWords from './migrations/0023_ocr_words.ts';
import * as workers from './migrations/0024_workers.ts';
import * as trailSubjects from './migrations/0025_trail_subjects.ts';
import * as trailSubjectsOnPostgres from './migrations/0025_trail_subjects.postgres.ts';
import * as backupResults from './migrations/0026_backup_results.ts';
import * as notes from './migrations/0027_notes.ts';
import * as notesOnPostgres from './migrations/0027_notes.postgres.ts';
import * as cases from './migrations/0028_cases.ts';
import * as casesOnPostgres from './migrations/0028_cases.postgres.ts';
import * as scanEnd from './migrations/0034_scan_end.ts';
import * as furniture from './migrations/0036_furniture.ts';
import * as headings from './migrations/0029_headings.ts';
import * as revisionKinds from './migrations/0038_revision_kinds.ts';
import * as revisionKindsOnPostgres from './migrations/0038_revision_kinds.postgres.ts';
import * as searchSnapshots from './migrations/0030_search_snapshots.ts';
import * as searchSnapshotsOnPostgres from './migrations/0030_search_snapshots.postgres.ts';
import * as noteBudgets from './migrations/0033_note_budgets.ts';
import * as noteBudgetsOnPostgres from './migrations/0033_note_budgets.postgres.ts';
import * as jobKinds from './migrations/0031_job_kinds.ts';
import * as remarkAuthors from './migrations/0032_remark_authors.ts';
import * as wholeSchemaOnPostgres from './migrations/0008_file_changes.postgres.ts';
import type { Db } from './schema.ts';

// Migrations are only added, never edited: they have run somewhere. A name means the same schema in both
// databases; PostgreSQL starts with the eighth.
const earlyOnSqlite = {
  '0001_foundation': foundation,
  '0002_console_and_intake': consoleAndIntake,
  '0003_stored_match_and_feed': storedMatchAndFeed,
  '0004_secrets': secrets,
  '0005_scan_warning': scanWarning,
  '0006_access_audit': accessAudit,
  '0007_extraction_version': extractionVersion,
};
type Twins = { sqlite: Migration; postgres: Migration };
const onBoth: Record<string, Twins> = {
  '0008_file_changes': { sqlite: fileChanges, postgres: wholeSchemaOnPostgres },
  '0009_near_keys_and_jobs': portable(nearKeysAndJobs),
  '0011_former_match': portable(formerMatch),
  '0012_import_headings_and_history': portable(importHeadingsAndHistory),
  '0013_scan_requests': portable(scanRequests),
  '0014_search': portable(search),
  '0015_standards': { sqlite: standards, postgres: standardsOnPostgres },
  '0016_content_words': portable(contentWords),
  '0017_redlines': portable(redlines),
  '0018_references': portable(references),
  '0019_ocr': portable(ocr),
  '0020_outside_accounts': portable(outsideAccounts),
  '0021_take_back_jobs': portable(undoJobs),
  '0022_delete_jobs': portable(deleteJobs),
  '0023_ocr_words': portable(ocrWords),
  '0024_workers': portable(workers),
  '0025_trail_subjects': { sqlite: trailSubjects, postgres: trailSubjectsOnPostgres },
  '0026_backup_results': portable(backupResults),
  '0027_notes': { sqlite: notes, postgres: notesOnPostgres },
  '0028_cases': { sqlite: cases, postgres: portable(casesOnPostgres).postgres },
  '0029_headings': portable(headings),
  '0030_search_snapshots': {
    sqlite: searchSnapshots,
    postgres: portable(searchSnapshotsOnPostgres).postgres,
  },
  '0031_job_kinds': portable(jobKinds),
  '0032_remark_authors': portable(remarkAuthors),
  '0033_note_budgets': { sqlite: noteBudgets, postgres: noteBudgetsOnPostgres },
  '0034_scan_end': portable(scanEnd),
  '0036_furniture': portable(furniture),
  '0038_revision_kinds': {
    sqlite: revisionKinds,
    postgres: portable(revisionKindsOnPostgres).postgres,
  },
};

/** DDL that both databases understand. */
function portable(migration: Migration): Twins {
  return {
    sqlite: migration,
    postgres: {
      async up(db) {
        await migration.up(db);
        await compareTextsAsBytes(db);
      },
    },
  };
}

export type DatabaseKind = keyof Twins;

function migrationsOf(kind: DatabaseKind): Record<string, Migration> {
  const both = Object.entries(onBoth).map(([name, twins]) => [name, twins[kind]] as const);
  return { ...(kind === 'sqlite' ? earlyOnSqlite : {}), ...Object.fromEntries(both) };
}

/** Every schema that was ever landed, by the name of its last migration. */
export function schemaNames(kind: DatabaseKind): string[] {
  return Object.keys(migrationsOf(kind));
}

/**
 * Migrates the schema in one transaction and returns the migrations that ran. Refuses a schema of a newer
 * version. Tests may stop at an earlier migration.
 */
export async function migrate(db: Db, kind: DatabaseKind, upTo?: string): Promise<string[]> {
  if ((await missingMigrations(db, kind)).length === 0) return [];
  return db.transaction().execute(async (tx) => {
    // If two nodes start at once, one waits here. On SQLite it waited for the transaction already.
    if (kind === 'postgres') await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(tx);
    const provider = { getMigrations: async () => migrationsOf(kind) };
    const migrator = new Migrator({ db: tx, provider });
    const { error, results = [] } =
      upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo);
    if (error !== undefined) throw error;
    return results.map(({ migrationName }) => migrationName);
  });
}

/** As SQLite does: the collation of a PostgreSQL server must not decide equality or order. */
async function compareTextsAsBytes(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = current_schema() and table_type = 'BASE TABLE' and data_type = 'text'
      and collation_name is distinct from 'C'`.execute(db);
  for (const { table_name, column_name } of rows) {
    await sql`alter table ${sql.table(table_name)}
      alter column ${sql.ref(column_name)} type text collate "C"`.execute(db);
  }
}

const migrationLock = 8_242_026;

/** The migrations that have not run yet; refuses a database with a migration that we do not know. */
export async function missingMigrations(db: Db, kind: DatabaseKind): Promise<string[]> {
  const known = schemaNames(kind);
  const ran = await migrationsThatRan(db, kind);
  if (ran.some((name) => !known.includes(name))) {
    throw new LibraryError(
      'database_unavailable',
      `This database was made by a newer version of EGD Library (this one knows ${known.join(', ')}). ` +
        'Start that version, or restore a backup made by this one.',
    );
  }
  return known.filter((name) => !ran.includes(name));
}

async function migrationsThatRan(db: Db, kind: DatabaseKind): Promise<string[]> {
  const table = {
    sqlite: sql`select 1 from sqlite_master where name = 'kysely_migration'`,
    postgres: sql`select 1 where to_regclass('kysely_migration') is not null`,
  }[kind];
  if ((await table.execute(db)).rows.length === 0) return [];
  const ran = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return ran.rows.map(({ name }) => name);
}
