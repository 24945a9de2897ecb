import { changeLibrary, type Library } from '../changes/change.ts';
import type { Db } from '../db/schema.ts';
import { refreshComments } from './comments.ts';
import { notesFrom } from './note-rows.ts';
import { erase } from './notes.ts';

/**
 * Deletes for good what a user wrote and drew: notes, comments, pictures and the signature. The trail still says that
 * there were notes for others, but never had what they said.
 */
export async function forgetNotes(
  library: Library,
  { id, name }: { id: number; name: string },
): Promise<{ notes: number; comments: number }> {
  const { result } = await changeLibrary(library, { user: name }, async (tx, change) => {
    const notes = await notesFrom(tx)
      .where('author_id', '=', id)
      .where('deleted_at', 'is', null)
      .orderBy('notes.id')
      .execute();
    for (const row of notes) await erase(tx, row, change);
    const comments = await tx
      .deleteFrom('note_comments')
      .where('author_id', '=', id)
      .returning('note_id')
      .execute();
    for (const note_id of new Set(comments.map((comment) => comment.note_id))) {
      const row = await notesFrom(tx).where('notes.id', '=', note_id).executeTakeFirst();
      if (row !== undefined) await refreshComments(tx, row);
    }
    await tx.deleteFrom('note_pictures').where('owner_id', '=', id).execute();
    await tx.deleteFrom('note_signatures').where('user_id', '=', id).execute();
    return { notes: notes.length, comments: comments.length };
  });
  return result;
}

// A session lasts a day at most, so no open page misses a note that it was not told of.
const keptMs = 30 * 24 * 3_600_000;

/**
 * Removes the rows of notes that were deleted long ago. The row of one that was carried over stays as long as the
 * note that it came from, which would otherwise be carried over again.
 */
export async function removeDeletedNotes(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('notes')
    .where('deleted_at', '<', new Date(now - keptMs).toISOString())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notes as other')
            .select('other.id')
            .whereRef('other.thread', '=', 'notes.thread')
            .where('other.deleted_at', 'is', null),
        ),
      ),
    )
    .execute();
}
