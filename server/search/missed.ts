import type { MissedSearch } from '#contract/missed-searches.ts';
import type { Db } from '../db/schema.ts';
import { codeKey } from './folding.ts';

// Searches without a hit: only their numbers, without signs; never words, nor who searched.

const mostKept = 2000;
const longestCode = 40;
const mostCodes = 3;

/** Counts the numbers of a query that found nothing, as they were typed. */
export async function recordMissed(
  db: Db,
  numbers: readonly string[],
  nowMs: number,
): Promise<void> {
  const last_at = new Date(nowMs).toISOString();
  const keys = numbers.map(codeKey).filter((key) => key !== '' && key.length <= longestCode);
  for (const code_key of [...new Set(keys)].slice(0, mostCodes)) {
    await db
      .insertInto('searches_without_hit')
      .values({ code_key, times: 1, last_at })
      .onConflict((conflict) =>
        conflict.column('code_key').doUpdateSet((set) => ({
          times: set('searches_without_hit.times', '+', 1),
          last_at,
        })),
      )
      .execute();
  }
  await forgetOldest(db);
}

/** The numbers that were searched for most. */
export async function missedSearches(db: Db, limit: number): Promise<MissedSearch[]> {
  return db
    .selectFrom('searches_without_hit')
    .select(['code_key as code', 'times', 'last_at'])
    .orderBy('times', 'desc')
    .orderBy('last_at', 'desc')
    .orderBy('code_key')
    .limit(limit)
    .execute();
}

async function forgetOldest(db: Db): Promise<void> {
  const oldest = await db
    .selectFrom('searches_without_hit')
    .select('last_at')
    .orderBy('last_at', 'desc')
    .orderBy('code_key')
    .offset(mostKept)
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined) return;
  await db.deleteFrom('searches_without_hit').where('last_at', '<=', oldest.last_at).execute();
}
