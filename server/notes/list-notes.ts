import { type ExpressionBuilder, sql } from 'kysely';
import type { Static } from 'typebox';
import type { listNotes as listCall, readDrawings as drawingsCall } from '#contract/notes.ts';
import { mostNotesAtOnce } from '#contract/note-words.ts';
import { selectInPortions } from '../db/portions.ts';
import type { Db, Schema } from '../db/schema.ts';
import type { Versions } from '../db/versions.ts';
import type { NotedDocument } from './noted-document.ts';
import { isOn } from './noted-document.ts';
import { earlierMarks } from './earlier-marks.ts';
import { isFor, isSeenBy, type NoteReader } from './note-readers.ts';
import { undrawnNotesFrom, withComments } from './note-rows.ts';

type NoteList = Omit<Static<typeof listCall.response>, 'is_carrying'>;

/** The place of a note in the order of their changes. */
type Place = { seq: number; id: number };
const start: Place = { seq: 0, id: 0 };

// As JSON they are at most twice as many, with the names of all fields.
const bytesAtOnce = 900_000;
const fieldBytes = 600;

/**
 * The notes of a document that changed since a cursor, in the order of their changes, in parts of at most 2 MB.
 * Without changes of any note it reads nothing: many readers ask every few seconds.
 */
export async function listNotes(
  db: Db,
  document: NotedDocument,
  { reader, versions, since }: { reader: NoteReader; versions: Versions; since: string | null },
): Promise<NoteList> {
  const { content, whyNot } = document;
  const state = `${versions.auth}.${content?.slice(0, 16) ?? ''}`;
  const cursor = since === null ? null : readCursor(since, state);
  const isSame = cursor !== null && cursor.seq === versions.notes + 1;
  // Who may not see a note any more is not told of it: all notes are sent again.
  const narrowed = isSame ? cursor.narrowed : await lastNarrowed(db, document);
  const seen = cursor?.narrowed === narrowed ? cursor : null;
  const answer = {
    is_whole: seen === null,
    content,
    may_write: whyNot === null,
    why_not: whyNot,
    groups: [...reader.groups],
  };
  const cursorAt = ({ seq, id }: Place) => `${seq}.${id}.${narrowed}.${state}`;
  const end = cursorAt({ seq: versions.notes + 1, id: 0 });
  if (content === null || isSame) {
    return { ...answer, data: [], gone: [], more: false, cursor: end };
  }
  const all = await changesSince(db, { ...document, content }, reader, seen);
  const some = firstPart(all);
  const last = some.length < all.length ? some.at(-1) : undefined;
  const shown = some.filter(({ is_seen }) => is_seen === 1);
  const rows = await selectInPortions(
    shown.map(({ id }) => id),
    (ids) => undrawnNotesFrom(db).where('notes.id', 'in', ids).where(isSeenBy(reader)),
  );
  return {
    ...answer,
    data: await withComments(
      db,
      rows.toSorted((one, other) => one.seq - other.seq || one.id - other.id),
    ),
    gone: some.filter(({ is_seen }) => is_seen === 0).map(({ uuid }) => uuid),
    cursor: last === undefined ? end : cursorAt(last),
    more: last !== undefined,
    earlier: await earlierMarks(db, { ...document, content }, reader),
  };
}

type Drawings = Static<typeof drawingsCall.response>;

/** The strokes of those of these notes that the reader sees: as many as an answer may have, at least one. */
export async function readDrawings(
  db: Db,
  reader: NoteReader,
  uuids: readonly string[],
): Promise<Drawings> {
  const sizes = await db
    .selectFrom('notes')
    .select(['id', strokeBytes.as('size')])
    .where('uuid', 'in', uuids)
    .where('strokes', 'is not', null)
    .where(isSeenBy(reader))
    .orderBy('id')
    .execute();
  const rows = await selectInPortions(
    firstPart(sizes).map(({ id }) => id),
    (ids) =>
      db
        .selectFrom('notes')
        .select(['uuid as id', 'modified_at', 'strokes'])
        .where('id', 'in', ids)
        .where(isSeenBy(reader)),
  );
  const data = rows.map(({ strokes, ...row }) => ({
    ...row,
    strokes: JSON.parse(strokes ?? '[]') as Drawings['data'][number]['strokes'],
  }));
  return { data };
}

async function lastNarrowed(db: Db, document: NotedDocument): Promise<number> {
  const found = await db
    .selectFrom('notes')
    .select(({ fn }) => fn.max('narrowed').as('narrowed'))
    .where('narrowed', 'is not', null)
    .where(isOn(document))
    .executeTakeFirst();
  return Number(found?.narrowed ?? 0);
}

/** Which notes changed, how large they are, and whether the reader still sees them. */
function changesSince(
  db: Db,
  document: NotedDocument & { content: string },
  reader: NoteReader,
  seen: Place | null,
) {
  return db
    .selectFrom('notes')
    .select(['notes.id', 'notes.seq', 'notes.uuid'])
    .select(sql<number>`bytes - ${strokeBytes} + octet_length(quote) + ${commentBytes}`.as('size'))
    .select((eb) => eb.case().when(isSeenBy(reader)(eb)).then(1).else(0).end().as('is_seen'))
    .where(isOn(document))
    .where('content', '=', document.content)
    .where(seen === null ? isSeenBy(reader) : isFor(reader))
    .where(isAfter(seen ?? start))
    .orderBy('notes.seq')
    .orderBy('notes.id')
    .limit(mostNotesAtOnce + 1)
    .execute();
}

/** As many as an answer may have; at least one. */
function firstPart<Change extends { size: number }>(changes: readonly Change[]): Change[] {
  let room = bytesAtOnce;
  const end = changes.findIndex(({ size }, at) => {
    room -= Number(size) + fieldBytes; // PostgreSQL sums in texts
    return at === mostNotesAtOnce || (at > 0 && room < 0);
  });
  return changes.slice(0, end === -1 ? undefined : end);
}

const commentBytes = sql<number>`(select coalesce(sum(octet_length(note_comments.text)), 0)
  from note_comments where note_comments.note_id = notes.id)`;

const strokeBytes = sql<number>`coalesce(octet_length(strokes), 0)`;

function isAfter({ seq, id }: Place) {
  return (eb: ExpressionBuilder<Schema, 'notes'>) =>
    eb.or([
      eb('notes.seq', '>', seq),
      eb.and([eb('notes.seq', '=', seq), eb('notes.id', '>', id)]),
    ]);
}

/** The place of a cursor; null if it is for other groups or another file, so that all notes must be sent again. */
function readCursor(cursor: string, state: string): (Place & { narrowed: number }) | null {
  const [, seq = '', id, narrowed, of] =
    /^(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.(.*)$/.exec(cursor) ?? [];
  if (seq === '' || of !== state) return null;
  return { seq: Number(seq), id: Number(id), narrowed: Number(narrowed) };
}
