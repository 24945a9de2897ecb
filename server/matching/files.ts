import type { Insertable, Updateable } from 'kysely';
import { fileNameKey } from '#contract/file-name.ts';
import type { Verdict } from '#contract/upload-status.ts';
import { runAgain } from '../db/run-again.ts';
import type { Db, Schema, Tx } from '../db/schema.ts';
import { raiseCount } from '../db/versions.ts';

// The rows of `files`. Other rooms change them only through these functions, and then call `judgeFiles`.

type FileRow = Insertable<Schema['files']>;
type FileColumns = Updateable<Schema['files']>;

/** How many files in the shared folder have each verdict. */
export async function countFilesByVerdict(db: Db): Promise<Map<Verdict, number>> {
  const rows = await db
    .selectFrom('files')
    .select((select) => ['verdict', select.fn.countAll<number>().as('count')])
    .where('gone_at', 'is', null)
    .groupBy('verdict')
    .execute();
  return new Map(rows.map(({ verdict, count }) => [verdict, Number(count)]));
}

/** Adds files that a scan found. Paths that are known already are skipped. */
export async function addFiles(tx: Tx, rows: readonly FileRow[]): Promise<void> {
  if (rows.length === 0) return;
  const insert = tx.insertInto('files').values(rows);
  await insert.onConflict((conflict) => conflict.column('path').doNothing()).execute();
}

export async function updateFiles(
  tx: Tx,
  ids: readonly number[],
  columns: FileColumns,
): Promise<void> {
  await tx.updateTable('files').set(columns).where('id', 'in', ids).execute();
}

/** Like `updateFiles`, for a file that has another path now. Does nothing if another row has that path. */
export async function moveFileRow(
  tx: Tx,
  id: number,
  columns: FileColumns & { path: string },
): Promise<void> {
  const there = tx.selectFrom('files').select('id').where('path', '=', columns.path);
  await tx
    .updateTable('files')
    .set(columns)
    .where('id', '=', id)
    .where((where) => where.not(where.exists(there)))
    .execute();
}

/** Renames a file. A row that has the new path already is removed: its file was replaced. */
export async function renameFileRow(
  tx: Tx,
  { id, path, gone_at }: { id: number; path: string; gone_at: string | null },
): Promise<void> {
  await tx.deleteFrom('files').where('path', '=', path).where('id', '!=', id).execute();
  await updateFiles(tx, [id], { ...namesOf(path), gone_at });
}

/** Writes the row of a file that we put into the folder ourselves, over the one at its path; returns its id. */
export async function saveFileRow(
  tx: Tx,
  { path, ...facts }: Omit<FileRow, 'id' | keyof ReturnType<typeof namesOf>> & { path: string },
): Promise<number> {
  const row = { ...namesOf(path), ...facts };
  const { id } = await tx
    .insertInto('files')
    .values(row)
    .onConflict((conflict) => conflict.column('path').doUpdateSet(row))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function namesOf(path: string) {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return { path, name, name_key: fileNameKey(name), depth: path.split('/').length - 1 };
}

export type ReadFile = { id: number; bytes: number; modified_ns: string };

/** Writes the content hash of a file and other results of reading it, if the file has not changed since. */
export async function saveReading(
  tx: Tx,
  file: ReadFile,
  columns: { hash: string } & FileColumns,
): Promise<void> {
  await updateIfUnchanged(tx, file, columns).execute();
}

/** The same for many files and the hash alone: compiled once, as there may be 100,000 of them. */
export function hashWriter(tx: Tx): (file: ReadFile, hash: string) => Promise<void> {
  const none = { id: 0, bytes: 0, modified_ns: '' };
  const query = updateIfUnchanged(tx, none, { hash: '' }).compile();
  return async ({ id, bytes, modified_ns }, hash) => {
    await runAgain(tx, query, [hash, id, bytes, modified_ns]);
  };
}

function updateIfUnchanged(tx: Tx, { id, bytes, modified_ns }: ReadFile, columns: FileColumns) {
  return tx
    .updateTable('files')
    .set(columns)
    .where('id', '=', id)
    .where('bytes', '=', bytes)
    .where('modified_ns', '=', modified_ns);
}

/** Counts as a change of the files with this content: followers read their texts again. */
export async function touchFilesWith(tx: Tx, hash: string): Promise<void> {
  const ofContent = tx.selectFrom('files').select('id').where('hash', '=', hash);
  if ((await ofContent.executeTakeFirst()) === undefined) return;
  const seq = await raiseCount(tx, 'files');
  await tx.updateTable('files').set({ seq }).where('hash', '=', hash).execute();
}

/** Updates a restored file: it has another inode, and a time that the disk may have rounded. */
export async function saveRestored(
  db: Db,
  { path, bytes }: { path: string; bytes: number },
  facts: { modified_ns: string; inode: string },
): Promise<void> {
  await db
    .updateTable('files')
    .set(facts)
    .where('path', '=', path)
    .where('bytes', '=', bytes)
    .where('gone_at', 'is', null)
    .execute();
}
