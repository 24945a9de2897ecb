import type { AccessLog } from './access-log.ts';
import type { Db } from '../db/schema.ts';
import { admit } from './outside-accounts.ts';
import type { LdapProvider, AccountState } from './providers/ldap.ts';

// A round starts every minute (`jobs.accounts`) and checks accounts not checked for three minutes. So an account
// closed in the directory is signed out within five minutes, even if a round takes a minute.
const dueAfterMs = 180_000;
const mostInARound = 500;

type Deps = { db: Db; access: AccessLog; now: () => number; ldap: LdapProvider };

/**
 * Checks the signed-in accounts of the directory again: ends the sessions of closed or deleted ones and
 * updates roles. Nodes share the work. If the directory cannot be reached, nothing changes.
 */
export async function recheckAccounts(deps: Deps): Promise<void> {
  const due = await claimDue(deps);
  const users = new Map(due.map((user) => [user.external_id, user]));
  await deps.ldap.checkAccounts([...users.keys()], async (external_id, state) => {
    const user = users.get(external_id);
    if (user !== undefined) await apply(user, state, deps);
  });
}

type Due = { id: number; name: string; external_id: string };

async function claimDue({ db, now }: Deps): Promise<Due[]> {
  const nowMs = now();
  const before = new Date(nowMs - dueAfterMs).toISOString();
  const found = await db
    .selectFrom('users')
    .leftJoin('outside_checks', 'outside_checks.user_id', 'users.id')
    .select(['users.id', 'name', 'external_id'])
    .where('provider', '=', 'ldap')
    .where('users.id', 'in', (where) => where.selectFrom('sessions').select('user_id'))
    .where((where) =>
      where.or([where('checked_at', 'is', null), where('checked_at', '<=', before)]),
    )
    .orderBy('checked_at')
    .orderBy('users.id')
    .limit(mostInARound)
    .execute();
  const claimed: Due[] = [];
  const checked_at = new Date(nowMs).toISOString();
  for (const { id, name, external_id } of found) {
    // If two nodes found the same account, one of them claims it.
    const own = await db
      .insertInto('outside_checks')
      .values({ user_id: id, checked_at })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ checked_at })
          .where('outside_checks.checked_at', '<=', before),
      )
      .returning('user_id')
      .executeTakeFirst();
    if (own !== undefined && external_id !== null) claimed.push({ id, name, external_id });
  }
  return claimed;
}

async function apply(user: Due, account: AccountState, deps: Deps): Promise<void> {
  const { db, access } = deps;
  if (account.state === 'unavailable') {
    // The next round tries again.
    await db.deleteFrom('outside_checks').where('user_id', '=', user.id).execute();
    return;
  }
  if (account.state === 'fine') {
    await admit(db, 'ldap', account.person, deps);
    return;
  }
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  if (numDeletedRows > 0n) {
    await access.note({ action: 'sessions_ended', user: user.name, detail: account.why });
  }
}
