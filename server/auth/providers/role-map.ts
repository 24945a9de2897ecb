import { type Role, roles } from '#contract/auth.ts';
import type { RoleRule } from '../../config/auth-settings.ts';

/**
 * The roles of someone in these groups, which are DNs or plain names; letter case does not matter. A rule with
 * a DN is compared with DNs only: anyone who may name a group could give it the DN of another as its name.
 */
export function rolesOfGroups(groups: readonly string[], map: readonly RoleRule[]): Role[] {
  const dns = new Set(groups.filter(isDn).map(normalDn));
  const names = new Set(groups.map((group) => (isDn(group) ? commonName(group) : normalDn(group))));
  const isMember = (group: string) => (isDn(group) ? dns : names).has(normalDn(group));
  const given = new Set(map.filter(({ group }) => isMember(group)).map(({ role }) => role));
  return roles.filter((role) => given.has(role));
}

/** `CN=Readers,DC=corp`: every part is an attribute, by name or number, and its value. */
function isDn(group: string): boolean {
  return partsOf(group).every((part) => /^\s*([a-z][a-z0-9-]*|\d+(\.\d+)*)\s*=/i.test(part));
}

/** The same for two spellings of one DN; a plain name is its own. */
export function normalDn(dn: string): string {
  return partsOf(dn)
    .map((part) => part.replace(/\s*=\s*/, '=').trim())
    .join(',')
    .normalize('NFC')
    .toLowerCase();
}

// `CN=Readers\, all,OU=…` is the group "Readers, all".
function commonName(dn: string): string {
  const name = /^\s*cn\s*=(.*)$/is.exec(partsOf(dn)[0] ?? '')?.[1] ?? dn;
  return normalDn(name.replaceAll(/\\([^0-9a-f])/gi, '$1').trim());
}

function partsOf(dn: string): string[] {
  return dn.split(/(?<!\\),/);
}
