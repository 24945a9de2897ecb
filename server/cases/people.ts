import type { WholeCase } from '#contract/cases.ts';
import { LibraryError } from '#contract/errors.ts';
import { personNamer } from '../auth/person-names.ts';
import { selectInPortions } from '../db/portions.ts';
import type { Db, Tx } from '../db/schema.ts';

/** Who can own, review or watch cases: accounts with EGD_LIB_REVIEW, by name. */
export async function casePeople(db: Db): Promise<{ account: string; name: string }[]> {
  const nameOf = await personNamer(db);
  const rows = await db
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .select(['users.name', 'display_name'])
    .where('role_name', '=', 'EGD_LIB_REVIEW')
    .where('disabled_at', 'is', null)
    .orderBy('users.name')
    .execute();
  return rows.map(({ name, display_name }) => ({
    account: name,
    name: nameOf(name, display_name),
  }));
}

/** Refuses names that cannot own, review or watch, except `former` ones that are there already. */
export async function requirePeople(
  db: Db,
  names: readonly (string | null)[],
  former: readonly (string | null)[] = [],
): Promise<void> {
  const known = new Set([...former, null, ...(await casePeople(db)).map(({ account }) => account)]);
  const unknown = names.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new LibraryError(
    'bad_request',
    `"${unknown}" cannot review change cases. Choose a reviewer.`,
  );
}

/** Who reviews and watches a case. */
export async function peopleOf(
  db: Db,
  case_id: number,
): Promise<Pick<WholeCase, 'reviewers' | 'watchers'>> {
  const rows = await db
    .selectFrom('case_people')
    .select(['part', 'user_name'])
    .where('case_id', '=', case_id)
    .orderBy('user_name')
    .execute();
  const named = (part: 'reviewer' | 'watcher') =>
    rows.filter((row) => row.part === part).map(({ user_name }) => user_name);
  return { reviewers: named('reviewer'), watchers: named('watcher') };
}

/** What accounts are called, where that is not their name. */
export async function namesOf(
  db: Db | Tx,
  accounts: readonly (string | null)[],
): Promise<Record<string, string>> {
  const rows = await selectInPortions(
    accounts.filter((name) => name !== null),
    (portion) =>
      db.selectFrom('users').select(['name', 'display_name']).where('name', 'in', portion),
  );
  const called = rows.filter(({ name, display_name }) => display_name !== name);
  return Object.fromEntries(called.map(({ name, display_name }) => [name, display_name]));
}
