import { sealLines } from '#contract/note-drawing.ts';
import type { Note } from '#contract/notes.ts';
import type { Db } from '../db/schema.ts';
import { portionsOf } from '../db/portions.ts';
import { isSeenBy, type NoteReader } from './note-readers.ts';
import { notesFrom, withComments } from './note-rows.ts';
import { isOn, type NotedDocument } from './noted-document.ts';

/** All notes of a document that a reader sees, in the order of the pages; a portion is read when it is asked for. */
export async function* seenNotes(
  db: Db,
  reader: NoteReader,
  document: NotedDocument,
): AsyncGenerator<Note[]> {
  const ids = await db
    .selectFrom('notes')
    .select('id')
    .where(isOn(document))
    .where('content', '=', document.content ?? '')
    .where(isSeenBy(reader))
    .orderBy('page')
    .orderBy('id')
    .execute();
  for (const portion of portionsOf(ids, notesAtOnce)) {
    const some = portion.map(({ id }) => id);
    const rows = await notesFrom(db)
      .where('notes.id', 'in', some)
      .where(isSeenBy(reader)) // one may have been hidden meanwhile
      .orderBy('page')
      .orderBy('notes.id')
      .execute();
    yield withComments(db, rows);
  }
}

/** Each may have 32 kB of strokes and many comments, and a query holds the event loop. */
const notesAtOnce = 5;

const heading = [
  'page',
  'kind',
  'author',
  'author_name',
  'for',
  'created_at',
  'modified_at',
  'quote',
  'text',
  'comments',
  'signed',
  'carried_from',
  'state',
  'hidden',
];

/** The notes as rows of a spreadsheet, the header first. */
export async function* noteSheet(
  portions: AsyncIterable<readonly Note[]>,
): AsyncGenerator<string[][]> {
  yield [heading];
  for await (const notes of portions) yield notes.map(rowOf);
}

function rowOf(note: Note): string[] {
  const { page, kind, created_at, modified_at, quote, text, look, carried, hidden } = note;
  const comments = note.comments.map((one) => `${one.author_name}: ${one.text}`).join('\n');
  const audience = note.is_private ? 'private' : (note.group ?? 'everyone');
  const said = [text, look.label ?? ''].filter(Boolean).join('\n');
  return [
    String(page),
    kind,
    note.author,
    note.author_name,
    audience,
    created_at,
    modified_at,
    quote,
    said,
    comments,
    kind === 'signature' ? sealLines(note).join('\n') : '',
    carried?.from_rev ?? '',
    carried?.state ?? '',
    hidden?.reason ?? '',
  ];
}
