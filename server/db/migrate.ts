import { existsSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { LibraryError } from '#contract/errors.ts';
import type { Db } from './schema.ts';
import { compareTextsAsBytes } from './texts-as-bytes.ts';

/**
 * The names of all migrations; the first one is the schema of 1.0.0-rc.1. They are only added, never edited: they have
 * run somewhere. Files of another release, unpacked into the same folder, are none.
 */
export const schemaNames: readonly string[] = [
  '0001_schema',
  '0025_trail_subjects',
  '0026_backup_results',
  '0027_notes',
  '0028_cases',
  '0029_headings',
  '0030_search_snapshots',
  '0031_job_kinds',
  '0032_remark_authors',
  '0033_note_budgets',
  '0034_scan_end',
  '0036_furniture',
  '0038_revision_kinds',
  '0044_revision_facts',
  '0048_note_owners',
  '0049_withdrawn_stamps',
  '0050_case_lines',
  '0051_case_days',
  '0052_case_actions',
  '0053_no_search_snapshots',
  '0060_notice_revisions',
  '0061_job_names',
];

export type DatabaseKind = 'sqlite' | 'postgres';

async function getMigrations(kind: DatabaseKind): Promise<Record<string, Migration>> {
  const named = schemaNames.map(async (name) => [name, await migrationOf(name, kind)] as const);
  return Object.fromEntries(await Promise.all(named));
}

/** On PostgreSQL `0027_notes.postgres.ts`, with the same schema; `0029_headings.ts` where both understand its DDL. */
async function migrationOf(name: string, kind: DatabaseKind): Promise<Migration> {
  const own = path.join(import.meta.dirname, 'migrations', `${name}.${kind}.ts`);
  const file = existsSync(own) ? `${name}.${kind}` : name;
  const migration = (await import(`./migrations/${file}.ts`)) as Migration;
  if (kind === 'sqlite') return migration;
  return {
    async up(db) {
      await migration.up(db);
      await compareTextsAsBytes(db);
    },
  };
}

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
    const provider = { getMigrations: () => getMigrations(kind) };
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
