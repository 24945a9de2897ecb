import type { Db } from '../db/schema.ts';
import { type FeedLine, linesAfter } from './trail.ts';

// How everything that follows the library learns what changed: the search index, references, consoles and OCR.
// The trail has the changes of the catalogue; files and matches have a count in their rows.

/** How far the library is: the number of the trail's last line, and the count of changes of files and matches. */
export type FeedPosition = { audit: number; files: number };

/** How far a follower is. It reads files and matches by the page, each for itself. */
export type Cursor = FeedPosition & { matches: number };

type Changes = {
  lines: FeedLine[];
  files: { id: number; hash: string | null; nearest_document_id: number | null; seq: number }[];
  matches: { document_id: number; file_id: number | null; seq: number }[];
  /** Where the next page begins. */
  next: Cursor;
  /** One of the pages was full: there may be more. */
  isMore: boolean;
};

export async function positionOf(db: Db): Promise<FeedPosition> {
  const rows = await db
    .selectFrom('versions')
    .select(['name', 'value'])
    .where('name', 'in', ['audit', 'files'])
    .execute();
  const valueOf = (name: string) => rows.find((row) => row.name === name)?.value ?? 0;
  return { audit: valueOf('audit'), files: valueOf('files') };
}

/** The next changes, at most about `limit` of each kind; null when there are none. */
export async function changesSince(db: Db, from: Cursor, limit: number): Promise<Changes | null> {
  // Read first: what is changed after it is found the next time.
  const now = await positionOf(db);
  const isBehind = from.audit < now.audit || Math.min(from.files, from.matches) < now.files;
  if (!isBehind) return null;
  const lines = await linesAfter(db, from.audit, limit);
  const files = await changedFiles(db, from.files, limit);
  const matches = await changedMatches(db, from.matches, limit);
  const next = {
    audit: lines.at(-1)?.id ?? from.audit,
    files: countAfter(files, from.files),
    matches: countAfter(matches, from.matches),
  };
  return { lines, files, matches, next, isMore: [lines, files, matches].some(isFull) };

  function isFull(rows: readonly unknown[]): boolean {
    return rows.length >= limit;
  }

  /** After a full page more may follow; after any other, all is read that was there with the count. */
  function countAfter(rows: readonly { seq: number }[], before: number): number {
    const last = rows.at(-1)?.seq ?? before;
    return isFull(rows) ? last : Math.max(last, now.files);
  }
}

function changedFiles(db: Db, seq: number, limit: number) {
  const rows = db.selectFrom('files').select(['id', 'hash', 'nearest_document_id', 'seq']);
  const page = rows.where('seq', '>', seq).orderBy('seq').limit(limit).execute();
  return withRest(page, limit, (last) => rows.where('seq', '=', last).execute());
}

function changedMatches(db: Db, seq: number, limit: number) {
  const rows = db.selectFrom('entry_files').select(['document_id', 'file_id', 'seq']);
  const page = rows.where('seq', '>', seq).orderBy('seq').limit(limit).execute();
  return withRest(page, limit, (last) => rows.where('seq', '=', last).execute());
}

/** Rows that one transaction changed may have one count: a page that ends among them has them all. */
async function withRest<Row extends { seq: number }>(
  page: Promise<Row[]>,
  limit: number,
  rowsAt: (seq: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows = await page;
  const last = rows.at(-1);
  return last === undefined || rows.length < limit ? rows : [...rows, ...(await rowsAt(last.seq))];
}
