import { hash as hashOf } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { EngineWriter } from '../engine.ts';
import type { LibraryEntry } from './library-entries.ts';

/**
 * Writes entries with their texts; the caller begins and ends the transaction around `finish`. Until then all is held
 * back, so that the library can be read between two calls. After a rollback a new writer is needed.
 */
export class IndexWriter {
  readonly #engine: EngineWriter;
  readonly #setAside: StatementSync;
  readonly #findAside: StatementSync;
  readonly #unsetAside: StatementSync;
  /** By document: why it is set aside; null for one that is written or removed. */
  readonly #aside = new Map<number, { news: string; fault: string } | null>();

  constructor(file: DatabaseSync) {
    this.#engine = new EngineWriter(file);
    this.#setAside = file.prepare(
      'insert or replace into set_aside (document_id, news, fault) values (?, ?, ?)',
    );
    this.#findAside = file.prepare('select news from set_aside where document_id = ?');
    this.#unsetAside = file.prepare('delete from set_aside where document_id = ?');
  }

  /** Whether so much is held back that it should be written. */
  get isFull(): boolean {
    return this.#engine.isFull;
  }

  /** Whether an entry changed since it was written or set aside. */
  isNews(entry: LibraryEntry): boolean {
    const { document_id } = entry;
    const known = this.#engine.newsOf(document_id) ?? this.#findAside.get(document_id)?.['news'];
    return known !== newsOf(entry);
  }

  /** `pages` are the texts of its PDF; empty while that is not there, or not read. */
  put(entry: LibraryEntry, pages: readonly string[]): void {
    const isScan = entry.hash !== null && pages.every((text) => text.trim() === '');
    const text_state = isScan ? 'scan' : entry.text_state;
    this.#engine.put({ ...entry, text_state }, pages, newsOf(entry));
    this.#aside.set(entry.document_id, null);
  }

  /** An entry that cannot be written is left out until it changes; why is kept. */
  setAside(entry: LibraryEntry, fault: string): void {
    this.#engine.remove(entry.document_id);
    this.#aside.set(entry.document_id, { news: newsOf(entry), fault });
  }

  remove(document_id: number): void {
    this.#engine.remove(document_id);
    this.#aside.set(document_id, null);
  }

  /** Writes what was held back; the last call before each commit. */
  finish(): void {
    this.#engine.finish();
    for (const [document_id, aside] of this.#aside) {
      if (aside === null) this.#unsetAside.run(document_id);
      else this.#setAside.run(document_id, aside.news, aside.fault);
    }
    this.#aside.clear();
  }

  /** Puts a whole new index in good order for its readers. */
  optimize(): void {
    this.#engine.optimize();
  }
}

/** All that is indexed of an entry, as a short key. */
function newsOf(entry: LibraryEntry): string {
  const { customer_id, customer, doc_num, doc_desc, language, doc_rev, is_latest } = entry;
  const fields = [customer_id, customer, doc_num, doc_desc, language, doc_rev, is_latest];
  const content = [entry.text_state, entry.hash, entry.extraction];
  return hashOf('sha1', JSON.stringify([...fields, ...content]), 'base64url');
}
