import { existsSync, readdirSync } from 'node:fs';
import { chmod, lstat, mkdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { endAllSessions } from '../auth/sessions.ts';
import type { Config, DatabaseSettings } from '../config/config.ts';
import { isEmptyOrHalfMoved, moveLibrary } from './moving/move.ts';
import { openSnapshot } from './moving/snapshot.ts';
import { saveRestored } from '../matching/files.ts';
import { indexPathsIn, removeIndexFiles } from '../search/index/index-file.ts';
import { factsOf } from '../share/open.ts';
import type { BackupReader } from './container.ts';
import { sync, writeSynced } from './folder.ts';
import { partNameOf, type ListedFile, type Manifest, refused } from './manifest.ts';
import { type VerifiedBackup, verifyBackup, type Verifying } from './verify.ts';

type Restoring = {
  config: Pick<Config, 'database' | 'dataDir' | 'shareDir'>;
  target: string;
  onProgress?: (done: number, of: number, what: 'files' | 'rows') => void;
};

/**
 * Restores a backup into an empty database of either kind, and its PDFs into an empty folder. Verifies the
 * whole backup first, and compares every row afterwards. An interrupted restore resumes when run again.
 */
export async function restoreLibrary(restoring: Restoring): Promise<Manifest> {
  const { config, target, onProgress = () => {} } = restoring;
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 });
  return verifyBackup({ target, workFolder: config.dataDir }, async (verified) => {
    const { manifest, files } = verified;
    const kept = files.filter((file) => file.kept);
    if (!(await isEmptyOrHalfMoved(config.database))) {
      throw refused('The target database is not empty. Nothing was restored.');
    }
    if (kept.length > 0) requireOnly(kept, config.shareDir);
    for (const [at, file] of kept.entries()) {
      await restoreFile(verified.reader, file, config.shareDir);
      onProgress(at + 1, kept.length, 'files');
    }
    await makeCurrent(verified, kept, config.shareDir);
    await moveLibrary({
      from: sqliteAt(verified.database),
      to: config.database,
      onProgress: ({ rows, of }) => onProgress(rows, of, 'rows'),
    });
    removeIndexFiles(indexPathsIn(config.dataDir).file);
    return manifest;
  });
}

/**
 * Checks that a backup can be restored: restores its rows into a temporary database, and reads every file.
 */
export async function checkBackup(verifying: Verifying): Promise<Manifest> {
  return verifyBackup(verifying, async (verified) => {
    await makeCurrent(verified, [], '');
    const scratch = path.join(path.dirname(verified.database), 'restored.sqlite');
    await moveLibrary({ from: sqliteAt(verified.database), to: sqliteAt(scratch) });
    return verified.manifest;
  });
}

function sqliteAt(file: string): DatabaseSettings {
  return { kind: 'sqlite', file, migrates: true };
}

/** Requires that the folder has no files but those of this backup. */
function requireOnly(kept: readonly ListedFile[], shareDir: string): void {
  if (!existsSync(shareDir)) return;
  const known = new Set(kept.map((file) => file.path));
  const found = readdirSync(shareDir, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(shareDir, path.join(entry.parentPath, entry.name)))
    .map((name) => name.replaceAll(path.sep, '/'));
  const strange = found.find((name) => !known.has(name) && !name.endsWith(unfinished));
  if (strange === undefined) return;
  throw refused(`The shared folder ${shareDir} is not empty (${strange}). Nothing was restored.`);
}

const unfinished = '.restoring.part';

async function restoreFile(reader: BackupReader, file: ListedFile, shareDir: string) {
  const at = path.join(shareDir, file.path);
  await mkdir(path.dirname(at), { recursive: true });
  const part = `${at}${unfinished}`;
  await rm(part, { force: true });
  const written = await writeSynced(part, file.path, reader.read(partNameOf(file)));
  if (written.sha256 !== file.sha256)
    throw refused(`The file ${file.path} changed during the restore.`);
  // A web server that reads the folder sends its files. CIFS may refuse.
  await chmod(part, (await stat(path.dirname(at))).mode & 0o666).catch(() => {});
  const modified = Number(BigInt(file.modified_ns) / 1000n) / 1e6;
  await utimes(part, modified, modified);
  await rename(part, at);
  await sync(path.dirname(at));
}

/**
 * Migrates the rows to this version and ends all sessions. A restored file has another inode, and a time that
 * the system may have rounded: with the old ones, readers would wait for a scan.
 */
async function makeCurrent(
  { database }: VerifiedBackup,
  kept: readonly ListedFile[],
  shareDir: string,
): Promise<void> {
  const db = await openSnapshot(database);
  try {
    await endAllSessions(db);
    for (const file of kept) {
      const { modified_ns, inode } = factsOf(
        await lstat(path.join(shareDir, file.path), { bigint: true }),
      );
      await saveRestored(db, file, { modified_ns, inode });
    }
  } finally {
    await db.destroy();
  }
}
