import type { DatabaseSync } from 'node:sqlite';
import type { IndexedEntry } from '../entry.ts';

/**
 * Writes entries and their texts. The caller wraps a portion of calls in one transaction, with
 * `finish` as the last of them: what it left out is not found well, but nothing is found wrongly.
 */
export class TextWriter {
  readonly #file: DatabaseSync;

  constructor(file: DatabaseSync) {
    this.#file = file;
  }

  /** Adds an entry, or replaces it. `pages` are the texts of its PDF, from page 1; empty without one. */
  put(_entry: IndexedEntry, _pages: readonly string[]): void {}

  remove(_document_id: number): void {}

  /** Writes what was kept back; the last call before each commit. */
  finish(): void {
    this.#file.prepare('select 1').get();
  }

  /** Puts a whole new index in good order for its readers; once, after its last portion. */
  optimize(): void {}
}
