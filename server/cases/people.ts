import { LibraryError } from '#contract/errors.ts';
import type { Db } from '../db/schema.ts';

/** Who can own, review or watch cases: accounts with EGD_LIB_REVIEW, by name. */
export async function casePeople(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .select('users.name')
    .where('role_name', '=', 'EGD_LIB_REVIEW')
    .where('disabled_at', 'is', null)
    .orderBy('users.name')
    .execute();
  return rows.map(({ name }) => name);
}

/** Refuses names that no account has. */
export async function requirePeople(db: Db, names: readonly (string | null)[]): Promise<void> {
  const wanted = [...new Set(names.filter((name) => name !== null))];
  if (wanted.length === 0) return;
  const found = await db.selectFrom('users').select('name').where('name', 'in', wanted).execute();
  const known = new Set(found.map(({ name }) => name));
  const unknown = wanted.find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new LibraryError('bad_request', `There is no user "${unknown}".`);
  }
}
