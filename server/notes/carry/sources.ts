import { marksOfFiles } from '#contract/note-words.ts';
import type { Db } from '../../db/schema.ts';
import type { NotedDocument } from '../noted-document.ts';
import { isOn } from '../noted-document.ts';

/** A note that is to be carried over to a document, with the revision that it comes from. */
export type Source = { id: number; content: string; doc_rev: string };

/**
 * The notes that belong on a document's present file and are not there yet: those on an earlier file of it and, on the
 * latest revision, those on older revisions. Of a note that was carried over before, only its last copy counts; one that its
 * author deleted there is not carried on. Stamps and signatures stay on the file that they were put on.
 */
export async function sourcesOf(db: Db, document: NotedDocument): Promise<Source[]> {
  if (document.content === null) return [];
  const older = await olderRevisions(db, document);
  const own = await candidatesFrom(db).where(isOn(document)).execute();
  const others =
    older.size === 0
      ? []
      : await candidatesFrom(db)
          .where('document_id', 'in', [...older.keys()])
          .execute();
  const all = [
    ...own.map((note) => ({ ...note, place: -1, doc_rev: document.doc_rev })),
    ...others.flatMap((note) => {
      const revision = older.get(note.document_id);
      return revision === undefined ? [] : { ...note, ...revision };
    }),
  ];
  return [...Map.groupBy(all, ({ thread }) => thread).values()].flatMap((copies) => {
    const isThere = copies.some(({ place, content }) => place < 0 && content === document.content);
    const [last] = copies.toSorted((one, other) => one.place - other.place || other.id - one.id);
    if (isThere || last === undefined || last.deleted_at !== null) return [];
    return { id: last.id, content: last.content, doc_rev: last.doc_rev };
  });
}

function candidatesFrom(db: Db) {
  return db
    .selectFrom('notes')
    .select(['notes.id', 'thread', 'document_id', 'content', 'deleted_at'])
    .where('kind', 'not in', marksOfFiles);
}

/** The older revisions of a standard by entry; none unless the document is surely the latest. */
export async function olderRevisions(
  db: Db,
  { ids }: Pick<NotedDocument, 'ids'>,
): Promise<Map<number, { place: number; doc_rev: string }>> {
  const own = await db
    .selectFrom('revisions')
    .select(['standard_id', 'status', 'place', 'kind'])
    .where('document_id', 'in', ids)
    .execute();
  const latest = own.filter(
    ({ place, status, kind }) => place === 0 && status !== 'unsure' && kind !== 'beside',
  );
  if (latest.length === 0) return new Map();
  const rows = await db
    .selectFrom('revisions')
    .innerJoin('documents', 'documents.id', 'revisions.document_id')
    .select(['document_id', 'place', 'doc_rev'])
    .where(
      'standard_id',
      'in',
      latest.map(({ standard_id }) => standard_id),
    )
    .where('place', '>', 0)
    .where('kind', 'not in', ['beside', 'draft'])
    .where('document_id', 'not in', ids)
    .execute();
  return new Map(rows.map(({ document_id, ...row }) => [document_id, row]));
}
