import { createHash } from 'node:crypto';
import { open, rm, stat } from 'node:fs/promises';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { sharedTime } from '../../db/clock.ts';
import type { Db } from '../../db/schema.ts';
import { indexVersion } from './index-file.ts';
import type { Walk } from './progress.ts';

const partBytes = 4 * 2 ** 20;
/** A larger index is not handed over, as the database would have to hold it: nodes build it one after the other. */
const mostBytes = 32 * 2 ** 30;
/** A node that built nothing for so long is not waited for. */
const leaseMs = 120_000;

/** An index: the sum of the counters that it has followed, its entries and its size. */
type Given = { position: number; entries: number; bytes: number };

/**
 * Hands the index from the node that built it to the others, in parts through the database. A lease in the same row
 * lets one node build at a time. The row names a snapshot once all of its parts are there, so a kill leaves nothing half.
 */
export class HandOver {
  readonly #db: Db;
  readonly #holder: string;

  constructor(db: Db, holder: string) {
    this.#db = db;
    this.#holder = holder;
  }

  /** Takes or keeps the right to build, and says how far we are; false while another node has it. */
  async mayBuild({ done, total }: Pick<Walk, 'done' | 'total'>): Promise<boolean> {
    const nowMs = await sharedTime(this.#db, Date.now);
    const { numUpdatedRows } = await this.#db
      .updateTable('search_snapshots')
      .set({ holder: this.#holder, held_until_ms: nowMs + leaseMs })
      .set({ walk_done: done, walk_total: total })
      .where((where) =>
        where.or([
          where('holder', '=', this.#holder),
          where('held_until_ms', '<', nowMs),
          // No lease reaches so far: it was taken before a clock was set back.
          where('held_until_ms', '>', nowMs + leaseMs),
        ]),
      )
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async release(): Promise<void> {
    await this.#db
      .updateTable('search_snapshots')
      .set({ holder: null, held_until_ms: 0 })
      .where('holder', '=', this.#holder)
      .execute();
  }

  /** How far the node that builds is. */
  async builderWalk(): Promise<Pick<Walk, 'done' | 'total'>> {
    const { walk_done, walk_total } = await this.#row();
    return { done: walk_done, total: walk_total };
  }

  /** Whether there is no snapshot of this version, or it is so many changes behind that following costs much. */
  async isWanted({ position, entries, bytes }: Given): Promise<boolean> {
    const row = await this.#row();
    if (bytes > mostBytes) return false;
    if (row.hash === null || row.version < indexVersion) return true;
    // In the middle of an upgrade the newer one stays.
    return row.version === indexVersion && position - row.position > entries / 5 + 1000;
  }

  /** Puts a file into the database, in place of the snapshot that is there. Needs the right to build. */
  async give(file: string, position: number): Promise<void> {
    const { size } = await stat(file);
    const hash = await hashOfFile(file);
    const { hash: former } = await this.#row();
    await this.#removeParts([former, hash]); // what a killed process left
    let part = 0;
    for await (const bytes of partsOf(file)) {
      if (!(await this.mayBuild({ done: 0, total: 0 }))) return; // we took so long that another node does it
      await this.#db
        .insertInto('search_snapshot_parts')
        .values({ hash, part, packed: zstdCompressSync(bytes) })
        .onConflict((conflict) => conflict.columns(['hash', 'part']).doNothing())
        .execute();
      part += 1;
    }
    await this.#db
      .updateTable('search_snapshots')
      .set({ hash, version: indexVersion, bytes: size, position })
      .execute();
    await this.#removeParts([hash]);
  }

  /** Writes the snapshot to a file; false where there is none that is whole and of this version. */
  async fetchTo(file: string): Promise<boolean> {
    const row = await this.#row();
    if (row.hash === null || row.version !== indexVersion) return false;
    if (await this.#write(row.hash, row.bytes, file)) return true;
    await rm(file, { force: true });
    // Another snapshot may have taken its place meanwhile; otherwise it is damaged.
    if ((await this.#row()).hash !== row.hash) return this.fetchTo(file);
    await forgetSnapshot(this.#db);
    return false;
  }

  async #write(hash: string, bytes: number, file: string): Promise<boolean> {
    const written = createHash('sha256');
    // Nobody else may read texts of standards.
    const target = await open(file, 'w', 0o600);
    try {
      for (let at = 0, part = 0; at < bytes; part++) {
        const packed = await this.#part(hash, part);
        const unpacked = packed === null ? null : unpack(packed);
        if (unpacked === null) return false;
        await target.writeFile(unpacked); // at the end of what is written
        written.update(unpacked);
        at += unpacked.length;
      }
      await target.sync();
      return written.digest('hex') === hash;
    } finally {
      await target.close();
    }
  }

  async #part(hash: string, part: number): Promise<Uint8Array | null> {
    const row = await this.#db
      .selectFrom('search_snapshot_parts')
      .select('packed')
      .where('hash', '=', hash)
      .where('part', '=', part)
      .executeTakeFirst();
    return row?.packed ?? null;
  }

  async #removeParts(butOf: readonly (string | null)[]): Promise<void> {
    const kept = butOf.filter((hash) => hash !== null);
    await this.#db.deleteFrom('search_snapshot_parts').where('hash', 'not in', kept).execute();
  }

  #row() {
    return this.#db
      .selectFrom('search_snapshots')
      .select(['walk_done', 'walk_total', 'hash', 'version', 'bytes', 'position'])
      .executeTakeFirstOrThrow();
  }
}

/** No node fetches the snapshot again; the next node that has an index gives another. */
export async function forgetSnapshot(db: Db): Promise<void> {
  await db.updateTable('search_snapshots').set({ hash: null }).execute();
}

/** Null for a damaged part. */
function unpack(packed: Uint8Array): Buffer | null {
  try {
    const unpacked = zstdDecompressSync(packed, { maxOutputLength: partBytes });
    return unpacked.length === 0 ? null : unpacked;
  } catch {
    return null;
  }
}

async function* partsOf(file: string): AsyncGenerator<Buffer> {
  const source = await open(file, 'r');
  try {
    for (let at = 0; ;) {
      const { bytesRead, buffer } = await source.read(Buffer.alloc(partBytes), 0, partBytes, at);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  } finally {
    await source.close();
  }
}

async function hashOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const bytes of partsOf(file)) hash.update(bytes);
  return hash.digest('hex');
}
