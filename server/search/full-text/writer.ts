import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { IndexedEntry } from '../entry.ts';
import { FtsRemoval } from '../fts-removal.ts';
import { DictionaryWriter } from './dictionary-writer.ts';
import { DocumentWords, type WordsOfPage } from './document-words.ts';
import { DocumentsWriter, type PageRows } from './documents-writer.ts';
import { rowOf } from './rows.ts';

/** More is not kept back, as it is in memory: letters of texts, and entries. */
const mostLetters = 16_000_000;
const mostEntries = 20_000;

type Text = { entry: IndexedEntry; pages: readonly string[] };

/**
 * Writes entries and their texts. The caller wraps a portion of calls in one transaction, with
 * `finish` as the last of them; after a rollback it takes a new writer, as this one knows terms that
 * are then not there.
 *
 * A portion is kept back and written table by table: whenever another table is written to, FTS5
 * may write all that it has in memory, and page by page that costs ten times as much.
 */
export class TextWriter {
  readonly #file: DatabaseSync;
  readonly #documents: DocumentsWriter;
  readonly #dictionary: DictionaryWriter;
  readonly #words = new DocumentWords();
  readonly #insertPage: StatementSync;
  readonly #insertWords: StatementSync;
  readonly #removal: { pages: FtsRemoval; words: FtsRemoval };
  /** By document; null for one that is removed. */
  readonly #kept = new Map<number, Text | null>();
  #letters = 0;
  #nextPage = 0;

  constructor(file: DatabaseSync) {
    this.#file = file;
    this.#documents = new DocumentsWriter(file);
    this.#dictionary = new DictionaryWriter(file);
    this.#insertPage = file.prepare(
      'insert into text_pages (rowid, words, beside) values (?, ?, ?)',
    );
    this.#insertWords = file.prepare('insert into text_words (rowid, words) values (?, ?)');
    this.#removal = {
      pages: new FtsRemoval(file, 'text_pages'),
      words: new FtsRemoval(file, 'text_words'),
    };
  }

  /** Adds an entry, or replaces it. `pages` are the texts of its PDF, from page 1; empty without one. */
  put(entry: IndexedEntry, pages: readonly string[]): void {
    this.#kept.set(entry.document_id, { entry, pages });
    for (const text of pages) this.#letters += text.length;
    if (this.#letters > mostLetters || this.#kept.size > mostEntries) this.finish();
  }

  remove(document_id: number): void {
    this.#kept.set(document_id, null);
  }

  /** Writes what was kept back; the last call before each commit. */
  finish(): void {
    const before = new Map([...this.#kept.keys()].map((id) => [id, this.#documents.find(id)]));
    for (const [id, found] of before) if (found === null) before.delete(id);
    this.#removeAll(before);
    // In the order of their rows: FTS5 writes all it has in memory before one that goes back.
    const texts = [...this.#kept.values()]
      .filter((text) => text !== null)
      .sort((a, b) => rowOf(a.entry.document_id) - rowOf(b.entry.document_id));
    const added = texts.map(({ entry, pages }) => ({
      entry,
      ...this.#words.read(entry, pages, before.has(entry.document_id)),
    }));
    this.#nextPage = this.#documents.lastPage() + 1;
    const firstPages = added.map(({ pages }) => this.#addPages(pages));
    for (const { entry, words } of added) this.#insertWords.run(rowOf(entry.document_id), words);
    for (const [at, { entry, pages }] of added.entries()) {
      this.#documents.add(entry, { first_page: firstPages[at] ?? 0, pages: pages.length });
    }
    const { grown, vocabulary } = this.#words.takeGrown();
    this.#dictionary.add(grown, vocabulary);
    this.#kept.clear();
    this.#letters = 0;
  }

  /** Puts a whole new index in good order for its readers; once, after its last portion. */
  optimize(): void {
    for (const table of ['text_pages', 'text_words', 'term_parts']) {
      this.#file.exec(`insert into ${table} (${table}) values ('optimize')`);
    }
  }

  #removeAll(before: ReadonlyMap<number, PageRows | null>): void {
    for (const rows of before.values()) {
      const { first_page, pages } = rows ?? { first_page: 0, pages: 0 };
      for (let page = 0; page < pages; page++) this.#removal.pages.remove(first_page + page);
    }
    for (const id of before.keys()) this.#removal.words.remove(rowOf(id));
    for (const id of before.keys()) this.#documents.remove(id);
  }

  /** The row of the first page. */
  #addPages(pages: readonly WordsOfPage[]): number {
    const first = this.#nextPage;
    for (const { words, beside } of pages) {
      // Also those without words, as the rows of the next document begin after the last of all.
      this.#insertPage.run(this.#nextPage++, words, beside);
    }
    return first;
  }
}
