import { expect, test } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { rolesOfGroups } from './role-map.ts';

const readers = 'CN=Library readers,OU=Groups,DC=corp,DC=example';

test.each<[string, string[], string[]]>([
  ['Library readers=EGD_LIB', [readers], ['EGD_LIB']],
  ['library READERS=EGD_LIB', [readers.toUpperCase()], ['EGD_LIB']],
  [`${readers}=EGD_LIB`, [readers.replaceAll(',', ' , ')], ['EGD_LIB']],
  [`${readers}=EGD_LIB`, ['CN=Library readers,OU=Elsewhere,DC=corp,DC=example'], []],
  ['readers=EGD_LIB', [readers, 'CN=a,CN=readers,DC=corp'], []],
  ['Readers, all=EGD_LIB', ['CN=Readers\\, all,DC=corp'], ['EGD_LIB']],
  ['a=EGD_LIB;a=EGD_LIB_EDIT', ['a'], ['EGD_LIB', 'EGD_LIB_EDIT']],
  ['a=EGD_LIB_EDIT; b = EGD_LIB ;', ['b', 'A'], ['EGD_LIB', 'EGD_LIB_EDIT']],
  ['0f8c-11=EGD_LIB', ['0F8C-11'], ['EGD_LIB']],
  ['a=EGD_LIB', [], []],
  [
    `${readers}=EGD_LIB`,
    ['CN=CN\\=Library readers\\,OU\\=Groups\\,DC\\=corp\\,DC\\=example,DC=x'],
    [],
  ],
  ['CN=readers=EGD_LIB', ['cn=Readers', 'CN=readers,DC=corp'], ['EGD_LIB']],
  ['CN=readers=EGD_LIB', ['readers', 'CN=readers,DC=corp'], []],
])('the map %s gives members of %j the roles %j', (ROLE_MAP, groups, roles) => {
  expect(rolesOfGroups(groups, readConfig({ ROLE_MAP }).auth.roleMap)).toEqual(roles);
});
