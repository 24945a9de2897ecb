import { addressedFileKey } from '#contract/file-name.ts';
import type { Db } from '../db/schema.ts';
import { entriesWithFile, isOpenToReaders, type EntryFile } from './entry-files.ts';

/** The state of the file that an address names. */
export type AddressedFile =
  | { state: 'no_entry' | 'missing' | 'changing' | 'not_pdf' }
  | { state: 'incomplete'; since: number }
  | { state: 'there'; document_id: number; file: EntryFile & { hash: string | null } };

/** The file of the entry that a PDF's address names, already decoded. */
export async function findAddressedFile(db: Db, decodedName: string): Promise<AddressedFile> {
  const found = await entriesWithFile(db)
    .select([
      'documents.id as document_id',
      'files.id',
      'path',
      'bytes',
      'modified_ns',
      'hash',
      'settled_at',
      'verdict',
      'seen_at',
    ])
    .where('file_key', '=', addressedFileKey(decodedName))
    .limit(1)
    .executeTakeFirst();
  if (found === undefined) return { state: 'no_entry' };
  const { document_id, id, path, bytes, modified_ns, hash, settled_at, verdict, seen_at } = found;
  if (id === null || path === null || bytes === null || modified_ns === null || verdict === null) {
    return { state: 'missing' };
  }
  const file = { id, path, bytes, modified_ns, hash, settled_at, verdict };
  if (isOpenToReaders(file)) return { state: 'there', document_id, file };
  if (verdict === 'not_pdf') return { state: 'not_pdf' };
  if (verdict === 'incomplete') return { state: 'incomplete', since: Date.parse(seen_at ?? '') };
  return { state: settled_at === null ? 'changing' : 'missing' };
}
