import type { Selectable } from 'kysely';
import { isPublished } from '#contract/upload-status.ts';
import { selectInPortions } from '../db/portions.ts';
import type { Db, Schema } from '../db/schema.ts';

/** A file of the shared folder, as the last scan found it. */
export type KnownFile = Pick<
  Selectable<Schema['files']>,
  'id' | 'path' | 'bytes' | 'modified_ns' | 'settled_at' | 'verdict'
>;

/** The file of an entry; null while it has none. */
export async function findFileOf(db: Db, documentId: number): Promise<KnownFile | null> {
  const found = await knownFiles(db).where('document_id', '=', documentId).executeTakeFirst();
  return found ?? null;
}

/** Whether readers may have this file. */
export function isOpenToReaders({
  settled_at,
  verdict,
}: Pick<KnownFile, 'settled_at' | 'verdict'>): boolean {
  return settled_at !== null && isPublished(verdict);
}

/** Those of these entries that have a file which readers may have. */
export async function documentsWithFile(
  db: Db,
  documentIds: readonly number[],
): Promise<Set<number>> {
  const files = await selectInPortions(documentIds, (portion) =>
    knownFiles(db).select('document_id').where('document_id', 'in', portion),
  );
  return new Set(files.filter(isOpenToReaders).map(({ document_id }) => document_id));
}

function knownFiles(db: Db) {
  return db
    .selectFrom('entry_files')
    .innerJoin('files', 'files.id', 'entry_files.file_id')
    .select(['files.id', 'path', 'bytes', 'modified_ns', 'settled_at', 'verdict']);
}
