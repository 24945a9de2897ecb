import { statfs } from 'node:fs/promises';
import type { Db } from './schema.ts';
import { diskFull } from './sqlite-faults.ts';

const holdsForMs = 5000;

// Less room counts as full: a small write may still fit where a larger change does not.
const leastBytes = 1024 * 1024;

/**
 * Checks by writing whether the database can be written: reading still works on a full disk or a locked
 * file. Monitors ask often, so a good result is reused for a moment, and only one attempt runs at a time.
 */
export class WriteProbe {
  readonly #db: Db;
  readonly #dataDir: string | null;
  #probing: Promise<void> | null = null;

  /** `dataDir`: the folder of the SQLite file; null for PostgreSQL. */
  constructor(db: Db, dataDir: string | null) {
    this.#db = db;
    this.#dataDir = dataDir;
  }

  /** Throws if nothing can be saved; waits as long as a save would. */
  requireWritable(): Promise<void> {
    if (this.#probing === null) {
      const forget = () => (this.#probing = null);
      this.#probing = this.#requireRoom().then(() => writeNothingNew(this.#db));
      this.#probing.then(() => setTimeout(forget, holdsForMs).unref(), forget);
    }
    return this.#probing;
  }

  async #requireRoom(): Promise<void> {
    if (this.#dataDir === null) return;
    const { bavail, bsize } = await statfs(this.#dataDir);
    if (bavail * bsize < leastBytes) throw diskFull();
  }

  /** As `requireWritable`, and nothing is left of it. */
  async tryToWrite(): Promise<void> {
    await this.#requireRoom();
    const undone = new Error('It can be written.');
    const writing = this.#db.transaction().execute(async (tx) => {
      await writeNothingNew(tx);
      throw undone;
    });
    await writing.catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  }
}

async function writeNothingNew(db: Db): Promise<void> {
  await db
    .updateTable('versions')
    .set((set) => ({ value: set.ref('value') }))
    .where('name', '=', 'audit')
    .execute();
}
