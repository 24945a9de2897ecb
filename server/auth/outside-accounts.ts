import { randomBytes } from 'node:crypto';
import type { ProviderName, Role } from '#contract/auth.ts';
import type { AccessLog } from './access-log.ts';
import type { Db, Tx } from '../db/schema.ts';
import { transact } from '../db/transactions.ts';
import { nameKey } from './name-key.ts';
import type { Person } from './providers/provider.ts';

type Outside = Exclude<ProviderName, 'local'>;

/** Distinguishes an account of a provider from a local one of the same name. */
export const providerLabels: Record<Outside, string> = {
  ldap: 'directory',
  upstream: 'auth host',
  oidc: 'single sign-on',
};

/**
 * The account of someone who signed in elsewhere, created the first time and updated every time after;
 * null if it is disabled here.
 */
export async function admit(
  db: Db,
  provider: Outside,
  person: Person,
  { access, now }: { access: AccessLog; now: () => number },
): Promise<number | null> {
  return transact(db, async (tx) => {
    const known = await tx
      .selectFrom('users')
      .select(['id', 'name', 'display_name', 'disabled_at'])
      .where('provider', '=', provider)
      .where('external_id', '=', person.external_id)
      .executeTakeFirst();
    if (known !== undefined && known.disabled_at !== null) return null;
    const name = await freeName(tx, provider, person.name, known?.id ?? null);
    const display_name = printable(person.display_name) || name;
    if (known === undefined) {
      const id = await addOutsider(tx, provider, { ...person, name, display_name }, now);
      await access.write(tx, { action: 'account_added', user: name, detail: provider });
      await setRoles(tx, { id, name }, person.roles, access);
      return id;
    }
    // Written only when it is new: every change of an account empties the caches of all sessions.
    if (known.name !== name || known.display_name !== display_name) {
      const named = { name, name_key: nameKey(name), display_name };
      await tx.updateTable('users').set(named).where('id', '=', known.id).execute();
    }
    await setRoles(tx, { id: known.id, name }, person.roles, access);
    return known.id;
  });
}

/** Replaces the user's roles with those of the provider and records each change. */
export async function setRoles(
  tx: Tx,
  user: { id: number; name: string },
  roles: readonly Role[] | null,
  access: AccessLog,
): Promise<boolean> {
  if (roles === null) return false;
  const held = await tx
    .selectFrom('user_roles')
    .select('role_name')
    .where('user_id', '=', user.id)
    .execute();
  const before = new Set<string>(held.map(({ role_name }) => role_name));
  const given = [...new Set(roles)].filter((role) => !before.has(role));
  const taken = [...before].filter((role) => !roles.some((one) => one === role));
  for (const role_name of given) {
    await tx.insertInto('user_roles').values({ user_id: user.id, role_name }).execute();
    await access.write(tx, { action: 'role_given', user: user.name, detail: role_name });
  }
  for (const role_name of taken) {
    await tx
      .deleteFrom('user_roles')
      .where('user_id', '=', user.id)
      .where('role_name', '=', role_name)
      .execute();
    await access.write(tx, { action: 'role_taken', user: user.name, detail: role_name });
  }
  return given.length + taken.length > 0;
}

// A name in the audit trail means one person, so a second person of that name gets the provider's label.
async function freeName(
  tx: Tx,
  provider: Outside,
  wanted: string,
  ownId: number | null,
): Promise<string> {
  const name = tidyName(wanted);
  const label = providerLabels[provider];
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? label : `${label} ${number}`;
    for (const one of number === 1 ? [name, `${name} (${suffix})`] : [`${name} (${suffix})`]) {
      const holder = await tx
        .selectFrom('users')
        .select('id')
        .where('name_key', '=', nameKey(one))
        .executeTakeFirst();
      if (holder === undefined || holder.id === ownId) return one;
    }
  }
}

function tidyName(text: string): string {
  return printable(text).slice(0, 160) || 'unnamed';
}

// Invisible characters (Cf) would make two names look the same, or reverse the text after them.
function printable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/\p{Cc}|\p{Cf}|\p{Surrogate}/gu, '')
    .trim();
}

async function addOutsider(
  tx: Tx,
  provider: Outside,
  person: Pick<Person, 'external_id' | 'name' | 'display_name'>,
  now: () => number,
): Promise<number> {
  const { id } = await tx
    .insertInto('users')
    .values({
      name: person.name,
      name_key: nameKey(person.name),
      display_name: person.display_name,
      password_hash: unusableHash(),
      created_at: new Date(now()).toISOString(),
      provider,
      external_id: person.external_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

// No password has this hash. It has the form of a real one, as nodes of the previous version parse it.
function unusableHash(): string {
  const [salt, hash] = [randomBytes(16), randomBytes(32)].map((bytes) =>
    bytes.toString('base64').replace(/=+$/, ''),
  );
  return `$argon2id$v=19$m=19456,t=2,p=1$${salt}$${hash}`;
}
