import {
  AndFilter,
  type Client,
  EqualityFilter,
  ExtensibleFilter,
  type Filter,
  OrFilter,
} from 'ldapts';
import type { LdapSettings } from '../../../config/auth-settings.ts';
import { normalDn } from '../role-map.ts';
import { type DirectoryUser, textsOf } from './entries.ts';

/** Active Directory finds nested groups with one query (LDAP_MATCHING_RULE_IN_CHAIN). */
const inChain = '1.2.840.113556.1.4.1941';
const activeDirectory = '1.2.840.113556.1.4.800';

// Groups may contain each other in a circle: each is queried once, within these limits.
const deepest = 12;
const mostGroups = 2000;
const askedAtOnce = 40;

/** The DN of every group the user is in, directly or through other groups. */
export async function groupsOf(
  client: Client,
  settings: LdapSettings,
  user: DirectoryUser,
): Promise<string[]> {
  const groups = new Map<string, string>(); // by lower-case DN
  const add = (dns: readonly string[]) => {
    const fresh = dns.filter((dn) => !groups.has(normalDn(dn)));
    for (const dn of fresh) groups.set(normalDn(dn), dn);
    return fresh;
  };
  const direct = add([...user.memberOf, ...(await primaryGroup(client, settings, user))]);
  if (await knowsChains(client)) {
    const members = [user.dn, ...direct.filter((dn) => !user.memberOf.includes(dn))];
    for (const value of members) {
      const rule = new ExtensibleFilter({ rule: inChain, matchType: 'member', value });
      add(await dnsOf(client, settings, rule));
    }
    return [...groups.values()];
  }
  const posix = user.uid === null ? [] : [posixGroup(user.uid)];
  let level = [
    ...direct,
    ...add(await dnsOf(client, settings, anyOf([...membership(user.dn), ...posix]))),
  ];
  for (let depth = 0; depth < deepest && level.length > 0 && groups.size < mostGroups; depth++) {
    const next: string[] = [];
    for (let at = 0; at < level.length; at += askedAtOnce) {
      const asked = level.slice(at, at + askedAtOnce);
      next.push(...(await dnsOf(client, settings, anyOf(asked.flatMap(membership)))));
    }
    level = add(next);
  }
  return [...groups.values()];
}

async function knowsChains(client: Client): Promise<boolean> {
  const { searchEntries } = await client.search('', {
    scope: 'base',
    filter: '(objectClass=*)',
    attributes: ['supportedCapabilities'],
  });
  const [root] = searchEntries;
  return root !== undefined && textsOf(root, 'supportedCapabilities').includes(activeDirectory);
}

async function primaryGroup(
  client: Client,
  settings: LdapSettings,
  { primaryGroupSid }: DirectoryUser,
): Promise<string[]> {
  if (primaryGroupSid === null) return [];
  const filter = new EqualityFilter({ attribute: 'objectSid', value: primaryGroupSid });
  return dnsOf(client, settings, filter);
}

function membership(dn: string): Filter[] {
  return ['member', 'uniqueMember'].map(
    (attribute) => new EqualityFilter({ attribute, value: dn }),
  );
}

function posixGroup(uid: string): Filter {
  const isPosix = new EqualityFilter({ attribute: 'objectClass', value: 'posixGroup' });
  const hasUser = new EqualityFilter({ attribute: 'memberUid', value: uid });
  return new AndFilter({ filters: [isPosix, hasUser] });
}

function anyOf(filters: Filter[]): Filter {
  return new OrFilter({ filters });
}

async function dnsOf(client: Client, { baseDn }: LdapSettings, filter: Filter): Promise<string[]> {
  const { searchEntries } = await client.search(baseDn, {
    scope: 'sub',
    filter,
    attributes: ['1.1'],
    paged: { pageSize: 500 },
  });
  return searchEntries.slice(0, mostGroups).map(({ dn }) => dn);
}
