import type { Verdict } from '#contract/upload-status.ts';
import type { Db } from '../db/schema.ts';
import type { Folders, FoundFile } from './walk.ts';
import { inPages } from '../db/pages.ts';

/** A row of the table `files`, as a scan compares it with the folder. */
export type KnownFile = FoundFile & {
  id: number;
  verdict: Verdict;
  settled: boolean;
  gone: boolean;
  /** The number of the scan that saw it last. */
  seenBy: number;
};

const rowsAtOnce = 5000;

/** Every row of the table, by folder and name. */
export async function readKnownFiles(db: Db): Promise<Folders<KnownFile>> {
  const folders: Folders<KnownFile> = new Map();
  const files = db
    .selectFrom('files')
    .select(['id', 'path', 'name', 'depth', 'bytes', 'modified_ns', 'inode'])
    .select(['verdict', 'settled_at', 'gone_at'])
    .orderBy('id');
  const pages = inPages(rowsAtOnce, { id: 0 }, ({ id }) => files.where('id', '>', id));
  for await (const rows of pages) {
    for (const { settled_at, gone_at, ...row } of rows) {
      const folder = row.path.slice(0, -row.name.length - 1);
      const file = { ...row, settled: settled_at !== null, gone: gone_at !== null, seenBy: 0 };
      folders.getOrInsertComputed(folder, () => new Map<string, KnownFile>()).set(row.name, file);
    }
  }
  return folders;
}
