import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type DatabaseSettings, readConfig } from '../server/config/config.ts';
import { migrateDatabase } from '../server/db/open.ts';
import type { CleanUp } from './clean-up.ts';

// The same tests run on both databases: on SQLite, and where TEST_DATABASE_URL names a PostgreSQL
// server (test/postgres/run.ts sets it) on that. Each test gets a database of its own.

const server = process.env['TEST_DATABASE_URL'];

export const isOnPostgres = server !== undefined;

/** `migrated`: the newest schema instead of none. `copyOf`: a database of the test's server, to which nobody is connected. */
type NewDatabase = { migrated?: boolean; copyOf?: DatabaseSettings };

/** The settings of a new, empty database, as the environment's variables; SQLite needs none. */
export async function newDatabaseEnv(
  cleanUp: CleanUp,
  { migrated = true, copyOf }: NewDatabase = {},
): Promise<{ DATABASE_URL?: string }> {
  if (server === undefined) return {};
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const template = migrated ? await templateDatabase(server) : 'template0';
  const original = copyOf?.kind === 'postgres' ? copyOf.address.database : template;
  await askServer(server, `create database ${name} template ${original}`);
  cleanUp(() => askServer(server, `drop database ${name} with (force)`));
  return { DATABASE_URL: urlOf(server, name) };
}

/** A database's settings as the environment's variables, for a program that is started. */
export function envOf(database: DatabaseSettings): { DATABASE_URL?: string } {
  if (database.kind === 'sqlite') return {};
  const { host, port, user, database: name } = database.address;
  return { DATABASE_URL: `postgres://${user}@${host}:${port}/${name}` };
}

/** A new, empty database: a file in this folder, or one of the test's server. */
export async function newDatabase(
  cleanUp: CleanUp,
  folder: string,
  options: NewDatabase = {},
): Promise<DatabaseSettings> {
  return readConfig({ DATA_DIR: folder, ...(await newDatabaseEnv(cleanUp, options)) }).database;
}

export function sqliteAt(file: string): DatabaseSettings {
  return { kind: 'sqlite', file, migrates: true };
}

let migratedFile: Promise<Buffer> | undefined;

/** Puts an empty, migrated library where there is none: ten times as fast as migrating. */
export async function copyMigrated(file: string): Promise<void> {
  migratedFile ??= readMigrated();
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, await migratedFile, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if (!isExisting(error)) throw error;
  });
}

/** The bytes of a database file that has run every migration. */
async function readMigrated(): Promise<Buffer> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'egd-library-'));
  const file = path.join(folder, 'library.sqlite');
  try {
    await migrateDatabase(sqliteAt(file));
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}

let template: Promise<string> | undefined;

/** Made once for each process of the test run: copying it is ten times as fast as migrating. */
function templateDatabase(url: string): Promise<string> {
  template ??= (async () => {
    const name = `template_${process.pid}_${randomUUID().slice(0, 8)}`;
    await askServer(url, `create database ${name} template template0`);
    await migrateDatabase(readConfig({ DATABASE_URL: urlOf(url, name) }).database);
    return name;
  })();
  return template;
}

async function askServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function urlOf(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}

/** The file of a test that is about SQLite itself. */
export function fileOf(database: DatabaseSettings): string {
  if (database.kind === 'sqlite') return database.file;
  throw new Error('This test is about SQLite.');
}
