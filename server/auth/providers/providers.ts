import type { FastifyBaseLogger } from 'fastify';
import type { AuthSettings } from '../../config/auth-settings.ts';
import type { Db } from '../../db/schema.ts';
import type { SessionHost } from '../confirmations.ts';
import { LdapProvider } from './ldap.ts';
import type { Provider } from './provider.ts';
import { UpstreamProvider } from './upstream.ts';
import { findUser, verifyUser } from '../accounts.ts';

type Chosen = {
  /** Tried in this order. Local accounts come first: they are for outages of the other. */
  providers: Provider[];
  host: SessionHost | null;
  ldap: LdapProvider | null;
};

/** The providers that the settings choose. */
export function providersOf(
  auth: AuthSettings,
  { db, ...around }: { db: Db; log: FastifyBaseLogger; now: () => number },
): Chosen {
  const hasLocal = auth.provider === 'local' || auth.allowLocalLogin;
  const local = hasLocal ? [localProvider(db)] : [];
  if (auth.upstream !== null) {
    const upstream = new UpstreamProvider(auth.upstream, around);
    return { providers: [...local, upstream], host: upstream, ldap: null };
  }
  if (auth.ldap !== null) {
    const ldap = new LdapProvider(auth.ldap, { ...around, roleMap: auth.roleMap });
    return { providers: [...local, ldap], host: null, ldap };
  }
  return { providers: local, host: null, ldap: null };
}

/** Accounts of the library itself, with their passwords. */
function localProvider(db: Db): Provider {
  return {
    name: 'local',
    async verify({ username, password }) {
      const id = await verifyUser(db, username, password);
      if (id === null) return { state: 'refused' };
      const { name, display_name } = await findUser(db, id);
      // Roles are given on the command line, not at sign-in.
      const person = { external_id: String(id), name, display_name, roles: null };
      return { state: 'accepted', person };
    },
  };
}
