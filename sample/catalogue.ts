import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { EntryFields } from '#contract/entry.ts';
import { readTable } from './read-table.ts';

/** An entry of the sample library. */
export type SampleEntry = EntryFields & {
  created_at: string;
  created_by_user: string;
  modified_at: string;
  modified_by_user: string;
  /** The day printed on the document. */
  issued: string;
  /** The name of its PDF; null when there is none: the reader sees 'Document Not Available'. */
  file: string | null;
};

const columns = [
  'customer',
  'doc_num',
  'language',
  'doc_rev',
  'issued',
  'doc_desc',
  'file',
  'created_at',
  'created_by_user',
  'modified_at',
  'modified_by_user',
] as const;

/** The entries of catalogue.csv, in its order. */
export function sampleEntries(): SampleEntry[] {
  return readTable('catalogue.csv', columns).map((row) => ({
    ...row,
    language: row.language || null,
    file: row.file || null,
  }));
}

/** The entries by the name of their PDF; two customers may share one. */
export function sampleFiles(): Map<string, SampleEntry> {
  return new Map(
    sampleEntries().flatMap((entry) => (entry.file === null ? [] : [[entry.file, entry]])),
  );
}

/** The sample's PDFs. */
export const sampleDocuments = path.join(import.meta.dirname, 'documents');

/**
 * The wrong files that librarians find: misnamed, unknown, copied, cut off, not a PDF. They show what the
 * console says of each.
 */
export const strayDocuments = path.join(import.meta.dirname, 'stray-documents');

/** Copies PDFs of the sample to `folder`: all of them, or those with these names. */
export async function copySampleFiles(
  folder: string,
  names: Iterable<string> = sampleFiles().keys(),
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of names)
    await copyFile(path.join(sampleDocuments, name), path.join(folder, name));
}
