import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sqliteCodeOf } from '../../db/sqlite-faults.ts';

const busy = 5;

/** That one process writes the index. The system undoes it when the process ends, however it ends. */
export class WriterLock {
  readonly #held: DatabaseSync;

  private constructor(held: DatabaseSync) {
    this.#held = held;
  }

  /** Null while another process has it. */
  static take(file: string): WriterLock | null {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, 'a', 0o600));
    // SQLite's own lock on a file that stays empty works on every system.
    const held = new DatabaseSync(file, { timeout: 0 });
    try {
      held.exec('begin exclusive');
      return new WriterLock(held);
    } catch (error) {
      held.close();
      if (sqliteCodeOf(error) === busy) return null;
      throw error;
    }
  }

  release(): void {
    this.#held.close();
  }
}
