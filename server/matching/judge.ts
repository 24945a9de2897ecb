import { setImmediate as nextTick } from 'node:timers/promises';
import type { Verdict } from '#contract/upload-status.ts';
import {
  type DocumentIdentity,
  fileNameKey,
  pdfFileName,
  shortPdfFileName,
} from '#contract/file-name.ts';
import { lastAuditId } from '../audit/audit.ts';
import { type Claim, claimsOn } from '../catalogue/catalogue.ts';
import type { Db } from '../db/schema.ts';
import { filesOfEntries } from './entry-files.ts';
import { nearestEntries, plausibleReading } from './names.ts';

/** Files that changed, and names that did: whatever else they decide is judged with them. */
export type Touched = { ids: ReadonlySet<number>; keys: ReadonlySet<string> };

type FileRow = {
  id: number;
  name: string;
  name_key: string;
  hash: string | null;
  verdict: Verdict;
  fault: string | null;
  nearest_document_id: number | null;
  twin_id: number | null;
  depth: number;
  path: string;
  state: 'readable' | 'broken' | 'encrypted' | null;
  content_fault: string | null;
};

type Judgement = Pick<FileRow, 'verdict' | 'fault' | 'nearest_document_id' | 'twin_id'>;

const rowsAtOnce = 500;

/** Gives the touched files, and all that share a name, an entry or a content with one, a verdict. */
export async function judgeFiles(db: Db, touched: Touched): Promise<void> {
  const ids = [...touched.ids];
  const own = await inPortions(ids, (some) => settledFiles(db).where('files.id', 'in', some));
  const keys = await kindredKeys(db, [...touched.keys, ...own.map((file) => file.name_key)]);
  const hashes = own.flatMap(({ hash }) => (hash === null ? [] : [hash]));
  const affected = new Map(own.map((file) => [file.id, file]));
  for (const file of [
    ...(await inPortions(ids, (some) => settledFiles(db).where('twin_id', 'in', some))),
    ...(await inPortions(keys, (some) => settledFiles(db).where('name_key', 'in', some))),
    ...(await inPortions(hashes, (some) => settledFiles(db).where('files.hash', 'in', some))),
  ]) {
    affected.set(file.id, file);
  }
  const files = [...affected.values()];
  for (let at = 0; at < files.length; at += rowsAtOnce) {
    await judgePortion(db, files.slice(at, at + rowsAtOnce));
  }
}

const mostAuditRows = 5000;
const mostUnresolved = 2000;

/**
 * Judges again what changes of the catalogue since the last time decide: their own files, those
 * that seemed to be theirs, and those that belonged to nobody. After a large import, all files.
 */
export async function judgeAfterChange(db: Db): Promise<void> {
  const { judged_audit_id: from } = await db
    .selectFrom('scan_state')
    .select('judged_audit_id')
    .executeTakeFirstOrThrow();
  const changes = await db
    .selectFrom('audit')
    .select(['id', 'subject', 'subject_id', 'before', 'after'])
    .where('id', '>', from)
    .orderBy('id')
    .limit(mostAuditRows + 1)
    .execute();
  const last = changes.at(-1);
  if (last === undefined) return;
  if (changes.length > mostAuditRows) return judgeAll(db);
  const documents = changes.filter(({ subject }) => subject === 'document');
  await db.transaction().execute(async (tx) => {
    if (documents.length > 0) await judgeFiles(tx, await decidedBy(tx, documents));
    await moveCursor(tx, last.id);
  });
}

/** Judges every file, in portions. */
export async function judgeAll(db: Db): Promise<void> {
  const newest = await lastAuditId(db);
  for (let after = 0; ;) {
    const files = await settledFiles(db)
      .where('files.id', '>', after)
      .orderBy('files.id')
      .limit(rowsAtOnce)
      .execute();
    const last = files.at(-1);
    if (last === undefined) break;
    await db.transaction().execute((tx) => judgePortion(tx, files));
    after = last.id;
    await nextTick();
  }
  await moveCursor(db, newest);
}

async function moveCursor(db: Db, to: number): Promise<void> {
  await db.updateTable('scan_state').set({ judged_audit_id: to }).execute();
}

type DocumentChange = { subject_id: number; before: string | null; after: string | null };

async function decidedBy(db: Db, changes: readonly DocumentChange[]): Promise<Touched> {
  const keys = new Set<string>();
  for (const { before, after } of changes) {
    for (const fields of [before, after]) {
      if (fields === null) continue;
      const of = JSON.parse(fields) as DocumentIdentity; // our own audit of a document
      keys.add(fileNameKey(pdfFileName(of)));
      keys.add(fileNameKey(shortPdfFileName(of)));
    }
  }
  const ids = changes.map(({ subject_id }) => subject_id);
  const suggested = await inPortions(ids, (some) =>
    settledFiles(db).where('nearest_document_id', 'in', some),
  );
  const unresolved = await settledFiles(db)
    .where('verdict', 'in', ['name_unknown', 'no_entry'])
    .limit(mostUnresolved)
    .execute();
  return { ids: new Set([...suggested, ...unresolved].map(({ id }) => id)), keys };
}

async function judgePortion(db: Db, files: readonly FileRow[]): Promise<void> {
  const { claims, holders } = await claimants(db, files);
  const nearest = await nearestOf(
    db,
    files.filter((file) => !claims.get(file.name_key)?.length),
  );
  for (const file of files) {
    const judgement = judge(file, claims.get(file.name_key), holders, nearest);
    if (isAsBefore(file, judgement)) continue; // or every reader's caches would be for nothing
    await db.updateTable('files').set(judgement).where('id', '=', file.id).execute();
  }
}

function isAsBefore(file: FileRow, judgement: Judgement): boolean {
  return (
    file.verdict === judgement.verdict &&
    file.fault === judgement.fault &&
    file.nearest_document_id === judgement.nearest_document_id &&
    file.twin_id === judgement.twin_id
  );
}

type Holders = { ofEntry: Map<number, FileRow>; ofHash: Map<string, FileRow> };

function judge(
  file: FileRow,
  claims: Claim[] | undefined,
  holders: Holders,
  nearest: Map<string, number>,
): Judgement {
  const { verdict, fault } = file;
  const none = { fault: null, nearest_document_id: null, twin_id: null };
  if (verdict === 'not_pdf' || verdict === 'too_large') return { ...none, verdict, fault };
  const holder = holders.ofEntry.get(claims?.[0]?.id ?? 0);
  if (holder !== undefined && holder.id !== file.id) {
    return { ...none, verdict: 'duplicate', twin_id: holder.id };
  }
  if (file.state === 'broken' || file.state === 'encrypted') {
    return { ...none, verdict: file.state, fault: file.content_fault };
  }
  if (holder !== undefined) {
    return { ...none, verdict: file.hash === null ? 'checking' : 'matched' };
  }
  const twin = holders.ofHash.get(file.hash ?? '');
  if (twin !== undefined) return { ...none, verdict: 'duplicate', twin_id: twin.id };
  if (claims !== undefined) return { ...none, verdict: 'name_unknown', fault: severalCould };
  const isWellFormed = plausibleReading(file.name) !== null;
  return {
    ...none,
    verdict: isWellFormed ? 'no_entry' : 'name_unknown',
    nearest_document_id: nearest.get(file.name) ?? null,
  };
}

const severalCould = 'More than one entry could have this short name: add the language.';

/** Which entries claim these files, and which file an entry or a content really has. */
async function claimants(db: Db, files: readonly FileRow[]) {
  const hashes = [...new Set(files.flatMap(({ hash }) => (hash === null ? [] : [hash])))];
  const sameContent = await inPortions(hashes, (some) =>
    settledFiles(db).where('files.hash', 'in', some),
  );
  const named = [...files, ...sameContent].map((file) => file.name_key);
  const keys = await kindredKeys(db, named);
  const rivals = await inPortions(keys, (some) => settledFiles(db).where('name_key', 'in', some));
  const claims = await claimsOn(db, keys);
  const ofEntry = new Map<number, FileRow>();
  const ofHash = new Map<string, FileRow>();
  for (const file of rivals.toSorted(byRank(claims))) {
    const entry = claims.get(file.name_key)?.[0];
    if (entry === undefined || file.verdict === 'not_pdf' || ofEntry.has(entry.id)) continue;
    ofEntry.set(entry.id, file);
    if (file.hash !== null && !ofHash.has(file.hash)) ofHash.set(file.hash, file);
  }
  return { claims, holders: { ofEntry, ofHash } };
}

/** The full name before the short one, then the file nearest the top; as readers get it. */
function byRank(claims: Map<string, Claim[]>) {
  const isShort = ({ name_key }: FileRow) => {
    const [entry] = claims.get(name_key) ?? [];
    return Number(entry !== undefined && fileNameKey(pdfFileName(entry)) !== name_key);
  };
  return (a: FileRow, b: FileRow) =>
    isShort(a) - isShort(b) || a.depth - b.depth || (a.path < b.path ? -1 : 1);
}

async function nearestOf(db: Db, files: readonly FileRow[]): Promise<Map<string, number>> {
  const names = [...new Set(files.map(({ name }) => name))];
  const nearest = await nearestEntries(db, names);
  const taken = await filesOfEntries(db, [...nearest.values()]);
  const suggested = [...nearest].filter(
    // Well formed, it may just be new; unless the entry that is near still waits for its file.
    ([name, entry]) => plausibleReading(name) === null || !taken.has(entry.id),
  );
  return new Map(suggested.map(([name, entry]) => [name, entry.id]));
}

/** These names, and the other names of every entry that claims one of them. */
async function kindredKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const all = [...new Set(keys)];
  const entries = await inPortions(all, (some) =>
    db
      .selectFrom('documents')
      .select(['file_key', 'short_file_key'])
      .where((where) =>
        where.or([where('file_key', 'in', some), where('short_file_key', 'in', some)]),
      ),
  );
  return [...new Set([...all, ...entries.flatMap((row) => [row.file_key, row.short_file_key])])];
}

function settledFiles(db: Db) {
  return db
    .selectFrom('files')
    .leftJoin('contents', 'contents.hash', 'files.hash')
    .select(['files.id', 'name', 'name_key', 'files.hash', 'verdict', 'files.fault'])
    .select(['nearest_document_id', 'twin_id', 'depth', 'path'])
    .select(['contents.state', 'contents.fault as content_fault'])
    .where('settled_at', 'is not', null)
    .where('gone_at', 'is', null);
}

async function inPortions<V, R>(
  values: readonly V[],
  query: (some: V[]) => { execute: () => Promise<R[]> },
): Promise<R[]> {
  const found: R[] = [];
  for (let at = 0; at < values.length; at += rowsAtOnce) {
    found.push(...(await query(values.slice(at, at + rowsAtOnce)).execute()));
  }
  return found;
}
