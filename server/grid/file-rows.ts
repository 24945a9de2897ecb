import { setImmediate } from 'node:timers/promises';
import type { ManagedFile } from '#contract/files.ts';
import type { Db } from '../db/schema.ts';
import { entriesById } from '../files/upload-names.ts';
import { likelyCustomers } from '../matching/likely-customers.ts';
import { plausibleReading } from '../matching/names.ts';
import { portionsOf, selectInPortions } from '../db/portions.ts';
import { filesWithEntry } from '../matching/entry-files.ts';
import { countRows } from '../db/count-rows.ts';

const filesAtOnce = 200;

/** Files as the console shows them, in order of id, from after the given one. */
export async function fileRowsAfter(
  db: Db,
  after: number,
  limit: number,
): Promise<{ data: ManagedFile[]; more: boolean; total: number }> {
  const rows = await db
    .selectFrom('files')
    .select('id')
    .where('id', '>', after)
    .where('gone_at', 'is', null)
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  const ids = rows.slice(0, limit).map(({ id }) => id);
  const total = await countRows(db.selectFrom('files').where('gone_at', 'is', null));
  return { data: await fileRows(db, ids), more: rows.length > limit, total };
}

/** These files as the console shows them, in order of id; those that are gone are left out. */
export async function fileRows(db: Db, ids: readonly number[]): Promise<ManagedFile[]> {
  const files: ManagedFile[] = [];
  const sorted = ids.toSorted((a, b) => a - b);
  for (const portion of portionsOf(sorted, filesAtOnce)) {
    if (files.length > 0) await setImmediate();
    files.push(...(await readPortion(db, portion)));
  }
  return files;
}

function timeOf(nanoseconds: string): string {
  return new Date(Number(BigInt(nanoseconds) / 1_000_000n)).toISOString();
}

async function readPortion(db: Db, ids: readonly number[]): Promise<ManagedFile[]> {
  const rows = await db
    .selectFrom('files')
    .leftJoin('contents', 'contents.hash', 'files.hash')
    .leftJoin('pictures', 'pictures.hash', 'files.hash')
    .leftJoin('files as twins', 'twins.id', 'files.twin_id')
    .select(['files.id', 'files.path', 'files.name', 'files.bytes'])
    .select(['files.modified_ns', 'files.seen_at', 'files.verdict', 'files.fault'])
    .select(['files.nearest_document_id', 'contents.pages', 'contents.title'])
    .select(['pictures.hash as picture', 'twins.path as twin'])
    .where('files.id', 'in', ids)
    .where('files.gone_at', 'is', null)
    .orderBy('files.id')
    .execute();
  const customers = await customersWithFile(db, ids);
  const nearestIds = rows.flatMap(({ nearest_document_id: id }) => (id === null ? [] : [id]));
  const nearest = await entriesById(db, nearestIds);
  const lost = rows.filter(({ verdict }) => verdict === 'no_entry' || verdict === 'name_unknown');
  const likely = await likelyCustomers(
    db,
    lost.map(({ path }) => path),
  );
  return rows.map(({ modified_ns, nearest_document_id, picture, ...row }) => ({
    ...row,
    modified_at: timeOf(modified_ns),
    has_picture: picture !== null,
    customers: (customers.get(row.id) ?? []).map(({ customer }) => customer),
    nearest: nearest.get(nearest_document_id ?? 0) ?? null,
    reading: row.verdict === 'no_entry' ? plausibleReading(row.name) : null,
    likely_customer: likely.get(row.path) ?? null,
  }));
}

/** The customers whose entries have these files, by the file's id. */
async function customersWithFile(db: Db, fileIds: readonly number[]) {
  const rows = await selectInPortions(fileIds, (portion) =>
    filesWithEntry(db)
      .innerJoin('customers', 'customers.id', 'documents.customer_id')
      .select(['file_id', 'customers.name as customer'])
      .where('file_id', 'in', portion)
      .orderBy('documents.id'),
  );
  return Map.groupBy(rows, ({ file_id }) => file_id);
}
