import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { IndexedEntry } from '../entry.ts';
import { rowOf } from './rows.ts';

/** Keeps which documents are there, and how many of each kind. */
export class KindWriter {
  readonly #find: StatementSync;
  readonly #add: StatementSync;
  readonly #subtract: StatementSync;
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;

  constructor(file: DatabaseSync) {
    this.#find = file.prepare('select kind_id, is_scan, pages from text_documents where row = ?');
    this.#add = file.prepare(
      `insert into text_kinds (customer_id, language, is_latest, documents, scans)
       values (?, ?, ?, 1, ?)
       on conflict (customer_id, language, is_latest)
       do update set documents = documents + 1, scans = scans + excluded.scans
       returning id`,
    );
    this.#subtract = file.prepare(
      'update text_kinds set documents = documents - 1, scans = scans - ? where id = ?',
    );
    this.#insert = file.prepare(
      'insert into text_documents (row, kind_id, is_scan, pages) values (?, ?, ?, ?)',
    );
    this.#delete = file.prepare('delete from text_documents where row = ?');
  }

  put(entry: IndexedEntry, pages: number): void {
    const scans = entry.is_scan ? 1 : 0;
    const isLatest = entry.is_latest ? 1 : 0;
    const kind = this.#add.get(entry.customer_id, entry.language ?? '', isLatest, scans);
    this.#insert.run(rowOf(entry.document_id), Number(kind?.['id']), scans, pages);
  }

  /** Takes a document out: how many pages it had; null when it was not there. */
  take(document_id: number): number | null {
    const row = rowOf(document_id);
    const found = this.#find.get(row);
    if (found === undefined) return null;
    this.#subtract.run(Number(found['is_scan']), Number(found['kind_id']));
    this.#delete.run(row);
    return Number(found['pages']);
  }
}
