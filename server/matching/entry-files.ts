import type { Selectable } from 'kysely';
import { isPublished } from '#contract/upload-status.ts';
import { selectInPortions } from '../db/portions.ts';
import type { Db, Schema } from '../db/schema.ts';

// The match for other rooms: they add their own columns and conditions to these queries.

/** A file of the shared folder, as the last scan found it. */
export type EntryFile = Pick<
  Selectable<Schema['files']>,
  'id' | 'path' | 'bytes' | 'modified_ns' | 'settled_at' | 'verdict'
>;

/** The entries, each with its file if it has one. */
export function entriesWithFile(db: Db) {
  return db
    .selectFrom('documents')
    .leftJoin('entry_files', 'entry_files.document_id', 'documents.id')
    .leftJoin('files', 'files.id', 'entry_files.file_id');
}

/** The files that have an entry, each with all of its entries. */
export function filesWithEntry(db: Db) {
  return db
    .selectFrom('files')
    .innerJoin('entry_files', 'entry_files.file_id', 'files.id')
    .innerJoin('documents', 'documents.id', 'entry_files.document_id');
}

/** The file of an entry; null while it has none. */
export async function findFileOf(db: Db, documentId: number): Promise<EntryFile | null> {
  const found = await filesWithEntry(db)
    .select(['files.id', 'path', 'bytes', 'modified_ns', 'settled_at', 'verdict'])
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  return found ?? null;
}

/** Whether readers may open this file; the columns are null if there is none. */
export function isOpenToReaders({
  settled_at,
  verdict,
}: {
  [Column in 'settled_at' | 'verdict']: EntryFile[Column] | null;
}): boolean {
  return settled_at !== null && verdict !== null && isPublished(verdict);
}

/** Those of these entries that have a file which readers may open. */
export async function documentsWithFile(
  db: Db,
  documentIds: readonly number[],
): Promise<Set<number>> {
  const files = await selectInPortions(documentIds, (portion) =>
    filesWithEntry(db)
      .select(['document_id', 'settled_at', 'verdict'])
      .where('document_id', 'in', portion),
  );
  return new Set(files.filter(isOpenToReaders).map(({ document_id }) => document_id));
}
