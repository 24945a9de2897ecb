import { LibraryError } from '#contract/errors.ts';
import type { Note } from '#contract/notes.ts';
import type { Library } from '../changes/change.ts';
import type { NoteReader } from './note-readers.ts';
import { changed, requireSeen, storable, update } from './notes.ts';

/** A librarian hides a note from the others, with a reason that the trail has, too; null shows it again. */
export function hideNote(
  library: Library,
  reader: NoteReader,
  id: string,
  reason: string | null,
): Promise<Note> {
  return changed(library, reader, async (tx, change) => {
    const row = await requireSeen(tx, reader, id);
    if (row.audience === 'author') {
      throw new LibraryError('bad_request', 'Nobody else sees a private note.');
    }
    return update(tx, row, change, {
      hidden_by: reason === null ? null : reader.name,
      hidden_reason: reason === null ? null : storable(reason),
    });
  });
}
