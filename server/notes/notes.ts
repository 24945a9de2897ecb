import type { Static } from 'typebox';
import type { AuditAction } from '#contract/audit-actions.ts';
import { LibraryError } from '#contract/errors.ts';
import {
  mostNoteBytes,
  mostNoteBytesOfUser,
  mostNoteBytesOnDocument,
  mostNotesOfUser,
  mostNotesOnDocument,
} from '#contract/note-words.ts';
import type { addNote as addCall, Note, saveNote as saveCall } from '#contract/notes.ts';
import { type Change, changeLibrary, type Library } from '../changes/change.ts';
import type { AuditFields } from '../changes/trail.ts';
import { selectInPortions } from '../db/portions.ts';
import type { Db, Tx } from '../db/schema.ts';
import { raiseCount } from '../db/versions.ts';
import { type Anchor, anchorOf, type SentPlace } from './anchor.ts';
import { drawnFields, requirePicture, storable } from './looks.ts';
import { isSeenBy, type NoteReader } from './note-readers.ts';
import {
  bytesOf,
  commentTexts,
  lookFields,
  lookOf,
  type NoteHead,
  noteHeadsFrom,
  notesFrom,
  type NoteRow,
  withComments,
} from './note-rows.ts';
import { requireNotedDocument } from './noted-document.ts';
import { readPageWords } from './page-words.ts';
import { searchedText } from './searched-text.ts';

type SentNote = Static<typeof addCall.body>;

/** The note is not of the version that the caller saw; null if it is deleted. */
export class NoteChangedError extends LibraryError {
  readonly note: Note | null;

  constructor(note: Note | null, why = 'The note was changed elsewhere.') {
    super('changed_meanwhile', note === null ? 'The note was deleted elsewhere.' : why);
    this.note = note;
  }
}

/** Adds a note; one that is there already stays as it is. */
export async function addNote(library: Library, reader: NoteReader, sent: SentNote): Promise<Note> {
  if (sent.author !== undefined && sent.author !== reader.name) {
    throw new LibraryError('no_permission', `You are signed in as ${reader.name}.`);
  }
  const document = await requireNotedDocument(library.db, sent.name);
  const known = await findOwn(library.db, reader, sent.id);
  if (known !== null && known.deleted_at === null) return oneNote(library.db, known);
  if (document.whyNot !== null) throw new LibraryError('bad_request', document.whyNot);
  const place = isLost(known, sent)
    ? { ...withoutPlace, page: sent.page, quote: await quoteOfThread(library.db, known) }
    : placeFields(await requireAnchor(library.db, sent.content, sent));
  return changed(library, reader, async (tx, change) => {
    // Read again: the answer to the same request may have been lost a moment ago.
    const row = await findOwn(tx, reader, sent.id);
    if (row !== null && row.deleted_at === null) return row;
    const said = { ...place, text: storable(sent.text) };
    const saved = { ...said, ...(await drawnFields(tx, reader, { ...sent, ...place }, row)) };
    await requirePicture(tx, reader, saved.picture, row?.picture);
    const bytes = bytesOf(saved);
    await requireRoom(tx, reader, document.id, bytes, row);
    const fields = {
      text_before: '',
      text_after: '',
      ...saved,
      bytes,
      searched: searchedText(
        { ...saved, look: lookOf(saved) },
        row === null ? [] : await commentTexts(tx, row.id),
      ),
      ...audienceOf(reader, sent),
      document_id: document.id,
      file_key: document.file_key,
      content: sent.content,
      kind: sent.kind,
      modified_at: change.at.toISOString(),
      seq: await raiseCount(tx, 'notes'),
    };
    if (row !== null)
      return restore(tx, row, { ...fields, deleted_at: null }, sent.version, change);
    const inserted = await tx
      .insertInto('notes')
      .values({
        ...fields,
        uuid: sent.id,
        thread: sent.id,
        author_id: reader.id,
        created_at: fields.modified_at,
        version: 1,
      })
      .onConflict((conflict) => conflict.column('uuid').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (inserted === undefined) throw new LibraryError('bad_request', 'This id is in use.');
    const added = await notesFrom(tx).where('notes.id', '=', inserted.id).executeTakeFirstOrThrow();
    await recordNotes(tx, change, 'added', [{ before: null, after: added }]);
    return added;
  });
}

/** Changes a note; only its author may. */
export async function saveNote(
  library: Library,
  reader: NoteReader,
  id: string,
  sent: Static<typeof saveCall.body>,
): Promise<Note> {
  const before = await requireOwn(library.db, reader, id, sent.version);
  const { kind, content } = before;
  // Only one that was carried over may be without a place; also again, when its author undoes putting it on a page.
  const isWithoutPlace =
    before.carried_state !== null && sent.words === null && sent.rects.length === 0;
  const place = isWithoutPlace
    ? { ...withoutPlace, quote: before.quote }
    : kind === 'highlight' && !isMoved(before, sent)
      ? placeOf(before)
      : placeFields(await requireAnchor(library.db, content, { ...sent, kind }));
  return changed(library, reader, async (tx, change) => {
    const row = await requireOwn(tx, reader, id, sent.version);
    const said = { ...place, text: storable(sent.text) };
    const saved = { ...said, ...(await drawnFields(tx, reader, { ...sent, ...place, kind }, row)) };
    await requirePicture(tx, reader, saved.picture, row.picture);
    const bytes = bytesOf(saved);
    if (bytes > row.bytes) {
      await requireRoom(tx, reader, row.document_id, bytes, row);
    }
    // Moving a note that was carried over decides about its place.
    const isAccepted = row.carried_state !== null && !isWithoutPlace && isMoved(row, sent);
    const wanted = row.carried_state === null ? undefined : sent.carried_state;
    const carried_state = isWithoutPlace
      ? 'lost'
      : (wanted ?? (isAccepted ? 'accepted' : undefined));
    return update(tx, row, change, {
      ...saved,
      bytes,
      searched: searchedText({ ...saved, look: lookOf(saved) }, await commentTexts(tx, row.id)),
      ...(carried_state === undefined ? {} : { carried_state }),
      ...(await changedAudience(tx, reader, row, sent)),
      modified_at: change.at.toISOString(),
    });
  });
}

/** A later version of the reader may number words otherwise, so a highlight stays on the words that it quotes. */
function placeOf(row: NoteRow) {
  const { page, rects, other_pages, first_word, last_word, quote, text_before, text_after } = row;
  return { page, rects, other_pages, first_word, last_word, quote, text_before, text_after };
}

/** Whether it is put on other words, or elsewhere; a box may grow with its text. */
function isMoved(row: NoteRow, sent: SentPlace): boolean {
  if (row.page !== sent.page) return true;
  if (row.kind === 'highlight') {
    const [first, last] = sent.words ?? [null, null];
    return row.first_word !== first || row.last_word !== last;
  }
  const corner = (rects: SentPlace['rects']) => rects.map(([x, y]) => `${x} ${y}`).join();
  return corner(JSON.parse(row.rects) as Note['rects']) !== corner(sent.rects);
}

/**
 * Deletes a note; only its author may. Gives the version with which its author may restore it. `known`: as in
 * `requireKnown`.
 */
export async function deleteNote(
  library: Library,
  reader: NoteReader,
  id: string,
  { version, known }: { version: number; known: readonly string[] | null },
): Promise<number> {
  const { result } = await changeLibrary(library, { user: reader.name }, async (tx, change) => {
    const row = await requireOwn(tx, reader, id, version);
    await requireKnown(tx, row, known);
    await erase(tx, [row], change);
    return row.version + 1;
  });
  return result;
}

/**
 * Refuses where there is a comment of others that is not one of these, by the beginnings of their ids: nobody was
 * asked about it. Null: a browser of before 1.0, which does not say.
 */
export async function requireKnown(
  tx: Tx,
  row: NoteRow,
  known: readonly string[] | null,
): Promise<void> {
  const comments = known === null ? [] : await commentsOfOthers(tx, row);
  if (comments.every((uuid) => known?.some((start) => uuid.startsWith(start)))) return;
  throw new NoteChangedError(
    await oneNote(tx, row),
    'Someone has commented on the note. Read the comment before you delete the note.',
  );
}

/**
 * Deletes what notes say. Their rows stay for a while, so that open pages learn that they are gone; comments and
 * signatures too, unseen: they come back if the author undoes it.
 */
export async function erase(tx: Tx, rows: readonly NoteHead[], change: Change): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const seq = await raiseCount(tx, 'notes');
  await tx
    .updateTable('notes')
    .set({ ...erased, deleted_at: change.at.toISOString(), seq })
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
  await tx
    .updateTable('notes')
    .set(lookFields({ colour: '#000000' }))
    .where('id', 'in', ids)
    .where('kind', '<>', 'signature')
    .execute();
  await recordNotes(
    tx,
    change,
    'deleted',
    rows.map((before) => ({ before, after: null })),
  );
}

export const withoutPlace = { rects: '[]', other_pages: '[]', first_word: null, last_word: null };

const erased = {
  ...withoutPlace,
  quote: '',
  text_before: '',
  text_after: '',
  text: '',
  searched: '',
};

/** Changes the columns of a note and its version, and writes it to the trail. */
export async function update<Row extends NoteHead>(
  tx: Tx,
  row: Row,
  change: Change,
  columns: Partial<Omit<NoteRow, 'id' | 'author'>>,
): Promise<Row> {
  const seq = await raiseCount(tx, 'notes');
  const set = { ...columns, version: row.version + 1, seq };
  await tx.updateTable('notes').set(set).where('id', '=', row.id).execute();
  const after = { ...row, ...set };
  await recordNotes(tx, change, 'changed', [{ before: row, after }]);
  return after;
}

/** Runs a change of one note, and gives the note afterwards. */
export async function changed(
  library: Library,
  reader: NoteReader,
  work: (tx: Tx, change: Change) => Promise<NoteRow>,
): Promise<Note> {
  const { result } = await changeLibrary(library, { user: reader.name }, async (tx, change) =>
    oneNote(tx, await work(tx, change)),
  );
  return result;
}

export async function oneNote(db: Db | Tx, row: NoteRow): Promise<Note> {
  const [note] = await withComments(db, [row]);
  if (note === undefined) throw new Error('A row is a note.');
  return note;
}

/** A note that this reader sees; to others it does not exist. */
export async function requireSeen(db: Db | Tx, reader: NoteReader, id: string): Promise<NoteRow> {
  const row = await findSeen(db, reader, id);
  if (row === null) throw new LibraryError('not_found', 'Note not found.');
  return row;
}

export async function findSeen(
  db: Db | Tx,
  reader: NoteReader,
  id: string,
): Promise<NoteRow | null> {
  const row = await notesFrom(db)
    .where('notes.uuid', '=', id)
    .where(isSeenBy(reader))
    .executeTakeFirst();
  return row ?? null;
}

/** A note that its author wrote for everyone or for a group: what a librarian may hide. */
export async function requireShared(db: Db | Tx, id: string): Promise<NoteHead> {
  const row = await noteHeadsFrom(db)
    .where('uuid', '=', id)
    .where('audience', '<>', 'author')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw new LibraryError('not_found', 'Note not found.');
  return row;
}

/** One's own note in this version; refuses with the present one if it has another. */
async function requireOwn(
  db: Db | Tx,
  reader: NoteReader,
  id: string,
  version: number,
): Promise<NoteRow> {
  const row = await findOwn(db, reader, id);
  if (row === null) {
    await requireSeen(db, reader, id);
    throw new LibraryError('no_permission', 'Only the author of a note can change it.');
  }
  if (row.deleted_at !== null) throw new NoteChangedError(null);
  if (row.version !== version) throw new NoteChangedError(await oneNote(db, row));
  return row;
}

async function findOwn(db: Db | Tx, reader: NoteReader, id: string): Promise<NoteRow | null> {
  const row = await notesFrom(db)
    .where('notes.uuid', '=', id)
    .where('author_id', '=', reader.id)
    .executeTakeFirst();
  return row ?? null;
}

/** Undoes one's own deletion, which nobody else can. */
async function restore(
  tx: Tx,
  row: NoteRow,
  columns: Partial<Omit<NoteRow, 'id' | 'author'>>,
  version: number | undefined,
  change: Change,
): Promise<NoteRow> {
  if (version !== row.version) throw new NoteChangedError(null);
  const set = { ...columns, version: row.version + 1 };
  await tx.updateTable('notes').set(set).where('id', '=', row.id).execute();
  const restored = { ...row, ...set };
  await recordNotes(tx, change, 'restored', [{ before: null, after: restored }]);
  return restored;
}

/** A note that was carried over and never had a place here is restored without one. */
function isLost(row: NoteRow | null, { rects, words }: SentPlace): row is NoteRow {
  return row !== null && row.carried_state === 'lost' && words === null && rects.length === 0;
}

async function quoteOfThread(db: Db, { thread }: NoteRow): Promise<string> {
  const { quote } =
    (await db
      .selectFrom('notes')
      .select('quote')
      .where('thread', '=', thread)
      .where('deleted_at', 'is', null)
      .orderBy('id', 'desc')
      .executeTakeFirst()) ?? {};
  return quote ?? '';
}

/** The columns of where it is. */
export function placeFields(anchor: Anchor) {
  return {
    ...anchor,
    rects: JSON.stringify(anchor.rects),
    other_pages: JSON.stringify(anchor.other_pages),
  };
}

/** The place by our own words. */
async function requireAnchor(
  db: Db,
  content: string,
  sent: SentPlace & Pick<NoteRow, 'kind'>,
): Promise<Anchor> {
  const pages = [sent.page, ...sent.other_pages.map(({ page }) => page)];
  const words = await readPageWords(db, content, pages);
  if (words === null) {
    throw new LibraryError('bad_request', 'The PDF has no such page, or was never read.');
  }
  const anchor = anchorOf(sent, sent.kind === 'highlight', words);
  if (anchor === null) throw new LibraryError('bad_request', 'The page has no such words.');
  if (anchor.rects.length === 0) {
    throw new LibraryError('bad_request', 'The note lacks its place on the page.');
  }
  return anchor;
}

function audienceOf(
  { groups }: NoteReader,
  { is_private, group }: Pick<SentNote, 'is_private' | 'group'>,
): Pick<NoteRow, 'audience' | 'group_name'> {
  if (is_private && group !== null) {
    throw new LibraryError('bad_request', 'A note is either private or for a group.');
  }
  if (group !== null && !groups.includes(group)) {
    // Not 'no_permission': the session is not over.
    throw new LibraryError('bad_request', `You are not in the group ${group}.`);
  }
  if (is_private) return { audience: 'author', group_name: null };
  return { audience: group === null ? 'everyone' : 'group', group_name: group };
}

/** Only wider where others commented: they wrote for those who see it. */
async function changedAudience(
  tx: Tx,
  reader: NoteReader,
  row: NoteRow,
  { is_private, group = null }: { is_private?: boolean; group?: string | null },
): Promise<Partial<NoteRow>> {
  const isSame = is_private === (row.audience === 'author') && group === row.group_name;
  if (is_private === undefined || isSame) return {};
  const next = audienceOf(reader, { is_private, group });
  if (row.audience === 'author' || next.audience === 'everyone') return next;
  if ((await commentsOfOthers(tx, row)).length > 0) {
    const why = `Others have commented on this note, so it stays visible to ${row.group_name ?? 'everyone'}.`;
    throw new NoteChangedError(await oneNote(tx, row), why);
  }
  return { ...next, narrowed: await raiseCount(tx, 'notes') };
}

async function commentsOfOthers(tx: Tx, { id, author_id }: NoteRow): Promise<string[]> {
  const rows = await tx
    .selectFrom('note_comments')
    .select('uuid')
    .where('note_id', '=', id)
    .where('author_id', '<>', author_id)
    .execute();
  return rows.map(({ uuid }) => uuid);
}

/** What one person may have: a note of this size on this document, instead of the one that is or was there. */
async function requireRoom(
  tx: Tx,
  reader: NoteReader,
  document_id: number,
  bytes: number,
  row: NoteRow | null,
): Promise<void> {
  if (bytes > Math.max(mostNoteBytes, row?.bytes ?? 0)) {
    const kilobytes = mostNoteBytes / 1000;
    const message = `The note is too large: the limit is ${kilobytes} kB. Put the rest into another note.`;
    throw new LibraryError('too_large', message);
  }
  const had = row?.deleted_at === null ? row.bytes : null;
  const own = tx
    .selectFrom('notes')
    .select(({ fn }) => [fn.countAll<number>().as('notes'), fn.sum<number>('bytes').as('bytes')])
    .where('author_id', '=', reader.id)
    .where('deleted_at', 'is', null);
  const requireFit = async (query: typeof own, [most, mostBytes]: [number, number], at: string) => {
    const used = await query.executeTakeFirstOrThrow(); // PostgreSQL counts in texts
    const isFull = had === null && Number(used.notes) >= most;
    if (!isFull && Number(used.bytes) - (had ?? 0) + bytes <= mostBytes) return;
    const message = `You have ${most} notes or ${mostBytes / 1_000_000} MB of them ${at}, which is the limit. Delete some first.`;
    throw new LibraryError('too_large', message);
  };
  const onDocument = own.where('document_id', '=', document_id);
  await requireFit(onDocument, [mostNotesOnDocument, mostNoteBytesOnDocument], 'on this document');
  await requireFit(own, [mostNotesOfUser, mostNoteBytesOfUser], 'in the library');
}

/**
 * The trail says who wrote, changed, deleted or hid a note for others, but nothing of what it said: librarians read the
 * trail, and it is never changed. Of private notes it says nothing, but that one became so.
 */
async function recordNotes(
  tx: Tx,
  change: Change,
  action: AuditAction,
  notes: readonly { before: NoteHead | null; after: NoteHead | null }[],
): Promise<void> {
  const told = notes.flatMap(({ before, after }) => {
    const note = after ?? before;
    const isShared = [before, after].some((one) => one !== null && one.audience !== 'author');
    return note === null || !isShared ? [] : { note, before, after };
  });
  const documents = await selectInPortions(
    told.map(({ note }) => note.document_id),
    (portion) =>
      tx
        .selectFrom('documents')
        .select(['id', 'customer_id', 'doc_num', 'language', 'doc_rev'])
        .where('id', 'in', portion),
  );
  const byId = new Map(documents.map((document) => [document.id, document]));
  const lines = told.map(({ note, before, after }) => {
    const { id: document_id = null, customer_id = null, ...of } = byId.get(note.document_id) ?? {};
    return {
      action,
      subject: 'note' as const,
      subject_id: note.id,
      customer_id,
      document_id,
      before: before === null ? null : { ...of, ...trailFields(before) },
      after: after === null ? null : { ...of, ...trailFields(after) },
    };
  });
  await change.record(lines);
}

function trailFields(row: NoteHead): AuditFields {
  const { kind, page, version, audience, group_name, hidden_reason } = row;
  const group = audience === 'author' ? 'private' : (group_name ?? 'everyone');
  return { kind, page, group, version, hidden: hidden_reason };
}
