import { randomUUID } from 'node:crypto';
import { type Change, changeLibrary, type Library } from '../changes/change.ts';
import type { Db, Tx } from '../db/schema.ts';
import { refreshComments } from './comments.ts';
import { lookFields, noteHeadsFrom, notesFrom } from './note-rows.ts';
import { erase } from './notes.ts';

// Other writes wait while a portion is written.
const notesAtOnce = 100;

/**
 * Deletes for good what a user wrote and drew: notes, comments, pictures and the signature. The trail still says that
 * there were notes for others, but never had what they said. What a broken call left goes with the next one.
 */
export async function forgetNotes(
  library: Library,
  { id, name }: { id: number; name: string },
): Promise<{ notes: number; comments: number }> {
  const author = { user: name, change_id: randomUUID() };
  const inPortions = async (work: (tx: Tx, change: Change) => Promise<number>) => {
    for (let sum = 0; ;) {
      const { result } = await changeLibrary(library, author, work);
      if (result === 0) return sum;
      sum += result;
    }
  };
  const notes = await inPortions((tx, change) => forgetSomeNotes(tx, id, change));
  const comments = await inPortions((tx) => forgetSomeComments(tx, id));
  await changeLibrary(library, author, async (tx) => {
    // Deleted notes keep these as long as their deletion can be undone.
    const own = tx.selectFrom('notes').select('id').where('author_id', '=', id);
    await tx.deleteFrom('note_comments').where('note_id', 'in', own).execute();
    const forgotten = { ...lookFields({ colour: '#000000' }), signed: null };
    await tx.updateTable('notes').set(forgotten).where('author_id', '=', id).execute();
    await tx.deleteFrom('note_pictures').where('owner_id', '=', id).execute();
    await tx.deleteFrom('note_signatures').where('user_id', '=', id).execute();
  });
  return { notes, comments };
}

async function forgetSomeNotes(tx: Tx, author_id: number, change: Change): Promise<number> {
  const notes = await noteHeadsFrom(tx)
    .where('author_id', '=', author_id)
    .where('deleted_at', 'is', null)
    .limit(notesAtOnce)
    .execute();
  await erase(tx, notes, change);
  return notes.length;
}

async function forgetSomeComments(tx: Tx, author_id: number): Promise<number> {
  const some = await tx
    .selectFrom('note_comments')
    .select(['uuid', 'note_id'])
    .where('author_id', '=', author_id)
    .limit(notesAtOnce)
    .execute();
  if (some.length === 0) return 0;
  const uuids = some.map(({ uuid }) => uuid);
  await tx.deleteFrom('note_comments').where('uuid', 'in', uuids).execute();
  for (const note_id of new Set(some.map((comment) => comment.note_id))) {
    const row = await notesFrom(tx).where('notes.id', '=', note_id).executeTakeFirst();
    if (row !== undefined && row.deleted_at === null) await refreshComments(tx, row);
  }
  return some.length;
}

// A session lasts a day at most, so no open page misses a note that it was not told of.
const keptMs = 30 * 24 * 3_600_000;

/**
 * Removes the rows of notes that were deleted long ago. The row of one that was carried over stays as long as the
 * note that it came from, which would otherwise be carried over again.
 */
export async function removeDeletedNotes(db: Db, now: number): Promise<void> {
  const until = new Date(now - keptMs).toISOString();
  const old = db.selectFrom('notes').select('id').where('deleted_at', '<', until);
  await db.deleteFrom('note_comments').where('note_id', 'in', old).execute();
  await db
    .deleteFrom('notes')
    .where('deleted_at', '<', until)
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
