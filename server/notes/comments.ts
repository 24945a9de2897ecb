import { LibraryError } from '#contract/errors.ts';
import {
  mostCommentLettersOnNote,
  mostCommentsOfUser,
  mostCommentsOnNote,
} from '#contract/note-words.ts';
import type { Note } from '#contract/notes.ts';
import type { Library } from '../changes/change.ts';
import type { Tx } from '../db/schema.ts';
import { raiseCount } from '../db/versions.ts';
import type { NoteReader } from './note-readers.ts';
import { commentTexts, lookOf, type NoteRow } from './note-rows.ts';
import { storable } from './looks.ts';
import { changed, requireSeen } from './notes.ts';
import { searchedText } from './searched-text.ts';

/** Adds a comment to a note that its writer sees; one that is there already stays as it is. */
export function addComment(
  library: Library,
  reader: NoteReader,
  id: string,
  comment: { id: string; text: string },
): Promise<Note> {
  return changed(library, reader, async (tx, change) => {
    const row = await requireSeen(tx, reader, id);
    if ((await findComment(tx, row, comment.id)) !== null) return row;
    await requireRoom(tx, reader, row, comment.text);
    const added = { uuid: comment.id, note_id: row.id, author_id: reader.id };
    const written = { text: storable(comment.text), at: change.at.toISOString() };
    const taken = await tx
      .insertInto('note_comments')
      .values({ ...added, ...written })
      .onConflict((conflict) => conflict.doNothing())
      .returning('uuid')
      .executeTakeFirst();
    if (taken === undefined) throw new LibraryError('bad_request', 'This id is in use.');
    return refreshComments(tx, row);
  });
}

/** Deletes a comment; only its author may. */
export function deleteComment(
  library: Library,
  reader: NoteReader,
  id: string,
  comment: string,
): Promise<Note> {
  return changed(library, reader, async (tx) => {
    const row = await requireSeen(tx, reader, id);
    const found = await findComment(tx, row, comment);
    if (found === null) return row;
    if (found.author_id !== reader.id) {
      throw new LibraryError('no_permission', 'Only the author of a comment can delete it.');
    }
    await tx.deleteFrom('note_comments').where('uuid', '=', comment).execute();
    return refreshComments(tx, row);
  });
}

async function requireRoom(tx: Tx, reader: NoteReader, row: NoteRow, text: string): Promise<void> {
  const texts = await commentTexts(tx, row.id);
  const letters = texts.reduce((sum, { length }) => sum + length, text.length);
  if (texts.length >= mostCommentsOnNote || letters > mostCommentLettersOnNote) {
    const message = `The limit is ${mostCommentsOnNote} comments on a note, with ${mostCommentLettersOnNote} letters in all.`;
    throw new LibraryError('too_large', message);
  }
  const { count } = await tx
    .selectFrom('note_comments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('author_id', '=', reader.id)
    .executeTakeFirstOrThrow();
  if (Number(count) < mostCommentsOfUser) return;
  throw new LibraryError(
    'too_large',
    `You have ${mostCommentsOfUser} comments, which is the limit. Delete some first.`,
  );
}

async function findComment(tx: Tx, row: NoteRow, uuid: string) {
  const found = await tx
    .selectFrom('note_comments')
    .select('author_id')
    .where('note_id', '=', row.id)
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  return found ?? null;
}

/** Readers learn of it; the version stays, so that a comment is no conflict for the author. */
export async function refreshComments(tx: Tx, row: NoteRow): Promise<NoteRow> {
  const searched = searchedText({ ...row, look: lookOf(row) }, await commentTexts(tx, row.id));
  const set = { searched, seq: await raiseCount(tx, 'notes') };
  await tx.updateTable('notes').set(set).where('id', '=', row.id).execute();
  return { ...row, ...set };
}
