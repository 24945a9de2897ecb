import { LibraryError } from '#contract/errors.ts';
import { mostNoteBytes } from '#contract/note-words.ts';
import type { NoteLook } from '#contract/notes.ts';
import { changeLibrary, type Library } from '../changes/change.ts';
import type { Db } from '../db/schema.ts';
import type { NoteReader } from './note-readers.ts';
import { checkedLook, requirePicture } from './notes.ts';

/** The signature that a user keeps, for the user alone. */
export async function findSignature(db: Db, reader: NoteReader): Promise<NoteLook | null> {
  const found = await db
    .selectFrom('note_signatures')
    .select('look')
    .where('user_id', '=', reader.id)
    .executeTakeFirst();
  return found === undefined ? null : (JSON.parse(found.look) as NoteLook);
}

export async function saveSignature(
  library: Library,
  reader: NoteReader,
  signature: NoteLook,
): Promise<void> {
  const checked = checkedLook(signature);
  const { strokes = [], label = '', picture = null } = checked;
  if (strokes.length === 0 && label.trim() === '' && picture === null) {
    throw new LibraryError('bad_request', 'A signature is drawn, typed, or a picture.');
  }
  const look = JSON.stringify(checked);
  if (Buffer.byteLength(look) > mostNoteBytes) {
    const message = `A signature has at most ${mostNoteBytes / 1000} kB: draw it with fewer strokes.`;
    throw new LibraryError('too_large', message);
  }
  await changeLibrary(library, { user: reader.name }, async (tx) => {
    await requirePicture(tx, reader, picture);
    await tx
      .insertInto('note_signatures')
      .values({ user_id: reader.id, look })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ look }))
      .execute();
  });
}

export async function deleteSignature(library: Library, reader: NoteReader): Promise<void> {
  await changeLibrary(library, { user: reader.name }, async (tx) => {
    await tx.deleteFrom('note_signatures').where('user_id', '=', reader.id).execute();
  });
}
