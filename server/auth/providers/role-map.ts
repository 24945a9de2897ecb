import { type Role, roles } from '#contract/auth.ts';
import type { RoleRule } from '../../auth-settings.ts';

/** The roles of someone in these groups, which are DNs or plain names; letter case does not matter. */
export function rolesOfGroups(groups: readonly string[], map: readonly RoleRule[]): Role[] {
  const names = new Set(groups.flatMap((group) => [normalDn(group), commonName(group)]));
  const given = new Set(
    map.filter(({ group }) => names.has(normalDn(group))).map(({ role }) => role),
  );
  return roles.filter((role) => given.has(role));
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
