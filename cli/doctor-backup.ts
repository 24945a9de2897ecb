import { backupResults, type BackupResult } from '../server/backup/results.ts';
import type { Db } from '../server/db/schema.ts';
import { type Finding, note, ok, wrong } from './finding.ts';
import { libraryCommand } from '../server/config/build.ts';

const oldAfterMs = 8 * 24 * 3600_000;

/** How the last backup and the last verify ended, and whether they are old. */
export async function* backupFindings(db: Db, nowMs: number): AsyncGenerator<Finding> {
  const results = await backupResults(db);
  const backup = results.find(({ task }) => task === 'backup');
  if (backup === undefined) {
    yield note(`no backup exists yet: ${libraryCommand()} backup --in DIR --keep 7d,4w,12m`);
    return;
  }
  for (const result of results) yield findingOf(result, nowMs);
}

function findingOf({ task, finished_at, succeeded_at, fault }: BackupResult, nowMs: number) {
  if (fault !== null)
    return wrong(
      `the last ${task} (${finished_at}) failed: ${fault}`,
      `fix the cause, and run ${task} again.`,
    );
  const words = `the last ${task} was at ${succeeded_at}`;
  const isOld = nowMs - Date.parse(succeeded_at ?? '') > oldAfterMs;
  return isOld ? note(`${words}, more than a week ago`) : ok(words);
}
