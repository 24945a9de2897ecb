import nodeFs from 'node:fs';
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { walk } from '../scan/walk.ts';
import { factsOf, readFlags } from '../share/open.ts';
import { supersededFolder } from '../share/moves.ts';
import { errorCode, isAbsent } from '../share/errors.ts';
import { type BackupWriter, measure } from './container.ts';
import { type FileMode, partNameOf, type ListedFile, refused } from './manifest.ts';

/** How many PDFs are listed and copied, and which differ from what the library knows. */
export type SavedFiles = {
  listed: number;
  kept: number;
  bytes: number;
  /** Known to the library, but not in the folder any more. */
  gone: string[];
  /** Changed since the library read them; backed up as they are. */
  changed: string[];
  /** Folders that could not be read. */
  unreadable: string[];
};

type Saving = {
  writer: BackupWriter;
  /** The snapshot, with its table of files. */
  database: string;
  shareDir: string;
  mode: FileMode;
  onFile: (done: number, of: number) => void;
};

/**
 * Lists every file of the shared folder as a line of `files.jsonl`, also those that no scan has seen yet, and
 * saves the bytes unless the mode is `reference`.
 */
export async function saveFiles(saving: Saving): Promise<{ lines: string[]; saved: SavedFiles }> {
  const { mode, shareDir, onFile } = saving;
  const found = filesIn(saving.database);
  const saved: SavedFiles = { listed: 0, kept: 0, bytes: 0, gone: [], changed: [], unreadable: [] };
  const lines: string[] = [];
  if (mode !== 'reference') {
    await requireFolder(shareDir);
    found.push(...unseenFiles(shareDir, found, saved), ...(await replacedFiles(shareDir)));
  }
  for (const [at, file] of found.entries()) {
    const line = mode === 'reference' ? file : await saveOne(saving, file, saved);
    lines.push(`${JSON.stringify(line)}\n`);
    saved.listed += 1;
    if (line.kept) saved.kept += 1;
    if (line.kept) saved.bytes += line.bytes;
    onFile(at + 1, found.length);
  }
  return { lines, saved };
}

function filesIn(database: string): ListedFile[] {
  const db = new DatabaseSync(database, { readOnly: true });
  try {
    const rows = db
      .prepare(
        'select path, bytes, modified_ns, hash from files where gone_at is null order by path',
      )
      .all();
    return rows.map(({ path, bytes, modified_ns, hash }) => ({
      path: String(path),
      bytes: Number(bytes),
      modified_ns: String(modified_ns),
      sha256: hash === null ? null : String(hash),
      kept: false,
    }));
  } finally {
    db.close();
  }
}

/** Files of the folder that no scan has seen yet. */
function unseenFiles(
  shareDir: string,
  known: readonly ListedFile[],
  { unreadable }: SavedFiles,
): ListedFile[] {
  const paths = new Set(known.map((file) => file.path));
  const onUnreadable = (folder: string) => unreadable.push(folder);
  return [...walk(nodeFs, shareDir, new Map(), onUnreadable)]
    .flat()
    .flatMap(({ found }) => (found === null || paths.has(found.path) ? [] : found))
    .map(({ path: at, bytes, modified_ns }) => ({
      path: at,
      bytes,
      modified_ns,
      sha256: null,
      kept: false,
    }));
}

/** Replaced files, which an undo can restore; the database has no list of them. */
async function replacedFiles(shareDir: string): Promise<ListedFile[]> {
  const names = await readdir(path.join(shareDir, supersededFolder)).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  const found: ListedFile[] = [];
  for (const name of names.toSorted()) {
    const at = `${supersededFolder}/${name}`;
    const facts = await lstat(path.join(shareDir, at), { bigint: true });
    if (!facts.isFile()) continue;
    const { bytes, modified_ns } = factsOf(facts);
    found.push({ path: at, bytes, modified_ns, sha256: null, kept: false });
  }
  return found;
}

async function saveOne(
  { writer, shareDir, mode }: Saving,
  file: ListedFile,
  saved: SavedFiles,
): Promise<ListedFile> {
  const at = path.join(shareDir, file.path);
  const source = await openFile(at);
  if (source === null) {
    saved.gone.push(file.path);
    return file;
  }
  const bytes = source.createReadStream(); // which closes it
  const isLinked = mode === 'link' && (await writer.link(partNameOf(file), at));
  const part = await (isLinked
    ? measure(partNameOf(file), bytes)
    : writer.add(partNameOf(file), bytes));
  const isAsKnown =
    part.bytes === file.bytes && (file.sha256 === null || part.sha256 === file.sha256);
  if (!isAsKnown) saved.changed.push(file.path);
  return { ...file, bytes: part.bytes, sha256: part.sha256, kept: true };
}

/** Null if it is missing or no longer a file. */
async function openFile(at: string): Promise<FileHandle | null> {
  let handle: FileHandle;
  try {
    handle = await open(at, readFlags);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  return null;
}

async function requireFolder(shareDir: string): Promise<void> {
  await readdir(shareDir).catch((error: unknown) => {
    throw refused(
      `The shared folder ${shareDir} cannot be read (${errorCode(error)}), so its files cannot be backed up.`,
      error,
    );
  });
}
