import { type ProviderName, type Role, roles } from '#contract/auth.ts';
import { LibraryError } from '#contract/errors.ts';
import type { AccessLine, AccessLog } from './access-log.ts';
import type { Db, Tx } from '../db/schema.ts';
import { transact } from '../db/transactions.ts';
import { nameKey } from './name-key.ts';
import { hashPassword, passwordMatches, requirePassword } from './passwords.ts';

export type Account = {
  id: number;
  name: string;
  display_name: string;
  disabled_at: string | null;
  provider: ProviderName;
  roles: string[];
};

/** Who changes an account, for the access audit; without it nothing is recorded. */
export type ChangedBy = { access: AccessLog; by: string };

export async function addUser(
  db: Db,
  user: { name: string; display_name?: string; password: string; roles?: readonly string[] },
  now: Date,
  changedBy?: ChangedBy,
): Promise<void> {
  const name = requireName(user.name);
  const granted = new Set((user.roles ?? []).map(requireRole));
  const password_hash = await hashPassword(await requirePassword(user.password, name));
  await transact(db, async (tx) => {
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
    if (added === undefined) throw new LibraryError('user_taken', `User ${name} already exists.`);
    await record(tx, changedBy, { action: 'account_added', user: name });
    for (const role_name of granted) {
      await tx.insertInto('user_roles').values({ user_id: added.id, role_name }).execute();
      await record(tx, changedBy, { action: 'role_given', user: name, detail: role_name });
    }
  });
}

async function record(tx: Tx, changedBy: ChangedBy | undefined, line: AccessLine): Promise<void> {
  await changedBy?.access.write(tx, { ...line, by: changedBy.by });
}

/** Takes effect with the user's next request, signed in or not. */
export async function changeRoles(
  db: Db,
  name: string,
  change: { add: readonly string[]; remove: readonly string[] },
  changedBy?: ChangedBy,
): Promise<Account> {
  const add = change.add.map(requireRole);
  const remove = change.remove.map(requireRole);
  const user = await requireUser(db, name);
  if (user.provider === 'ldap' || user.provider === 'upstream') {
    throw new LibraryError(
      'bad_request',
      `${user.name} gets their roles at every sign-in: ${rolesFrom}`,
    );
  }
  await transact(db, async (tx) => {
    for (const role_name of add) {
      const given = await tx
        .insertInto('user_roles')
        .values({ user_id: user.id, role_name })
        .onConflict((conflict) => conflict.doNothing())
        .returning('role_name')
        .executeTakeFirst();
      const line = { action: 'role_given', user: user.name, detail: role_name } as const;
      if (given !== undefined) await record(tx, changedBy, line);
    }
    for (const role_name of remove) {
      const taken = await tx
        .deleteFrom('user_roles')
        .where('user_id', '=', user.id)
        .where('role_name', '=', role_name)
        .returning('role_name')
        .executeTakeFirst();
      const line = { action: 'role_taken', user: user.name, detail: role_name } as const;
      if (taken !== undefined) await record(tx, changedBy, line);
    }
  });
  return requireUser(db, name);
}

/** Also ends the user's sessions, which may have been started with the old password. */
export async function changePassword(
  db: Db,
  name: string,
  password: string,
  changedBy?: ChangedBy,
): Promise<void> {
  const user = await requireUser(db, name);
  requireLocal(user);
  const password_hash = await hashPassword(await requirePassword(password, user.name));
  await transact(db, async (tx) => {
    const enabled = { password_hash, disabled_at: null };
    await tx.updateTable('users').set(enabled).where('id', '=', user.id).execute();
    await tx.deleteFrom('sessions').where('user_id', '=', user.id).execute();
    await record(tx, changedBy, { action: 'password_changed', user: user.name });
  });
}

/** Lets a disabled account sign in again, with the password it has. */
export async function enableUser(db: Db, name: string, changedBy?: ChangedBy): Promise<void> {
  const user = await requireUser(db, name);
  await transact(db, async (tx) => {
    await tx.updateTable('users').set({ disabled_at: null }).where('id', '=', user.id).execute();
    await record(tx, changedBy, { action: 'account_enabled', user: user.name });
  });
}

/** Users change their own password: the current session goes on, their others end. */
export async function changeOwnPassword(
  db: Db,
  { name, current, next }: { name: string; current: string; next: string },
  sessionHash: string,
  onChanged: (tx: Tx) => Promise<void>,
): Promise<void> {
  requireLocal(await requireUser(db, name));
  const userId = await verifyUser(db, name, current);
  if (userId === null) {
    if ((await verifyUser(db, name, next)) !== null) return; // it is so already: a retry
    throw new LibraryError('wrong_password', 'The current password is wrong. Type it again.');
  }
  if (next === current) {
    throw new LibraryError('weak_password', 'The new password is the current one. Choose another.');
  }
  const password_hash = await hashPassword(await requirePassword(next, name));
  await transact(db, async (tx) => {
    await tx.updateTable('users').set({ password_hash }).where('id', '=', userId).execute();
    await tx
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('id_hash', '!=', sessionHash)
      .execute();
    await onChanged(tx);
  });
}

export async function disableUser(
  db: Db,
  name: string,
  now: Date,
  changedBy?: ChangedBy,
): Promise<void> {
  const user = await requireUser(db, name);
  await transact(db, async (tx) => {
    const disabled = { disabled_at: now.toISOString() };
    await tx.updateTable('users').set(disabled).where('id', '=', user.id).execute();
    await tx.deleteFrom('sessions').where('user_id', '=', user.id).execute();
    await record(tx, changedBy, { action: 'account_disabled', user: user.name });
  });
}

export async function listUsers(db: Db): Promise<Account[]> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'name', 'display_name', 'disabled_at', 'provider'])
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
    .where('provider', '=', 'local')
    .executeTakeFirst();
  // An unknown user takes the same time as a known one, so that timing reveals no accounts.
  const matches = await passwordMatches(password, user?.password_hash ?? (await decoyHash()));
  return matches && user !== undefined && user.disabled_at === null ? user.id : null;
}

/** The account's own spelling of a name that was typed; null when there is none. */
export async function accountName(db: Db, typed: string): Promise<string | null> {
  const user = await db
    .selectFrom('users')
    .select('name')
    .where('name_key', '=', nameKey(typed))
    .executeTakeFirst();
  return user?.name ?? null;
}

let decoy: Promise<string> | undefined;
function decoyHash(): Promise<string> {
  decoy ??= hashPassword('no account has this password');
  return decoy;
}

export async function findUser(db: Db, id: number) {
  return db
    .selectFrom('users')
    .select(['name', 'display_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export async function requireUser(db: Db, name: string): Promise<Account> {
  const user = (await listUsers(db)).find((one) => nameKey(one.name) === nameKey(name));
  if (user === undefined) throw new LibraryError('not_found', `User ${name} not found.`);
  return user;
}

const rolesFrom = 'from groups and ROLE_MAP, or from the auth host. Change them there.';

function requireLocal({ name, provider }: Account): void {
  if (provider === 'local') return;
  const message = `${name} has no password here. Change it where the account is managed.`;
  throw new LibraryError('bad_request', message);
}

function requireName(text: string): string {
  const name = text.trim().normalize('NFC');
  if (name === '' || name.length > 200 || /\p{Cc}|\p{Cf}|\p{Surrogate}/u.test(name)) {
    throw new LibraryError('bad_request', 'A user name needs 1 to 200 printable characters.');
  }
  return name;
}

function requireRole(text: string): Role {
  const role = roles.find((known) => known === text);
  if (role !== undefined) return role;
  throw new LibraryError('bad_request', `Unknown role ${text}. Roles: ${roles.join(', ')}.`);
}
