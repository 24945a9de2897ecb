import { LibraryError } from '#contract/errors.ts';
import { boxAround, rounded, signatureIn } from '#contract/note-drawing.ts';
import { mostPoints } from '#contract/note-words.ts';
import type { NoteLook } from '#contract/notes.ts';
import type { Box } from '#contract/redline.ts';
import type { Db, Tx } from '../db/schema.ts';
import type { NoteReader } from './note-readers.ts';
import { lookFields, lookOf, type NoteRow, type Signed } from './note-rows.ts';

type LookFields = ReturnType<typeof lookFields> & Pick<NoteRow, 'signed'>;
type Drawn = Pick<NoteRow, 'kind' | 'look' | 'strokes' | 'signed'>;

/**
 * The columns of a look. A signature has the one that its owner keeps, whatever a browser sends, and keeps it until it
 * is deleted for good; `had` is the note as it is or was.
 */
export async function drawnFields(
  tx: Tx,
  reader: NoteReader,
  note: { kind: NoteRow['kind']; look?: NoteLook | undefined; rects: string },
  had: Drawn | null,
): Promise<LookFields> {
  if (note.kind === 'signature') {
    const { look, signed } = had?.signed ? { ...had, look: lookOf(had) } : await sign(tx, reader);
    const [first, ...others] = JSON.parse(note.rects) as Box[];
    const placed = first === undefined ? look : signatureIn(look, boxAround([first, ...others]));
    return { ...lookFields(placed), signed };
  }
  const look = note.look ?? (had === null ? null : lookOf(had));
  if (look === null) throw new LibraryError('bad_request', 'The note lacks its look.');
  return { ...lookFields(checkedLook(look)), signed: null };
}

async function sign(tx: Tx, reader: NoteReader) {
  const kept = await findSignature(tx, reader);
  if (kept === null) {
    throw new LibraryError('bad_request', 'Draw, type or choose your signature first.');
  }
  const signed: Signed = { name: kept.name, account: reader.name };
  return { look: kept.look, signed: JSON.stringify(signed) };
}

/** The signature that a user keeps, for the user alone, and the user's name: a typed one is that name. */
export async function findSignature(
  db: Db | Tx,
  { id }: NoteReader,
): Promise<{ look: NoteLook; name: string } | null> {
  const found = await db
    .selectFrom('note_signatures')
    .innerJoin('users', 'users.id', 'note_signatures.user_id')
    .select(['look', 'display_name as name'])
    .where('user_id', '=', id)
    .executeTakeFirst();
  if (found === undefined) return null;
  const { name } = found;
  const look = JSON.parse(found.look) as NoteLook; // written by signatures.ts
  return { look: look.label === undefined ? look : { ...look, label: name }, name };
}

export function checkedLook(look: NoteLook): NoteLook {
  const strokes = look.strokes ?? [];
  const points = strokes.reduce((sum, stroke) => sum + stroke.length, 0);
  if (points > mostPoints) {
    throw new LibraryError(
      'too_large',
      `The drawing is too long: the limit is ${mostPoints} points.`,
    );
  }
  return {
    ...look,
    ...(look.label === undefined ? {} : { label: storable(look.label) }),
    ...(look.strokes === undefined
      ? {}
      : {
          strokes: strokes.map((stroke) =>
            stroke.map(([x, y, pressure]): [number, number, number] => [
              rounded(x),
              rounded(y),
              rounded(pressure),
            ]),
          ),
        }),
  };
}

// PostgreSQL refuses a zero in a text, and half of a surrogate pair is no text.
export function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Only one's own pictures; or the one that the note has. */
export async function requirePicture(
  tx: Tx,
  reader: NoteReader,
  picture: string | null,
  had: string | null = null,
): Promise<void> {
  if (picture === null || picture === had) return;
  const own = await tx
    .selectFrom('note_pictures')
    .select('uuid')
    .where('uuid', '=', picture)
    .where('owner_id', '=', reader.id)
    .executeTakeFirst();
  if (own === undefined) throw new LibraryError('bad_request', 'Picture not found.');
}
