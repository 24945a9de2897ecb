import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { IndexedEntry } from '../entry.ts';
import { ByKind, type Kind } from './by-kind.ts';
import { ManyRows } from './many-rows.ts';
import { rowOf } from './rows.ts';

/** Keeps which documents are there, and how many there are of each kind. */
export class DocumentsWriter {
  readonly #find: StatementSync;
  readonly #kindOfRow: StatementSync;
  readonly #addKind: StatementSync;
  readonly #findKind: StatementSync;
  readonly #changeKind: StatementSync;
  readonly #insert: ManyRows;
  readonly #delete: StatementSync;
  readonly #resize: StatementSync;
  /** By kind: how many documents and scans more there are than are written. */
  readonly #grown = new Map<number, { documents: number; scans: number }>();
  readonly #kinds = new ByKind<number>();

  constructor(file: DatabaseSync) {
    this.#find = file.prepare('select kind_id, is_scan from text_documents where row = ?');
    this.#kindOfRow = file.prepare(
      `select customer_id, language, is_latest from text_documents
       join text_kinds on text_kinds.id = kind_id where row = ?`,
    );
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
    this.#insert = new ManyRows(
      file,
      'insert into text_documents (row, kind_id, is_scan)',
      '(?, ?, ?)',
    );
    this.#resize = file.prepare('update text_size set documents = documents + ?');
    this.#delete = file.prepare('delete from text_documents where row = ?');
  }

  /** Of what kind a document is; null when it is not there. */
  kindOf(document_id: number): Kind | null {
    const found = this.#kindOfRow.get(rowOf(document_id));
    if (found === undefined) return null;
    return {
      customer_id: Number(found['customer_id']),
      language: String(found['language']),
      is_latest: found['is_latest'] === 1,
    };
  }

  remove(document_id: number): void {
    const row = rowOf(document_id);
    const found = this.#find.get(row);
    if (found === undefined) return;
    this.#grow(Number(found['kind_id']), -1, -Number(found['is_scan']));
    this.#delete.run(row);
  }

  add(entry: IndexedEntry): void {
    const scans = entry.is_scan ? 1 : 0;
    const kind = this.#kindOf(entry);
    this.#grow(kind, 1, scans);
    this.#insert.add(rowOf(entry.document_id), kind, scans);
  }

  /** Writes those that were added, and how many there are. */
  finish(): void {
    this.#insert.finish();
    let more = 0;
    for (const [kind, { documents, scans }] of this.#grown) {
      this.#changeKind.run(documents, scans, kind);
      more += documents;
    }
    if (more !== 0) this.#resize.run(more);
    this.#grown.clear();
  }

  #grow(kind: number, documents: number, scans: number): void {
    const grown = this.#grown.get(kind) ?? { documents: 0, scans: 0 };
    grown.documents += documents;
    grown.scans += scans;
    this.#grown.set(kind, grown);
  }

  #kindOf(entry: Kind): number {
    const known = this.#kinds.get(entry);
    if (known !== undefined) return known;
    const { customer_id, language, is_latest } = entry;
    const kind = [customer_id, language ?? '', is_latest ? 1 : 0];
    const found = this.#findKind.get(...kind)?.['id'];
    const id = Number(found ?? this.#addKind.run(...kind).lastInsertRowid);
    this.#kinds.set(entry, id);
    return id;
  }
}
