import type { Verdict } from '#contract/upload-status.ts';
import type { Db, Tx } from '../db/schema.ts';
import { portionsOf, selectInPortions } from '../db/portions.ts';
import { raiseCount } from '../db/versions.ts';
import { claimingEntries, claimsOn, type Claim } from './claims.ts';
import { filesWithEntry } from './entry-files.ts';

// The match: which file belongs to which entry. This file decides it and stores it in `entry_files`;
// other rooms read it by entry-files.ts.

type Candidate = {
  id: number;
  name_key: string;
  depth: number;
  path: string;
  settled_at: string | null;
  verdict: Verdict;
};

/** Whose match was changed: the entries, and the files that they had or have now. */
export type Rematched = { documentIds: Set<number>; fileIds: Set<number> };

/** Updates the match of all entries that claim one of these names, given by key. */
export async function matchEntries(tx: Tx, keys: Iterable<string>): Promise<Rematched> {
  const rematched: Rematched = { documentIds: new Set(), fileIds: new Set() };
  for (const portion of portionsOf([...new Set(keys)])) {
    const entries = await claimingEntries(tx, portion);
    const stored = await storedMatch(
      tx,
      entries.map(({ id }) => id),
    );
    const matched = await decideMatch(tx, entries);
    for (const { id } of entries) {
      const before = stored.get(id) ?? null;
      const after = matched.get(id) ?? null;
      if (before === after) continue;
      await storeMatch(tx, id, after);
      rematched.documentIds.add(id);
      for (const fileId of [before, after]) if (fileId !== null) rematched.fileIds.add(fileId);
    }
  }
  return rematched;
}

/** The file of each of these entries, decided from folder and catalogue, by the entry's id. */
export async function decideMatch(db: Db, entries: readonly Claim[]): Promise<Map<number, number>> {
  const keys = new Set(entries.flatMap((entry) => [entry.file_key, entry.short_file_key]));
  const files = Map.groupBy(await filesNamed(db, keys), (file) => file.name_key);
  const shortKeys = entries.map((entry) => entry.short_file_key).filter((key) => files.has(key));
  const claims = await claimsOn(db, shortKeys);
  const match = new Map<number, number>();
  for (const { id, file_key, short_file_key } of entries) {
    const ownsShortName = claims.get(short_file_key)?.some((claim) => claim.id === id) ?? false;
    const candidates = [
      ...(files.get(file_key) ?? []),
      ...(ownsShortName && short_file_key !== file_key ? (files.get(short_file_key) ?? []) : []),
    ];
    const best = candidates.find(couldBeRead) ?? candidates[0];
    if (best !== undefined) match.set(id, best.id);
  }
  return match;
}

// A file that readers can open comes before one that is being copied or not a PDF; then the full name
// before the short one, then the file nearest the top of the folder.
function couldBeRead({ settled_at, verdict }: Candidate): boolean {
  return settled_at !== null && verdict !== 'not_pdf';
}

/** The files that are there under these names, the one nearest the top first. */
async function filesNamed(db: Db, keys: Iterable<string>): Promise<Candidate[]> {
  const files = await selectInPortions(keys, (portion) =>
    db
      .selectFrom('files')
      .select(['id', 'name_key', 'depth', 'path', 'settled_at', 'verdict'])
      .where('name_key', 'in', portion)
      .where('gone_at', 'is', null),
  );
  return files.toSorted((a, b) => a.depth - b.depth || (a.path < b.path ? -1 : 1));
}

/** The stored match of these entries: the file's id by the entry's id. */
export async function storedMatch(
  db: Db,
  documentIds: Iterable<number>,
): Promise<Map<number, number>> {
  const rows = await selectInPortions(documentIds, (portion) =>
    db
      .selectFrom('entry_files')
      .select(['document_id', 'file_id'])
      .where('document_id', 'in', portion)
      .where('file_id', 'is not', null),
  );
  return new Map(
    rows.flatMap((row) => (row.file_id === null ? [] : [[row.document_id, row.file_id]])),
  );
}

async function storeMatch(tx: Tx, document_id: number, file_id: number | null): Promise<void> {
  await tx
    .insertInto('entry_files')
    .values({ document_id, file_id })
    .onConflict((conflict) => conflict.column('document_id').doUpdateSet({ file_id }))
    .execute();
}

/** Makes open consoles reload these entries, as a file is no longer suggested to them. */
export async function bumpEntries(tx: Tx, documentIds: Iterable<number>): Promise<void> {
  const ids = [...new Set(documentIds)];
  if (ids.length === 0) return;
  const seq = await raiseCount(tx, 'files');
  for (const portion of portionsOf(ids)) {
    await tx
      .insertInto('entry_files')
      .columns(['document_id', 'seq'])
      .expression((there) =>
        there
          .selectFrom('documents')
          .select((row) => ['id', row.val(seq).as('seq')])
          .where('id', 'in', portion),
      )
      .onConflict((conflict) => conflict.column('document_id').doUpdateSet({ seq }))
      .execute();
  }
}

/** The entries whose file this is, and their customers. */
export async function entriesOfFile(
  db: Db,
  fileId: number,
): Promise<{ document_id: number; customer: string }[]> {
  return filesWithEntry(db)
    .innerJoin('customers', 'customers.id', 'documents.customer_id')
    .select(['document_id', 'customers.name as customer'])
    .where('file_id', '=', fileId)
    .orderBy('document_id')
    .execute();
}
