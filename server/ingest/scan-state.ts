import type { ScanState } from '#contract/ingest.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/schema.ts';
export async function scanStateOf(_db: Db, config: Config, _now: number): Promise<ScanState> {
  return {
    state: 'waiting',
    fault: null,
    fault_since: null,
    finished_at: null,
    every_seconds: config.scanEverySeconds,
    checking: 0,
  };
}
