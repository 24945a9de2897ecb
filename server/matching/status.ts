import type { UploadStatus } from '#contract/upload-status.ts';
import type { Db } from '../db/schema.ts';
import { type Entry, filesOfEntries, type KnownFile } from './entry-files.ts';

const idsAtOnce = 500;

/** How the file of each entry stands, by the entry's id. */
export async function statusesOf(
  db: Db,
  entries: readonly Entry[],
): Promise<Map<number, UploadStatus>> {
  const files = await filesOfEntries(db, entries);
  const without = entries.map(({ id }) => id).filter((id) => !files.has(id));
  const likely = await misnamedFilesOf(db, without);
  const statusOf = ({ id }: Entry): UploadStatus => {
    const file = files.get(id);
    if (file !== undefined) return statusBy(file);
    const misnamed = likely.get(id);
    if (misnamed === undefined) return { code: 'no_file', file: null, fault: null };
    return { code: 'wrong_name', file: misnamed, fault: null };
  };
  return new Map(entries.map((entry) => [entry.id, statusOf(entry)]));
}

function statusBy({ id, path, verdict, hash, fault }: KnownFile): UploadStatus {
  const file = { id, path };
  switch (verdict) {
    case 'checking':
    case 'copying':
    case 'incomplete':
    case 'not_pdf':
    case 'too_large':
    case 'broken':
    case 'encrypted':
      return { code: verdict, file, fault };
    case 'matched':
    case 'duplicate':
    case 'no_entry': // the entry is newer than the verdict
    case 'name_unknown':
      return { code: hash === null ? 'checking' : 'available', file, fault: null };
  }
}

/** Files that are called otherwise and seem to belong to these entries. */
async function misnamedFilesOf(
  db: Db,
  entryIds: readonly number[],
): Promise<Map<number, { id: number; path: string }>> {
  const files = new Map<number, { id: number; path: string }>();
  for (let at = 0; at < entryIds.length; at += idsAtOnce) {
    const found = await db
      .selectFrom('files')
      .select(['id', 'path', 'nearest_document_id'])
      .where('nearest_document_id', 'in', entryIds.slice(at, at + idsAtOnce))
      .where('verdict', 'in', ['name_unknown', 'no_entry'])
      .where('gone_at', 'is', null)
      .orderBy('depth', 'desc')
      .orderBy('path', 'desc')
      .execute();
    for (const { id, path, nearest_document_id } of found) {
      if (nearest_document_id !== null) files.set(nearest_document_id, { id, path });
    }
  }
  return files;
}
