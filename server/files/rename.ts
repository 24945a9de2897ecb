import path from 'node:path';
import { LibraryError } from '#contract/errors.ts';
import { fileNameKey, pdfFileName } from '#contract/file-name.ts';
import { type Author, changeLibrary, type Library } from '../audit/change.ts';
import { requireDocument } from '../catalogue/documents.ts';
import type { Db } from '../db/schema.ts';
import { explainWriteError } from '../share/errors.ts';
import { moveFile } from '../share/incoming.ts';
import type { SharedFolder } from '../share/shared-folder.ts';

/** Gives a file the name of the document that it belongs to, in the folder where it lies. */
export async function renameFile(
  library: Library,
  folder: SharedFolder,
  author: Author,
  { fileId, documentId }: { fileId: number; documentId: number },
): Promise<void> {
  const file = await requireFile(library.db, fileId);
  const document = await requireDocument(library.db, documentId);
  const name = pdfFileName(document);
  const to = path.posix.join(path.posix.dirname(file.path), name);
  if (to === file.path) return;
  await moveFile(folder, file.path, to).catch((error: unknown) => {
    throw explainWriteError(error);
  });
  await changeLibrary(library, author, async (tx, change) => {
    // A file that lay there before is no more: its row makes way.
    await tx.deleteFrom('files').where('path', '=', to).execute();
    await tx
      .updateTable('files')
      .set({ path: to, name, name_key: fileNameKey(name) })
      .where('id', '=', fileId)
      .execute();
    await change.record([
      {
        action: 'renamed',
        subject: 'file',
        subject_id: fileId,
        customer_id: document.customer_id,
        previous_customer_id: null,
        document_id: documentId,
        before: { path: file.path },
        after: { path: to },
      },
    ]);
  });
}

async function requireFile(db: Db, id: number) {
  const found = await db
    .selectFrom('files')
    .select(['id', 'path', 'name'])
    .where('id', '=', id)
    .where('gone_at', 'is', null)
    .executeTakeFirst();
  if (found !== undefined) return found;
  throw new LibraryError('not_found', 'This file is not there any more.');
}
