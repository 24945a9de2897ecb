import { statfs } from 'node:fs/promises';
import type { Db } from './schema.ts';
import { diskFull } from './sqlite-faults.ts';

const holdsForMs = 5000;

// Less is as good as full: one page of the log may still fit where a larger change does not.
const leastBytes = 1024 * 1024;

/**
 * Whether the database can be written, found by writing: a disk that is full still reads well, and so does
 * a file that another program has locked. Monitors ask often, so a good answer holds for a moment, and
 * while one attempt waits there is no second.
 */
export class WriteProbe {
  readonly #db: Db;
  readonly #dataDir: string | null;
  #probing: Promise<void> | null = null;

  /** `dataDir`: where the database's file is; null where a server keeps it. */
  constructor(db: Db, dataDir: string | null) {
    this.#db = db;
    this.#dataDir = dataDir;
  }

  /** Fails, in words, when nothing can be saved; waits as long as a save would. */
  requireWritable(): Promise<void> {
    if (this.#probing === null) {
      const forget = () => (this.#probing = null);
      this.#probing = this.#requireRoom().then(() => this.#write());
      this.#probing.then(() => setTimeout(forget, holdsForMs).unref(), forget);
    }
    return this.#probing;
  }

  async #requireRoom(): Promise<void> {
    if (this.#dataDir === null) return;
    const { bavail, bsize } = await statfs(this.#dataDir);
    if (bavail * bsize < leastBytes) throw diskFull();
  }

  async #write(): Promise<void> {
    await this.#db
      .updateTable('versions')
      .set((set) => ({ value: set.ref('value') }))
      .where('name', '=', 'audit')
      .execute();
  }
}
