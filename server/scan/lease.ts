import { sharedTime } from '../db/clock.ts';
import type { Db } from '../db/schema.ts';

/** How long a process may scan without renewing its lease. */
const leaseMs = 24_000;
/** Renewed well before it runs out, and not at every call. */
export const renewEveryMs = 8000;

/** The right to scan, which one process at a time has; kept in the database. */
export class Lease {
  readonly #db: Db;
  readonly #holder: string;
  // Both by the clock that nobody sets.
  #renewAtMs = 0;
  #heldUntilMs = 0;

  constructor(db: Db, holder: string) {
    this.#db = db;
    this.#holder = holder;
  }

  /** One that cannot be renewed, since the database is full or busy, runs out. */
  get isHeld(): boolean {
    return performance.now() < this.#heldUntilMs;
  }

  /** Takes or renews the lease when it is time to; `isHeld` tells whether we have it. */
  async renew(): Promise<void> {
    const nowMs = performance.now();
    if (nowMs < this.#renewAtMs) return;
    this.#renewAtMs = nowMs + renewEveryMs;
    const sharedMs = await sharedTime(this.#db, Date.now);
    if (await takeLease(this.#db, this.#holder, sharedMs)) this.#heldUntilMs = nowMs + leaseMs;
    else this.#heldUntilMs = this.#renewAtMs = 0;
  }
}

/** Takes or keeps the right to scan; false while another process has it. */
export async function takeLease(db: Db, holder: string, nowMs: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('scan_state')
    .set({ holder, held_until_ms: nowMs + leaseMs })
    .where((where) =>
      where.or([
        where('holder', '=', holder),
        where('held_until_ms', '<', nowMs),
        // No lease reaches so far: it was taken before a clock was set back.
        where('held_until_ms', '>', nowMs + leaseMs),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Lets another process scan at once. */
export async function releaseLease(db: Db, holder: string): Promise<void> {
  await db
    .updateTable('scan_state')
    .set({ holder: null, held_until_ms: 0 })
    .where('holder', '=', holder)
    .execute();
}
