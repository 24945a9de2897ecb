import type { MissedSearch } from '#contract/missed-searches.ts';
import type { Db } from '../db/schema.ts';
import { codeKey } from './folding.ts';

// Searches without a hit: only their numbers, without signs; never words, nor who searched.

const mostKept = 2000;
const longestCode = 40;
const mostCodes = 3;

/** Counts the numbers of a query that found nothing. */
export async function recordMissed(db: Db, q: string, nowMs: number): Promise<void> {
  const last_at = new Date(nowMs).toISOString();
  for (const code_key of await codesIn(db, q)) {
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

async function codesIn(db: Db, q: string): Promise<string[]> {
  const codes = await joinedCodes(db, q.split(/\s+/));
  const keys = codes.map(codeKey).filter((key) => key !== '' && key.length <= longestCode);
  return [...new Set(keys)].slice(0, mostCodes);
}

/** The words with digits; `GMW 3059` and `VW 011 55` each as one. */
async function joinedCodes(db: Db, words: readonly string[]): Promise<string[]> {
  const codes: string[] = [];
  let lettersBefore = '';
  let mayGoOn = false;
  for (const word of words) {
    const isCode = /\p{Nd}/u.test(word);
    if (isCode && mayGoOn && /^\d+$/.test(word)) codes.push(`${codes.pop()} ${word}`);
    else if (isCode) codes.push(lettersBefore === '' ? word : `${lettersBefore} ${word}`);
    // The next group of digits of a number that is written in groups.
    mayGoOn = isCode && /^\d{1,3}$/.test(word) && (mayGoOn || lettersBefore !== '');
    lettersBefore = !isCode && (await beginsNumbers(db, word)) ? word : '';
  }
  return codes;
}

/** Whether letters are the beginning of a number, and no word: in capitals, or so in the library. */
async function beginsNumbers(db: Db, word: string): Promise<boolean> {
  if (!/^\p{L}{1,6}$/u.test(word)) return false;
  if (/^\p{Lu}+$/u.test(word)) return true;
  const letters = codeKey(word);
  // `:` comes after the digits.
  const known = await db
    .selectFrom('documents')
    .select('id')
    .where('loose_num', '>=', `${letters}0`)
    .where('loose_num', '<', `${letters}:`)
    .limit(1)
    .executeTakeFirst();
  return known !== undefined;
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
