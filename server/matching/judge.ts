import type { Verdict } from '#contract/upload-status.ts';
import type { Db, Tx } from '../db/schema.ts';
import { portionsOf, selectInPortions } from '../db/portions.ts';
import { runAgain } from '../db/run-again.ts';
import { type Claim, claimingEntries, claimsOn } from './claims.ts';
import { matchEntries, storedMatch, bumpEntries } from './match.ts';
import { nearestEntries, plausibleReading } from './names.ts';
import { forgetNearKeys, hasNoEntry, addNearKeys } from './near-keys.ts';

/** Files and names that changed; files that depend on them are judged too. */
export type Touched = { ids?: Iterable<number>; keys?: Iterable<string> };

type FileRow = {
  id: number;
  name: string;
  name_key: string;
  hash: string | null;
  verdict: Verdict;
  fault: string | null;
  nearest_document_id: number | null;
  former_document_id: number | null;
  twin_id: number | null;
  state: 'readable' | 'broken' | 'encrypted' | null;
  content_fault: string | null;
};

type Judgement = Pick<
  FileRow,
  'verdict' | 'fault' | 'nearest_document_id' | 'former_document_id' | 'twin_id'
>;

/**
 * Updates the match of the touched files and names, and the verdicts of these files and of all that
 * share a name, an entry or a content with one.
 */
export async function judgeFiles(tx: Tx, touched: Touched): Promise<void> {
  const touchedIds = [...(touched.ids ?? [])];
  const touchedFiles = await selectInPortions(touchedIds, (portion) =>
    tx.selectFrom('files').select(['id', 'name_key']).where('id', 'in', portion),
  );
  const touchedKeys = [...(touched.keys ?? []), ...touchedFiles.map((file) => file.name_key)];
  const { documentIds, fileIds } = await matchEntries(tx, touchedKeys);
  const ids = new Set([...touchedIds, ...fileIds]);
  const own = await selectInPortions(ids, (some) => settledFiles(tx).where('files.id', 'in', some));
  const keys = await relatedKeys(tx, [...touchedKeys, ...own.map((file) => file.name_key)]);
  const hashes = own.flatMap(({ hash }) => hash ?? []);
  const affected = [
    ...own,
    ...(await selectInPortions(ids, (some) => settledFiles(tx).where('twin_id', 'in', some))),
    ...(await selectInPortions(keys, (some) => settledFiles(tx).where('name_key', 'in', some))),
    ...(await selectInPortions(hashes, (some) => settledFiles(tx).where('files.hash', 'in', some))),
    ...(await suggestedFiles(tx, documentIds)),
  ];
  const files = [...new Map(affected.map((file) => [file.id, file])).values()];
  for (const portion of portionsOf(files)) await judgePortion(tx, portion);
  await forgetSuggestionsOfGone(tx, touchedIds);
}

/** Files that seem to belong to one of these entries although their names differ. */
export function suggestedFiles(tx: Tx, documentIds: Iterable<number>): Promise<FileRow[]> {
  return selectInPortions(documentIds, (some) =>
    settledFiles(tx).where('nearest_document_id', 'in', some),
  );
}

async function judgePortion(tx: Tx, files: readonly FileRow[]): Promise<void> {
  const claims = await claimsOn(
    tx,
    files.map((file) => file.name_key),
  );
  const known: Known = {
    claims,
    fileOfEntry: await storedMatch(
      tx,
      [...claims.values()].flatMap(([claim]) => claim?.id ?? []),
    ),
    matchedTwin: await matchedTwins(tx, files),
    nearest: await suggestionsFor(
      tx,
      files.filter((file) => !claims.get(file.name_key)?.length),
    ),
    waiting: await entriesWithoutFile(
      tx,
      files.flatMap((file) => file.former_document_id ?? []),
    ),
  };
  const update = updateJudgement(tx).compile();
  const noLongerSuggested: number[] = [];
  const withoutEntry: FileRow[] = [];
  const withEntry: FileRow[] = [];
  for (const file of files) {
    const judgement = judge(file, known);
    if (hasNoEntry(judgement.verdict)) withoutEntry.push(file);
    else if (hasNoEntry(file.verdict)) withEntry.push(file);
    if (isAsBefore(file, judgement)) continue; // an update would empty every reader's cache
    const { verdict, fault, nearest_document_id, former_document_id, twin_id } = judgement;
    const columns = [verdict, fault, nearest_document_id, former_document_id, twin_id];
    await runAgain(tx, update, [...columns, file.id]);
    const { nearest_document_id: before } = file;
    if (before !== null && before !== judgement.nearest_document_id) noLongerSuggested.push(before);
  }
  await bumpEntries(tx, noLongerSuggested);
  await forgetNearKeys(tx, withEntry);
  await addNearKeys(tx, withoutEntry);
}

function updateJudgement(tx: Tx) {
  return tx
    .updateTable('files')
    .set({ verdict: 'checking', fault: null, nearest_document_id: null })
    .set({ former_document_id: null, twin_id: null })
    .where('id', '=', 0);
}

function isAsBefore(file: FileRow, judgement: Judgement): boolean {
  return (
    file.verdict === judgement.verdict &&
    file.fault === judgement.fault &&
    file.nearest_document_id === judgement.nearest_document_id &&
    file.former_document_id === judgement.former_document_id &&
    file.twin_id === judgement.twin_id
  );
}

/** What a verdict depends on besides the file itself. */
type Known = {
  /** By the key of a name. */
  claims: Map<string, Claim[]>;
  /** The id of the matched file, by the entry's id. */
  fileOfEntry: Map<number, number>;
  /** The id of a matched file with the same content, by the content's hash. */
  matchedTwin: Map<string, number>;
  /** The id of the entry that a name nearly belongs to, by the name. */
  nearest: Map<string, number>;
  /** Entries that have no file. */
  waiting: ReadonlySet<number>;
};

function judge(file: FileRow, known: Known): Judgement {
  const { verdict, fault, former_document_id } = file;
  const none = { fault: null, nearest_document_id: null, former_document_id, twin_id: null };
  if (verdict === 'not_pdf' || verdict === 'too_large') return { ...none, verdict, fault };
  const claims = known.claims.get(file.name_key);
  const fileOfEntry = known.fileOfEntry.get(claims?.[0]?.id ?? 0);
  if (fileOfEntry !== undefined && fileOfEntry !== file.id) {
    return { ...none, verdict: 'duplicate', twin_id: fileOfEntry };
  }
  if (file.state === 'broken' || file.state === 'encrypted') {
    return { ...none, verdict: file.state, fault: file.content_fault };
  }
  if (fileOfEntry !== undefined) {
    const matched = file.hash === null ? 'checking' : 'matched';
    return { ...none, former_document_id: null, verdict: matched, fault: file.content_fault };
  }
  const twin = known.matchedTwin.get(file.hash ?? '');
  if (twin !== undefined) return { ...none, verdict: 'duplicate', twin_id: twin };
  if (claims !== undefined) return { ...none, verdict: 'name_unknown', fault: severalCould };
  return {
    ...none,
    verdict: plausibleReading(file.name) === null ? 'name_unknown' : 'no_entry',
    // The former entry is a better suggestion than a similar name.
    nearest_document_id: known.waiting.has(former_document_id ?? 0)
      ? former_document_id
      : (known.nearest.get(file.name) ?? null),
  };
}

const severalCould = 'Several entries match this short name. Add the language to the file name.';

async function matchedTwins(tx: Tx, files: readonly FileRow[]): Promise<Map<string, number>> {
  const hashes = files.flatMap(({ hash }) => hash ?? []);
  const rows = await selectInPortions(hashes, (some) =>
    tx
      .selectFrom('files')
      .innerJoin('entry_files', 'entry_files.file_id', 'files.id')
      .select(['files.id', 'files.hash'])
      .where('files.hash', 'in', some)
      .orderBy('files.depth', 'desc')
      .orderBy('files.path', 'desc'),
  );
  return new Map(rows.map(({ id, hash }) => [hash ?? '', id])); // the one nearest the top stays
}

async function entriesWithoutFile(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const found = await selectInPortions(ids, (some) =>
    tx.selectFrom('documents').select('id').where('id', 'in', some),
  );
  const matched = await storedMatch(tx, ids);
  return new Set(found.map(({ id }) => id).filter((id) => !matched.has(id)));
}

async function suggestionsFor(tx: Tx, files: readonly FileRow[]): Promise<Map<string, number>> {
  const nearest = await nearestEntries(tx, [...new Set(files.map(({ name }) => name))]);
  const taken = await storedMatch(
    tx,
    [...nearest.values()].map(({ id }) => id),
  );
  const suggested = [...nearest].filter(
    // A well-formed name may be a new document, unless the similar entry has no file yet.
    ([name, entry]) => plausibleReading(name) === null || !taken.has(entry.id),
  );
  return new Map(suggested.map(([name, entry]) => [name, entry.id]));
}

async function forgetSuggestionsOfGone(tx: Tx, ids: readonly number[]): Promise<void> {
  const gone = await selectInPortions(ids, (some) =>
    tx
      .selectFrom('files')
      .select(['id', 'nearest_document_id'])
      .where('id', 'in', some)
      .where('gone_at', 'is not', null)
      .where('nearest_document_id', 'is not', null),
  );
  for (const { id } of gone) {
    const forgotten = { nearest_document_id: null };
    await tx.updateTable('files').set(forgotten).where('id', '=', id).execute();
  }
  await bumpEntries(
    tx,
    gone.flatMap((file) => file.nearest_document_id ?? []),
  );
}

/** These names, and the other name of every entry that claims one of them. */
async function relatedKeys(tx: Tx, keys: readonly string[]): Promise<string[]> {
  const all = new Set(keys);
  for (const portion of portionsOf([...all])) {
    for (const entry of await claimingEntries(tx, portion)) {
      all.add(entry.file_key).add(entry.short_file_key);
    }
  }
  return [...all];
}

function settledFiles(db: Db) {
  return db
    .selectFrom('files')
    .leftJoin('contents', 'contents.hash', 'files.hash')
    .select(['files.id', 'name', 'name_key', 'files.hash', 'verdict', 'files.fault'])
    .select(['nearest_document_id', 'former_document_id', 'twin_id'])
    .select(['contents.state', 'contents.fault as content_fault'])
    .where('settled_at', 'is not', null)
    .where('gone_at', 'is', null);
}
