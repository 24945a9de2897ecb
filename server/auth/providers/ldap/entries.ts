import { createHash } from 'node:crypto';
import {
  AndFilter,
  type Client,
  EqualityFilter,
  type Entry,
  FilterParser,
  type Filter,
} from 'ldapts';
import type { FastifyBaseLogger } from 'fastify';
import type { LdapSettings } from '../../../config/auth-settings.ts';
import { DirectoryFault } from './connection.ts';

/** A user as the directory has them. */
export type DirectoryUser = {
  dn: string;
  /** `objectGUID …`, `entryUUID …`: what stays when they are renamed or moved. */
  external_id: string;
  name: string;
  display_name: string;
  uid: string | null;
  memberOf: readonly string[];
  /** The SID of the primary group, which is never in memberOf; null outside Active Directory. */
  primaryGroupSid: Buffer | null;
  /** Why the account may not be used; null when it may. */
  closed: string | null;
};

// Operational attributes are sent only if requested by name.
const idAttributes = ['objectGUID', 'entryUUID', 'nsUniqueId', 'ipaUniqueID'] as const;
const binaryAttributes = ['objectGUID', 'objectSid'];
const userAttributes = [
  ...idAttributes,
  'sAMAccountName',
  'userPrincipalName',
  'uid',
  'mail',
  'displayName',
  'cn',
  'memberOf',
  'objectSid',
  'primaryGroupID',
  'userAccountControl',
  'accountExpires',
  'pwdAccountLockedTime',
  'nsAccountLock',
];

/** The users with this login name: one, none, or several if it is not unique. */
export async function findUsers(
  client: Client,
  settings: LdapSettings,
  typed: string,
  around: { log: FastifyBaseLogger; nowMs: number },
): Promise<DirectoryUser[]> {
  const named = new EqualityFilter({ attribute: settings.loginAttribute, value: typed });
  return search(client, settings, named, around);
}

/** The user of an account, wherever the entry is now; null if it is deleted. */
export async function findAgain(
  client: Client,
  settings: LdapSettings,
  external_id: string,
  around: { log: FastifyBaseLogger; nowMs: number },
): Promise<DirectoryUser | null> {
  const [attribute = '', id = ''] = external_id.split(' ', 2);
  const value = attribute === 'objectGUID' ? Buffer.from(id, 'hex') : id;
  const [found] = await search(client, settings, new EqualityFilter({ attribute, value }), around);
  return found ?? null;
}

async function search(
  client: Client,
  settings: LdapSettings,
  which: Filter,
  { log, nowMs }: { log: FastifyBaseLogger; nowMs: number },
): Promise<DirectoryUser[]> {
  const filter = new AndFilter({ filters: [FilterParser.parseString(settings.userFilter), which] });
  const { searchEntries, searchReferences } = await client.search(settings.baseDn, {
    scope: 'sub',
    filter,
    sizeLimit: 50,
    attributes: userAttributes,
    explicitBufferAttributes: binaryAttributes,
  });
  // Referrals lead to servers that the settings do not name.
  const referrals = searchReferences.length;
  if (referrals > 0) log.debug({ event: 'ldap_referrals', referrals }, 'referrals not followed');
  return searchEntries.map((entry) => userOf(entry, settings, nowMs));
}

function userOf(entry: Entry, settings: LdapSettings, nowMs: number): DirectoryUser {
  const login = textOf(entry, settings.loginAttribute);
  const name = textOf(entry, 'sAMAccountName') ?? textOf(entry, 'uid') ?? login ?? entry.dn;
  return {
    dn: entry.dn,
    external_id: externalId(entry),
    name,
    display_name: textOf(entry, 'displayName') ?? textOf(entry, 'cn') ?? name,
    uid: textOf(entry, 'uid'),
    memberOf: textsOf(entry, 'memberOf'),
    primaryGroupSid: primaryGroupSid(entry),
    closed: closedFor(entry, nowMs),
  };
}

function externalId(entry: Entry): string {
  for (const attribute of idAttributes) {
    const value = attribute === 'objectGUID' ? bytesOf(entry, attribute) : textOf(entry, attribute);
    if (value !== null && value.length > 0) {
      return `${attribute} ${typeof value === 'string' ? value : value.toString('hex')}`;
    }
  }
  throw new DirectoryFault(
    `the directory hides the identifier of ${entry.dn}`,
    `let the account of LDAP_BIND_DN read one of ${idAttributes.join(', ')}`,
  );
}

const accountDisabled = 2;
// 100 ns since 1601; both 0 and the largest number mean never.
const windowsEpochMs = 11_644_473_600_000;
const never = 9_223_372_036_854_775_807n;

function closedFor(entry: Entry, nowMs: number): string | null {
  const control = Number(textOf(entry, 'userAccountControl') ?? 0);
  if ((control & accountDisabled) !== 0) return 'disabled in the directory';
  if (/^true$/i.test(textOf(entry, 'nsAccountLock') ?? '')) return 'locked in the directory';
  // Any other time means too many wrong guesses; acting on it would let a guesser end sessions.
  if (textOf(entry, 'pwdAccountLockedTime') === '000001010000Z') return 'locked in the directory';
  const expires = textOf(entry, 'accountExpires') ?? '0';
  const ticks = /^\d+$/.test(expires) ? BigInt(expires) : 0n;
  const isSet = ticks !== 0n && ticks < never;
  const expired = isSet && Number(ticks / 10_000n) - windowsEpochMs <= nowMs;
  return expired ? 'expired in the directory' : null;
}

// A SID ends in the number within the domain: four bytes, little-endian.
function primaryGroupSid(entry: Entry): Buffer | null {
  const sid = bytesOf(entry, 'objectSid');
  const group = Number(textOf(entry, 'primaryGroupID') ?? Number.NaN);
  if (sid === null || sid.length < 12 || !Number.isInteger(group)) return null;
  const groupSid = Buffer.from(sid);
  groupSid.writeUInt32LE(group, sid.length - 4);
  return groupSid;
}

export function textsOf(entry: Entry, attribute: string): string[] {
  const value = valueOf(entry, attribute);
  return (Array.isArray(value) ? value : [value]).flatMap((one) =>
    one === undefined || one.length === 0 ? [] : [String(one)],
  );
}

function textOf(entry: Entry, attribute: string): string | null {
  return textsOf(entry, attribute)[0] ?? null;
}

function bytesOf(entry: Entry, attribute: string): Buffer | null {
  const value = valueOf(entry, attribute);
  const first = Array.isArray(value) ? value[0] : value;
  return first === undefined || first.length === 0 ? null : Buffer.from(first);
}

// A server writes names of attributes in its own letter case.
function valueOf(entry: Entry, attribute: string): Entry[string] | undefined {
  const name = Object.keys(entry).find((one) => one.toLowerCase() === attribute.toLowerCase());
  return name === undefined ? undefined : entry[name];
}

/** A DN that does not exist, bound for an unknown user so that the answer takes as long as for a wrong password. */
export function decoyDn(settings: LdapSettings, typed: string): string {
  const nobody = createHash('sha256').update(typed).digest('hex').slice(0, 16);
  return `cn=${nobody},${settings.baseDn}`;
}
