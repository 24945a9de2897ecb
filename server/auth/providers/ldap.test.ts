import { expect, onTestFinished, test } from 'vitest';
import { collectLog } from '../../../test/collected-log.ts';
import { type LibraryOptions, password, startLibrary } from '../../../test/harness.ts';
import { baseDn, groupDn, noSlapd, personDn, reader, TemporarySlapd } from '../../../test/slapd.ts';
import { AccessLog } from '../access-log.ts';
import { recheckAccounts } from '../rechecks.ts';
import { LdapProvider } from './ldap.ts';

const annasPassword = 'Anna’s own pässword';
const minute = 60_000;
const isSkipped = noSlapd !== null;
if (isSkipped) console.warn(`SKIPPED: ${noSlapd}`);

async function startBehindDirectory(
  slapd: TemporarySlapd,
  env: Record<string, string> = {},
  options: Pick<LibraryOptions, 'logger'> = {},
) {
  const settings = {
    AUTH_PROVIDER: 'ldap',
    LDAP_URL: slapd.ldaps,
    LDAP_CA_FILE: slapd.caFile,
    LDAP_BASE_DN: baseDn,
    LDAP_BIND_DN: reader.dn,
    LDAP_BIND_PASSWORD_FILE: await slapd.file('password', `${reader.password}\n`),
    LDAP_LOGIN_ATTRIBUTE: 'uid',
    ROLE_MAP: 'Readers=EGD_LIB; cn=librarians , dc=corp,dc=example = EGD_LIB_EDIT',
    ...env,
  };
  const library = await startLibrary(onTestFinished, { ...options, env: settings });
  const { app, db, config } = library;
  const now = library.library.now;
  const signIn = async (username: string, word = annasPassword) => {
    const payload = { username, password: word };
    const answer = await app.inject({ method: 'POST', url: '/auth', payload });
    type Body = {
      message: string;
      data?: { user: { username: string }; access_role: { role_name: string }[] };
    };
    const { message, data } = answer.json<Body>();
    const [cookie] = answer.cookies;
    return {
      status: answer.statusCode,
      message,
      name: data?.user.username,
      roles: data?.access_role.map(({ role_name }) => role_name),
      cookie: `${cookie?.name}=${cookie?.value}`,
    };
  };
  const customers = async (cookie: string) =>
    (await app.inject({ url: '/vue-egd-lib/api/customers', headers: { cookie } })).statusCode;
  if (config.auth.ldap === null) throw new Error('The settings name no directory.');
  const deps = { log: app.log, now, roleMap: config.auth.roleMap };
  const ldap = new LdapProvider(config.auth.ldap, deps);
  const access = new AccessLog({ db, now, config });
  const recheck = () => recheckAccounts({ db, access, now, ldap });
  return { ...library, signIn, customers, recheck };
}

async function startSlapd(options?: { requireTls: boolean }): Promise<TemporarySlapd> {
  const slapd = await TemporarySlapd.start(onTestFinished, options);
  await slapd.addPerson('anna', annasPassword, { displayName: 'Anna Berg' });
  await slapd.addGroup('readers', [personDn('anna')]);
  return slapd;
}

test.skipIf(isSkipped)(
  'a user of the directory signs in, with the roles of the groups',
  async () => {
    const slapd = await startSlapd({ requireTls: true });
    const library = await startBehindDirectory(slapd);
    expect(await library.signIn('Anna')).toMatchObject({
      status: 200,
      name: 'anna',
      roles: ['EGD_LIB'],
    });
    const [user] = await library.db
      .selectFrom('users')
      .select(['provider', 'external_id', 'display_name'])
      .execute();
    expect(user).toEqual({
      provider: 'ldap',
      external_id: expect.stringMatching(/^entryUUID [\w-]{36}$/),
      display_name: 'Anna Berg',
    });
    for (const [name, word] of [
      ['anna', 'a wrong password'],
      ['nobody', annasPassword],
      ['a*', annasPassword],
      ['*)(uid=anna', annasPassword],
      ['anna)(objectClass=*', annasPassword],
      ['anna\\2a', annasPassword],
      ['an\u00adna', annasPassword],
      [personDn('anna'), annasPassword],
    ] as const) {
      const { status, message } = await library.signIn(name, word);
      expect([name, status, message]).toEqual([name, 401, 'Invalid credentials']);
    }
  },
);

test.skipIf(isSkipped)('an empty password is refused before the directory is asked', async () => {
  const slapd = await startSlapd();
  const library = await startBehindDirectory(slapd);
  expect(await library.signIn('anna', '')).toMatchObject({ status: 400 });
  await slapd.stop();
  const { config, app } = library;
  if (config.auth.ldap === null) throw new Error('no directory');
  const deps = { log: app.log, now: Date.now, roleMap: [] };
  const provider = new LdapProvider(config.auth.ldap, deps);
  const attempt = { username: 'anna', password: '', address: '' };
  expect(await provider.verify(attempt)).toEqual({ state: 'refused' });
});

test.skipIf(isSkipped)('passwords go over TLS that is believed, or not at all', async () => {
  const slapd = await startSlapd();
  const other = await TemporarySlapd.start(onTestFinished);
  const outcome = async (env: Record<string, string>) => {
    const log = collectLog();
    const library = await startBehindDirectory(slapd, env, { logger: { stream: log.stream } });
    const { status, message } = await library.signIn('anna');
    return [status, status === 200 ? '' : message, /"reason":"([^"]*)"/.exec(log.text())?.[1]];
  };
  const away = 'Login failed: the company directory is unreachable. Try again later.';
  const byNumber = slapd.ldaps.replace('localhost', '127.0.0.1');
  expect(await outcome({ LDAP_URL: slapd.ldap })).toEqual([200, '', undefined]);
  expect(await outcome({ LDAP_CA_FILE: other.caFile })).toEqual([
    503,
    away,
    expect.stringContaining('is not trusted'),
  ]);
  expect(await outcome({ LDAP_CA_FILE: other.caFile, LDAP_URL: slapd.ldap })).toEqual([
    503,
    away,
    expect.stringContaining('is not trusted'),
  ]);
  expect(await outcome({ LDAP_URL: byNumber })).toEqual([
    503,
    away,
    expect.stringContaining('is not trusted (ERR_TLS_CERT_ALTNAME_INVALID)'),
  ]);
  const plain = await startSlapd({ requireTls: true });
  expect(await outcome({ LDAP_URL: plain.ldap, LDAP_INSECURE: 'on' })).toEqual([
    503,
    away,
    expect.stringContaining('ConfidentialityRequired'),
  ]);
  expect(await outcome({ LDAP_URL: slapd.ldap, LDAP_INSECURE: 'on' })).toEqual([
    200,
    '',
    undefined,
  ]);
});

test.skipIf(isSkipped)(
  'the second server is asked when the first is away, and sign-ins tell when both are',
  async () => {
    const slapd = await startSlapd();
    const gone = await TemporarySlapd.start(onTestFinished);
    await gone.stop();
    const library = await startBehindDirectory(slapd, { LDAP_URL: `${gone.ldaps} ${slapd.ldaps}` });
    expect(await library.signIn('anna')).toMatchObject({ status: 200 });
    await slapd.stop();
    expect(await library.signIn('anna')).toMatchObject({
      status: 503,
      message: 'Login failed: the company directory is unreachable. Try again later.',
    });
    await slapd.run();
    expect(await library.signIn('anna')).toMatchObject({ status: 200 });
  },
);

test.skipIf(isSkipped)(
  'groups count through groups, in circles too, by every way a directory writes them',
  async () => {
    const slapd = await startSlapd();
    const uids = ['nested', 'circle', 'unique', 'posix', 'outsider'];
    for (const uid of uids) await slapd.addPerson(uid, annasPassword);
    await slapd.addGroup('team', [personDn('nested')]);
    await slapd.addGroup('department', [groupDn('team')]);
    await slapd.change(groupDn('readers'), 'member', [personDn('anna'), groupDn('department')]);
    // A circle, in which the librarians are.
    await slapd.addGroup('round', [personDn('circle')]);
    await slapd.addGroup('librarians', [groupDn('round')]);
    await slapd.change(groupDn('round'), 'member', [personDn('circle'), groupDn('librarians')]);
    await slapd.add(groupDn('unique'), {
      objectClass: ['groupOfUniqueNames'],
      uniqueMember: personDn('unique'),
    });
    await slapd.add(groupDn('posix'), {
      objectClass: ['posixGroup'],
      gidNumber: '7',
      memberUid: 'posix',
    });
    const ROLE_MAP = 'readers=EGD_LIB;librarians=EGD_LIB_EDIT;UNIQUE=EGD_LIB;posix=EGD_LIB';
    const library = await startBehindDirectory(slapd, { ROLE_MAP });
    const roles = await Promise.all(uids.map(async (uid) => (await library.signIn(uid)).roles));
    expect(roles).toEqual([['EGD_LIB'], ['EGD_LIB_EDIT'], ['EGD_LIB'], ['EGD_LIB'], []]);
  },
);

test.skipIf(isSkipped)(
  'accounts as Active Directory has them: by GUID, with the primary group',
  async () => {
    const slapd = await startSlapd();
    const domain = Buffer.from('010500000000000515000000a1b2c3d4e5f60718293a4b5c', 'hex');
    const sid = (rid: number) => {
      const end = Buffer.alloc(4);
      end.writeUInt32LE(rid);
      return Buffer.concat([domain, end]);
    };
    await slapd.addPerson('win', annasPassword, {
      userPrincipalName: 'win@corp.example',
      objectGUID: Buffer.from('00ff2a285c29f3fe80b5c6d7e8f90102', 'hex'),
      objectSid: sid(1105),
      primaryGroupID: '513',
      userAccountControl: '512',
      accountExpires: '9223372036854775807',
    });
    await slapd.addGroup('Domain Users', [personDn('anna')], { objectSid: sid(513) });
    const env = { LDAP_LOGIN_ATTRIBUTE: 'userPrincipalName', ROLE_MAP: 'Domain Users=EGD_LIB' };
    const library = await startBehindDirectory(slapd, env);
    const entered = await library.signIn('WIN@corp.example');
    expect(entered).toMatchObject({ status: 200, name: 'win', roles: ['EGD_LIB'] });
    const user = await library.db.selectFrom('users').select('external_id').executeTakeFirst();
    expect(user).toEqual({ external_id: 'objectGUID 00ff2a285c29f3fe80b5c6d7e8f90102' });
    await library.recheck();
    expect(await library.customers(entered.cookie)).toBe(200);
    const yesterday = (BigInt(Date.now() - 86_400_000) + 11_644_473_600_000n) * 10_000n;
    await slapd.change(personDn('win'), 'accountExpires', String(yesterday));
    expect(await library.signIn('win@corp.example')).toMatchObject({ status: 401 });
  },
);

test.skipIf(isSkipped)(
  'an account that is disabled, locked or gone is out within five minutes; no other is',
  async () => {
    const slapd = await startSlapd();
    const uids = ['disabled', 'locked', 'gone', 'stays'];
    for (const uid of uids)
      await slapd.addPerson(uid, annasPassword, { userAccountControl: '512' });
    await slapd.change(groupDn('readers'), 'member', uids.map(personDn));
    const library = await startBehindDirectory(slapd);
    const cookies = await Promise.all(uids.map(async (uid) => (await library.signIn(uid)).cookie));
    const statuses = () => Promise.all(cookies.map((cookie) => library.customers(cookie)));
    await library.recheck();
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    await slapd.change(personDn('disabled'), 'userAccountControl', '514');
    await slapd.change(personDn('locked'), 'pwdAccountLockedTime', '000001010000Z');
    await slapd.remove(personDn('gone'));
    await library.recheck(); // they were checked a moment ago
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    library.pass(3 * minute);
    await library.recheck();
    expect(await statuses()).toEqual([401, 401, 401, 200]);
    for (const uid of uids.slice(0, 3)) {
      expect([uid, (await library.signIn(uid)).status]).toEqual([uid, 401]);
    }
    const ended = await library.db
      .selectFrom('access_audit')
      .select(['user', 'detail'])
      .where('action', '=', 'sessions_ended')
      .orderBy('user')
      .execute();
    expect(ended).toEqual([
      { user: 'disabled', detail: 'disabled in the directory' },
      { user: 'gone', detail: 'no longer in the directory' },
      { user: 'locked', detail: 'locked in the directory' },
    ]);
  },
);

test.skipIf(isSkipped)(
  'a new look brings roles up to date; a directory that is away changes nothing',
  async () => {
    const slapd = await startSlapd();
    await slapd.addPerson('bert', annasPassword);
    const library = await startBehindDirectory(slapd);
    const { cookie } = await library.signIn('anna');
    await slapd.stop();
    await library.recheck();
    expect(await library.customers(cookie)).toBe(200);
    await slapd.run();
    await slapd.change(groupDn('readers'), 'member', personDn('bert'));
    await library.recheck(); // accounts that could not be checked are due at once
    expect(await library.customers(cookie)).toBe(403);
  },
);

test.skipIf(isSkipped)(
  'an account is the same after it was renamed, and another of its old name is another',
  async () => {
    const slapd = await startSlapd();
    const library = await startBehindDirectory(slapd);
    await library.signIn('anna');
    await slapd.rename(personDn('anna'), 'uid=anna.berg');
    await slapd.change(personDn('anna.berg'), 'sAMAccountName', 'anna.berg');
    await slapd.addPerson('anna', 'another password');
    expect(await library.signIn('anna.berg')).toMatchObject({
      name: 'anna.berg',
      roles: ['EGD_LIB'],
    });
    expect(await library.signIn('anna', 'another password')).toMatchObject({
      name: 'anna',
      roles: [],
    });
    expect(await library.db.selectFrom('users').select('id').execute()).toHaveLength(2);
  },
);

test.skipIf(isSkipped)('a login name that two users have lets neither in', async () => {
  const slapd = await startSlapd();
  await slapd.addPerson('bert', annasPassword, { mail: 'anna@corp.example' });
  const library = await startBehindDirectory(slapd, { LDAP_LOGIN_ATTRIBUTE: 'mail' });
  expect(await library.signIn('anna@corp.example')).toMatchObject({ status: 401 });
  const filtered = { LDAP_LOGIN_ATTRIBUTE: 'mail', LDAP_USER_FILTER: '(!(uid=bert))' };
  const other = await startBehindDirectory(slapd, filtered);
  expect(await other.signIn('anna@corp.example')).toMatchObject({ status: 200, name: 'anna' });
});

test.skipIf(isSkipped)(
  'a local account signs in while the directory is away, where that is allowed',
  async () => {
    const slapd = await startSlapd();
    const library = await startBehindDirectory(slapd, { ALLOW_LOCAL_LOGIN: 'on' });
    await library.addUser('keeper', 'EGD_LIB');
    await slapd.stop();
    const { status, cookie } = await library.signIn('keeper', password);
    expect([status, await library.customers(cookie)]).toEqual([200, 200]);
  },
);

test.skipIf(isSkipped)(
  'the account that reads the directory is not taken for a user: the log says what to mend',
  async () => {
    const slapd = await startSlapd();
    const log = collectLog();
    const LDAP_BIND_PASSWORD_FILE = await slapd.file('wrong', 'a wrong password');
    const logger = { stream: log.stream };
    const library = await startBehindDirectory(slapd, { LDAP_BIND_PASSWORD_FILE }, { logger });
    expect(await library.signIn('anna')).toMatchObject({ status: 503 });
    expect(log.text()).toContain('the directory refuses the account of LDAP_BIND_DN');
    expect(log.text()).not.toMatch(/a wrong password|own pässword/);
  },
);
