import type { DatabaseSync } from 'node:sqlite';
import type { IndexedEntry } from '../entry.ts';

/** The tables of quick open, in the index file. */
export function createLabels(file: DatabaseSync): void {
  file.exec('create table labels (document_id integer primary key)');
}

/**
 * Writes what quick open finds entries by. It works within the caller's transaction and holds some
 * of it back: `finish` belongs before every commit, and a new writer after a rollback.
 */
export class LabelWriter {
  readonly #file: DatabaseSync;

  constructor(file: DatabaseSync) {
    this.#file = file;
  }

  /** Adds an entry, or takes in what changed of it; costs next to nothing where nothing did. */
  put(entry: IndexedEntry): void {
    this.#file
      .prepare('insert into labels (document_id) values (?) on conflict do nothing')
      .run(entry.document_id);
  }

  remove(document_id: number): void {
    this.#file.prepare('delete from labels where document_id = ?').run(document_id);
  }

  finish(): void {}
}
