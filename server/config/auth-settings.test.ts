import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/harness.ts';
import { ConfigError, readConfig } from './config.ts';

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

test('without settings only local accounts can sign in', () => {
  expect(readConfig({}).auth).toEqual({
    provider: 'local',
    allowLocalLogin: false,
    roleMap: [],
    upstream: null,
    ldap: null,
    oidc: null,
  });
});

test('all faults of the directory’s settings are reported together', async () => {
  const folder = await temporaryFolder(onTestFinished);
  const empty = path.join(folder, 'empty');
  await writeFile(empty, '\n');
  const missing = path.join(folder, 'missing');
  expect(
    faultsOf({
      AUTH_PROVIDER: 'ldap',
      LDAP_URL: 'dc1.corp.example ldaps://dc2.corp.example',
      LDAP_BASE_DN: 'corp.example',
      LDAP_BIND_PASSWORD_FILE: empty,
      LDAP_CA_FILE: missing,
      LDAP_LOGIN_ATTRIBUTE: 'cn',
      LDAP_USER_FILTER: 'objectClass=person',
      LDAP_INSECURE: 'yes',
      ROLE_MAP: 'Readers=READ',
    }),
  ).toEqual([
    'ROLE_MAP must be GROUP=ROLE;GROUP=ROLE with the roles EGD_LIB, EGD_LIB_EDIT, EGD_LIB_REVIEW and EGD_LIB_AUDIT; "Readers=READ" is not.',
    'ROLE_MAP must give a group the role EGD_LIB, such as "Library readers=EGD_LIB". Without it nobody can use the library.',
    'LDAP_URL must be addresses such as ldaps://dc1.example, separated by spaces; "dc1.corp.example" is not one.',
    'LDAP_BASE_DN must be a DN such as DC=corp,DC=example; it is "corp.example".',
    'LDAP_BIND_PASSWORD_FILE is an empty file.',
    'LDAP_BIND_DN and LDAP_BIND_PASSWORD_FILE belong together: set both, or neither.',
    'LDAP_USER_FILTER must be a filter in parentheses, such as (objectClass=person).',
    `LDAP_CA_FILE cannot be read (ENOENT): ${missing}`,
    'LDAP_INSECURE must be one of on, off; it is "yes".',
    'LDAP_LOGIN_ATTRIBUTE must be one of sAMAccountName, userPrincipalName, uid, mail; it is "cn".',
  ]);
});

test('all faults of an auth host’s and an issuer’s settings are reported together', () => {
  expect(
    faultsOf({ AUTH_PROVIDER: 'upstream', OIDC_ISSUER: 'http://sso.example', OIDC_LABEL: 'SSO' }),
  ).toEqual([
    'OIDC_CLIENT_ID must be the client id of the library at the issuer.',
    'OIDC_CLIENT_SECRET_FILE must name a file with the client secret.',
    'PUBLIC_URL must be set with OIDC_ISSUER: the issuer sends readers back to it.',
    'OIDC_ISSUER must be an https address: without TLS, sign-ins can be read and changed on the network.',
    'UPSTREAM_AUTH_URL must be the address of the auth host, without /auth at its end.',
  ]);
  const upstream = (UPSTREAM_AUTH_URL: string) =>
    faultsOf({ AUTH_PROVIDER: 'upstream', UPSTREAM_AUTH_URL });
  expect(upstream('http://auth.example')).toEqual([
    'UPSTREAM_AUTH_URL must be an https address: without TLS, passwords are readable on the network.',
  ]);
  for (const host of ['http://127.0.0.1:4000', 'http://localhost', 'https://auth.example']) {
    expect(upstream(host)).toEqual([]);
  }
  expect(faultsOf({ OIDC_CLIENT_ID: 'library' })).toEqual([
    'OIDC_CLIENT_ID is set, but OIDC_ISSUER is not. Set both.',
  ]);
});
