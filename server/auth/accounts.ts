import { type Role, roles } from '#contract/auth.ts';
import { LibraryError } from '#contract/errors.ts';
import type { Db } from '../db/schema.ts';
import { hashPassword, passwordMatches } from './passwords.ts';

export type Account = {
  id: number;
  name: string;
  display_name: string;
  disabled_at: string | null;
  roles: string[];
};

const shortestPassword = 8;

export async function addUser(
  db: Db,
  user: { name: string; display_name?: string; password: string; roles?: readonly string[] },
  now: Date,
): Promise<void> {
  const name = requireName(user.name);
  const granted = (user.roles ?? []).map(requireRole);
  const password_hash = await hashPassword(requirePassword(user.password));
  await db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('users')
      .values({
        name,
        name_key: nameKey(name),
        display_name: user.display_name?.trim() || name,
        password_hash,
        created_at: now.toISOString(),
      })
      .onConflict((conflict) => conflict.column('name_key').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (added === undefined) throw new LibraryError('user_taken', `User ${name} exists already.`);
    for (const role_name of new Set(granted)) {
      await tx.insertInto('user_roles').values({ user_id: added.id, role_name }).execute();
    }
  });
}

/** Takes effect with the user's next request, signed in or not. */
export async function changeRoles(
  db: Db,
  name: string,
  change: { add: readonly string[]; remove: readonly string[] },
): Promise<Account> {
  const add = change.add.map(requireRole);
  const remove = change.remove.map(requireRole);
  const user = await requireUser(db, name);
  await db.transaction().execute(async (tx) => {
    for (const role_name of add) {
      await tx
        .insertInto('user_roles')
        .values({ user_id: user.id, role_name })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    for (const role_name of remove) {
      await tx
        .deleteFrom('user_roles')
        .where('user_id', '=', user.id)
        .where('role_name', '=', role_name)
        .execute();
    }
  });
  return requireUser(db, name);
}

/** Ends the user's sessions too: whoever knew the old password is out. */
export async function changePassword(db: Db, name: string, password: string): Promise<void> {
  const user = await requireUser(db, name);
  const password_hash = await hashPassword(requirePassword(password));
  await db.transaction().execute(async (tx) => {
    const enabled = { password_hash, disabled_at: null };
    await tx.updateTable('users').set(enabled).where('id', '=', user.id).execute();
    await tx.deleteFrom('sessions').where('user_id', '=', user.id).execute();
  });
}

export async function disableUser(db: Db, name: string, now: Date): Promise<void> {
  const user = await requireUser(db, name);
  await db.transaction().execute(async (tx) => {
    const disabled = { disabled_at: now.toISOString() };
    await tx.updateTable('users').set(disabled).where('id', '=', user.id).execute();
    await tx.deleteFrom('sessions').where('user_id', '=', user.id).execute();
  });
}

export async function listUsers(db: Db): Promise<Account[]> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'name', 'display_name', 'disabled_at'])
    .orderBy('name_key')
    .execute();
  const held = await db
    .selectFrom('user_roles')
    .select(['user_id', 'role_name'])
    .orderBy('role_name')
    .execute();
  const rolesOf = Map.groupBy(held, (role) => role.user_id);
  return users.map((user) => ({
    ...user,
    roles: (rolesOf.get(user.id) ?? []).map((role) => role.role_name),
  }));
}

/** The user's id when the password is right and the account enabled, and null in every other case. */
export async function verifyUser(db: Db, name: string, password: string): Promise<number | null> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash', 'disabled_at'])
    .where('name_key', '=', nameKey(name))
    .executeTakeFirst();
  // An unknown user costs the same time as a known one, so time does not tell who has an account.
  const matches = await passwordMatches(password, user?.password_hash ?? (await decoyHash()));
  return matches && user !== undefined && user.disabled_at === null ? user.id : null;
}

/** Letter case and Unicode form do not make another user. */
export function nameKey(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase();
}

let decoy: Promise<string> | undefined;
function decoyHash(): Promise<string> {
  decoy ??= hashPassword('no account has this password');
  return decoy;
}

async function requireUser(db: Db, name: string): Promise<Account> {
  const user = (await listUsers(db)).find((one) => nameKey(one.name) === nameKey(name));
  if (user === undefined) throw new LibraryError('not_found', `There is no user ${name}.`);
  return user;
}

function requireName(text: string): string {
  const name = text.trim().normalize('NFC');
  if (name === '' || name.length > 200 || /\p{Cc}|\p{Surrogate}/u.test(name)) {
    throw new LibraryError('bad_request', 'A user name has 1 to 200 printable characters.');
  }
  return name;
}

function requireRole(text: string): Role {
  const role = roles.find((known) => known === text);
  if (role !== undefined) return role;
  throw new LibraryError('bad_request', `There is no role ${text}. Roles: ${roles.join(', ')}.`);
}

function requirePassword(password: string): string {
  if (password.length >= shortestPassword && password.length <= 1000) return password;
  throw new LibraryError(
    'bad_request',
    `A password has ${shortestPassword} to 1000 characters; this one has ${password.length}.`,
  );
}
