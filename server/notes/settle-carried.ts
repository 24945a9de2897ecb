import { LibraryError } from '#contract/errors.ts';
import type { Note } from '#contract/notes.ts';
import { changeLibrary, type Library } from '../changes/change.ts';
import type { NoteReader } from './note-readers.ts';
import { erase, oneNote, requireSeen, update } from './notes.ts';

/** The author accepts the place that a note was carried over to, or discards it there; the note that it came from stays. */
export async function settleCarried(
  library: Library,
  reader: NoteReader,
  id: string,
  verdict: 'accept' | 'discard',
): Promise<Note | null> {
  const { result } = await changeLibrary(library, { user: reader.name }, async (tx, change) => {
    const row = await requireSeen(tx, reader, id);
    if (row.author_id !== reader.id) {
      throw new LibraryError('no_permission', 'Only its author decides about a note.');
    }
    if (row.carried_state === null) {
      throw new LibraryError('bad_request', 'This note was not carried over.');
    }
    if (verdict === 'discard') {
      await erase(tx, [row], change);
      return null;
    }
    if (row.carried_state === 'lost') {
      throw new LibraryError('bad_request', 'This note has no place yet: put it on a page first.');
    }
    if (row.carried_state === 'accepted') return oneNote(tx, row);
    return oneNote(tx, await update(tx, row, change, { carried_state: 'accepted' }));
  });
  return result;
}
