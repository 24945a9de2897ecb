import { linesAfter, type FeedLine } from '../../changes/trail.ts';
import { revisionsTouchedBy } from '../../catalogue/standards/keys.ts';
import { selectInPortions } from '../../db/portions.ts';
import type { Db } from '../../db/schema.ts';
import type { Position } from './progress.ts';

/** How far the library is: the number of the trail's last line, and the count of files and matches. */
export type Counters = { audit: number; files: number };

export async function readCounters(db: Db): Promise<Counters> {
  const rows = await db
    .selectFrom('versions')
    .select(['name', 'value'])
    .where('name', 'in', ['audit', 'files'])
    .execute();
  const valueOf = (name: string) => rows.find((row) => row.name === name)?.value ?? 0;
  return { audit: valueOf('audit'), files: valueOf('files') };
}

/** What an index that is as far as this has seen. */
export function countersAt({ audit_id, files_seq, matches_seq }: Position): Counters {
  return { audit: audit_id, files: Math.min(files_seq, matches_seq) };
}

export function isBehind(index: Counters, library: Counters): boolean {
  return index.audit < library.audit || index.files < library.files;
}

/** The change that a line of the trail belongs to; null when there is no such line. */
export async function changeOf(db: Db, audit_id: number): Promise<string | null> {
  const line = await db
    .selectFrom('audit')
    .select('change_id')
    .where('id', '=', audit_id)
    .executeTakeFirst();
  return line?.change_id ?? null;
}

/** Whose entries are to be looked at again, and how far the index is once they are noted. */
export type Changes = { documentIds: Set<number>; customerIds: Set<number>; position: Position };

const rowsAtOnce = 500;

/** The next changes after a position; null when there are none. */
export async function changesAfter(db: Db, from: Position): Promise<Changes | null> {
  // Read first: what is changed after it is found the next time.
  const counters = await readCounters(db);
  if (!isBehind(countersAt(from), counters)) return null;
  const lines = await linesAfter(db, from.audit_id, rowsAtOnce);
  const files = await changedFiles(db, from.files_seq);
  const matches = await changedMatches(db, from.matches_seq);
  const entries = await entriesOf(
    db,
    files.map(({ id }) => id),
  );
  const documentIds = new Set([
    ...(await documentsIn(db, lines)),
    ...entries,
    ...matches.map(({ document_id }) => document_id),
  ]);
  const last = lines.at(-1);
  const position = {
    audit_id: last?.id ?? from.audit_id,
    audit_change: last === undefined ? from.audit_change : await changeOf(db, last.id),
    files_seq: seqAfter(files, from.files_seq, counters.files),
    matches_seq: seqAfter(matches, from.matches_seq, counters.files),
  };
  return { documentIds, customerIds: renamedIn(lines), position };
}

/** Of a whole page more may follow; with any other, all is read that was there with the count. */
function seqAfter(rows: readonly { seq: number }[], from: number, count: number): number {
  const last = rows.at(-1)?.seq ?? from;
  return isWhole(rows) ? last : Math.max(last, count);
}

const isWhole = (rows: readonly unknown[]): boolean => rows.length >= rowsAtOnce;

function changedFiles(db: Db, seq: number) {
  const rows = db.selectFrom('files').select(['id', 'seq']);
  return withRest(rows.where('seq', '>', seq).orderBy('seq').limit(rowsAtOnce).execute(), (last) =>
    rows.where('seq', '=', last).execute(),
  );
}

function changedMatches(db: Db, seq: number) {
  const rows = db.selectFrom('entry_files').select(['document_id', 'seq']);
  return withRest(rows.where('seq', '>', seq).orderBy('seq').limit(rowsAtOnce).execute(), (last) =>
    rows.where('seq', '=', last).execute(),
  );
}

/** On PostgreSQL all rows of a transaction have one count: a page that ends among them has them all. */
async function withRest<Row extends { seq: number }>(
  page: Promise<Row[]>,
  rowsAt: (seq: number) => Promise<Row[]>,
): Promise<Row[]> {
  const rows = await page;
  const last = rows.at(-1);
  return last === undefined || !isWhole(rows) ? rows : [...rows, ...(await rowsAt(last.seq))];
}

async function entriesOf(db: Db, fileIds: readonly number[]): Promise<number[]> {
  const rows = await selectInPortions(fileIds, (portion) =>
    db.selectFrom('entry_files').select('document_id').where('file_id', 'in', portion),
  );
  return rows.map(({ document_id }) => document_id);
}

/** The entries that lines are about, and the other revisions of what they were and are: one of them is the newest. */
async function documentsIn(db: Db, lines: readonly FeedLine[]): Promise<number[]> {
  const about = lines.filter((line) => line.subject === 'document');
  return [...about.map((line) => line.subject_id), ...(await revisionsTouchedBy(db, lines))];
}

function renamedIn(lines: readonly FeedLine[]): Set<number> {
  const renamed = lines.filter(
    ({ subject, before, after }) => subject === 'customer' && before !== null && after !== null,
  );
  return new Set(renamed.map((line) => line.subject_id));
}
