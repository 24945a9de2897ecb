import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { namedToday, schemaNames } from '../db/migrate.ts';
import { isAbsent } from '../share/errors.ts';
import { describeDatabase } from './backup.ts';
import { type BackupReader, measure, readText } from './container.ts';
import { readFolder, writeSynced } from './folder.ts';
import {
  partNameOf,
  type ListedFile,
  type Manifest,
  partNames,
  readListedFile,
  readManifest,
  refused,
} from './manifest.ts';

/** A backup that was verified, with a copy of its database. */
export type VerifiedBackup = {
  manifest: Manifest;
  files: ListedFile[];
  reader: BackupReader;
  /** The copy, which may be changed. */
  database: string;
};

export type Verifying = {
  target: string;
  /** A shared folder to compare with the list of files. */
  shareDir?: string | null;
  /** The folder for the copy of the database; by default a temporary one. */
  workFolder?: string;
  onProgress?: (done: number, of: number) => void;
};

/**
 * Reads the whole backup and checks that it was finished, that this version knows its schema, every hash, the
 * database's integrity, and the counts. Throws at the first fault; then calls `use` with the open backup.
 */
export async function verifyBackup<T>(
  verifying: Verifying,
  use: (verified: VerifiedBackup) => Promise<T>,
): Promise<T> {
  const { target, workFolder = os.tmpdir() } = verifying;
  const reader = await openBackup(target);
  const work = await mkdtemp(path.join(workFolder, '.reading-a-backup-'));
  try {
    const manifest = await requireFinished(target, reader);
    requireKnownSchema(manifest);
    const database = path.join(work, partNames.database);
    await requireParts(reader, manifest, database);
    requireSound(database, manifest);
    const files = await requireFiles(reader, manifest, verifying);
    return await use({ manifest, files, reader, database });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The manifest of a complete backup; no other part is checked. */
export async function readFinished(target: string): Promise<Manifest> {
  return requireFinished(target, await openBackup(target));
}

async function openBackup(target: string): Promise<BackupReader> {
  try {
    if ((await stat(target)).isDirectory()) return readFolder(target);
  } catch (error) {
    if (isAbsent(error)) throw refused(`No backup found at ${target}.`, error);
    throw error;
  }
  throw refused(
    `${target} is not a folder. Unpack a tar file first: tar -xf ${target} -C FOLDER, and name that folder.`,
  );
}

async function requireFinished(target: string, reader: BackupReader): Promise<Manifest> {
  if (!reader.has(partNames.complete) || !reader.has(partNames.manifest)) {
    throw refused(`${target} is not a complete backup: it was interrupted, or is something else.`);
  }
  const said = (await readText(reader, partNames.complete)).trim();
  const { sha256 } = await measure('', reader.read(partNames.manifest));
  if (said !== sha256) throw refused(`${partNames.manifest} is damaged.`);
  return readManifest(await readText(reader, partNames.manifest));
}

function requireKnownSchema({ schema, version }: Manifest): void {
  const strange = namedToday(schema).filter((name) => !schemaNames.includes(name));
  if (strange.length === 0) return;
  throw refused(
    `The backup was made by a newer version of EGD Library (${version}, with ${strange.join(', ')}). Use that version.`,
  );
}

async function requireParts(reader: BackupReader, { parts }: Manifest, database: string) {
  for (const part of parts) {
    if (!reader.has(part.name)) throw refused(`The backup lacks ${part.name}.`);
    const bytes = reader.read(part.name);
    const found =
      part.name === partNames.database
        ? await writeSynced(database, part.name, bytes)
        : await measure(part.name, bytes);
    if (found.sha256 !== part.sha256) throw refused(`${part.name} is damaged.`);
  }
}

function requireSound(database: string, manifest: Manifest): void {
  const db = new DatabaseSync(database, { readOnly: true });
  try {
    const [first] = db.prepare('pragma integrity_check(1)').all();
    const said = Object.values(first ?? {})[0];
    if (said !== 'ok') throw refused(`The database in the backup is damaged: ${said}.`);
  } finally {
    db.close();
  }
  const { tables, schema } = describeDatabase(database);
  if (schema.join() !== manifest.schema.join()) {
    throw refused('The schema of the backup’s database differs from its manifest.');
  }
  for (const [name, rows] of Object.entries({ ...manifest.tables, ...tables })) {
    if (manifest.tables[name] === rows && tables[name] === rows) continue;
    throw refused(
      `The table ${name} has ${tables[name] ?? 'no'} rows; the manifest lists ${manifest.tables[name] ?? 'none'}.`,
    );
  }
}

async function requireFiles(
  reader: BackupReader,
  manifest: Manifest,
  { shareDir = null, onProgress = () => {} }: Verifying,
): Promise<ListedFile[]> {
  const lines = (await readText(reader, partNames.files)).split('\n').filter(Boolean);
  const files = lines.map(readListedFile);
  requireOwnPaths(files);
  for (const [at, file] of files.entries()) {
    if (file.kept)
      await requireBytes(file, reader.has(partNameOf(file)), () => reader.read(partNameOf(file)));
    if (shareDir !== null) await requireInFolder(file, path.join(shareDir, file.path));
    onProgress(at + 1, files.length);
  }
  const kept = files.filter((file) => file.kept).length;
  if (files.length !== manifest.files.listed || kept !== manifest.files.kept) {
    throw refused('The length of the list of files differs from the manifest.');
  }
  return files;
}

/** Refuses two files at one path, and a file where another needs a folder. */
function requireOwnPaths(files: readonly ListedFile[]): void {
  const taken = new Set<string>();
  for (const file of files) {
    if (taken.has(file.path)) throw refused(`The list names the file ${file.path} twice.`);
    taken.add(file.path);
  }
  const isFile = (folder: string) => taken.has(folder);
  const inFile = files.find((file) => foldersOf(file.path).some(isFile));
  if (inFile !== undefined)
    throw refused(`The file ${inFile.path} lies in a file, not in a folder.`);
}

function foldersOf(at: string): string[] {
  const parts = at.split('/').slice(0, -1);
  return parts.map((_, depth) => parts.slice(0, depth + 1).join('/'));
}

async function requireInFolder(file: ListedFile, at: string): Promise<void> {
  const isThere = await stat(at).then(
    () => true,
    () => false,
  );
  await requireBytes(file, isThere, () => createReadStream(at));
}

async function requireBytes(
  file: ListedFile,
  isThere: boolean,
  read: () => AsyncIterable<Uint8Array>,
): Promise<void> {
  if (!isThere) throw refused(`The file ${file.path} is missing.`);
  const { sha256, bytes } = await measure(file.path, read());
  if (bytes === file.bytes && (file.sha256 === null || sha256 === file.sha256)) return;
  throw refused(`The file ${file.path} is damaged or was replaced.`);
}
