import type { BigIntStats } from 'node:fs';
import type { Selectable } from 'kysely';
import { changeLibrary, type Library } from '../changes/change.ts';
import type { AuditFields } from '../changes/trail.ts';
import type { Schema, Tx } from '../db/schema.ts';
import { renameFileRow, saveFileRow, updateFiles } from '../matching/files.ts';
import { findFile } from '../share/folder-calls.ts';
import { discard } from '../share/incoming.ts';
import { hasMarkOfEnded, ownMark } from '../processes/alive.ts';
import {
  isSetAside,
  moveFile,
  removeFirstName,
  removeReplaced,
  type Replaced,
  restoreReplaced,
  supersededPath,
} from '../share/moves.ts';
import { type FileFacts, factsOf } from '../share/open.ts';
import type { SharedFolder } from '../share/shared-folder.ts';

// No transaction reaches into the folder. So a change of a file is written down before it is made
// and crossed out together with what it means for the library. What a crash leaves written down is
// then finished where the file has its new name, and undone where it has not.

type FileChange = Selectable<Schema['file_changes']>;
export type PlannedFileChange = Omit<FileChange, 'id' | 'mark' | 'at' | keyof FileFacts>;

/** Makes a change in the folder and records it in the library: both, or after a crash neither. */
export async function changeFile(
  library: Library,
  folder: SharedFolder,
  { stats, ...planned }: PlannedFileChange & { stats: BigIntStats },
  move: (at: Date) => Promise<void>,
): Promise<void> {
  const at = new Date(library.now());
  const row = { ...planned, ...factsOf(stats), mark: ownMark(), at: at.toISOString() };
  const { id } = await library.db
    .insertInto('file_changes')
    .values(row)
    .returning('id')
    .executeTakeFirstOrThrow();
  const change = { ...row, id };
  try {
    await move(at);
  } catch (error) {
    // It may have failed after the step that counts. A share that does not answer is asked later.
    if (await finishOrUndo(library, folder, change).catch(() => false)) return;
    throw error;
  }
  try {
    await finish(library, folder, change);
  } catch (error) {
    // The database is full or busy: what is not recorded is not done. Where it cannot be undone,
    // it stays written down and is recorded later.
    await undoMove(folder, change)
      .then(() => crossOut(library, change))
      .catch(() => {});
    throw error;
  }
}

const longestMs = 10 * 60_000;

/** Finishes or undoes changes whose processes were killed. */
export async function finishFileChanges(library: Library, folder: SharedFolder): Promise<void> {
  const changes = await library.db.selectFrom('file_changes').selectAll().execute();
  for (const change of changes) {
    const isOld = Date.parse(change.at) < library.now() - longestMs;
    if (isOld || hasMarkOfEnded(change.mark)) await finishOrUndo(library, folder, change);
  }
}

/** True where the change is made, false where it is undone. */
async function finishOrUndo(
  library: Library,
  folder: SharedFolder,
  change: FileChange,
): Promise<boolean> {
  const found = await findFile(folder, change.to_path);
  if (found !== null && isFileOf(change, found)) {
    await removeFirstName(folder, change.from_path, change.to_path);
    const replaced = replacedBy(change);
    if (replaced !== null) await removeReplaced(folder, replaced, change.to_path);
    await finish(library, folder, change);
    return true;
  }
  await undo(folder, change);
  await crossOut(library, change);
  return false;
}

async function crossOut({ db }: Library, { id }: FileChange): Promise<void> {
  await db.deleteFrom('file_changes').where('id', '=', id).execute();
}

/** Undoes a change that was made in the folder. */
async function undoMove(folder: SharedFolder, change: FileChange): Promise<void> {
  const { from_path, to_path } = change;
  if (change.action === 'renamed') return moveFile(folder, to_path, from_path);
  const replaced = replacedBy(change);
  if (replaced !== null) await restoreReplaced(folder, replaced, to_path);
  if (replaced?.path !== to_path) await discard(folder, to_path);
}

async function undo(folder: SharedFolder, change: FileChange): Promise<void> {
  if (change.action === 'renamed') return;
  const replaced = replacedBy(change);
  if (replaced !== null) await restoreReplaced(folder, replaced);
  await discard(folder, change.from_path);
}

function isFileOf(change: FileChange, found: BigIntStats): boolean {
  const { bytes, modified_ns, inode } = factsOf(found);
  return bytes === change.bytes && modified_ns === change.modified_ns && inode === change.inode;
}

function replacedBy({ action, before, at }: FileChange): Replaced | null {
  if (action !== 'replaced' || before === null) return null;
  // As changeFile's caller wrote it: the file that was replaced.
  const { path: replaced } = JSON.parse(before) as { path: string };
  return { path: replaced, at: new Date(at) };
}

/** Applies the change to the library and records its line in the trail; only the first caller does it. */
async function finish(library: Library, folder: SharedFolder, change: FileChange): Promise<void> {
  const stats = await findFile(folder, change.to_path);
  const { user, change_id, bytes } = change;
  await changeLibrary(library, { user, change_id }, async (tx, { at, record }) => {
    const open = await tx.deleteFrom('file_changes').where('id', '=', change.id).executeTakeFirst();
    if (open.numDeletedRows === 0n || stats === null) return;
    const subject_id =
      change.action === 'renamed'
        ? await saveName(tx, change)
        : await saveArrived(tx, change, stats, at);
    const document = await tx
      .selectFrom('documents')
      .select('customer_id')
      .where('id', '=', change.document_id)
      .executeTakeFirst();
    await record([
      {
        action: change.action,
        subject: 'file',
        subject_id,
        customer_id: document?.customer_id ?? null,
        document_id: change.document_id,
        before: beforeOf(change),
        after: { path: change.to_path, ...(change.action === 'renamed' ? {} : { bytes }) },
      },
    ]);
  });
}

/** With the place where a file is kept that made way, so that it can come back. */
function beforeOf(change: FileChange): AuditFields | null {
  if (change.before === null) return null;
  const before = JSON.parse(change.before) as AuditFields; // as changeFile's caller wrote it
  const replaced = replacedBy(change);
  return replaced === null ? before : { ...before, kept: supersededPath(replaced) };
}

async function saveName(tx: Tx, { file_id, to_path, at }: FileChange): Promise<number> {
  if (file_id === null) throw new Error('A rename names its file.');
  const gone_at = isSetAside(to_path) ? at : null;
  await renameFileRow(tx, { id: file_id, path: to_path, gone_at });
  return file_id;
}

/** We wrote the file ourselves, so it is whole: no second scan is needed. */
async function saveArrived(
  tx: Tx,
  { file_id, to_path }: FileChange,
  stats: BigIntStats,
  time: Date,
): Promise<number> {
  const iso = time.toISOString();
  const id = await saveFileRow(tx, {
    ...factsOf(stats),
    path: to_path,
    seen_at: iso,
    settled_at: iso,
    hash: null,
    verdict: 'checking',
    fault: null,
    nearest_document_id: null,
    twin_id: null,
    gone_at: null,
  });
  if (file_id !== null && file_id !== id) await updateFiles(tx, [file_id], { gone_at: iso });
  return id;
}
