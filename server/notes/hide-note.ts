import type { Note } from '#contract/notes.ts';
import { changeLibrary, type Library } from '../changes/change.ts';
import type { NoteReader } from './note-readers.ts';
import { storable } from './looks.ts';
import { findSeen, oneNote, requireShared, update } from './notes.ts';

/**
 * A librarian hides a note from the others, with a reason that the trail has, too; null shows it again. Also one of a
 * group that the librarian is not in, by its id, which a member passes on: its content is not shown then.
 */
export async function hideNote(
  library: Library,
  reader: NoteReader,
  id: string,
  reason: string | null,
): Promise<Note | null> {
  const { result } = await changeLibrary(library, { user: reader.name }, async (tx, change) => {
    const before = await requireShared(tx, id);
    const hidden_reason = reason === null ? null : storable(reason);
    const hidden_by = reason === null ? null : reader.name;
    const isSo = before.hidden_reason === hidden_reason;
    if (!isSo) await update(tx, before, change, { hidden_by, hidden_reason });
    const row = await findSeen(tx, reader, id);
    return row === null ? null : oneNote(tx, row);
  });
  return result;
}
