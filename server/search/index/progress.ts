import type { DatabaseSync } from 'node:sqlite';

/** How far the index has followed the library: a number of the trail, and counts of `versions.files`. */
export type Position = {
  audit_id: number;
  /** The change that this line of the trail belongs to: another library has another there. */
  audit_change: string | null;
  files_seq: number;
  matches_seq: number;
};

/** How far the first walk through all entries is. */
export type Walk = { after: number; done: number; total: number };

/** How far the index is; written in the transaction of what it tells of. */
export type Progress = Position & {
  /** Null once every entry was read. */
  walk: Walk | null;
};

export function createProgress(file: DatabaseSync): void {
  file.exec(`
    create table progress (
      id integer primary key check (id = 1),
      audit_id integer not null,
      audit_change text,
      files_seq integer not null,
      matches_seq integer not null,
      walk_after integer,
      walk_done integer not null,
      walk_total integer not null
    ) strict;
    -- Entries that could not be written, as they were then: they are tried again once they are others.
    create table set_aside (
      document_id integer primary key,
      news text not null,
      fault text not null
    ) strict;
    -- What changed and was not looked at yet.
    create table pending (document_id integer primary key) strict;
  `);
}

/** Null in an index whose making was cut short. */
export function progressOf(file: DatabaseSync): Progress | null {
  const row = file
    .prepare(
      `select audit_id, audit_change, files_seq, matches_seq, walk_after, walk_done, walk_total
       from progress`,
    )
    .get() as unknown as Row | undefined; // the columns that are named
  if (row === undefined) return null;
  const { walk_after, walk_done, walk_total, ...position } = row;
  const walk =
    walk_after === null ? null : { after: walk_after, done: walk_done, total: walk_total };
  return { ...position, walk };
}

export function writeProgress(file: DatabaseSync, { walk, ...position }: Progress): void {
  file
    .prepare(
      `insert or replace into progress
       (id, audit_id, audit_change, files_seq, matches_seq, walk_after, walk_done, walk_total)
       values (1, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      position.audit_id,
      position.audit_change,
      position.files_seq,
      position.matches_seq,
      walk?.after ?? null,
      walk?.done ?? 0,
      walk?.total ?? 0,
    );
}

/** Notes entries that changed; kept in the index, so that a kill forgets none. */
export function addPending(file: DatabaseSync, ids: Iterable<number>): void {
  const add = file.prepare('insert or ignore into pending (document_id) values (?)');
  for (const id of ids) add.run(id);
}

export function pendingDocuments(file: DatabaseSync, limit: number): number[] {
  const rows = file.prepare('select document_id from pending order by document_id limit ?');
  return rows.all(limit).map((row) => Number(row['document_id']));
}

export function removePending(file: DatabaseSync, ids: Iterable<number>): void {
  const remove = file.prepare('delete from pending where document_id = ?');
  for (const id of ids) remove.run(id);
}

/** How much is in the index. */
export type Totals = {
  entries: number;
  pages: number;
  /** Entries that could not be written. */
  set_aside: number;
  /** Entries that changed and were not looked at yet. */
  pending: number;
};

export function totalsOf(file: DatabaseSync): Totals {
  // The one row that was put in when the table was made.
  return file
    .prepare(
      // Each document has a page 0, of its number and description.
      `select documents as entries, pages - documents as pages, (select count(*) from set_aside) as set_aside,
       (select count(*) from pending) as pending from text_totals`,
    )
    .get() as unknown as Totals;
}

type Row = Position & { walk_after: number | null; walk_done: number; walk_total: number };
