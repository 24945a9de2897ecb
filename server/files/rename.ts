import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { LibraryError } from '#contract/errors.ts';
import { pdfFileName } from '#contract/file-name.ts';
import type { Author, Library } from '../changes/change.ts';
import { requireDocument } from '../catalogue/documents.ts';
import type { Db } from '../db/schema.ts';
import { entriesOfFile } from '../matching/match.ts';
import { explainWriteError } from '../share/errors.ts';
import { lstat } from '../share/folder-calls.ts';
import { isSetAside, moveFile, setAside, supersededPath } from '../share/moves.ts';
import type { SharedFolder } from '../share/shared-folder.ts';
import { changeFile } from './file-change.ts';

/** Gives a file the name of the document that it belongs to, in its folder; or back the name `to` that it had. */
export async function renameFile(
  library: Library,
  folder: SharedFolder,
  author: Author,
  { fileId, documentId, to }: { fileId: number; documentId: number; to?: string },
): Promise<void> {
  const file = await requireFile(library.db, fileId);
  const nameOf = async () => pdfFileName(await requireDocument(library.db, documentId));
  const target = to ?? path.posix.join(path.posix.dirname(file.path), await nameOf());
  await renameTo(library, folder, author, { file, documentId, to: target });
}

/** Moves a duplicate, or a file that no entry has, to `.superseded`; refused for the file of an entry. */
export async function setFileAside(
  library: Library,
  folder: SharedFolder,
  author: Author,
  fileId: number,
): Promise<void> {
  const file = await requireFile(library.db, fileId);
  if (isSetAside(file.path)) {
    throw new LibraryError('not_found', 'This file is already set aside.');
  }
  const twinId = file.verdict === 'duplicate' ? file.twin_id : null;
  const [twin] = twinId === null ? [] : await entriesOfFile(library.db, twinId);
  if (twin === undefined && (await entriesOfFile(library.db, fileId)).length > 0) {
    throw new LibraryError('not_found', `${file.path} is no longer a duplicate.`);
  }
  const documentId = twin?.document_id ?? 0;
  await moveToSuperseded(library, folder, author, { fileId, documentId });
}

/** Moves a file to `.superseded`, whosever it is. */
export async function moveToSuperseded(
  library: Library,
  folder: SharedFolder,
  author: Author,
  { fileId, documentId }: { fileId: number; documentId: number },
): Promise<void> {
  const file = await requireFile(library.db, fileId);
  const to = supersededPath({ path: file.path, at: new Date(library.now()) });
  await renameTo(library, folder, author, { file, documentId, to });
}

/** A file that is there, or was set aside. */
export async function findFileById(db: Db, id: number) {
  const found = await db
    .selectFrom('files')
    .select(['id', 'path', 'name', 'bytes', 'gone_at', 'verdict', 'twin_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  return found === undefined || (found.gone_at !== null && !isSetAside(found.path)) ? null : found;
}

async function requireFile(db: Db, id: number) {
  const found = await findFileById(db, id);
  if (found !== null) return found;
  throw new LibraryError('not_found', 'This file is gone.');
}

type Renaming = { file: { id: number; path: string }; documentId: number; to: string };

async function renameTo(
  library: Library,
  folder: SharedFolder,
  author: Author,
  { file, documentId, to }: Renaming,
): Promise<void> {
  if (to === file.path) return;
  const planned = {
    ...author,
    change_id: author.change_id ?? randomUUID(),
    action: 'renamed' as const,
    document_id: documentId,
    file_id: file.id,
    before: JSON.stringify({ path: file.path }),
    from_path: file.path,
    to_path: to,
  };
  try {
    const stats = await lstat(folder, file.path);
    await changeFile(library, folder, { ...planned, stats }, () =>
      isSetAside(to) ? setAside(folder, file.path, to) : moveFile(folder, file.path, to),
    );
  } catch (error) {
    throw explainWriteError(error);
  }
}
