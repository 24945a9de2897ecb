import type { Selectable } from 'kysely';
import type { Note, NoteComment, NoteLook } from '#contract/notes.ts';
import { personNamer } from '../auth/person-names.ts';
import { selectInPortions } from '../db/portions.ts';
import type { Db, Schema, Tx } from '../db/schema.ts';

/** Whose it is: the account, and the name of the person. */
type Person = { author: string; author_name: string };
/** A note with its author. */
export type NoteRow = Selectable<Schema['notes']> & Person & Joined;
type Joined = { author_left: string | null; hider_name: string | null };

/** All notes; every query that shows some to a reader adds `isSeenBy` (note-readers.ts). */
export function notesFrom(db: Db | Tx) {
  return headersFrom(db).select('strokes');
}

/** The same without their strokes. */
export function undrawnNotesFrom(db: Db | Tx) {
  return headersFrom(db).select((eb) =>
    eb.case().when('strokes', 'is', null).then(null).else(leftOut).end().as('strokes'),
  );
}

const leftOut = '';

function headersFrom(db: Db | Tx) {
  return db
    .selectFrom('notes')
    .innerJoin('users', 'users.id', 'notes.author_id')
    .leftJoin('users as hider', 'hider.name', 'notes.hidden_by')
    .select('hider.display_name as hider_name')
    .select(['notes.id', 'notes.uuid', 'thread', 'notes.document_id', 'file_key', 'content'])
    .select(['kind', 'audience', 'group_name', 'author_id', 'users.name as author'])
    .select(['users.display_name as author_name', 'users.disabled_at as author_left', 'signed'])
    .select(['notes.created_at', 'notes.modified_at', 'notes.version', 'notes.seq'])
    .select(['page', 'rects', 'other_pages', 'first_word', 'last_word'])
    .select([
      'quote',
      'text_before',
      'text_after',
      'notes.text',
      'look',
      'picture',
      'searched',
      'bytes',
    ])
    .select(['carried_rev', 'carried_state', 'carried_score'])
    .select(['hidden_by', 'hidden_reason', 'deleted_at', 'narrowed']);
}

/** What the trail says of a note; nothing of what it says itself. */
export type NoteHead = Pick<NoteRow, 'id' | 'uuid' | 'document_id' | 'kind' | 'page' | 'version'> &
  Pick<NoteRow, 'audience' | 'group_name' | 'hidden_reason'>;

export function noteHeadsFrom(db: Db | Tx) {
  return db
    .selectFrom('notes')
    .select(['id', 'uuid', 'document_id', 'kind', 'page', 'version'])
    .select(['audience', 'group_name', 'hidden_reason']);
}

/** Notes as they are sent, with their comments. */
export async function withComments(db: Db | Tx, rows: readonly NoteRow[]): Promise<Note[]> {
  const comments = await selectInPortions(
    rows.map(({ id }) => id),
    (portion) =>
      db
        .selectFrom('note_comments')
        .innerJoin('users', 'users.id', 'note_comments.author_id')
        .select(['note_id', 'uuid as id', 'users.name as author', 'text', 'at'])
        .select('users.display_name as author_name')
        .where('note_id', 'in', portion)
        .orderBy('at')
        .orderBy('uuid'),
  );
  const named = await authorNamer(db);
  const byNote = Map.groupBy(comments, ({ note_id }) => note_id);
  return rows.map((row) => ({
    ...noteOf(named(row), (byNote.get(row.id) ?? []).map(named)),
    hidden: hiddenOf(row, named),
  }));
}

/** Gives authors the names by which people know them. */
export async function authorNamer(db: Db | Tx): Promise<<Of extends Person>(of: Of) => Of> {
  const nameOf = await personNamer(db);
  return (of) => ({ ...of, author_name: nameOf(of.author, of.author_name) });
}

export async function commentTexts(db: Db | Tx, note_id: number): Promise<string[]> {
  const rows = await db
    .selectFrom('note_comments')
    .select('text')
    .where('note_id', '=', note_id)
    .orderBy('at')
    .orderBy('uuid')
    .execute();
  return rows.map(({ text }) => text);
}

// The JSON is our own, written by notes.ts.
function noteOf(row: NoteRow, comments: readonly NoteComment[]): Omit<Note, 'hidden'> {
  const { kind, author, created_at, modified_at, version, page, first_word, last_word } = row;
  const { carried_rev, carried_state } = row;
  return {
    id: row.uuid,
    content: row.content,
    kind,
    is_private: row.audience === 'author',
    group: row.group_name,
    author,
    author_name: row.author_name,
    is_author_gone: row.author_left !== null,
    signed: row.signed === null ? null : { ...(JSON.parse(row.signed) as Signed), at: created_at },
    created_at,
    modified_at,
    version,
    page,
    rects: JSON.parse(row.rects) as Note['rects'],
    other_pages: JSON.parse(row.other_pages) as Note['other_pages'],
    words: first_word === null || last_word === null ? null : [first_word, last_word],
    quote: row.quote,
    before: row.text_before,
    after: row.text_after,
    text: row.text,
    look: lookOf(row),
    carried:
      carried_rev === null || carried_state === null
        ? null
        : { from_rev: carried_rev, state: carried_state, score: row.carried_score ?? 0 },
    comments: comments.map(({ id, author, author_name, text, at }) => {
      return { id, author, author_name, text, at };
    }),
  };
}

function hiddenOf(row: NoteRow, named: (person: Person) => Person): Note['hidden'] {
  const { hidden_by: author, hider_name, hidden_reason: reason } = row;
  if (author === null) return null;
  const { author_name } = named({ author, author_name: hider_name ?? author });
  return { by: author, by_name: author_name, reason: reason ?? '' };
}

/** Who signed, as JSON in the column `signed`. */
export type Signed = { name: string; account: string };

export function lookOf({ look, strokes }: Pick<NoteRow, 'look' | 'strokes'>): Note['look'] {
  const plain = JSON.parse(look) as NoteLook;
  if (strokes === null) return plain;
  if (strokes === leftOut) return { ...plain, lacks_strokes: true };
  return { ...plain, strokes: JSON.parse(strokes) as NonNullable<NoteLook['strokes']> };
}

/** The columns of a look. */
export function lookFields({ strokes, ...look }: NoteLook) {
  return {
    look: JSON.stringify(look),
    strokes: strokes === undefined ? null : JSON.stringify(strokes),
    picture: look.picture ?? null,
  };
}

type Sized = Pick<NoteRow, 'text' | 'look' | 'strokes' | 'rects' | 'other_pages'>;

/** The column `bytes`. */
export function bytesOf({ text, look, strokes, rects, other_pages }: Sized): number {
  const parts = [text, look, strokes ?? '', rects, other_pages];
  return parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
}
