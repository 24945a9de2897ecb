import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ownBuild } from '../config/build.ts';
import type { Config } from '../config/config.ts';
import { writeSnapshot } from './moving/snapshot.ts';
import { tableNames } from './moving/tables.ts';
import { type BackupWriter, oneText } from './container.ts';
import { writeFolder } from './folder.ts';
import { type FileMode, type Manifest, type BackupPart, partNames, refused } from './manifest.ts';
import { saveFiles, type SavedFiles } from './shared-files.ts';

export type BackupOrder = {
  config: Pick<Config, 'database' | 'shareDir'>;
  /** A folder that does not exist yet. */
  target: string;
  withFiles: FileMode;
  /** The settings to save too, without secrets. */
  settings?: Record<string, string>;
  onProgress?: (step: BackupStep, done: number, of: number) => void;
};

export type BackupStep = 'rows' | 'database' | 'files' | 'manifest' | 'complete';

/** Writes a consistent snapshot of the library while it runs. An unfinished backup never gets its name. */
export async function backupLibrary(
  order: BackupOrder,
): Promise<{ manifest: Manifest; saved: SavedFiles }> {
  if (order.target.endsWith('.tar')) {
    throw refused('A backup is a folder. Name a folder, and pack it afterwards with tar.');
  }
  const writer = await writeFolder(path.resolve(order.target));
  try {
    return await writeParts(order, writer);
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}

async function writeParts(order: BackupOrder, writer: BackupWriter) {
  const { config, withFiles, onProgress = () => {} } = order;
  const database = path.join(writer.workFolder, '.snapshot');
  await writeSnapshot(config.database, database, ({ rows, of }) => onProgress('rows', rows, of));
  const parts: BackupPart[] = [await writer.add(partNames.database, createReadStream(database))];
  onProgress('database', 1, 1);
  if (order.settings !== undefined) {
    parts.push(await writer.add(partNames.settings, oneText(json(order.settings))));
  }
  const { lines, saved } = await saveFiles({
    writer,
    database,
    shareDir: config.shareDir,
    mode: withFiles,
    onFile: (done, of) => onProgress('files', done, of),
  });
  parts.push(await writer.add(partNames.files, oneText(lines.join(''))));
  const manifest: Manifest = {
    format: 1,
    ...ownBuild(),
    made_at: new Date().toISOString(),
    made_of: config.database.kind,
    ...describeDatabase(database),
    share_dir: config.shareDir,
    with_files: withFiles,
    files: { listed: saved.listed, kept: saved.kept, bytes: saved.bytes },
    parts,
  };
  await rm(database);
  const written = await writer.add(partNames.manifest, oneText(json(manifest)));
  onProgress('manifest', 1, 1);
  await writer.add(partNames.complete, oneText(`${written.sha256}\n`));
  onProgress('complete', 1, 1);
  await writer.finish();
  return { manifest, saved };
}

/** The schema and the rows of a database file of ours. */
export function describeDatabase(file: string): Pick<Manifest, 'schema' | 'tables'> {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const texts = (query: string) =>
      db
        .prepare(query)
        .all()
        .map(({ name }) => String(name));
    const there = new Set(texts("select name from sqlite_master where type = 'table'"));
    const tables = tableNames
      .filter((name) => there.has(name))
      .map((name) => {
        const counted = db.prepare(`select count(*) as count from ${name}`).get();
        return [name, Number(counted?.['count'])] as const;
      });
    const schema = texts('select name from kysely_migration order by name');
    return { schema, tables: Object.fromEntries(tables) };
  } finally {
    db.close();
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
