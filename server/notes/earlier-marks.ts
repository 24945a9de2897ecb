import { marksOfFiles } from '#contract/note-words.ts';
import type { EarlierMark } from '#contract/notes.ts';
import type { Db } from '../db/schema.ts';
import { olderRevisions } from './carry/sources.ts';
import { isSeenBy, type NoteReader } from './note-readers.ts';
import { undrawnNotesFrom, withComments } from './note-rows.ts';
import { isOn, type NotedDocument } from './noted-document.ts';

const mostShown = 100;

/**
 * Stamps and signatures that readers see on earlier files of a document; and one's own of the nearest older revision
 * that has some, on a document without one's own.
 */
export async function earlierMarks(
  db: Db,
  document: NotedDocument & { content: string },
  reader: NoteReader,
): Promise<EarlierMark[]> {
  const marks = undrawnNotesFrom(db)
    .where('kind', 'in', marksOfFiles)
    .where(isSeenBy(reader))
    .orderBy('notes.id', 'desc')
    .limit(mostShown);
  const ofDocument = await marks.where(isOn(document)).execute();
  const here = ofDocument.filter(({ content }) => content === document.content);
  const isOffered = ({ kind, author_id }: { kind: string; author_id: number }) =>
    author_id === reader.id &&
    !here.some((row) => row.author_id === reader.id && row.kind === kind);
  const older = await olderRevisions(db, document);
  const own =
    older.size === 0
      ? []
      : await marks
          .where('author_id', '=', reader.id)
          .where('document_id', 'in', [...older.keys()])
          .execute();
  const offered = own
    .filter(isOffered)
    .map((row) => ({ row, rev: '', place: Infinity, ...older.get(row.document_id) }));
  const nearest = Math.min(...offered.map(({ place }) => place));
  const shown = [
    ...ofDocument
      .filter(({ content }) => content !== document.content)
      .map((row) => ({ row, rev: document.doc_rev, is_offered: isOffered(row) })),
    ...offered
      .filter(({ place }) => place === nearest)
      .map(({ row, doc_rev = '' }) => ({ row, rev: doc_rev, is_offered: true })),
  ];
  const notes = await withComments(
    db,
    shown.map(({ row }) => row),
  );
  return shown.flatMap(({ rev, is_offered }, at) => {
    const note = notes[at];
    return note === undefined ? [] : { note, rev, is_offered };
  });
}
