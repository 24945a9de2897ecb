import type { DatabaseSync, StatementSync } from 'node:sqlite';

/**
 * Removes rows from an FTS5 table. FTS5 then leaves the id of a row of its own behind as the last one
 * that was inserted, too large for a number of JavaScript: the next `run` of any statement on the file
 * would throw. An insert of our own puts a small one in its place.
 */
export class FtsRemoval {
  readonly #remove: StatementSync;
  readonly #settle: StatementSync;

  constructor(file: DatabaseSync, table: string) {
    this.#remove = file.prepare(`delete from ${table} where rowid = ?`);
    this.#remove.setReadBigInts(true);
    file.exec('create temp table if not exists last_fts_removal (id integer primary key)');
    this.#settle = file.prepare('replace into temp.last_fts_removal (id) values (1)');
  }

  remove(rowid: number): void {
    this.#remove.run(rowid);
    this.#settle.run();
  }
}
