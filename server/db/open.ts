import { LibraryError } from '#contract/errors.ts';
import type { Config, DatabaseSettings } from '../config/config.ts';
import { sides } from './moving/sides.ts';
import { migrate, missingMigrations, schemaNames } from './migrate.ts';
import { explainPostgresOpening, requireDurable } from './postgres-opening.ts';
import { connectPostgres } from './postgres.ts';
import type { Db } from './schema.ts';
import { explainOpening } from './sqlite-faults.ts';
import { connectSqlite, connectSqliteToRead } from './sqlite.ts';
import { libraryCommand } from '../config/build.ts';

/**
 * Opens the library's database and migrates its schema. `beforeMigration` runs before an existing
 * library is migrated.
 */
export async function openDatabase(
  { database }: Pick<Config, 'database'>,
  beforeMigration: (missing: readonly string[]) => Promise<void> = async () => {},
): Promise<Db> {
  const db = await connect(database);
  return whenItOpens(database, db, async () => {
    if (database.kind === 'postgres') await requireDurable(db);
    if (await sides[database.kind].isUnfinished(db)) throw halfMoved();
    const missing = await missingMigrations(db, database.kind);
    if (missing.length === 0) return;
    if (!database.migrates) throw lacks(missing);
    if (missing.length < schemaNames(database.kind).length) await beforeMigration(missing);
    await migrateDatabase(database);
  });
}

/** Opens the server's database for a thread that only reads, one query at a time. */
export async function openToRead(database: DatabaseSettings): Promise<Db> {
  if (database.kind === 'sqlite') return connectSqliteToRead(database.file);
  return connectPostgres({ ...database, connections: 1 });
}

/** Opens a database for a move: migrates it, accepts an unfinished move, and has no time limits. */
export async function openPatiently(database: DatabaseSettings): Promise<Db> {
  await migrateDatabase(database);
  return connect(database, 'endless');
}

/** The migrations that an existing library lacks; empty for an empty database. */
export async function lackedByLibrary(database: DatabaseSettings): Promise<string[]> {
  const db = await openAsItIs(database);
  try {
    const missing = await missingMigrations(db, database.kind);
    return missing.length < schemaNames(database.kind).length ? missing : [];
  } finally {
    await db.destroy();
  }
}

/** Opens a database without migrating it, for a copy; refuses a schema of a newer version. */
export async function openAsItIs(database: DatabaseSettings): Promise<Db> {
  const db = await connect(database, 'endless');
  return whenItOpens(database, db, async () => {
    if (await sides[database.kind].isUnfinished(db)) throw halfMoved();
    await missingMigrations(db, database.kind);
  });
}

/** Migrates the schema and returns the migrations that ran. Tests may stop at an earlier one. */
export async function migrateDatabase(
  database: DatabaseSettings,
  upTo?: string,
): Promise<string[]> {
  const db = await connect(database, 'endless');
  let ran: string[] = [];
  await whenItOpens(database, db, async () => {
    ran = await migrate(db, database.kind, upTo);
  });
  await db.destroy();
  return ran;
}

function halfMoved(): LibraryError {
  return new LibraryError(
    'database_unavailable',
    `A move or a restore into this database was not finished. Run it again (${libraryCommand()} move --to … from the old database, or restore …).`,
  );
}

function lacks(missing: readonly string[]): LibraryError {
  return new LibraryError(
    'database_unavailable',
    `The database is of an older version: it lacks ${missing.join(', ')}. Run: ${libraryCommand()} migrate`,
  );
}

/** Connects without migrating. */
function connect(database: DatabaseSettings, patience: 'usual' | 'endless' = 'usual'): Promise<Db> {
  if (database.kind === 'sqlite') return connectSqlite(database.file);
  return connectPostgres(database, patience);
}

async function whenItOpens(
  database: DatabaseSettings,
  db: Db,
  check: () => Promise<void>,
): Promise<Db> {
  try {
    await check();
    return db;
  } catch (error) {
    await db.destroy();
    throw database.kind === 'sqlite'
      ? explainOpening(error, database.file)
      : explainPostgresOpening(error, database.address);
  }
}
