import { LibraryError } from '#contract/errors.ts';
import { mostPicturesOfUser } from '#contract/note-words.ts';
import type { Note } from '#contract/notes.ts';
import { type Library, changeLibrary } from '../changes/change.ts';
import { selectInPortions } from '../db/portions.ts';
import type { Db, Tx } from '../db/schema.ts';
import { checkPicture } from './check-picture.ts';
import { isSeenBy, type NoteReader } from './note-readers.ts';

/** Keeps a picture of a user; one that is there already stays as it is. */
export async function addPicture(
  library: Library,
  reader: NoteReader,
  sent: { id: string; png: string },
  signal: AbortSignal,
): Promise<{ id: string; width: number; height: number }> {
  const { id } = sent;
  const known = await findOwn(library.db, reader, id);
  if (known !== null) return { id, ...known };
  const { png, ...size } = await checkPicture(reader.name, Buffer.from(sent.png, 'base64'), signal);
  await changeLibrary(library, { user: reader.name }, async (tx, change) => {
    if ((await findOwn(tx, reader, id)) !== null) return;
    const row = { uuid: id, owner_id: reader.id, png, ...size, made_at: change.at.toISOString() };
    await tx.insertInto('note_pictures').values(row).execute();
  });
  return { id, ...size };
}

/** The size of one's own picture; null if there is none and room for it. */
async function findOwn(
  db: Db | Tx,
  reader: NoteReader,
  id: string,
): Promise<{ width: number; height: number } | null> {
  const found = await db
    .selectFrom('note_pictures')
    .select(['owner_id', 'width', 'height'])
    .where('uuid', '=', id)
    .executeTakeFirst();
  if (found === undefined) {
    await requireRoom(db, reader);
    return null;
  }
  const { owner_id, ...size } = found;
  if (owner_id !== reader.id) throw new LibraryError('bad_request', 'This id is in use.');
  return size;
}

/** A picture for its owner, and for anyone who sees a note with it. */
export async function readPicture(db: Db, reader: NoteReader, id: string): Promise<Uint8Array> {
  const picture = await db
    .selectFrom('note_pictures')
    .select('png')
    .where('uuid', '=', id)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('owner_id', '=', reader.id),
        exists(
          selectFrom('notes')
            .select('notes.id')
            .where('notes.picture', '=', id)
            .where(isSeenBy(reader)),
        ),
      ]),
    )
    .executeTakeFirst();
  if (picture === undefined) throw new LibraryError('not_found', 'Picture not found.');
  return picture.png;
}

/** The pictures of notes that were selected for their reader, by id. */
export async function picturesOf(db: Db, notes: readonly Note[]): Promise<Map<string, Uint8Array>> {
  const ids = new Set(notes.flatMap(({ look }) => look.picture ?? []));
  const rows = await selectInPortions([...ids], (portion) =>
    db.selectFrom('note_pictures').select(['uuid', 'png']).where('uuid', 'in', portion),
  );
  return new Map(rows.map(({ uuid, png }) => [uuid, png]));
}

/** Removes pictures that are a day old and neither on a note nor in the signature of their owner. */
export async function removeUnusedPictures(db: Db, now: number): Promise<void> {
  const old = await db
    .selectFrom('note_pictures')
    .select(['uuid', 'owner_id'])
    .where('made_at', '<', new Date(now - unusedMs).toISOString())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notes').select('id').whereRef('notes.picture', '=', 'note_pictures.uuid'),
        ),
      ),
    )
    .limit(1000)
    .execute();
  for (const { uuid, owner_id } of old) {
    const signature = await db
      .selectFrom('note_signatures')
      .select('look')
      .where('user_id', '=', owner_id)
      .executeTakeFirst();
    if (signature?.look.includes(uuid) === true) continue;
    await db.deleteFrom('note_pictures').where('uuid', '=', uuid).execute();
  }
}

// A browser keeps what is drawn while it is offline, and adds the note of a picture later.
const unusedMs = 24 * 3_600_000;

async function requireRoom(db: Db | Tx, reader: NoteReader): Promise<void> {
  const { count } = await db
    .selectFrom('note_pictures')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('owner_id', '=', reader.id)
    .executeTakeFirstOrThrow();
  if (Number(count) < mostPicturesOfUser) return;
  throw new LibraryError(
    'too_large',
    `You have ${mostPicturesOfUser} pictures, which is the limit.`,
  );
}
