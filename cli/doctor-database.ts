import path from 'node:path';
import { sql } from 'kysely';
import type { DatabaseSettings } from '../server/config/config.ts';
import {
  describeAddress,
  isThisMachine,
  type PostgresAddress,
} from '../server/config/database-url.ts';
import { newestVersion, serverFacts } from '../server/db/postgres-opening.ts';
import type { Db } from '../server/db/schema.ts';
import { WriteProbe } from '../server/db/write-probe.ts';
import { explainError } from '../server/config/explain-error.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

/** Checks the database: is it intact, writable and durable. */
export async function* databaseFindings(
  database: DatabaseSettings,
  db: Db,
): AsyncGenerator<Finding> {
  if (database.kind === 'sqlite') yield* sqliteFindings(database.file, db);
  else yield* postgresFindings(database.address, db);
}

/** Why the database cannot be opened. */
export function openingFinding(database: DatabaseSettings, error: unknown): Finding {
  return wrong(
    explainError(error),
    database.kind === 'postgres'
      ? 'fix the fault above, or correct DATABASE_URL.'
      : 'fix the fault above, or check DATA_DIR and its permissions, or restore a backup.',
  );
}

/** Checks by writing, undone: reading works even with a full disk, a locked file or a read-only server. */
async function writeFinding(db: Db, dataDir: string | null): Promise<Finding> {
  try {
    await new WriteProbe(db, dataDir).tryToWrite();
    return ok('the database is writable');
  } catch (error) {
    const mend =
      dataDir === null
        ? 'grant its user the right to write.'
        : 'run as the owner of DATA_DIR, and free disk space.';
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const why = cause instanceof Error ? cause.message : explainError(cause);
    return wrong(`the database is not writable: ${why}`, mend);
  }
}

async function* sqliteFindings(file: string, db: Db): AsyncGenerator<Finding> {
  yield await writeFinding(db, path.dirname(file));
  const checked = await sql<{ quick_check: string }>`pragma quick_check(3)`.execute(db);
  const damage = checked.rows.map((row) => row.quick_check).filter((text) => text !== 'ok');
  yield damage.length === 0
    ? ok('the database is intact')
    : wrong(`the database is damaged: ${damage.join('; ')}`, 'restore a backup.');
}

// Encoding, synchronous_commit, replicas and old versions are checked when the database is opened.
async function* postgresFindings(address: PostgresAddress, db: Db): AsyncGenerator<Finding> {
  const { version, fsync, fullPageWrites } = await serverFacts(db);
  yield ok(`the database ${describeAddress(address)} is PostgreSQL ${version}`);
  if (version > newestVersion) {
    yield note(
      `PostgreSQL ${version} is newer than the newest supported version, ${newestVersion}`,
    );
  }
  const careless = Object.entries({ fsync, full_page_writes: fullPageWrites })
    .filter(([, value]) => value === 'off')
    .map(([name]) => name);
  if (careless.length > 0) {
    yield wrong(
      `a crash of its machine may lose the database: ${careless.join(', ')} off`,
      'turn them on in postgresql.conf.',
    );
  }
  if (address.sslMode === 'disable' && !isThisMachine(address.host)) {
    yield note('the connection to the database is not encrypted (sslmode=disable)');
  }
  yield await writeFinding(db, null);
  const missing = await missingGrants(db);
  yield missing.length === 0
    ? ok('its user has all rights it needs')
    : wrong(
        `the database's user ${address.user} may not ${missing.join(', ')}`,
        'grant it, as docs/operations/database-and-nodes.md says under "Roles and grants".',
      );
}

// Lines of the audit trail are only added, so no other right is needed.
async function missingGrants(db: Db): Promise<string[]> {
  const { rows } = await sql<{ missing: string }>`
    select lower(privilege) || ' ' || tables.name as missing
    from (
      select relname as name, oid from pg_class
      where relkind = 'r' and relnamespace = current_schema()::regnamespace
        and relname not like 'kysely%'
    ) as tables
    cross join (values ('SELECT'), ('INSERT'), ('UPDATE'), ('DELETE')) as needed (privilege)
    where not has_table_privilege(tables.oid, privilege)
      and not (tables.name = 'audit' and privilege in ('UPDATE', 'DELETE'))
      and not (tables.name = 'access_audit' and privilege = 'UPDATE')
    order by 1`.execute(db);
  return rows.map((row) => row.missing);
}
