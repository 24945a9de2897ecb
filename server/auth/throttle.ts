import { sql } from 'kysely';
import { LibraryError } from '#contract/errors.ts';
import type { Db } from '../db/schema.ts';
import { networkOf } from '../http/network.ts';
import { nameKey } from './name-key.ts';

/** A token bucket: this many attempts, and one more after each interval. */
type Limit = { attempts: number; regainedEverySeconds: number };
type Bucket = Limit & { key: string };

const perAccountAndAddress: Limit = { attempts: 10, regainedEverySeconds: 30 };
const perDevice: Limit = { attempts: 10, regainedEverySeconds: 30 };
// An office may share one address; successes are not counted, see `forgiveAttempt`.
const perAddress: Limit = { attempts: 100, regainedEverySeconds: 3 };
// Slows down guessing from many addresses. One address alone is refused long before.
const perAccount: Limit = { attempts: 200, regainedEverySeconds: 5 };

// A clock that was set back must not cause hours of refusals. Up to this far in the future, a time is
// from a node whose clock is ahead and counts as a full bucket; beyond, it is ignored.
const clockToleranceMs = 3600_000;

type Attempt = {
  username: string;
  address: string;
  /** The browser, when this account has signed in with it before; see device.ts. */
  deviceId: string | null;
};

/**
 * Counts an attempt before the password is checked, or refuses it when none is left. Refused
 * attempts are not counted, so nobody can use up the attempts of another. The counts are in the
 * database, for all nodes. No account is ever locked for good; unknown ones are treated the same.
 */
export async function countAttempt(db: Db, attempt: Attempt, nowMs: number): Promise<void> {
  const buckets = bucketsOf(attempt);
  const waitMs = await longestWait(db, buckets, nowMs);
  if (waitMs > 0) throw tooMany(waitMs);
  for (const bucket of buckets) await useAttempt(db, bucket, nowMs);
}

/** After the right password: resets the account's own count and returns the attempt to the others. */
export async function forgiveAttempt(db: Db, attempt: Attempt): Promise<void> {
  const [own, ...shared] = bucketsOf(attempt);
  if (own !== undefined) {
    await db.deleteFrom('login_attempts').where('key', '=', own.key).execute();
  }
  await giveBack(db, shared);
}

/** After a password that could not be checked: returns the attempt to all counts. */
export async function returnAttempt(db: Db, attempt: Attempt): Promise<void> {
  await giveBack(db, bucketsOf(attempt));
}

async function giveBack(db: Db, buckets: readonly Bucket[]): Promise<void> {
  for (const { key, regainedEverySeconds } of buckets) {
    await db
      .updateTable('login_attempts')
      .set((set) => ({ forgotten_at_ms: set('forgotten_at_ms', '-', regainedEverySeconds * 1000) }))
      .where('key', '=', key)
      .execute();
  }
}

export async function forgetOldAttempts(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('login_attempts').where('forgotten_at_ms', '<', nowMs).execute();
}

/** What an attempt counts against, its own count first. A known browser has only its own. */
function bucketsOf({ username, address, deviceId }: Attempt): Bucket[] {
  if (deviceId !== null) return [{ key: `device:${deviceId}`, ...perDevice }];
  const account = `account:${nameKey(username)}`;
  const network = networkOf(address);
  return [
    { key: `${account} address:${network}`, ...perAccountAndAddress },
    { key: `address:${network}`, ...perAddress },
    { key: account, ...perAccount },
  ];
}

/** How long until every bucket has an attempt left; 0 when all have one. */
async function longestWait(db: Db, buckets: readonly Bucket[], nowMs: number): Promise<number> {
  const keys = buckets.map(({ key }) => key);
  const rows = await db
    .selectFrom('login_attempts')
    .select(['key', 'forgotten_at_ms'])
    .where('key', 'in', keys)
    .execute();
  const forgottenAt = new Map(rows.map((row) => [row.key, row.forgotten_at_ms]));
  const waits = buckets.map(({ key, attempts, regainedEverySeconds }) => {
    const eachMs = regainedEverySeconds * 1000;
    const latest = nowMs + attempts * eachMs;
    const at = forgottenAt.get(key) ?? nowMs;
    return (at > latest + clockToleranceMs ? nowMs : Math.min(at, latest)) + eachMs - latest;
  });
  return Math.max(0, ...waits);
}

/** One statement, so that two nodes cannot both take the last attempt. */
async function useAttempt(db: Db, { key, ...limit }: Bucket, nowMs: number): Promise<void> {
  const eachMs = limit.regainedEverySeconds * 1000;
  const latest = nowMs + limit.attempts * eachMs;
  const before = sql.ref('login_attempts.forgotten_at_ms');
  const counted = sql<number>`case
    when ${before} > ${latest + clockToleranceMs} then ${nowMs}
    when ${before} > ${latest} then ${latest}
    when ${before} > ${nowMs} then ${before}
    else ${nowMs} end + ${eachMs}`;
  const used = await db
    .insertInto('login_attempts')
    .values({ key, forgotten_at_ms: nowMs + eachMs })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ forgotten_at_ms: counted }).where(counted, '<=', latest),
    )
    .returning('key')
    .executeTakeFirst();
  if (used === undefined) throw tooMany(eachMs); // another attempt was faster
}

function tooMany(waitMs: number): LibraryError {
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  return new LibraryError(
    'too_many_attempts',
    `Too many attempts. Try again in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}.`,
    { retryAfterSeconds },
  );
}
