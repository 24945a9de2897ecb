import type { Static } from 'typebox';
import type { listNotes as listCall } from '#contract/notes.ts';
import { mostNotesAtOnce } from '#contract/note-words.ts';
import type { Db } from '../db/schema.ts';
import type { Versions } from '../db/versions.ts';
import type { NotedDocument } from './noted-document.ts';
import { isOn } from './noted-document.ts';
import { isFor, isSeenBy, type NoteReader } from './note-readers.ts';
import { notesFrom, withComments } from './note-rows.ts';

type NoteList = Omit<Static<typeof listCall.response>, 'is_carrying'>;

/**
 * The notes of a document that changed since a cursor, in the order of their changes. Without changes of any note
 * it reads nothing: many readers ask every few seconds.
 */
export async function listNotes(
  db: Db,
  document: NotedDocument,
  { reader, versions, since }: { reader: NoteReader; versions: Versions; since: string | null },
): Promise<NoteList> {
  const { content, whyNot } = document;
  const state = `${versions.auth}.${content?.slice(0, 16) ?? ''}`;
  const seen = since === null ? null : readCursor(since, state);
  const shown = {
    content,
    may_write: whyNot === null,
    why_not: whyNot,
    groups: [...reader.groups],
  };
  const cursorAt = (seq: number) => `${seq}.${state}`;
  const nothing = { data: [], gone: [], more: false, is_whole: seen === null };
  if (content === null || seen === versions.notes) {
    return { ...nothing, cursor: cursorAt(versions.notes), ...shown };
  }
  const rows = await notesFrom(db)
    .where(isOn(document))
    .where('content', '=', content)
    .where(seen === null ? isSeenBy(reader) : isFor(reader))
    .where('notes.seq', '>', seen ?? 0)
    .orderBy('notes.seq')
    .orderBy('notes.id')
    .limit(mostNotesAtOnce + 1)
    .execute();
  const more = rows.length > mostNotesAtOnce;
  // Notes of one count are not parted, as the cursor has the count only; at most 200 have the same (carry/carrying.ts).
  const some = more ? rows.filter(({ seq }) => seq !== rows.at(-1)?.seq) : rows;
  const isGone = ({ deleted_at, hidden_by, author_id }: (typeof some)[number]) =>
    deleted_at !== null || (hidden_by !== null && author_id !== reader.id && !reader.isLibrarian);
  return {
    data: await withComments(
      db,
      some.filter((row) => !isGone(row)),
    ),
    gone: some.filter(isGone).map(({ uuid }) => uuid),
    cursor: cursorAt(more ? (some.at(-1)?.seq ?? 0) : versions.notes),
    more,
    is_whole: seen === null,
    ...shown,
  };
}

/** The count of a cursor; null if it is for other groups or another file, so that all notes must be sent again. */
function readCursor(cursor: string, state: string): number | null {
  const [, count = '', of = ''] = /^(\d{1,15})\.(.*)$/.exec(cursor) ?? [];
  return count !== '' && of === state ? Number(count) : null;
}
