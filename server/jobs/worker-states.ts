import os from 'node:os';
import type { Selectable } from 'kysely';
import type { Db, Schema } from '../db/schema.ts';
import { type JobName, jobNames } from './table.ts';
import type { Workers } from './workers.ts';

export type WorkerRow = Selectable<Schema['workers']>;
type Backlogs = Partial<Record<JobName, (db: Db) => Promise<number>>>;

const forgottenMs = 24 * 3600_000;

/** Counts what waits for each worker. */
export async function countWaiting(db: Db, workers: Workers, backlogs: Backlogs): Promise<void> {
  for (const name of jobNames) {
    workers.status(name).waiting = (await backlogs[name]?.(db)) ?? null;
  }
}

/** Writes how the workers of this server are. */
export async function keepWorkerStates(db: Db, workers: Workers, nowMs: number): Promise<void> {
  const seen_at = new Date(nowMs).toISOString();
  const node = os.hostname();
  const rows = jobNames.map((name) => ({ node, name, seen_at, ...workers.status(name) }));
  await db
    .insertInto('workers')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['node', 'name']).doUpdateSet((set) => ({
        seen_at,
        running: set.ref('excluded.running'),
        waiting: set.ref('excluded.waiting'),
        // What was before the last restart stays until there is news.
        last_success_at: set.fn.coalesce('excluded.last_success_at', 'workers.last_success_at'),
        last_fault_at: set.fn.coalesce('excluded.last_fault_at', 'workers.last_fault_at'),
        last_fault: set.fn.coalesce('excluded.last_fault', 'workers.last_fault'),
      })),
    )
    .execute();
  const old = new Date(nowMs - forgottenMs).toISOString();
  await db.deleteFrom('workers').where('seen_at', '<', old).execute();
}

/** How the workers of all servers were when last seen. */
export function workerStates(db: Db): Promise<WorkerRow[]> {
  return db.selectFrom('workers').selectAll().orderBy('node').orderBy('name').execute();
}
