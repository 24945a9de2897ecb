import type { DatabaseSync } from 'node:sqlite';

/** How far the index has followed the library: a number of the trail, and counts of `versions.files`. */
export type Position = {
  audit_id: number;
  /** The change that this line of the trail belongs to: another library has another there. */
  audit_change: string | null;
  files_seq: number;
  matches_seq: number;
};

/** Entries come first, then texts; null once an index was whole. From then on it follows. */
export type Progress = Position & { building: 'entries' | 'texts' | null };

export function createProgress(file: DatabaseSync): void {
  file.exec(`
    create table progress (
      id integer primary key check (id = 1),
      audit_id integer not null,
      audit_change text,
      files_seq integer not null,
      matches_seq integer not null,
      building text
    ) strict;
  `);
}

/** Null in an index whose making was cut short. */
export function progressOf(file: DatabaseSync): Progress | null {
  const row = file
    .prepare('select audit_id, audit_change, files_seq, matches_seq, building from progress')
    .get();
  return (row as unknown as Progress | undefined) ?? null; // the columns that are named
}

/** Written in the transaction of what it tells of. */
export function writeProgress(file: DatabaseSync, progress: Progress): void {
  const { audit_id, audit_change, files_seq, matches_seq, building } = progress;
  file
    .prepare(
      `insert or replace into progress (id, audit_id, audit_change, files_seq, matches_seq, building)
       values (1, ?, ?, ?, ?, ?)`,
    )
    .run(audit_id, audit_change, files_seq, matches_seq, building);
}

/** How much is in the index. */
export type Totals = {
  entries: number;
  /** With text. */
  contents: number;
  pages: number;
  /** Contents whose text is not indexed yet, and their entries. */
  missing: number;
  waiting: number;
  /** Contents whose text could not be indexed. */
  failed: number;
};

export function totalsOf(file: DatabaseSync): Totals {
  return file
    .prepare(
      `select entries, contents, pages,
         (select count(*) from texts where version is not wanted) as missing,
         (select count(*) from texts cross join entries on entries.content = texts.id
          where version is not wanted) as waiting,
         (select count(*) from texts where state = 'failed') as failed
       from totals`,
    )
    .get() as unknown as Totals; // the one row that was put in when the table was made
}
