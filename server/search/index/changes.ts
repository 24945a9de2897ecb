import { changesSince, type FeedPosition as LibraryPosition } from '../../changes/changes-since.ts';
import type { FeedLine } from '../../changes/trail.ts';
import { revisionsTouchedBy } from '../../catalogue/standards/keys.ts';
import { selectInPortions } from '../../db/portions.ts';
import type { Db } from '../../db/schema.ts';
import type { Position } from './progress.ts';

/** What an index that is as far as this has seen. */
export function positionAt({ audit_id, files_seq, matches_seq }: Position): LibraryPosition {
  return { audit: audit_id, files: Math.min(files_seq, matches_seq) };
}

export function isBehind(index: LibraryPosition, library: LibraryPosition): boolean {
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
export type Changes = { documentIds: Set<number>; position: Position };

const rowsAtOnce = 500;

/** The next changes after a position; null when there are none. */
export async function changesAfter(db: Db, from: Position): Promise<Changes | null> {
  const cursor = { audit: from.audit_id, files: from.files_seq, matches: from.matches_seq };
  const changes = await changesSince(db, cursor, rowsAtOnce);
  if (changes === null) return null;
  const { lines, files, matches, next } = changes;
  const entries = await entriesOf(
    db,
    files.map(({ id }) => id),
  );
  const documentIds = new Set([
    ...(await documentsIn(db, lines)),
    ...(await documentsOfRenamed(db, lines)),
    ...entries,
    ...matches.map(({ document_id }) => document_id),
  ]);
  const position = {
    audit_id: next.audit,
    audit_change: lines.length === 0 ? from.audit_change : await changeOf(db, next.audit),
    files_seq: next.files,
    matches_seq: next.matches,
  };
  return { documentIds, position };
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

async function documentsOfRenamed(db: Db, lines: readonly FeedLine[]): Promise<number[]> {
  const renamed = lines.filter(
    ({ subject, before, after }) => subject === 'customer' && before !== null && after !== null,
  );
  if (renamed.length === 0) return [];
  const ids = renamed.map((line) => line.subject_id); // at most `rowsAtOnce`
  const rows = await db
    .selectFrom('documents')
    .select('id')
    .where('customer_id', 'in', ids)
    .execute();
  return rows.map(({ id }) => id);
}
