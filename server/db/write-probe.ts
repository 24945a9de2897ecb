import { statfs } from 'node:fs/promises';
import { LibraryError } from '#contract/errors.ts';
import type { Db } from './schema.ts';
import { diskFull } from './sqlite-faults.ts';

const holdsForMs = 5000;
const longestWaitMs = 2000;

// Less is as good as full: one page of the log may still fit where a larger change does not.
const leastBytes = 1024 * 1024;

/**
 * Whether the database can be written, found by writing: a disk that is full still reads well.
 * Whoever asks may ask often, so a good answer holds for a moment.
 */
export class WriteProbe {
  readonly #db: Db;
  readonly #dataDir: string | null;
  #probing: Promise<void> | null = null;
  #probedAtMs = Number.NEGATIVE_INFINITY;

  /** `dataDir`: where the database's file is; null where a server keeps it. */
  constructor(db: Db, dataDir: string | null) {
    this.#db = db;
    this.#dataDir = dataDir;
  }

  /** Fails, in words, when nothing can be saved. */
  async requireWritable(): Promise<void> {
    if (this.#probing === null || performance.now() - this.#probedAtMs > holdsForMs) {
      this.#probedAtMs = performance.now();
      this.#probing = this.#requireRoom().then(() => this.#write());
      // Told to whoever waits for it. The next who asks hears at once when there is room again.
      this.#probing.catch(() => (this.#probing = null));
    }
    await Promise.race([this.#probing, aMoment()]);
  }

  async #requireRoom(): Promise<void> {
    if (this.#dataDir === null) return;
    const { bavail, bsize } = await statfs(this.#dataDir);
    if (bavail * bsize < leastBytes) throw diskFull();
  }

  async #write(): Promise<void> {
    try {
      await this.#db
        .updateTable('versions')
        .set((set) => ({ value: set.ref('value') }))
        .where('name', '=', 'audit')
        .execute();
    } catch (error) {
      // Somebody else writes, so writing works.
      if (!(error instanceof LibraryError && error.code === 'busy')) throw error;
    }
  }
}

// A large import holds the database for longer than a monitor waits.
function aMoment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, longestWaitMs).unref());
}
