import { setImmediate as nextTick } from 'node:timers/promises';
import type { ManagedFile } from '#contract/files.ts';
import { pdfFileName } from '#contract/file-name.ts';
import { claimsOn, customerKey } from '../catalogue/catalogue.ts';
import type { Db } from '../db/schema.ts';
import { looseText, plausibleReading } from '../matching/names.ts';

type NearestEntry = NonNullable<ManagedFile['nearest']>;

const filesAtOnce = 200;

/** These files as the console shows them, in order of id; those that are gone are left out. */
export async function managedFiles(db: Db, ids: readonly number[]): Promise<ManagedFile[]> {
  const files: ManagedFile[] = [];
  const sorted = ids.toSorted((a, b) => a - b);
  for (let at = 0; at < sorted.length; at += filesAtOnce) {
    if (at > 0) await nextTick();
    files.push(...(await portionOf(db, sorted.slice(at, at + filesAtOnce))));
  }
  return files;
}

/** The entries with these ids, and the names that their files should have. */
export async function entriesById(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, NearestEntry>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('documents')
    .innerJoin('customers', 'customers.id', 'documents.customer_id')
    .select(['documents.id as document_id', 'doc_num', 'language', 'doc_rev'])
    .select('customers.name as customer')
    .where('documents.id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.document_id, { ...row, file_name: pdfFileName(row) }]));
}

/**
 * Whose a missing entry likely is, by path: the customer that one of the folders is named after,
 * else the one whose numbers begin most alike.
 */
export async function likelyCustomers(
  db: Db,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const folders = new Map(paths.map((path) => [path, path.split('/').slice(0, -1)]));
  const keys = new Set([...folders.values()].flat().map(customerKey));
  const named = await customersByKey(db, [...keys]);
  const likely = new Map<string, string>();
  for (const [path, parts] of folders) {
    const byFolder = parts.toReversed().map((part) => named.get(customerKey(part)));
    const customer =
      byFolder.find((name) => name !== undefined) ?? (await neighbourOf(db, nameIn(path)));
    if (customer !== undefined) likely.set(path, customer);
  }
  return likely;
}

async function portionOf(db: Db, ids: readonly number[]): Promise<ManagedFile[]> {
  const rows = await db
    .selectFrom('files')
    .leftJoin('contents', 'contents.hash', 'files.hash')
    .leftJoin('pictures', 'pictures.hash', 'files.hash')
    .leftJoin('files as twins', 'twins.id', 'files.twin_id')
    .select(['files.id', 'files.path', 'files.name', 'files.name_key', 'files.bytes'])
    .select(['files.modified_ns', 'files.seen_at', 'files.verdict', 'files.fault'])
    .select(['files.nearest_document_id', 'contents.pages', 'contents.title'])
    .select(['pictures.hash as picture', 'twins.path as twin'])
    .where('files.id', 'in', ids)
    .where('files.gone_at', 'is', null)
    .orderBy('files.id')
    .execute();
  const claims = await claimsOn(db, [...new Set(rows.map((row) => row.name_key))]);
  const nearestIds = rows.flatMap(({ nearest_document_id: id }) => (id === null ? [] : [id]));
  const nearest = await entriesById(db, nearestIds);
  const lost = rows.filter(({ verdict }) => verdict === 'no_entry' || verdict === 'name_unknown');
  const likely = await likelyCustomers(
    db,
    lost.map(({ path }) => path),
  );
  return rows.map(({ name_key, modified_ns, nearest_document_id, picture, ...row }) => ({
    ...row,
    modified_at: new Date(Number(BigInt(modified_ns) / 1_000_000n)).toISOString(),
    has_picture: picture !== null,
    customers: (claims.get(name_key) ?? []).map(({ customer }) => customer),
    nearest: nearest.get(nearest_document_id ?? 0) ?? null,
    reading: row.verdict === 'no_entry' ? plausibleReading(row.name) : null,
    likely_customer: likely.get(row.path) ?? null,
  }));
}

async function customersByKey(db: Db, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('customers')
    .select(['name', 'name_key'])
    .where('name_key', 'in', keys)
    .execute();
  return new Map(rows.map((row) => [row.name_key, row.name]));
}

const fewestSharedLetters = 2;

/** The customer of the entry before or after which the name would stand in order of numbers. */
async function neighbourOf(db: Db, name: string): Promise<string | undefined> {
  const number = looseText(plausibleReading(name)?.doc_num ?? name.replace(/\.pdf$/i, ''));
  const entries = db
    .selectFrom('documents')
    .innerJoin('customers', 'customers.id', 'documents.customer_id')
    .select(['loose_num', 'customers.name']);
  const around = [
    ...(await entries
      .where('loose_num', '>=', number)
      .orderBy('loose_num')
      .orderBy('documents.id')
      .limit(1)
      .execute()),
    ...(await entries
      .where('loose_num', '<', number)
      .orderBy('loose_num', 'desc')
      .orderBy('documents.id')
      .limit(1)
      .execute()),
  ].map((row) => ({ name: row.name, shared: sharedStart(row.loose_num, number) }));
  const [best] = around.toSorted((a, b) => b.shared - a.shared);
  return best === undefined || best.shared < fewestSharedLetters ? undefined : best.name;
}

function sharedStart(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  return at;
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
