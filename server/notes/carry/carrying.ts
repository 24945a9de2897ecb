import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { LibraryError } from '#contract/errors.ts';
import { rounded } from '#contract/note-drawing.ts';
import type { NoteLook } from '#contract/notes.ts';
import { changeLibrary, type Library, librarysOwnName } from '../../changes/change.ts';
import { portionsOf } from '../../db/portions.ts';
import type { Db, Tx } from '../../db/schema.ts';
import { raiseCount } from '../../db/versions.ts';
import { bytesOf, lookFields, lookOf, notesFrom, type NoteRow } from '../note-rows.ts';
import { findNotedDocument, type NotedDocument } from '../noted-document.ts';
import { placeFields, withoutPlace } from '../notes.ts';
import type { OcrPage, PageSizes } from '../page-words.ts';
import { searchedText } from '../searched-text.ts';
import type { CarriedPlace } from './carried-places.ts';
import { carryInProcess, type CarrySide } from './carry-process.ts';
import { type Source, sourcesOf } from './sources.ts';
import { changedTargets, moveCursors } from './targets.ts';

// Other writes wait while a portion is written.
const notesAtOnce = 200;

/** Carries notes over to the file that readers see now, one document at a time. */
export class Carrying {
  readonly #library: Library;
  readonly #log: FastifyBaseLogger;
  readonly #ending = new AbortController();
  #underWay: string | null = null;

  constructor(library: Library, log: FastifyBaseLogger) {
    this.#library = library;
    this.#log = log;
  }

  isCarrying(document: NotedDocument): boolean {
    return this.#underWay === keyOf(document);
  }

  /**
   * Carries notes over to the documents that changed, or whose notes did, since the last time. One that fails is tried
   * again the next time.
   */
  async follow(): Promise<void> {
    const { db } = this.#library;
    for (;;) {
      const changed = await changedTargets(db);
      if (changed === null) return;
      for (const file_key of changed.file_keys) {
        this.#ending.signal.throwIfAborted();
        const document = await findNotedDocument(db, file_key);
        if (document !== null) await this.#carry(document);
      }
      await moveCursors(db, changed.next);
    }
  }

  /** The next server goes on. */
  end(): void {
    this.#ending.abort();
  }

  async #carry(document: NotedDocument): Promise<void> {
    const { db } = this.#library;
    const sources = await sourcesOf(db, document);
    if (sources.length === 0 || document.content === null) return;
    const to = await findSide(db, document.content);
    if (to === null) return; // its text is not read: reading it is a change of the file
    this.#underWay = keyOf(document);
    await this.#carryTo(document, to, sources).finally(() => (this.#underWay = null));
  }

  async #carryTo(document: NotedDocument, to: CarrySide, sources: Source[]): Promise<void> {
    const { db } = this.#library;
    const tally = { placed: 0, check: 0, lost: 0 };
    for (const [content, some] of Map.groupBy(sources, (source) => source.content)) {
      const from = await findSide(db, content);
      for (const portion of portionsOf(some, 5000)) {
        const places = await this.#placesOf(from, to, await readRows(db, portion));
        const revisions = new Map(portion.map(({ id, doc_rev }) => [id, doc_rev]));
        for (const written of portionsOf(places, notesAtOnce)) {
          await this.#write(document, written, revisions);
        }
        for (const { state } of places) tally[state] += 1;
      }
    }
    const { doc_num, doc_rev } = document;
    const told = { event: 'notes_carried', doc_num, doc_rev, ...tally };
    this.#log.info(told, 'notes were carried over to another revision or file');
  }

  /** If the texts cannot be compared, every note is one without a place: none is left out. */
  async #placesOf(
    from: CarrySide | null,
    to: CarrySide,
    rows: readonly NoteRow[],
  ): Promise<CarriedPlace[]> {
    try {
      return await carryInProcess({ from, to, notes: rows.map(olderNote) }, this.#ending.signal);
    } catch (error) {
      const isForNow = error instanceof LibraryError || this.#ending.signal.aborted;
      if (isForNow) throw error;
      this.#log.error({ err: error, event: 'notes_not_carried' }, 'comparing the texts failed');
      return rows.map(({ id }) => ({ id, state: 'lost', score: 0, anchor: null, shift: [0, 0] }));
    }
  }

  async #write(
    document: NotedDocument,
    places: readonly CarriedPlace[],
    revisions: ReadonlyMap<number, string>,
  ): Promise<void> {
    await changeLibrary(this.#library, { user: librarysOwnName }, async (tx) => {
      const rows = await notesFrom(tx)
        .where(
          'notes.id',
          'in',
          places.map(({ id }) => id),
        )
        .where('deleted_at', 'is', null)
        .orderBy('notes.id') // a list shows them in the order in which they are written here
        .execute();
      const there = await threadsOn(tx, document);
      const seq = await raiseCount(tx, 'notes');
      for (const row of rows) {
        const place = places.find(({ id }) => id === row.id);
        // Another node may have carried it over meanwhile.
        if (place === undefined || there.has(row.thread)) continue;
        const carried_rev = revisions.get(row.id) ?? '';
        await copy(tx, row, document, place, { carried_rev, seq });
      }
    });
  }
}

function keyOf({ id, content }: NotedDocument): string {
  return `${id} ${content}`;
}

async function threadsOn(tx: Tx, { ids, content }: NotedDocument): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('notes')
    .select('thread')
    .where('document_id', 'in', ids)
    .where('content', '=', content ?? '')
    .execute();
  return new Set(rows.map(({ thread }) => thread));
}

/** The words of a content as they are stored; null if they are not known. */
async function findSide(db: Db, hash: string): Promise<CarrySide | null> {
  const found = await db
    .selectFrom('contents')
    .innerJoin('content_words', 'content_words.hash', 'contents.hash')
    .select(['words', 'page_sizes'])
    .where('contents.hash', '=', hash)
    .executeTakeFirst();
  if (found === undefined) return null;
  const ocr: OcrPage[] = await db
    .selectFrom('ocr_texts')
    .select(['page', 'words'])
    .where('hash', '=', hash)
    .execute();
  const page_sizes = JSON.parse(found.page_sizes ?? '[]') as PageSizes; // written by pdf/save-facts.ts
  return { words: found.words, page_sizes, ocr };
}

async function readRows(db: Db, sources: readonly Source[]): Promise<NoteRow[]> {
  const rows: NoteRow[] = [];
  for (const portion of portionsOf(sources)) {
    const ids = portion.map(({ id }) => id);
    rows.push(...(await notesFrom(db).where('notes.id', 'in', ids).execute()));
  }
  return rows;
}

function olderNote(row: NoteRow) {
  const others = JSON.parse(row.other_pages) as { page: number }[]; // written by notes.ts
  return {
    id: row.id,
    isHighlight: row.kind === 'highlight',
    page: row.page,
    rects: JSON.parse(row.rects) as [number, number, number, number][],
    last_page: others.at(-1)?.page ?? row.page,
    first_word: row.carried_state === 'lost' ? null : row.first_word,
    last_word: row.last_word,
    quote: row.quote,
    text_before: row.text_before,
    text_after: row.text_after,
  };
}

/** The copy of a note on a newer file, with its comments; the note itself stays where it is. */
async function copy(
  tx: Tx,
  row: NoteRow,
  document: NotedDocument,
  { state, score, anchor, shift }: CarriedPlace,
  carried: { carried_rev: string; seq: number },
): Promise<void> {
  const { id: olderId, author: _author, author_name: _name, ...rest } = row;
  const { author_left: _left, hider_name: _hider, ...columns } = rest;
  const look = moved(lookOf(row), shift);
  const placed = anchor === null ? withoutPlace : placeFields(anchor);
  const drawn = lookFields(look);
  const comments = await tx
    .selectFrom('note_comments')
    .select(['author_id', 'text', 'at'])
    .where('note_id', '=', olderId)
    .execute();
  const texts = comments.map(({ text }) => text);
  const { id } = await tx
    .insertInto('notes')
    .values({
      ...columns,
      ...placed,
      ...drawn,
      bytes: bytesOf({ ...row, ...placed, ...drawn }),
      uuid: randomUUID(),
      document_id: document.id,
      file_key: document.file_key,
      content: document.content ?? '',
      version: 1,
      narrowed: null,
      searched: searchedText({ text: row.text, quote: anchor?.quote ?? row.quote, look }, texts),
      carried_state: state,
      carried_score: score,
      ...carried,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const copied = comments.map((comment) => ({ ...comment, uuid: randomUUID(), note_id: id }));
  if (copied.length > 0) await tx.insertInto('note_comments').values(copied).execute();
}

function moved(look: NoteLook, [across, down]: readonly [number, number]): NoteLook {
  if (look.strokes === undefined || (across === 0 && down === 0)) return look;
  const strokes = look.strokes.map((stroke) =>
    stroke.map(([x, y, pressure]): [number, number, number] => [
      rounded(x + across),
      rounded(y + down),
      pressure,
    ]),
  );
  return { ...look, strokes };
}
