import type { Selectable } from 'kysely';
import {
  type DocumentIdentity,
  fileNameKey,
  pdfFileName,
  shortPdfFileName,
} from '#contract/file-name.ts';
import { isPublished } from '#contract/upload-status.ts';
import { claimsOn } from '../catalogue/catalogue.ts';
import type { Db, Schema } from '../db/schema.ts';

const columns = [
  ...(['id', 'path', 'name_key', 'bytes', 'modified_ns', 'settled_at'] as const),
  ...(['hash', 'verdict', 'fault'] as const),
] as const;

/** A file of the shared folder, as the last look found it. */
export type KnownFile = Pick<Selectable<Schema['files']>, (typeof columns)[number]>;

export type Entry = DocumentIdentity & { id: number };

const entriesAtOnce = 500;

/**
 * The file of each entry, by the entry's id: under its full name or, where that can mean nothing
 * else, its short one; the one nearest the top; one that readers may have before one that they may
 * not.
 */
export async function filesOfEntries(
  db: Db,
  entries: readonly Entry[],
): Promise<Map<number, KnownFile>> {
  const files = new Map<number, KnownFile>();
  for (let at = 0; at < entries.length; at += entriesAtOnce) {
    const portion = entries.slice(at, at + entriesAtOnce).map((entry) => ({
      id: entry.id,
      fullKey: fileNameKey(pdfFileName(entry)),
      shortKey: fileNameKey(shortPdfFileName(entry)),
    }));
    const keys = new Set(portion.flatMap(({ fullKey, shortKey }) => [fullKey, shortKey]));
    const named = Map.groupBy(await filesNamed(db, [...keys]), (file) => file.name_key);
    const shortKeys = portion.map(({ shortKey }) => shortKey).filter((key) => named.has(key));
    const claims = await claimsOn(db, [...new Set(shortKeys)]);
    for (const { id, fullKey, shortKey } of portion) {
      const isShort = claims.get(shortKey)?.some((claim) => claim.id === id) ?? false;
      const candidates = [
        ...(named.get(fullKey) ?? []),
        ...(isShort ? (named.get(shortKey) ?? []) : []),
      ];
      const file = candidates.find(isOpenToReaders) ?? candidates[0];
      if (file !== undefined) files.set(id, file);
    }
  }
  return files;
}

export function isOpenToReaders(file: Pick<KnownFile, 'settled_at' | 'verdict'>): boolean {
  return file.settled_at !== null && isPublished(file.verdict);
}

/** The files that are there under these names, given by key, the one nearest the top first. */
async function filesNamed(db: Db, keys: readonly string[]): Promise<KnownFile[]> {
  return db
    .selectFrom('files')
    .select(columns)
    .where('name_key', 'in', keys)
    .where('gone_at', 'is', null)
    .orderBy('depth')
    .orderBy('path')
    .execute();
}
