import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { IndexedEntry } from '../entry.ts';
import { ChangedWords } from './changed-words.ts';
import { DictionaryWriter } from './dictionary-writer.ts';
import { DocumentWords, type WrittenDocument } from './document-words.ts';
import { DocumentsWriter } from './documents-writer.ts';
import { filterIdsIn } from './filter-ids.ts';
import { ManyRows } from './many-rows.ts';
import { NewPostings } from './new-postings.ts';
import { PostingsWriter } from './postings-writer.ts';
import { rowOf } from './rows.ts';
import { noPairs } from './sort-words.ts';

/** More should not be kept back, as it is in memory: bytes of what is to be written, and entries. */
const mostBytes = 32_000_000;
const mostEntries = 20_000;

/** What is to be written of a document; null when it is removed. */
type Kept = { entry: IndexedEntry; written: WrittenDocument } | null;

/** A document that was written. */
type Before = { row: number; id: number; stream: Uint8Array };

/**
 * Writes entries and their texts. A portion is kept back until `finish` writes it, in a transaction of
 * the caller; after a rollback that takes a new writer, as this one knows terms that are then not there.
 */
export class TextWriter {
  readonly #documents: DocumentsWriter;
  readonly #dictionary: DictionaryWriter;
  readonly #words: DocumentWords;
  readonly #postings: PostingsWriter;
  /** Null for an index that was whole before. */
  readonly #new: NewPostings | null;
  readonly #findStream: StatementSync;
  readonly #keepStream: ManyRows;
  readonly #removeStream: StatementSync;
  /** By document. */
  readonly #kept = new Map<number, Kept>();
  #bytes = 0;
  /** No document below this row is there: those of a new index need not be looked for. */
  #lowestRow: number;

  /** `isNew`: nothing can be found until `optimize` has put all in order; only a new index is written so. */
  constructor(file: DatabaseSync, { isNew = false } = {}) {
    this.#documents = new DocumentsWriter(file);
    this.#dictionary = new DictionaryWriter(file, { isNew });
    this.#words = new DocumentWords(this.#dictionary, filterIdsIn(file));
    this.#postings = new PostingsWriter(file);
    this.#new = isNew ? new NewPostings(file) : null;
    this.#findStream = file.prepare('select stream from text_streams where row = ?');
    this.#keepStream = new ManyRows(
      file,
      'insert or replace into text_streams (row, stream)',
      '(?, ?)',
    );
    this.#removeStream = file.prepare('delete from text_streams where row = ?');
    const lowest = file.prepare('select min(row) as row from text_streams').get()?.['row'];
    this.#lowestRow = Number(lowest ?? Infinity);
  }

  /** Whether it is time to finish a portion. */
  get isFull(): boolean {
    return this.#bytes > mostBytes || this.#kept.size >= mostEntries;
  }

  /** Adds an entry, or replaces it. `pages` are the texts of its PDF, from page 1; empty without one. */
  put(entry: IndexedEntry, pages: readonly string[]): void {
    this.#keep(entry, this.#words.read(entry, pages));
  }

  /** Gives an entry other fields and leaves its texts as they are; false when it is not there. */
  relabel(entry: IndexedEntry): boolean {
    const kept = this.#kept.get(entry.document_id);
    const before = kept === undefined ? this.#streamOf(entry.document_id) : kept?.written.stream;
    if (before === null || before === undefined) return false;
    this.#keep(entry, this.#words.relabel(entry, before));
    return true;
  }

  remove(document_id: number): void {
    this.#kept.set(document_id, null);
  }

  /** Writes what was kept back; the last call before each commit. */
  finish(): void {
    if (this.#kept.size === 0) return;
    const kept = [...this.#kept].sort(([a], [b]) => rowOf(a) - rowOf(b));
    const before = kept.flatMap(([id]) => {
      const stream = this.#streamOf(id);
      return stream === null ? [] : [{ id, row: rowOf(id), stream }];
    });
    const grown =
      this.#new === null ? this.#change(kept, before) : this.#add(this.#new, kept, before);
    for (const { id } of before) this.#documents.remove(id);
    for (const [id, text] of kept) {
      if (text === null) this.#removeStream.run(rowOf(id));
      else this.#keepStream.add(rowOf(id), text.written.stream);
    }
    this.#keepStream.finish();
    for (const [, text] of kept) if (text !== null) this.#documents.add(text.entry);
    this.#documents.finish();
    this.#dictionary.write(grown);
    this.#lowestRow = Math.min(this.#lowestRow, rowOf(kept.at(0)?.[0] ?? 0));
    this.#kept.clear();
    this.#bytes = 0;
  }

  /** Puts a whole new index in good order for its readers; once, after its last portion. */
  optimize(): void {
    if (this.#new === null) return;
    this.#dictionary.finishNew(this.#new.finish(this.#dictionary.last));
  }

  /** Gives by term how many documents more, or fewer, have it. */
  #change(kept: readonly [number, Kept][], before: readonly Before[]): Map<number, number> {
    const words = new Map(before.map((one) => [one.id, this.#wordsOf(one)]));
    const changed = new ChangedWords();
    for (const [id, text] of kept) {
      changed.change(rowOf(id), words.get(id) ?? null, text?.written.words ?? null);
    }
    this.#postings.change(changed.added, changed.removed);
    this.#postings.change(this.#dictionary.newParts(), noPairs);
    return changed.grown;
  }

  #add(
    postings: NewPostings,
    kept: readonly [number, Kept][],
    before: readonly Before[],
  ): Map<number, number> {
    for (const { row } of before) postings.setStale(row);
    postings.write(
      kept.flatMap(([id, text]) =>
        text === null ? [] : [{ row: rowOf(id), words: text.written.words }],
      ),
    );
    return new Map();
  }

  #wordsOf({ id, stream }: Before): Int32Array | null {
    const kind = this.#documents.kindOf(id);
    return kind === null ? null : this.#words.wordsOf(stream, kind);
  }

  #keep(entry: IndexedEntry, written: WrittenDocument): void {
    this.#kept.set(entry.document_id, { entry, written });
    this.#bytes += written.stream.byteLength + written.words.byteLength;
  }

  #streamOf(document_id: number): Uint8Array | null {
    const row = rowOf(document_id);
    if (row < this.#lowestRow) return null;
    const stream = this.#findStream.get(row)?.['stream'];
    return stream instanceof Uint8Array ? stream : null;
  }
}
