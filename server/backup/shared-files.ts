import nodeFs from 'node:fs';
import { type FileHandle, lstat, open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { walk } from '../scan/walk.ts';
import { factsOf, readFlags } from '../share/open.ts';
import { supersededFolder } from '../share/moves.ts';
import { errorCode, isAbsent } from '../share/errors.ts';
import { type BackupWriter, measure } from './container.ts';
import { type FileMode, keptAt, type ListedFile, refused } from './manifest.ts';

/** What became of the PDFs: how many are listed and kept, and which were not as the library knows them. */
export type KeptFiles = {
  listed: number;
  kept: number;
  bytes: number;
  /** Known to the library, but not in the folder any more. */
  gone: string[];
  /** Kept as they are; the library has not read them like that. */
  changed: string[];
  /** Folders whose files could not be kept. */
  unreadable: string[];
};

type Keeping = {
  writer: BackupWriter;
  /** The snapshot: its table of files says what there is. */
  database: string;
  shareDir: string;
  mode: FileMode;
  onFile: (done: number, of: number) => void;
};

/**
 * Lists every file of the shared folder in `files.jsonl`'s lines, and keeps its bytes where that is asked: also of
 * those that no scan has seen yet.
 */
export async function keepFiles(keeping: Keeping): Promise<{ lines: string[]; kept: KeptFiles }> {
  const { mode, shareDir, onFile } = keeping;
  const found = filesIn(keeping.database);
  const kept: KeptFiles = { listed: 0, kept: 0, bytes: 0, gone: [], changed: [], unreadable: [] };
  const lines: string[] = [];
  if (mode !== 'reference') {
    await requireFolder(shareDir);
    found.push(...unseenFiles(shareDir, found, kept), ...(await replacedFiles(shareDir)));
  }
  for (const [at, file] of found.entries()) {
    const line = mode === 'reference' ? file : await keepOne(keeping, file, kept);
    lines.push(`${JSON.stringify(line)}\n`);
    kept.listed += 1;
    if (line.kept) kept.kept += 1;
    if (line.kept) kept.bytes += line.bytes;
    onFile(at + 1, found.length);
  }
  return { lines, kept };
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

/** Files of the folder that the library does not know yet: its next scan may be far away. */
function unseenFiles(
  shareDir: string,
  known: readonly ListedFile[],
  { unreadable }: KeptFiles,
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

/** Files that were replaced and can be put back: the library has no list of them. */
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

async function keepOne(
  { writer, shareDir, mode }: Keeping,
  file: ListedFile,
  kept: KeptFiles,
): Promise<ListedFile> {
  const at = path.join(shareDir, file.path);
  const source = await openFile(at);
  if (source === null) {
    kept.gone.push(file.path);
    return file;
  }
  const bytes = source.createReadStream(); // which closes it
  const isLinked = mode === 'link' && (await writer.link(keptAt(file), at));
  const part = await (isLinked ? measure(keptAt(file), bytes) : writer.add(keptAt(file), bytes));
  const isAsKnown =
    part.bytes === file.bytes && (file.sha256 === null || part.sha256 === file.sha256);
  if (!isAsKnown) kept.changed.push(file.path);
  return { ...file, bytes: part.bytes, sha256: part.sha256, kept: true };
}

/** Null for one that is gone, or became something else than a file. */
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
      `The shared folder ${shareDir} cannot be read (${errorCode(error)}), so its files cannot be kept.`,
      error,
    );
  });
}
