import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { IndexedEntry } from '../entry.ts';
import { FtsRemoval } from '../fts-removal.ts';
import { countTerms, DictionaryWriter } from './dictionary-writer.ts';
import { DocumentWords, type WrittenDocument } from './document-words.ts';
import { DocumentsWriter } from './documents-writer.ts';
import { rowOf } from './rows.ts';

/** More should not be kept back, as it is in memory: bytes of what is to be written, and entries. */
const mostBytes = 32_000_000;
const mostEntries = 20_000;

/** What is to be written of a document; null when it is removed. */
type Kept = { entry: IndexedEntry; written: WrittenDocument } | null;

/**
 * Writes entries and their texts. A portion is kept back until `finish` writes it, in a transaction of
 * the caller; after a rollback that takes a new writer, as this one knows terms that are then not there.
 *
 * It is written table by table: whenever another table is written to, FTS5 may write all that it
 * has in memory, and document by document that costs ten times as much.
 */
export class TextWriter {
  readonly #file: DatabaseSync;
  readonly #documents: DocumentsWriter;
  readonly #dictionary: DictionaryWriter;
  readonly #words: DocumentWords;
  readonly #findStream: StatementSync;
  readonly #keepStream: StatementSync;
  readonly #removeStream: StatementSync;
  readonly #insertWords: StatementSync;
  readonly #removal: FtsRemoval;
  /** By document. */
  readonly #kept = new Map<number, Kept>();
  readonly #isNew: boolean;
  #bytes = 0;

  /** `isNew`: in how many documents each term is, is only counted by `optimize`, all at once. */
  constructor(file: DatabaseSync, { isNew = false } = {}) {
    this.#file = file;
    this.#isNew = isNew;
    this.#documents = new DocumentsWriter(file);
    this.#dictionary = new DictionaryWriter(file);
    this.#words = new DocumentWords(this.#dictionary, { counts: !isNew });
    this.#findStream = file.prepare('select stream from text_streams where row = ?');
    this.#keepStream = file.prepare(
      'insert or replace into text_streams (row, stream) values (?, ?)',
    );
    this.#removeStream = file.prepare('delete from text_streams where row = ?');
    this.#insertWords = file.prepare('insert into text_words (rowid, words) values (?, ?)');
    this.#removal = new FtsRemoval(file, 'text_words');
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
    this.#dropKept(document_id);
    this.#kept.set(document_id, null);
  }

  /** Writes what was kept back; the last call before each commit. */
  finish(): void {
    // In the order of their rows: FTS5 writes all it has in memory before one that goes back.
    const kept = [...this.#kept].sort(([a], [b]) => rowOf(a) - rowOf(b));
    const before = kept.flatMap(([id]) => {
      const stream = this.#streamOf(id);
      return stream === null ? [] : [{ id, stream }];
    });
    for (const { id, stream } of before) {
      this.#words.forget(stream);
      this.#removal.remove(rowOf(id));
    }
    for (const { id } of before) this.#documents.remove(id);
    for (const [id, text] of kept) {
      if (text !== null) this.#insertWords.run(rowOf(id), text.written.words);
    }
    for (const [id, text] of kept) {
      if (text === null) this.#removeStream.run(rowOf(id));
      else this.#keepStream.run(rowOf(id), text.written.stream);
    }
    for (const [, text] of kept) if (text !== null) this.#documents.add(text.entry);
    this.#documents.finish();
    const grown = this.#words.takeGrown();
    this.#dictionary.write(this.#isNew ? new Map() : grown);
    this.#kept.clear();
    this.#bytes = 0;
  }

  /** Puts a whole new index in good order for its readers; once, after its last portion. */
  optimize(): void {
    for (const table of ['text_words', 'term_parts']) {
      this.#file.exec(`insert into ${table} (${table}) values ('optimize')`);
    }
    countTerms(this.#file);
  }

  #keep(entry: IndexedEntry, written: WrittenDocument): void {
    this.#dropKept(entry.document_id);
    this.#kept.set(entry.document_id, { entry, written });
    this.#bytes += written.stream.length + written.words.length;
  }

  /** One that was not written yet is replaced: its terms were counted. */
  #dropKept(document_id: number): void {
    const kept = this.#kept.get(document_id);
    if (kept) this.#words.forget(kept.written.stream);
  }

  #streamOf(document_id: number): Uint8Array | null {
    const stream = this.#findStream.get(rowOf(document_id))?.['stream'];
    return stream instanceof Uint8Array ? stream : null;
  }
}
