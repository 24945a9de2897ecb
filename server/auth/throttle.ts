import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import { LibraryError } from '#contract/errors.ts';
import type { Db } from '../db/schema.ts';
import { nameKey } from './accounts.ts';

/** So many attempts at once, and one more each time the seconds have passed. */
type Limit = { attempts: number; regainedEverySeconds: number };

const perAccount: Limit = { attempts: 10, regainedEverySeconds: 30 };
// An office may share one address; only failures count in the end, see `forgiveAttempt`.
const perAddress: Limit = { attempts: 100, regainedEverySeconds: 3 };

/**
 * Counts an attempt against the account and the address before the password is looked at, and
 * refuses it when either has none left. Kept in the database, so all nodes share the count. An
 * account is never locked for good, and one that does not exist is treated like one that does.
 */
export async function countAttempt(db: Db, attempt: Attempt, nowMs: number): Promise<void> {
  const waitMs = Math.max(
    await take(db, addressKey(attempt), perAddress, nowMs),
    await take(db, accountKey(attempt), perAccount, nowMs),
  );
  if (waitMs === 0) return;
  const retryAfterSeconds = Math.ceil(waitMs / 1000);
  throw new LibraryError(
    'too_many_attempts',
    `Too many attempts. Try again in ${retryAfterSeconds} ${retryAfterSeconds === 1 ? 'second' : 'seconds'}.`,
    { retryAfterSeconds },
  );
}

/** After the right password: the account starts afresh, and the address gets its attempt back. */
export async function forgiveAttempt(db: Db, attempt: Attempt): Promise<void> {
  await db.deleteFrom('login_attempts').where('key', '=', accountKey(attempt)).execute();
  const back = perAddress.regainedEverySeconds * 1000;
  await db
    .updateTable('login_attempts')
    .set((eb) => ({ forgotten_at_ms: eb('forgotten_at_ms', '-', back) }))
    .where('key', '=', addressKey(attempt))
    .execute();
}

export async function forgetOldAttempts(db: Db, nowMs: number): Promise<void> {
  await db.deleteFrom('login_attempts').where('forgotten_at_ms', '<', nowMs).execute();
}

export type Attempt = { username: string; address: string };

/** 0 when an attempt was left, else how long until the next; one statement, so nodes cannot race. */
async function take(db: Db, key: string, limit: Limit, nowMs: number): Promise<number> {
  const each = limit.regainedEverySeconds * 1000;
  const latest = nowMs + limit.attempts * each;
  // A clock that jumped back must not turn into hours of refusal: nothing counts past `latest`.
  const counted = sql<number>`case
    when forgotten_at_ms > ${latest} then ${latest}
    when forgotten_at_ms > ${nowMs} then forgotten_at_ms
    else ${nowMs} end + ${each}`;
  const taken = await db
    .insertInto('login_attempts')
    .values({ key, forgotten_at_ms: nowMs + each })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({ forgotten_at_ms: counted }).where(counted, '<=', latest),
    )
    .returning('key')
    .executeTakeFirst();
  if (taken !== undefined) return 0;
  const kept = await db
    .selectFrom('login_attempts')
    .select('forgotten_at_ms')
    .where('key', '=', key)
    .executeTakeFirst();
  const until = Math.min(kept?.forgotten_at_ms ?? nowMs, latest);
  return Math.max(1, until + each - latest);
}

function accountKey({ username }: Attempt): string {
  return `account:${nameKey(username)}`;
}

// One IPv6 customer holds a whole /64; counting single addresses would count nothing.
function addressKey({ address }: Attempt): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return `address:${mapped ?? address}`;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  if (tail !== undefined) {
    const after = tail.split(':').filter(Boolean);
    while (groups.length + after.length < 8) groups.push('0');
    groups.push(...after);
  }
  return `address:${groups.slice(0, 4).join(':')}::/64`;
}
