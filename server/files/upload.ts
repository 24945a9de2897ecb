import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { LibraryError } from '#contract/errors.ts';
import { pdfFileName } from '#contract/file-name.ts';
import type { UploadStatus } from '#contract/upload-status.ts';
import type { Author, Library } from '../changes/change.ts';
import { countLinesOf } from '../changes/trail.ts';
import { type CatalogueDocument, requireDocument } from '../catalogue/documents.ts';
import type { Db } from '../db/schema.ts';
import { findFileOf, type EntryFile } from '../matching/entry-files.ts';
import { statusesOf } from '../matching/status.ts';
import { explainWriteError } from '../share/errors.ts';
import { discard, type Incoming, receive } from '../share/incoming.ts';
import { place } from '../share/moves.ts';
import { readWhole } from '../share/read-whole.ts';
import type { SharedFolder } from '../share/shared-folder.ts';
import { changeFile } from './file-change.ts';

export type UploadOptions = Author & { documentId: number; replace: boolean };

/** Takes the PDF of a document: streams it into the folder, then gives it the document's name. */
export async function uploadFile(
  library: Library,
  folder: SharedFolder,
  body: Readable,
  { documentId, replace, ...author }: UploadOptions,
): Promise<UploadStatus> {
  const { db } = library;
  const document = await requireDocument(db, documentId);
  // Asked again, since the file takes its time to come.
  const findPrevious = () => requireReplaceable(db, documentId, replace);
  const isMade = (await countLinesOf(db, author.change_id ?? '')) > 0; // this is a retry
  if (!isMade) {
    await findPrevious();
    await receiveAndPublish(library, folder, body, { ...author, document, findPrevious });
  }
  const status = (await statusesOf(db, [documentId])).get(documentId);
  if (status === undefined) throw new Error('A document has no status.');
  return status;
}

/** A file that made way comes back from `.superseded`, and the one that is there now goes there. */
export async function bringBack(
  library: Library,
  folder: SharedFolder,
  kept: string,
  { previous, ...of }: Author & { document: CatalogueDocument; previous: EntryFile | null },
): Promise<void> {
  const findPrevious = async () => {
    const now = await findFileOf(library.db, of.document.id);
    if (now?.path === previous?.path && now?.modified_ns === previous?.modified_ns) return now;
    const name = pdfFileName(of.document);
    throw new LibraryError(
      'changed_meanwhile',
      `Someone replaced ${name}. Check it, then upload again.`,
    );
  };
  await receiveAndPublish(library, folder, readWhole(folder, kept), { ...of, findPrevious });
}

type Publishing = Author & {
  document: CatalogueDocument;
  /** The file whose place it takes, once it has come; fails where it may not. */
  findPrevious: () => Promise<EntryFile | null>;
};

async function receiveAndPublish(
  library: Library,
  folder: SharedFolder,
  body: Readable,
  of: Publishing,
): Promise<void> {
  try {
    const incoming = await receive(folder, body);
    await publish(library, folder, incoming, of).catch(async (error) => {
      await discard(folder, incoming.name);
      throw error;
    });
  } catch (error) {
    throw explainWriteError(error);
  }
}

async function publish(
  library: Library,
  folder: SharedFolder,
  { name, stats }: Incoming,
  { user, change_id = randomUUID(), document, findPrevious }: Publishing,
): Promise<void> {
  const previous = await findPrevious();
  const target = targetOf(document, previous);
  const planned = {
    user,
    change_id,
    action: previous === null ? ('uploaded' as const) : ('replaced' as const),
    document_id: document.id,
    file_id: previous?.id ?? null,
    before:
      previous === null ? null : JSON.stringify({ path: previous.path, bytes: previous.bytes }),
    from_path: name,
    to_path: target,
    stats,
  };
  await changeFile(library, folder, planned, (at) =>
    place(folder, name, target, previous === null ? null : { path: previous.path, at }),
  );
}

/** The file that an upload takes the place of; refused unless the librarian wants that. */
async function requireReplaceable(
  db: Db,
  documentId: number,
  replace: boolean,
): Promise<EntryFile | null> {
  const previous = await findFileOf(db, documentId);
  if (previous === null || replace) return previous;
  const name = path.posix.basename(previous.path);
  throw new LibraryError('file_exists', `A file ${name} already exists. Replace it?`);
}

/** Beside the file that it replaces, under the document's own name. */
function targetOf(document: CatalogueDocument, previous: EntryFile | null): string {
  const folder = previous === null ? '' : path.posix.dirname(previous.path);
  return path.posix.join(folder, pdfFileName(document));
}
