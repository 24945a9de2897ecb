import { hash as hashOf } from 'node:crypto';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { IndexedEntry } from '../entry.ts';
import { EngineWriter } from '../engine.ts';
import { LabelWriter } from '../quick-open/labels.ts';
import type { LibraryEntry } from './library-entries.ts';

/** What the index has of an entry, in short. */
type Indexed = {
  fields: string;
  text_fields: string;
  hash: string | null;
  extraction: number | null;
  pages: number;
  is_scan: number;
};

/** What is to be written of an entry. */
type Waiting = { entry: LibraryEntry; pages: number; is_scan: boolean };

/**
 * Writes entries with their texts; whoever calls it begins and ends the transaction around `finish`.
 * Until then all is held back, so that the library can be read between two calls. A new writer
 * belongs after a rollback.
 */
export class IndexWriter {
  readonly #labels: LabelWriter;
  readonly #texts: EngineWriter;
  readonly #find: StatementSync;
  readonly #keep: StatementSync;
  readonly #forget: StatementSync;
  readonly #setAside: StatementSync;
  readonly #findAside: StatementSync;
  readonly #unsetAside: StatementSync;
  readonly #count: StatementSync;
  readonly #aside = new Map<number, { entry: LibraryEntry; fault: string }>();
  /** By document; null for one that is removed. */
  readonly #waiting = new Map<number, Waiting | null>();

  constructor(file: DatabaseSync) {
    this.#texts = new EngineWriter(file);
    this.#labels = new LabelWriter(file, this.#texts);
    this.#find = file.prepare(
      `select fields, text_fields, hash, extraction, pages, is_scan
       from indexed where document_id = ?`,
    );
    this.#keep = file.prepare(
      `insert or replace into indexed
       (document_id, fields, text_fields, hash, extraction, pages, is_scan)
       values (?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#forget = file.prepare('delete from indexed where document_id = ?');
    this.#setAside = file.prepare(
      'insert or replace into set_aside (document_id, news, fault) values (?, ?, ?)',
    );
    this.#findAside = file.prepare('select news from set_aside where document_id = ?');
    this.#unsetAside = file.prepare('delete from set_aside where document_id = ?');
    this.#count = file.prepare('update totals set entries = entries + ?, pages = pages + ?');
  }

  /** Whether so much is held back that it should be written. */
  get isFull(): boolean {
    return this.#texts.isFull;
  }

  /** What has changed of an entry since it was written: what its texts are found by, only fields, or nothing. */
  newsOf(entry: LibraryEntry): 'texts' | 'fields' | null {
    const known = this.#findIndexed(entry.document_id);
    if (known === null) {
      return this.#findAside.get(entry.document_id)?.['news'] === newsKey(entry) ? null : 'texts';
    }
    if (known.hash !== entry.hash || known.extraction !== entry.extraction) return 'texts';
    if (known.text_fields !== textFieldsOf(entry)) return 'texts';
    return known.fields === fieldsOf(entry) ? null : 'fields';
  }

  /** `pages` are the texts of its PDF; empty while that is not there, or not read. */
  put(entry: LibraryEntry, pages: readonly string[]): void {
    const is_scan = entry.hash !== null && pages.every((text) => text.trim() === '');
    this.#texts.put(indexedEntry(entry, is_scan), pages);
    this.#wait({ entry, pages: pages.length, is_scan });
  }

  /** An entry that cannot be written is left out until it changes; why is kept. */
  setAside(entry: LibraryEntry, fault: string): void {
    this.remove(entry.document_id);
    this.#aside.set(entry.document_id, { entry, fault });
  }

  /** Takes in other fields of an entry, such as a customer's other name; its texts stay as they are, and are not read. */
  relabel(entry: LibraryEntry): void {
    const known = this.#findIndexed(entry.document_id);
    if (known === null) return;
    this.#wait({ entry, pages: known.pages, is_scan: known.is_scan === 1 });
  }

  remove(document_id: number): void {
    this.#texts.remove(document_id);
    this.#waiting.set(document_id, null);
  }

  /** Writes what was held back; the last call before each commit. */
  finish(): void {
    let [entries, pages] = [0, 0];
    for (const [document_id, waiting] of this.#waiting) {
      const known = this.#findIndexed(document_id);
      entries += (waiting === null ? 0 : 1) - (known === null ? 0 : 1);
      pages += (waiting?.pages ?? 0) - (known?.pages ?? 0);
      if (waiting === null) this.#remove(document_id);
      else this.#write(waiting);
    }
    this.#labels.finish();
    this.#texts.finish();
    this.#count.run(entries, pages);
    for (const [id, { entry, fault }] of this.#aside) this.#setAside.run(id, newsKey(entry), fault);
    this.#aside.clear();
    this.#waiting.clear();
  }

  /** Puts a whole new index in good order for its readers. */
  optimize(): void {
    this.#labels.optimize();
    this.#texts.optimize();
  }

  #wait(waiting: Waiting): void {
    this.#waiting.set(waiting.entry.document_id, waiting);
  }

  #write({ entry, pages, is_scan }: Waiting): void {
    const { document_id, hash, extraction } = entry;
    this.#labels.put(indexedEntry(entry, is_scan));
    const fields = [fieldsOf(entry), textFieldsOf(entry)];
    this.#keep.run(document_id, ...fields, hash, extraction, pages, is_scan ? 1 : 0);
    this.#unsetAside.run(document_id);
  }

  #remove(document_id: number): void {
    this.#labels.remove(document_id);
    this.#forget.run(document_id);
    this.#unsetAside.run(document_id);
  }

  #findIndexed(document_id: number): Indexed | null {
    // The columns that the statement names.
    return (this.#find.get(document_id) as unknown as Indexed | undefined) ?? null;
  }
}

function indexedEntry(entry: LibraryEntry, is_scan: boolean): IndexedEntry {
  const { extraction: _extraction, pages: _pages, hasOcr: _hasOcr, ...fields } = entry;
  return is_scan ? { ...fields, text_state: 'scan' } : fields;
}

/** All that is indexed of an entry but its texts, as a short key. */
function fieldsOf(entry: LibraryEntry): string {
  const { customer_id, customer, doc_num, doc_desc, language, doc_rev, is_latest, has_file } =
    entry;
  return keyOf([customer_id, customer, doc_num, doc_desc, language, doc_rev, is_latest, has_file]);
}

/** What of it the full text has. */
function textFieldsOf(entry: LibraryEntry): string {
  const { customer_id, doc_num, doc_desc, language, is_latest, text_state } = entry;
  return keyOf([customer_id, doc_num, doc_desc, language, is_latest, text_state]);
}

/** Of all that is indexed: one that was set aside is tried again when it is another. */
function newsKey(entry: LibraryEntry): string {
  return keyOf([fieldsOf(entry), entry.hash, entry.extraction]);
}

function keyOf(fields: readonly unknown[]): string {
  return hashOf('sha1', JSON.stringify(fields), 'base64url');
}
