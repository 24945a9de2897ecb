import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { LibraryError } from '#contract/errors.ts';
import * as schema from './migrations/0001_schema.ts';
import * as trailSubjects from './migrations/0025_trail_subjects.ts';
import * as trailSubjectsOnPostgres from './migrations/0025_trail_subjects.postgres.ts';
import * as backupResults from './migrations/0026_backup_results.ts';
import * as notes from './migrations/0027_notes.ts';
import * as notesOnPostgres from './migrations/0027_notes.postgres.ts';
import * as cases from './migrations/0028_cases.ts';
import * as casesOnPostgres from './migrations/0028_cases.postgres.ts';
import * as caseLines from './migrations/0050_case_lines.ts';
import * as caseLinesOnPostgres from './migrations/0050_case_lines.postgres.ts';
import * as caseDays from './migrations/0051_case_days.ts';
import * as caseDaysOnPostgres from './migrations/0051_case_days.postgres.ts';
import * as noticeRevisions from './migrations/0060_notice_revisions.ts';
import * as jobNames from './migrations/0061_job_names.ts';
import * as caseActions from './migrations/0052_case_actions.ts';
import * as scanEnd from './migrations/0034_scan_end.ts';
import * as furniture from './migrations/0036_furniture.ts';
import * as headings from './migrations/0029_headings.ts';
import * as revisionKinds from './migrations/0038_revision_kinds.ts';
import * as revisionKindsOnPostgres from './migrations/0038_revision_kinds.postgres.ts';
import * as revisionFacts from './migrations/0044_revision_facts.ts';
import * as revisionFactsOnPostgres from './migrations/0044_revision_facts.postgres.ts';
import * as noSearchSnapshots from './migrations/0053_no_search_snapshots.ts';
import * as noteOwners from './migrations/0048_note_owners.ts';
import * as withdrawnStamps from './migrations/0049_withdrawn_stamps.ts';
import * as searchSnapshots from './migrations/0030_search_snapshots.ts';
import * as searchSnapshotsOnPostgres from './migrations/0030_search_snapshots.postgres.ts';
import * as noteBudgets from './migrations/0033_note_budgets.ts';
import * as noteBudgetsOnPostgres from './migrations/0033_note_budgets.postgres.ts';
import * as jobKinds from './migrations/0031_job_kinds.ts';
import * as remarkAuthors from './migrations/0032_remark_authors.ts';
import type { Db } from './schema.ts';
import { compareTextsAsBytes } from './texts-as-bytes.ts';

// Migrations are only added, never edited: they have run somewhere. A name means the same schema in both databases.
type Twins = { sqlite: Migration; postgres: Migration };
const migrations: Record<string, Twins> = {
  '0001_schema': schema,
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
  '0044_revision_facts': { sqlite: revisionFacts, postgres: revisionFactsOnPostgres },
  '0048_note_owners': portable(noteOwners),
  '0049_withdrawn_stamps': portable(withdrawnStamps),
  '0050_case_lines': {
    sqlite: caseLines,
    postgres: portable(caseLinesOnPostgres).postgres,
  },
  '0051_case_days': { sqlite: caseDays, postgres: portable(caseDaysOnPostgres).postgres },
  '0052_case_actions': portable(caseActions),
  '0053_no_search_snapshots': portable(noSearchSnapshots),
  '0060_notice_revisions': portable(noticeRevisions),
  '0061_job_names': portable(jobNames),
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
  return Object.fromEntries(Object.entries(migrations).map(([name, twins]) => [name, twins[kind]]));
}

/** The names of all migrations; the first one is the schema of 1.0.0-rc.1. */
export const schemaNames = Object.keys(migrations);

// 1.0.0-rc.1 and the versions before it made the first schema in 23 steps. This is the last of them.
const lastOfRc1 = '0024_workers';

/** The migrations of a database or a backup by today's names. Refuses one that is older than 1.0.0-rc.1. */
export function namedToday(ran: readonly string[]): string[] {
  if (ran.length === 0 || ran.includes('0001_schema')) return [...ran];
  if (ran.includes(lastOfRc1)) return ['0001_schema', ...ran.filter((name) => name > lastOfRc1)];
  throw new LibraryError(
    'database_unavailable',
    'The database is older than version 1.0.0-rc.1. Start 1.0.0-rc.1 with it once, then this version.',
  );
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
    await renameSchemaOfRc1(tx, kind);
    const provider = { getMigrations: async () => migrationsOf(kind) };
    const migrator = new Migrator({ db: tx, provider });
    const { error, results = [] } =
      upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo);
    if (error !== undefined) throw error;
    return results.map(({ migrationName }) => migrationName);
  });
}

const migrationLock = 8_242_026;

async function renameSchemaOfRc1(tx: Db, kind: DatabaseKind): Promise<void> {
  if (!(await namesInDatabase(tx, kind)).includes(lastOfRc1)) return;
  await sql`delete from kysely_migration where name < ${lastOfRc1}`.execute(tx);
  await sql`update kysely_migration set name = '0001_schema' where name = ${lastOfRc1}`.execute(tx);
}

/** The migrations that have not run yet; refuses a database with a migration that we do not know. */
export async function missingMigrations(db: Db, kind: DatabaseKind): Promise<string[]> {
  const ran = namedToday(await namesInDatabase(db, kind));
  const unknown = ran.filter((name) => !schemaNames.includes(name));
  if (unknown.length > 0) {
    throw new LibraryError(
      'database_unavailable',
      `This database was made by a newer version of EGD Library (it has ${unknown.join(', ')}). ` +
        'Start that version, or restore a backup made by this one.',
    );
  }
  return schemaNames.filter((name) => !ran.includes(name));
}

async function namesInDatabase(db: Db, kind: DatabaseKind): Promise<string[]> {
  const table = {
    sqlite: sql`select 1 from sqlite_master where name = 'kysely_migration'`,
    postgres: sql`select 1 where to_regclass('kysely_migration') is not null`,
  }[kind];
  if ((await table.execute(db)).rows.length === 0) return [];
  const ran = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return ran.rows.map(({ name }) => name);
}
