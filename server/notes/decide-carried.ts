import { LibraryError } from '#contract/errors.ts';
import type { Static } from 'typebox';
import type { Note, decideCarriedNote } from '#contract/notes.ts';
import { changeLibrary, type Library } from '../changes/change.ts';
import type { NoteReader } from './note-readers.ts';
import { erase, oneNote, requireKnown, requireSeen, update } from './notes.ts';

/**
 * The author accepts the place that a note was carried over to, or discards it there; where the author is gone, a
 * librarian may discard it. The note that it came from stays.
 */
export async function decideCarried(
  library: Library,
  reader: NoteReader,
  id: string,
  { verdict, comments }: Static<typeof decideCarriedNote.body>,
): Promise<Note | null> {
  const { result } = await changeLibrary(library, { user: reader.name }, async (tx, change) => {
    const row = await requireSeen(tx, reader, id);
    const mayDiscard = reader.isLibrarian && row.author_left !== null && verdict === 'discard';
    if (row.author_id !== reader.id && !mayDiscard) {
      throw new LibraryError('no_permission', 'Only the author can accept or discard this note.');
    }
    if (row.carried_state === null) {
      throw new LibraryError('bad_request', 'This note was not carried over.');
    }
    if (verdict === 'discard') {
      await requireKnown(tx, row, comments ?? null);
      await erase(tx, [row], change);
      return null;
    }
    if (row.carried_state === 'lost') {
      throw new LibraryError('bad_request', 'This note has no place yet. Put it on a page first.');
    }
    if (row.carried_state === 'accepted') return oneNote(tx, row);
    return oneNote(tx, await update(tx, row, change, { carried_state: 'accepted' }));
  });
  return result;
}
