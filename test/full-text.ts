import { DatabaseSync } from 'node:sqlite';
import { Engine } from '../server/search/engine.ts';
import type { IndexedEntry } from '../server/search/entry.ts';
import { FullText, type TextRequest } from '../server/search/full-text/full-text.ts';
import { IndexWriter } from '../server/search/index/index-writer.ts';
import { createTables } from '../server/search/index/tables.ts';
import { QuickOpen } from '../server/search/quick-open/quick-open.ts';

/** An entry for tests: what is not told is as plain as can be. */
export function entryOf(document_id: number, told: Partial<IndexedEntry> = {}): IndexedEntry {
  return {
    document_id,
    customer_id: 1,
    customer: 'Norvanta Automotive',
    doc_num: `DOC ${document_id}`,
    doc_desc: '',
    language: 'EN',
    doc_rev: '1',
    is_latest: true,
    is_withdrawn: false,
    text_state: 'searched',
    hash: null,
    extraction: 1,
    ...told,
  };
}

/** Writes entries with the texts of their PDFs, as the worker does: first those, then these. */
export class LibraryWriter {
  readonly #writer: IndexWriter;
  /** By hash. */
  #texts = new Map<string, readonly string[]>();
  #extraction = 1;

  constructor(file: DatabaseSync) {
    this.#writer = new IndexWriter(file);
  }

  put(entry: IndexedEntry, pages: readonly string[]): void {
    const isNamed = entry.hash !== null;
    const hash = isNamed || pages.length === 0 ? entry.hash : `of ${entry.document_id}`;
    if (hash !== null) this.#texts.set(hash, pages);
    const extraction = isNamed ? entry.extraction : this.#extraction++; // another text each time
    this.#writer.putEntry({ ...entry, hash, extraction });
  }

  /** An entry whose text is there. */
  putEntry(entry: IndexedEntry): void {
    this.#writer.putEntry(entry);
  }

  remove(document_id: number): void {
    this.#writer.removeEntry(document_id);
  }

  finish(): void {
    for (const one of this.#writer.missing(-1).toReversed()) {
      this.#writer.putText(one, this.#texts.get(one.hash) ?? []);
    }
    this.#texts.clear();
  }

  optimize(): void {
    while (this.#writer.mergeSome());
  }
}

/** An index in memory for tests, with these entries and their pages. */
export function indexOf(documents: readonly [IndexedEntry, ...string[]][]) {
  const file = new DatabaseSync(':memory:');
  createTables(file);
  const writer = new LibraryWriter(file);
  // New after each write, as an engine sees what others write, and not what its own file does.
  let engine = new Engine(file);
  const write = (work: () => void) => {
    file.exec('begin');
    work();
    writer.finish();
    file.exec('commit');
    engine = new Engine(file);
  };
  write(() => {
    for (const [entry, ...pages] of documents) writer.put(entry, pages);
  });
  const search = (q: string, told: Partial<TextRequest> = {}) =>
    new FullText(engine).search({
      q,
      customer_id: null,
      language: null,
      latest: false,
      limit: 20,
      after: null,
      ...told,
    });
  /** The documents that have all words. */
  const ids = (q: string, told: Partial<TextRequest> = {}) =>
    search(q, told)
      .hits.filter(({ lacks }) => lacks.length === 0)
      .map(({ document_id }) => document_id);
  const find = (q: string) => new QuickOpen(engine).find(q);
  return { file, writer, write, search, ids, find };
}
