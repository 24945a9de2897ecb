import type { BigIntStats } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { LibraryError } from '#contract/errors.ts';
import { fileNameKey, pdfFileName } from '#contract/file-name.ts';
import type { UploadStatus } from '#contract/upload-status.ts';
import { changeLibrary, type Library } from '../audit/change.ts';
import { type DocumentRow, requireDocument } from '../catalogue/documents.ts';
import type { Db, Tx } from '../db/schema.ts';
import { findFileOf, type KnownFile } from '../matching/known-file.ts';
import { statusesOf } from '../matching/status.ts';
import { explainWriteError } from '../share/errors.ts';
import { place, receive } from '../share/incoming.ts';
import { factsOf } from '../share/open.ts';
import type { SharedFolder } from '../share/shared-folder.ts';

export type UploadOptions = { user: string; documentId: number; replace: boolean };

/** Takes the PDF of a document: streams it into the folder, then gives it the document's name. */
export async function uploadFile(
  library: Library,
  folder: SharedFolder,
  body: Readable,
  { user, documentId, replace }: UploadOptions,
): Promise<UploadStatus> {
  const { db } = library;
  const document = await requireDocument(db, documentId);
  await requireReplaceable(db, documentId, replace);
  try {
    const incoming = await receive(folder, body);
    // Again, since the file took its time to come.
    const previous = await requireReplaceable(db, documentId, replace).catch(async (error) => {
      await incoming.discard();
      throw error;
    });
    const target = targetOf(document, previous);
    const at = new Date(library.now());
    const replaced = previous === null ? null : { path: previous.path, at };
    const stats = await place(folder, incoming, target, replaced);
    await recordUpload(library, user, { document, target, previous, stats });
  } catch (error) {
    throw explainWriteError(error);
  }
  const status = (await statusesOf(db, [documentId])).get(documentId);
  if (status === undefined) throw new Error('A document has no status.');
  return status;
}

/** The file that an upload takes the place of; refused unless the librarian wants that. */
async function requireReplaceable(
  db: Db,
  documentId: number,
  replace: boolean,
): Promise<KnownFile | null> {
  const previous = await findFileOf(db, documentId);
  if (previous === null || replace) return previous;
  const name = path.posix.basename(previous.path);
  throw new LibraryError('file_exists', `There is a file ${name} already. Replace it?`);
}

/** Beside the file that it replaces, under the document's own name. */
function targetOf(document: DocumentRow, previous: KnownFile | null): string {
  const folder = previous === null ? '' : path.posix.dirname(previous.path);
  return path.posix.join(folder, pdfFileName(document));
}

type Upload = {
  document: DocumentRow;
  target: string;
  previous: KnownFile | null;
  stats: BigIntStats;
};

async function recordUpload(
  library: Library,
  user: string,
  { document, target, previous, stats }: Upload,
): Promise<void> {
  await changeLibrary(library, { user }, async (tx, change) => {
    if (previous !== null && previous.path !== target) await markGone(tx, previous.id, change.at);
    const subject_id = await saveArrived(tx, target, stats, change.at);
    await change.record([
      {
        action: previous === null ? 'uploaded' : 'replaced',
        subject: 'file',
        subject_id,
        customer_id: document.customer_id,
        previous_customer_id: null,
        document_id: document.id,
        before: previous === null ? null : { path: previous.path, bytes: previous.bytes },
        after: { path: target, bytes: Number(stats.size) },
      },
    ]);
  });
}

async function markGone(tx: Tx, fileId: number, at: Date): Promise<void> {
  const gone = { gone_at: at.toISOString() };
  await tx.updateTable('files').set(gone).where('id', '=', fileId).execute();
}

/** We wrote the file ourselves, so it is whole: no second scan is needed. */
async function saveArrived(tx: Tx, at: string, stats: BigIntStats, time: Date): Promise<number> {
  const name = path.posix.basename(at);
  const iso = time.toISOString();
  const row = {
    ...factsOf(stats),
    path: at,
    name,
    name_key: fileNameKey(name),
    depth: at.split('/').length - 1,
    seen_at: iso,
    settled_at: iso,
    hash: null,
    verdict: 'checking' as const,
    fault: null,
    nearest_document_id: null,
    twin_id: null,
    gone_at: null,
  };
  const { id } = await tx
    .insertInto('files')
    .values(row)
    .onConflict((conflict) => conflict.column('path').doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
