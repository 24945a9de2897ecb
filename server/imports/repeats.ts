import type { EntryFields } from '#contract/entry.ts';
import { LibraryError } from '#contract/errors.ts';
import type { PackedList } from '../spreadsheet/packed-list.ts';
import { customerKey } from '../catalogue/customers.ts';
import { fileKeyOf } from '../catalogue/documents.ts';
import type { SheetEntry } from './rows.ts';

// A sheet can have a million rows: what is kept of each is a number of 32 bits, and whole texts only of the few rows
// whose numbers are equal.

/** Rows that name an entry, or have the id, of a row above them: why each is refused, by its row. */
export async function findRepeats(
  entries: PackedList<SheetEntry>,
): Promise<Map<number, LibraryError>> {
  const refused = new Map<number, LibraryError>();
  const twice = await hashesFoundTwice(entries);
  if (twice.size === 0) return refused;
  const firstRows = new Map<string, number>();
  for await (const some of entries.inPortions()) {
    for (const one of some) {
      const keys = keysOf(one).filter((key) => twice.has(hashOf(key)));
      const repeated = keys.find((key) => firstRows.has(key));
      if (repeated === undefined) for (const key of keys) firstRows.set(key, one.row);
      else refused.set(one.row, refusalOf(one, repeated, firstRows.get(repeated) ?? 0));
    }
  }
  return refused;
}

async function hashesFoundTwice(entries: PackedList<SheetEntry>): Promise<Set<number>> {
  const hashes: number[] = [];
  for await (const some of entries.inPortions()) hashes.push(...some.flatMap(keysOf).map(hashOf));
  const sorted = Int32Array.from(hashes).sort();
  return new Set(sorted.filter((hash, at) => at > 0 && hash === sorted[at - 1]));
}

/** Tells which files several documents of the sheet would share, and perhaps a few more. */
export async function findSharedFiles(
  entries: PackedList<SheetEntry>,
): Promise<(fileKey: string) => boolean> {
  const documents = new Map<number, number>();
  const shared = new Set<number>();
  for await (const some of entries.inPortions()) {
    for (const { entry } of some) {
      const file = hashOf(fileKeyOf(entry));
      const document = hashOf(JSON.stringify([entry.doc_num, entry.language, entry.doc_rev]));
      const first = documents.get(file);
      if (first === undefined) documents.set(file, document);
      else if (first !== document) shared.add(file);
    }
  }
  return (fileKey) => shared.has(hashOf(fileKey));
}

function refusalOf({ entry }: SheetEntry, key: string, first: number): LibraryError {
  const reason =
    key === identityKey(entry)
      ? `This row repeats row ${first}.`
      : `This row has the id of row ${first}. Clear the id to add it as a new entry.`;
  return new LibraryError('bad_request', reason);
}

function keysOf({ entry, id }: SheetEntry): string[] {
  return id === null ? [identityKey(entry)] : [identityKey(entry), `${id}`];
}

function identityKey({ customer, doc_num, language, doc_rev }: EntryFields): string {
  return JSON.stringify([customerKey(customer), doc_num, language, doc_rev]);
}

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash;
}
