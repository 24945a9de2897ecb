import { expect, onTestFinished, test, vi } from 'vitest';
import { baseDn, noSlapd, personDn, reader, TemporarySlapd } from '../test/slapd.ts';
import { startUpstreamHost } from '../test/upstream-host.ts';
import { temporaryFolder } from '../test/harness.ts';
import { runCommand } from './library.ts';

/** What `auth test` says with these settings. */
async function authTest(env: Record<string, string>, ...words: string[]) {
  const folder = await temporaryFolder(onTestFinished);
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((text) => void lines.push(String(text)));
  try {
    const around = { folder, env: { DATA_DIR: folder, ...env }, readPassword: async () => '' };
    return { code: await runCommand(['auth', 'test', ...words], around), lines };
  } finally {
    log.mockRestore();
  }
}

test('faults of the settings are listed, one by one', async () => {
  const { code, lines } = await authTest({ AUTH_PROVIDER: 'upstream' });
  expect([code, lines]).toEqual([
    1,
    [
      'WRONG UPSTREAM_AUTH_URL must be the address of the auth host, without /auth at its end.',
      '      to mend: change it in .env or the environment.',
      '1 to mend.',
    ],
  ]);
  expect(await authTest({})).toEqual({
    code: 0,
    lines: [
      'ok    the settings are valid: AUTH_PROVIDER is local',
      'ok    the library keeps the accounts and passwords: npm run library -- user list',
      'All is well.',
    ],
  });
});

test('an auth host is asked for its check', async () => {
  const host = await startUpstreamHost(onTestFinished);
  const env = { AUTH_PROVIDER: 'upstream', UPSTREAM_AUTH_URL: host.url };
  expect((await authTest(env)).lines.slice(1)).toEqual([
    `ok    the auth host answers at ${host.url}/auth/check`,
    'All is well.',
  ]);
  const mend = /to mend: correct UPSTREAM_AUTH_URL/;
  host.instead['/auth/check'] = { status: 404 };
  const odd = await authTest(env);
  expect([odd.code, odd.lines.join('\n')]).toEqual([1, expect.stringMatching(mend)]);
  await host.stop();
  const away = await authTest(env);
  expect(away.lines[1]).toContain('is unreachable (ECONNREFUSED)');
});

const isSkipped = noSlapd !== null;
if (isSkipped) console.warn(`SKIPPED: ${noSlapd}`);

test.skipIf(isSkipped)('a directory is tried step by step, up to the roles of a user', async () => {
  const slapd = await TemporarySlapd.start(onTestFinished);
  await slapd.addPerson('anna', 'the password of anna');
  await slapd.addPerson('bert', 'the password of bert', { userAccountControl: '514' });
  await slapd.addGroup('readers', [personDn('anna')]);
  const env = {
    AUTH_PROVIDER: 'ldap',
    LDAP_URL: slapd.ldaps,
    LDAP_CA_FILE: slapd.caFile,
    LDAP_BASE_DN: baseDn,
    LDAP_BIND_DN: reader.dn,
    LDAP_BIND_PASSWORD_FILE: await slapd.file('password', reader.password),
    LDAP_LOGIN_ATTRIBUTE: 'uid',
    ROLE_MAP: 'readers=EGD_LIB',
  };
  const { code, lines } = await authTest(env, 'anna');
  expect([code, lines]).toEqual([
    0,
    [
      'ok    the settings are valid: AUTH_PROVIDER is ldap',
      expect.stringMatching(/^ok {4}localhost resolves to (127\.0\.0\.1|::1)$/),
      `ok    ${slapd.ldaps}: its certificate is trusted`,
      `ok    ${slapd.ldaps}: signed in as ${reader.dn}`,
      'ok    exactly one user has the uid anna',
      expect.stringMatching(/^ok {4}uid=anna,dc=corp,dc=example, known by entryUUID /),
      'ok    groups: 1',
      'note  cn=readers,dc=corp,dc=example',
      'ok    roles: EGD_LIB',
      'All is well.',
    ],
  ]);
  const faultsOf = async (more: Record<string, string>, ...words: string[]) =>
    (await authTest({ ...env, ...more }, ...words)).lines.filter((line) =>
      line.startsWith('WRONG'),
    );
  expect(await faultsOf({}, 'bert')).toEqual([
    'WRONG the account is disabled in the directory',
    'WRONG roles: none; reading needs EGD_LIB',
  ]);
  expect(await faultsOf({}, 'nobody')).toEqual([
    expect.stringContaining('no user has the uid nobody below dc=corp,dc=example'),
  ]);
  const wrongFile = await slapd.file('wrong', 'a wrong password');
  expect(await faultsOf({ LDAP_BIND_PASSWORD_FILE: wrongFile })).toEqual([
    'WRONG the directory refuses the account of LDAP_BIND_DN',
  ]);
  expect(await faultsOf({ LDAP_URL: slapd.ldap, LDAP_INSECURE: 'on' })).toEqual([
    'WRONG passwords cross the network unencrypted (LDAP_INSECURE)',
  ]);
  expect(await faultsOf({ LDAP_URL: 'ldaps://nowhere.invalid' })).toEqual([
    'WRONG host name nowhere.invalid does not resolve',
    'WRONG the host name in ldaps://nowhere.invalid does not resolve',
  ]);
  await slapd.stop();
  expect(await faultsOf({})).toEqual([`WRONG ${slapd.ldaps} is unreachable (ECONNREFUSED)`]);
});
