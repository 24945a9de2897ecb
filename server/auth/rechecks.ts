import type { AccessLog } from './access-log.ts';
import type { Db } from '../db/schema.ts';
import { admit } from './outside-accounts.ts';
import type { LdapProvider, Standing } from './providers/ldap.ts';

// A round begins every minute and looks at who was not looked at for three: whoever is closed in the
// directory is out within five minutes, also when a round takes one.
export const recheckEveryMs = 60_000;
const dueAfterMs = 180_000;
const mostInARound = 500;

type Deps = { db: Db; access: AccessLog; now: () => number; ldap: LdapProvider };

/**
 * Looks again at the accounts of the directory that are signed in: ends the sessions of those that are
 * closed or gone, and brings roles up to date. Nodes share the work. A directory that cannot be asked
 * changes nothing.
 */
export async function recheckAccounts(deps: Deps): Promise<void> {
  const due = await claimDue(deps);
  const users = new Map(due.map((user) => [user.external_id, user]));
  await deps.ldap.standings([...users.keys()], async (external_id, standing) => {
    const user = users.get(external_id);
    if (user !== undefined) await settle(user, standing, deps);
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
    // Of two nodes that found the same, one gets it.
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

async function settle(user: Due, standing: Standing, deps: Deps): Promise<void> {
  const { db, access } = deps;
  if (standing.state === 'unavailable') {
    // The next round tries again.
    await db.deleteFrom('outside_checks').where('user_id', '=', user.id).execute();
    return;
  }
  if (standing.state === 'fine') {
    await admit(db, 'ldap', standing.person, deps);
    return;
  }
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', user.id)
    .executeTakeFirst();
  if (numDeletedRows > 0n) {
    await access.note({ action: 'sessions_ended', user: user.name, detail: standing.why });
  }
}
