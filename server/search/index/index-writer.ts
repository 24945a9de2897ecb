import { hash as hashOf } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { IndexedEntry } from '../entry.ts';
import { TextWriter } from '../full-text/writer.ts';
import { LabelWriter } from '../quick-open/labels.ts';
import type { LibraryEntry } from './library-entries.ts';

/** What the index has of an entry, in short. */
type Indexed = { fields: string; hash: string | null; extraction: number | null; pages: number };

/**
 * Writes entries with their texts; whoever calls it begins and ends the transaction. It holds some of
 * it back: `finish` belongs before every commit, and a new writer after a rollback.
 */
export class IndexWriter {
  readonly #labels: LabelWriter;
  readonly #texts: TextWriter;
  readonly #find: StatementSync;
  readonly #keep: StatementSync;
  readonly #forget: StatementSync;
  readonly #count: StatementSync;
  #entries = 0;
  #pages = 0;

  constructor(file: DatabaseSync) {
    this.#labels = new LabelWriter(file);
    this.#texts = new TextWriter(file);
    this.#find = file.prepare(
      'select fields, hash, extraction, pages from indexed where document_id = ?',
    );
    this.#keep = file.prepare(
      `insert or replace into indexed (document_id, fields, hash, extraction, pages, is_scan)
       values (?, ?, ?, ?, ?, ?)`,
    );
    this.#forget = file.prepare('delete from indexed where document_id = ?');
    this.#count = file.prepare('update totals set entries = entries + ?, pages = pages + ?');
  }

  /** Whether the entry has changed since it was written. */
  isNews(entry: LibraryEntry): boolean {
    const known = this.#findIndexed(entry.document_id);
    return (
      known === null ||
      known.fields !== fieldsOf(entry) ||
      known.hash !== entry.hash ||
      known.extraction !== entry.extraction
    );
  }

  /** `pages` are the texts of its PDF; empty while that is not there, or not read. */
  put(entry: LibraryEntry, pages: readonly string[]): void {
    const { document_id, hash, extraction, pages: _read, ...fields } = entry;
    const known = this.#findIndexed(document_id);
    const is_scan = hash !== null && pages.every((text) => text.trim() === '');
    const indexed: IndexedEntry = { ...fields, document_id, hash, is_scan };
    this.#labels.put(indexed);
    this.#texts.put(indexed, pages);
    this.#keep.run(document_id, fieldsOf(entry), hash, extraction, pages.length, is_scan ? 1 : 0);
    this.#entries += known === null ? 1 : 0;
    this.#pages += pages.length - (known?.pages ?? 0);
  }

  remove(document_id: number): void {
    const known = this.#findIndexed(document_id);
    if (known === null) return;
    this.#labels.remove(document_id);
    this.#texts.remove(document_id);
    this.#forget.run(document_id);
    this.#entries -= 1;
    this.#pages -= known.pages;
  }

  /** Writes what was kept back; the last call before each commit. */
  finish(): void {
    this.#labels.finish();
    this.#texts.finish();
    this.#count.run(this.#entries, this.#pages);
    this.#entries = 0;
    this.#pages = 0;
  }

  /** Puts a whole new index in good order for its readers. */
  optimize(): void {
    this.#labels.optimize();
    this.#texts.optimize();
  }

  #findIndexed(document_id: number): Indexed | null {
    // The columns that the statement names.
    return (this.#find.get(document_id) as unknown as Indexed | undefined) ?? null;
  }
}

/** All that is indexed of an entry but its texts, as a short key. */
function fieldsOf(entry: LibraryEntry): string {
  const { customer_id, customer, doc_num, doc_desc, language, doc_rev, is_latest, has_file } =
    entry;
  const fields = [customer_id, customer, doc_num, doc_desc, language, doc_rev, is_latest, has_file];
  return hashOf('sha1', JSON.stringify(fields), 'base64url');
}
