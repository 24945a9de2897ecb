import type { Db } from '../db/schema.ts';

/** Asks the process that scans, perhaps of another node, to do so now. */
export async function askForScan(db: Db): Promise<void> {
  await db
    .updateTable('scan_state')
    .set((set) => ({ asked: set('asked', '+', 1) }))
    .execute();
}

/** What other nodes ask of the process that scans. */
export class ScanRequests {
  readonly #db: Db;
  #seen: number | null = null;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Whether anybody has asked since the last look. */
  async areThere(): Promise<boolean> {
    const { asked } = await this.#db
      .selectFrom('scan_state')
      .select('asked')
      .executeTakeFirstOrThrow();
    const before = this.#seen ?? asked;
    this.#seen = asked;
    return asked !== before;
  }
}
