import type { Selectable } from 'kysely';
import type { Note, NoteComment, NoteLook } from '#contract/notes.ts';
import { selectInPortions } from '../db/portions.ts';
import type { Db, Schema, Tx } from '../db/schema.ts';

/** A note with the name of its author. */
export type NoteRow = Selectable<Schema['notes']> & { author: string };

/** All notes; every query that shows some to a reader adds `isSeenBy` (note-readers.ts). */
export function notesFrom(db: Db | Tx) {
  return db
    .selectFrom('notes')
    .innerJoin('users', 'users.id', 'notes.author_id')
    .select(['notes.id', 'notes.uuid', 'thread', 'notes.document_id', 'file_key', 'content'])
    .select(['kind', 'audience', 'group_name', 'author_id', 'users.name as author'])
    .select(['notes.created_at', 'notes.modified_at', 'notes.version', 'notes.seq'])
    .select(['page', 'rects', 'other_pages', 'first_word', 'last_word'])
    .select([
      'quote',
      'text_before',
      'text_after',
      'notes.text',
      'look',
      'strokes',
      'picture',
      'searched',
      'bytes',
    ])
    .select(['carried_rev', 'carried_state', 'carried_score'])
    .select(['hidden_by', 'hidden_reason', 'deleted_at']);
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
        .where('note_id', 'in', portion)
        .orderBy('at')
        .orderBy('uuid'),
  );
  const byNote = Map.groupBy(comments, ({ note_id }) => note_id);
  return rows.map((row) => noteOf(row, byNote.get(row.id) ?? []));
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
function noteOf(row: NoteRow, comments: readonly NoteComment[]): Note {
  const { kind, author, created_at, modified_at, version, page, first_word, last_word } = row;
  const { carried_rev, carried_state, hidden_by } = row;
  return {
    id: row.uuid,
    content: row.content,
    kind,
    is_private: row.audience === 'author',
    group: row.group_name,
    author,
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
    hidden: hidden_by === null ? null : { by: hidden_by, reason: row.hidden_reason ?? '' },
    comments: comments.map(({ id, author, text, at }) => ({ id, author, text, at })),
  };
}

export function lookOf({ look, strokes }: Pick<NoteRow, 'look' | 'strokes'>): NoteLook {
  const plain = JSON.parse(look) as NoteLook;
  if (strokes === null) return plain;
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
