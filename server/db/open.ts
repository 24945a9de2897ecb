import { stat } from 'node:fs/promises';
import { sql } from 'kysely';
import { LibraryError } from '#contract/errors.ts';
import type { DatabaseSettings } from '../config/config.ts';
import { migrate, missingMigrations, schemaNames } from './migrate.ts';
import { type LibraryPlace, requireNewPlace } from './new-library.ts';
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
  place: LibraryPlace,
  beforeMigration: (missing: readonly string[]) => Promise<void> = async () => {},
): Promise<Db> {
  const { database, begins } = place;
  await requireOpenable(place);
  const db = await connect(database, 'usual', begins === false ? 'as it is' : 'create');
  return whenItOpens(database, db, async () => {
    if (database.kind === 'postgres') await requireDurable(db);
    if (await isHalfMoved(db, database.kind)) throw halfMoved();
    const missing = await missingMigrations(db, database.kind);
    if (missing.length === 0) return;
    const isNew = missing.length === schemaNames.length;
    if (isNew && database.kind === 'postgres') await requireNewPlace(place, false);
    if (!database.migrates) throw lacks(missing);
    if (!isNew) await beforeMigration(missing);
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

/** The migrations that an existing library lacks; empty where a new library may begin. */
export async function lackedByLibrary(place: LibraryPlace): Promise<string[]> {
  const { database } = place;
  if (!(await requireOpenable(place))) return [];
  const db = await openAsItIs(database);
  try {
    const missing = await missingMigrations(db, database.kind);
    if (missing.length < schemaNames.length) return missing;
    if (database.kind === 'postgres') await requireNewPlace(place, false);
    return [];
  } finally {
    await db.destroy();
  }
}

/** Whether there is a database; refuses where there was one. */
async function requireOpenable(place: LibraryPlace): Promise<boolean> {
  if (place.database.kind === 'postgres') return true;
  const facts = await stat(place.database.file).catch(() => null); // opening it says what else is wrong
  if (!facts?.size) await requireNewPlace(place, facts !== null);
  return facts !== null;
}

/** Opens a database without creating or migrating it, for a copy; refuses a schema of a newer version. */
export async function openAsItIs(database: DatabaseSettings): Promise<Db> {
  await requireOpenable({ database, begins: false });
  const db = await connect(database, 'endless', 'as it is');
  return whenItOpens(database, db, async () => {
    if (await isHalfMoved(db, database.kind)) throw halfMoved();
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

/** Whether the database is the target of a move that has not ended (`server/backup/moving/sides.ts`). */
export async function isHalfMoved(db: Db, kind: DatabaseSettings['kind']): Promise<boolean> {
  const mark =
    kind === 'sqlite'
      ? sql`select 1 from sqlite_master where name = 'unfinished_move'`
      : sql`select 1 where to_regclass('unfinished_move') is not null`;
  return (await mark.execute(db)).rows.length > 0;
}

function halfMoved(): LibraryError {
  return new LibraryError(
    'database_unavailable',
    `A move or restore into this database is unfinished. Run it again (${libraryCommand()} move --to … from the old database, or restore …).`,
  );
}

function lacks(missing: readonly string[]): LibraryError {
  return new LibraryError(
    'database_unavailable',
    `The database is of an older version: it lacks ${missing.join(', ')}. Run: ${libraryCommand()} migrate`,
  );
}

/** Connects without migrating. */
function connect(
  database: DatabaseSettings,
  patience: 'usual' | 'endless' = 'usual',
  how: 'as it is' | 'create' = 'create',
): Promise<Db> {
  if (database.kind === 'sqlite') return connectSqlite(database.file, how);
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
