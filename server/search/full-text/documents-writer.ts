import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { IndexedEntry } from '../entry.ts';
import { rowOf } from './rows.ts';

/** Where a document's pages are. */
export type PageRows = { first_page: number; pages: number };

/** Keeps which documents are there, where their pages are, and how many there are of each kind. */
export class DocumentsWriter {
  readonly #find: StatementSync;
  readonly #lastPage: StatementSync;
  readonly #addKind: StatementSync;
  readonly #findKind: StatementSync;
  readonly #changeKind: StatementSync;
  readonly #insert: StatementSync;
  readonly #delete: StatementSync;
  readonly #resize: StatementSync;

  constructor(file: DatabaseSync) {
    this.#find = file.prepare(
      'select kind_id, is_scan, first_page, pages from text_documents where row = ?',
    );
    this.#lastPage = file.prepare('select max(id) as id from text_pages_docsize');
    this.#addKind = file.prepare(
      `insert into text_kinds (customer_id, language, is_latest, documents, scans)
       values (?, ?, ?, 0, 0)`,
    );
    this.#findKind = file.prepare(
      'select id from text_kinds where customer_id = ? and language = ? and is_latest = ?',
    );
    this.#changeKind = file.prepare(
      'update text_kinds set documents = documents + ?, scans = scans + ? where id = ?',
    );
    this.#insert = file.prepare('insert into text_documents values (?, ?, ?, ?, ?)');
    this.#resize = file.prepare('update text_size set documents = documents + ?');
    this.#delete = file.prepare('delete from text_documents where row = ?');
  }

  /** The row of the last page of all. */
  lastPage(): number {
    return Number(this.#lastPage.get()?.['id'] ?? 0);
  }

  find(document_id: number): PageRows | null {
    const found = this.#find.get(rowOf(document_id));
    if (found === undefined) return null;
    return { first_page: Number(found['first_page']), pages: Number(found['pages']) };
  }

  remove(document_id: number): void {
    const row = rowOf(document_id);
    const found = this.#find.get(row);
    if (found === undefined) return;
    this.#changeKind.run(-1, -Number(found['is_scan']), Number(found['kind_id']));
    this.#delete.run(row);
    this.#resize.run(-1);
  }

  add(entry: IndexedEntry, { first_page, pages }: PageRows): void {
    const scans = entry.is_scan ? 1 : 0;
    const kind = this.#kindOf(entry);
    this.#changeKind.run(1, scans, kind);
    this.#resize.run(1);
    this.#insert.run(rowOf(entry.document_id), kind, scans, first_page, pages);
  }

  #kindOf({ customer_id, language, is_latest }: IndexedEntry): number {
    const kind = [customer_id, language ?? '', is_latest ? 1 : 0];
    const found = this.#findKind.get(...kind)?.['id'];
    return Number(found ?? this.#addKind.run(...kind).lastInsertRowid);
  }
}
