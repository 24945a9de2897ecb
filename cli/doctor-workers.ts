import type { Db } from '../server/db/schema.ts';
import { type WorkerRow, workerStates } from '../server/jobs/worker-states.ts';
import { type Finding, note, ok } from './finding.ts';

/** A server writes twice a minute. */
const staleMs = 120_000;

/** Of each worker: running, waiting, last success, last fault. */
export async function* workerFindings(db: Db, nowMs: number): AsyncGenerator<Finding> {
  const rows = await workerStates(db);
  const seen = rows.filter(({ seen_at }) => nowMs - Date.parse(seen_at) < staleMs);
  if (seen.length === 0) {
    yield note('no server is running, so there is no background work');
    return;
  }
  for (const row of seen) {
    const { last_success_at, last_fault_at } = row;
    const isFaulty = last_fault_at !== null && last_fault_at > (last_success_at ?? '');
    yield isFaulty ? note(wordsOf(row)) : ok(wordsOf(row));
  }
}

function wordsOf(row: WorkerRow): string {
  const { node, name, running, waiting, last_success_at, last_fault_at, last_fault } = row;
  const waits = waiting === null ? '' : `${waiting} waiting, `;
  const fault = last_fault_at === null ? 'no fault' : `last fault ${last_fault_at}: ${last_fault}`;
  return `worker ${name} on ${node}: ${running} running, ${waits}last success ${last_success_at ?? 'never'}, ${fault}`;
}
