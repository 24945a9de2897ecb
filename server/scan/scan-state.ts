import type { ScanState } from '#contract/scan.ts';
import { sql } from 'kysely';
import type { Db } from '../db/schema.ts';
import { countRows } from '../db/count-rows.ts';

const lateAfterMs = 60_000;

/** The state of the scans, for the console and for monitoring. */
export async function scanStateOf(
  db: Db,
  { scanEverySeconds }: { scanEverySeconds: number },
  nowMs: number,
): Promise<ScanState> {
  const row = await db
    .selectFrom('scan_state')
    .select(['held_until_ms', 'started_at', 'finished_at', 'fault', 'fault_since', 'warning'])
    .executeTakeFirstOrThrow();
  const checking = await countUnread(db);
  const { fault, fault_since, finished_at, warning } = row;
  const state = fault === null ? stateOf(row, scanEverySeconds, nowMs) : 'stopped';
  const every_seconds = scanEverySeconds;
  return { state, fault, fault_since, warning, finished_at, every_seconds, checking };
}

function stateOf(
  row: { held_until_ms: number; started_at: string | null; finished_at: string | null },
  everySeconds: number,
  nowMs: number,
): 'waiting' | 'scanning' | 'ok' {
  const { started_at, finished_at } = row;
  const isHeld = row.held_until_ms > nowMs;
  if (isHeld && started_at !== null && (finished_at ?? '') < started_at) return 'scanning';
  if (finished_at === null) return 'waiting';
  const lateMs = nowMs - Date.parse(finished_at) - everySeconds * 1000;
  return isHeld || lateMs < lateAfterMs ? 'ok' : 'waiting';
}

/** How many files are whole and not read yet. */
export function countUnread(db: Db): Promise<number> {
  return countRows(unreadFiles(db));
}

/** Files that are whole and not read yet. */
export function unreadFiles(db: Db) {
  return db
    .selectFrom('files')
    .where('hash', 'is', null)
    .where('settled_at', 'is not', null)
    .where('gone_at', 'is', null)
    .where('verdict', 'not in', ['not_pdf', 'too_large']);
}

export async function recordStart(db: Db, nowMs: number): Promise<void> {
  await db
    .updateTable('scan_state')
    .set({ started_at: isoTime(nowMs) })
    .execute();
}

export async function recordEnd(db: Db, warning: string | null, nowMs: number): Promise<void> {
  const at = isoTime(nowMs);
  const columns = { finished_at: at, ended_at: at, fault: null, fault_since: null, warning };
  await db.updateTable('scan_state').set(columns).execute();
}

/** Why the scan stopped. The time stays as long as the fault is the same. */
export async function recordFault(db: Db, fault: string, nowMs: number): Promise<void> {
  const at = isoTime(nowMs);
  const isNew = sql<boolean>`fault is null or fault <> ${fault}`;
  const fault_since = sql<string>`case when ${isNew} then ${at} else fault_since end`;
  await db.updateTable('scan_state').set({ fault, fault_since, ended_at: at }).execute();
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
