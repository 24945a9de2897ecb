import type { FastifyBaseLogger } from 'fastify';
import type { AuthSettings } from '../../config/auth-settings.ts';
import type { Db } from '../../db/schema.ts';
import type { SessionHost } from '../confirmations.ts';
import { LdapProvider } from './ldap.ts';
import { localProvider } from './local.ts';
import type { Provider } from './provider.ts';
import { UpstreamProvider } from './upstream.ts';

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
