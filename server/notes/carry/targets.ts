import { changesSince, type Cursor, positionOf } from '../../changes/changes-since.ts';
import { cursorOf, moveCursor } from '../../changes/feed.ts';
import { selectInPortions } from '../../db/portions.ts';
import type { Db } from '../../db/schema.ts';
import { transact } from '../../db/transactions.ts';
import { versionReader } from '../../db/versions.ts';

// Notes are carried to a document because it, its file, its standard, or a note on another revision of it changed.

type Cursors = Cursor & { notes: number };

const rowsAtOnce = 500;
const counts = ['audit', 'files', 'matches', 'notes'] as const;
const nameOf = (count: (typeof counts)[number]) => `carried notes: ${count}`;

/** The names of documents that may lack notes since the cursors; null when nothing changed. */
export async function changedTargets(
  db: Db,
): Promise<{ file_keys: string[]; next: Cursors } | null> {
  const from = await cursorsOf(db);
  const { notes: count } = await versionReader(db)(); // read first: a later note is found the next time
  const changes = await changesSince(db, from, rowsAtOnce);
  if (changes === null && count === from.notes) return null;
  const notes = await db
    .selectFrom('notes')
    .select('document_id')
    .distinct()
    .where('seq', '>', from.notes)
    .execute();
  const { lines = [], files = [], matches = [], next = from } = changes ?? {};
  const fileIds = files.map(({ id }) => id);
  const ofFiles = await selectInPortions(fileIds, (portion) =>
    db.selectFrom('entry_files').select('document_id').where('file_id', 'in', portion),
  );
  const ids = [
    ...lines.flatMap(({ subject, subject_id, document_id }) =>
      subject === 'document' ? subject_id : subject === 'standard' ? (document_id ?? []) : [],
    ),
    ...[...ofFiles, ...matches, ...notes].map(({ document_id }) => document_id),
  ];
  return { file_keys: await notedNames(db, ids), next: { ...next, notes: count } };
}

async function cursorsOf(db: Db): Promise<Cursors> {
  const [audit, files, matches, notes] = await Promise.all(
    counts.map((one) => cursorOf(db, nameOf(one))),
  );
  const now = await positionOf(db); // the first time, all notes are looked at
  return {
    audit: audit ?? now.audit,
    files: files ?? now.files,
    matches: matches ?? now.files,
    notes: notes ?? 0,
  };
}

export async function moveCursors(db: Db, next: Cursors): Promise<void> {
  await transact(db, async (tx) => {
    for (const one of counts) await moveCursor(tx, nameOf(one), next[one]);
  });
}

/** Of these documents and the latest of their standards, those of standards or names with notes. */
async function notedNames(db: Db, ids: readonly number[]): Promise<string[]> {
  const standards = await selectInPortions(ids, (portion) =>
    db.selectFrom('revisions').select('standard_id').where('document_id', 'in', portion),
  );
  const latest = await selectInPortions(
    standards.map(({ standard_id }) => standard_id),
    (portion) =>
      db
        .selectFrom('revisions')
        .select('document_id')
        .where('standard_id', 'in', portion)
        .where('place', '=', 0),
  );
  const all = [...new Set([...ids, ...latest.map(({ document_id }) => document_id)])];
  const names = await selectInPortions(all, (portion) =>
    db
      .selectFrom('documents')
      .select('file_key')
      .where('id', 'in', portion)
      .where(({ or, exists, selectFrom }) =>
        or([
          exists(
            selectFrom('notes')
              .select('notes.id')
              .whereRef('notes.file_key', '=', 'documents.file_key'),
          ),
          exists(
            selectFrom('revisions')
              .innerJoin('revisions as other', 'other.standard_id', 'revisions.standard_id')
              .innerJoin('notes', 'notes.document_id', 'other.document_id')
              .select('notes.id')
              .whereRef('revisions.document_id', '=', 'documents.id'),
          ),
        ]),
      ),
  );
  return [...new Set(names.map(({ file_key }) => file_key))];
}
