import { LibraryError } from '#contract/errors.ts';
import { mostNoteBytes } from '#contract/note-words.ts';
import type { NoteLook } from '#contract/notes.ts';
import { changeLibrary, type Library } from '../changes/change.ts';
import type { NoteReader } from './note-readers.ts';
import { checkedLook, requirePicture } from './looks.ts';

/** Keeps it: strokes, a picture, or, typed, a label, which is shown as the user's name. */
export async function saveSignature(
  library: Library,
  reader: NoteReader,
  signature: NoteLook,
): Promise<void> {
  const { colour, size = 2, strokes = [], label = '', picture } = checkedLook(signature);
  const only: Partial<NoteLook> =
    picture !== undefined ? { picture } : strokes.length > 0 ? { size, strokes } : { label };
  if (only.label?.trim() === '') {
    throw new LibraryError('bad_request', 'Draw the signature, type it, or choose a picture.');
  }
  const checked = { colour, ...only };
  const look = JSON.stringify(checked);
  if (Buffer.byteLength(look) > mostNoteBytes) {
    const message = `The signature is larger than ${mostNoteBytes / 1000} kB. Draw it with fewer strokes.`;
    throw new LibraryError('too_large', message);
  }
  await changeLibrary(library, { user: reader.name }, async (tx) => {
    await requirePicture(tx, reader, picture ?? null);
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
