import { sql } from 'kysely';
import type { FoundNote } from '#contract/notes.ts';
import type { Db } from '../db/schema.ts';
import { entriesWithFile } from '../matching/entry-files.ts';
import { FairQueue } from '../processes/fair-queue.ts';
import { foldText } from '../search/folding.ts';
import { isSeenBy, type NoteReader } from './note-readers.ts';
import { authorNamer } from './note-rows.ts';

const mostWords = 20;
// A query holds the event loop: so many rows, and so many bytes of text, take some milliseconds.
const rowsAtOnce = 500;
const bytesAtOnce = 500_000;
const searches = new FairQueue(3, 'searches of notes');

type Search = { q: string; limit: number };
type Place = { id: number; modified_at: string };
type Found = { data: FoundNote[]; more: boolean };

/** Notes that a reader sees, in which every word of the query occurs; the last changed first. */
export async function searchNotes(
  db: Db,
  reader: NoteReader,
  { q, limit }: Search,
  signal: AbortSignal,
): Promise<Found> {
  const words = foldText(q).split(/\s+/).filter(Boolean).slice(0, mostWords);
  if (words.length === 0) return { data: [], more: false };
  return searches.use(reader.name, () => search(db, reader, words, limit, signal), signal);
}

/** Looks through all notes in portions; between them others get their turn. */
async function search(
  db: Db,
  reader: NoteReader,
  words: readonly string[],
  limit: number,
  signal: AbortSignal,
): Promise<Found> {
  let found: Place[] = [];
  for (let below: number | null = Number.MAX_SAFE_INTEGER; below !== null;) {
    signal.throwIfAborted();
    const portion = await nextPortion(db, below);
    const matching = await matchingIds(db, reader, words, portion);
    found = [...found, ...(await onPresentFiles(db, matching))]
      .toSorted(lastChangedFirst)
      .slice(0, limit + 1);
    below = portion.at(-1) ?? null;
  }
  const shown = found.slice(0, limit).map(({ id }) => id);
  return { data: await notesToShow(db, reader, shown), more: found.length > limit };
}

/** The next ids, from the newest on. */
async function nextPortion(db: Db, below: number): Promise<number[]> {
  const rows = await db
    .selectFrom('notes')
    .select(['id', sql<number>`octet_length(searched)`.as('bytes')])
    .where('id', '<', below)
    .orderBy('id', 'desc')
    .limit(rowsAtOnce)
    .execute();
  let room = bytesAtOnce;
  const end = rows.findIndex(({ bytes }, at) => {
    room -= bytes;
    return at > 0 && room < 0;
  });
  return rows.slice(0, end === -1 ? undefined : end).map(({ id }) => id);
}

async function matchingIds(
  db: Db,
  reader: NoteReader,
  words: readonly string[],
  portion: readonly number[],
): Promise<number[]> {
  if (portion.length === 0) return [];
  const rows = await db
    .selectFrom('notes')
    .select(['id', 'searched'])
    .where('id', '<=', portion[0] ?? 0)
    .where('id', '>=', portion.at(-1) ?? 0)
    .where(isSeenBy(reader))
    .execute();
  // Both sides are folded, so that letter case does not matter.
  const matching = rows.filter(({ searched }) => words.every((word) => searched.includes(word)));
  return matching.map(({ id }) => id);
}

/** Those on the file that is there now; others were carried over to it. */
async function onPresentFiles(db: Db, ids: readonly number[]): Promise<Place[]> {
  if (ids.length === 0) return [];
  return notesOnFiles(db)
    .select(['notes.id', 'notes.modified_at'])
    .where('notes.id', 'in', ids)
    .execute();
}

async function notesToShow(
  db: Db,
  reader: NoteReader,
  ids: readonly number[],
): Promise<FoundNote[]> {
  if (ids.length === 0) return [];
  const rows = await notesOnFiles(db)
    .innerJoin('users', 'users.id', 'notes.author_id')
    .innerJoin('customers', 'customers.id', 'documents.customer_id')
    .select(['customers.name as customer', 'doc_num', 'doc_desc', 'language', 'doc_rev'])
    .select(['notes.uuid as id', 'page', 'kind', 'audience', 'group_name', 'users.name as author'])
    .select('users.display_name as author_name')
    .select(['quote', 'text', 'notes.modified_at'])
    .where('notes.id', 'in', ids)
    .where(isSeenBy(reader))
    .orderBy('notes.modified_at', 'desc')
    .orderBy('notes.id')
    .execute();
  const named = await authorNamer(db);
  return rows.map(named).map(({ audience, group_name, ...note }) => ({
    ...note,
    is_private: audience === 'author',
    group: group_name,
  }));
}

function notesOnFiles(db: Db) {
  return entriesWithFile(db)
    .innerJoin('notes', 'notes.document_id', 'documents.id')
    .whereRef('notes.content', '=', 'files.hash');
}

function lastChangedFirst(one: Place, other: Place): number {
  if (one.modified_at === other.modified_at) return one.id - other.id;
  return one.modified_at < other.modified_at ? 1 : -1;
}
