import { expect, onTestFinished, test } from 'vitest';
import { collectLog } from '../../../test/collected-log.ts';
import {
  type LibraryOptions,
  password,
  startLibrary,
  type TestLibrary,
} from '../../../test/harness.ts';
import { sharedCompilers } from '../../../test/shared-compilers.ts';
import { startUpstreamHost } from '../../../test/upstream-host.ts';
import { buildApp } from '../../app.ts';
import type { Config } from '../../config/config.ts';
import { openLibrary } from '../../library.ts';
import { UpstreamProvider } from './upstream.ts';

const annasPassword = 'the password of anna';
const minute = 60_000;

async function startBehindHost(
  env: Record<string, string> = {},
  options: Pick<LibraryOptions, 'logger'> = {},
) {
  const host = await startUpstreamHost(onTestFinished);
  const settings = { AUTH_PROVIDER: 'upstream', UPSTREAM_AUTH_URL: `${host.url}/`, ...env };
  const library = await startLibrary(onTestFinished, { ...options, env: settings });
  const signIn = (username = 'anna', word = annasPassword) =>
    library.app.inject({ method: 'POST', url: '/auth', payload: { username, password: word } });
  const cookieOf = async (...who: [] | [string, string]) => {
    const cookie = (await signIn(...who)).cookies[0];
    return `${cookie?.name}=${cookie?.value}`;
  };
  const get = (url: string, cookie: string) =>
    library.app.inject({ url, headers: { cookie, 'x-egd-library': '1' } });
  const customers = async (cookie: string) =>
    (await get('/vue-egd-lib/api/customers', cookie)).statusCode;
  const check = async (cookie: string) => (await get('/auth/check', cookie)).json<object>();
  const audit = async () => {
    const rows = await library.db
      .selectFrom('access_audit')
      .select(['action', 'user', 'detail'])
      .orderBy('id')
      .execute();
    return rows.map(({ action, user, detail }) => `${action} ${user ?? '-'} ${detail ?? '-'}`);
  };
  return { ...library, host, signIn, cookieOf, get, customers, check, audit };
}

test('users that the host accepts are signed in with its name and roles, and its cookies stay here', async () => {
  const library = await startBehindHost();
  library.host.roles = ['EGD_LIB', 'EGD_LIB_EDIT', 'PAYROLL'];
  const answer = await library.signIn();
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    {
      success: true,
      message: 'Login successful!',
      data: {
        user: { username: 'Anna', display_name: 'Anna Berg' },
        access_role: [{ role_name: 'EGD_LIB' }, { role_name: 'EGD_LIB_EDIT' }],
      },
    },
  ]);
  expect(answer.cookies.map(({ name }) => name)).toEqual(['egd_session', 'egd_device']);
  expect(library.host.calls).toEqual([
    {
      method: 'POST',
      url: '/base/auth',
      cookie: '',
      body: { username: 'anna', password: annasPassword },
      forwardedFor: '127.0.0.1',
    },
  ]);
  const row = await library.db.selectFrom('sessions').select('kept').executeTakeFirstOrThrow();
  expect(row.kept).toMatch(/^[\w-]+$/);
  expect(Buffer.from(row.kept ?? '', 'base64url').toString('latin1')).not.toContain('session-1');
  const users = await library.db
    .selectFrom('users')
    .select(['name', 'provider', 'external_id'])
    .execute();
  expect(users).toEqual([{ name: 'Anna', provider: 'upstream', external_id: 'id 7' }]);
});

test('neither passwords nor cookies of the host are logged', async () => {
  const log = collectLog();
  const library = await startBehindHost({}, { logger: { level: 'trace', stream: log.stream } });
  const cookie = await library.cookieOf();
  library.pass(2 * minute);
  await library.check(cookie);
  library.host.instead = { '/auth': { status: 500 }, '/auth/check': { status: 500 } };
  library.pass(2 * minute);
  await library.check(cookie);
  await library.signIn();
  expect(log.text()).toContain('upstream_unavailable');
  expect(log.text()).not.toMatch(/session-1|sid=|the password/);
});

test('a refusal shows the words of the host, and counts as an attempt', async () => {
  const library = await startBehindHost();
  const answer = await library.signIn('anna', 'wrong');
  expect([answer.statusCode, answer.json()]).toEqual([
    401,
    { success: false, message: 'Unknown name or password.' },
  ]);
  for (let i = 0; i < 9; i++) await library.signIn('anna', 'wrong');
  expect((await library.signIn()).statusCode).toBe(429);
  expect(library.host.calls).toHaveLength(10);
  library.host.instead['/auth'] = { body: { success: false } };
  expect((await library.signIn('bert', 'wrong')).json()).toMatchObject({
    message: 'Invalid credentials',
  });
});

test('any other answer of the host to a login is an outage: nobody is signed in, and no attempt counted', async () => {
  const library = await startBehindHost();
  const away = 'Login failed: the sign-in service';
  for (const [instead, words] of [
    [{ status: 500, body: { success: true } }, `${away} answered 500.`],
    [{ body: 'not JSON' }, `${away} sent an unknown answer.`],
    [{ body: [] }, `${away} sent an unknown answer.`],
    [{ body: { success: 'true' } }, `${away} sent an unknown answer.`],
    [{ status: 302, location: '/elsewhere' }, `${away} redirected the request.`],
    [{ status: 404 }, `${away} answered 404.`],
    ['endless', 'Login failed: the answer of the sign-in service was too large.'],
    ['broken', expect.stringMatching(/^Login failed: the sign-in service is unreachable/)],
  ] as const) {
    library.host.instead['/auth'] = instead;
    const answer = await library.signIn();
    expect([answer.statusCode, answer.json()]).toEqual([503, { success: false, message: words }]);
    expect(answer.cookies).toEqual([]);
  }
  await library.host.stop();
  expect((await library.signIn()).json()).toEqual({
    success: false,
    message: `${away} is unreachable (ECONNREFUSED).`,
  });
  expect(await library.db.selectFrom('users').selectAll().execute()).toEqual([]);
  const counted = await library.db
    .selectFrom('login_attempts')
    .select('key')
    .where('forgotten_at_ms', '>', library.library.now() + 3000)
    .execute();
  expect(counted).toEqual([]);
});

test('a host that does not answer is waited for within the limit', async () => {
  const host = await startUpstreamHost(onTestFinished);
  host.instead = { '/auth': 'silence', '/auth/check': 'silence' };
  const { app } = await startLibrary(onTestFinished);
  const limits = { loginMs: 100, checkMs: 100, restMs: 1000 };
  // A fixed clock: on a busy machine the pause of a second would be over.
  const around = { log: app.log, now: () => 0 };
  const provider = new UpstreamProvider({ url: host.url, graceMinutes: 15 }, around, limits);
  const message = 'the sign-in service did not answer within 0.1 seconds.';
  const attempt = { username: 'anna', password, address: '127.0.0.1' };
  expect(await provider.verify(attempt)).toEqual({ state: 'unavailable', message });
  expect(await provider.check('{}')).toEqual({ state: 'unavailable', message });
  expect(await provider.check('{}')).toMatchObject({
    message: expect.stringContaining('a moment ago'),
  });
});

test('the user may be a text or missing, and roles may be missing: that opens nothing', async () => {
  const library = await startBehindHost();
  const login = async (data: unknown) => {
    library.host.instead['/auth'] = { body: { success: true, data }, cookies: ['sid=x'] };
    return (await library.signIn()).json<{ data: unknown }>().data;
  };
  const roles = [{ role_name: 'EGD_LIB' }];
  expect(await login({ user: 'Anna Berg', access_role: roles })).toEqual({
    user: { username: 'anna', display_name: 'Anna Berg' },
    access_role: roles,
  });
  // The same account: it is known by what was typed, not by the name that is shown.
  expect(await login({ user: 'Anna Maria Berg' })).toEqual({
    user: { username: 'anna', display_name: 'Anna Maria Berg' },
    access_role: [],
  });
  for (const odd of [null, 'EGD_LIB', ['EGD_LIB'], [{ role_name: ['EGD_LIB'] }], [null]]) {
    expect(await login({ access_role: odd })).toMatchObject({ access_role: [] });
  }
  expect(await library.db.selectFrom('users').select('name').execute()).toEqual([{ name: 'anna' }]);
});

test('the host is asked again once a minute at most, with its own cookies, also renewed ones', async () => {
  const library = await startBehindHost();
  const cookie = await library.cookieOf();
  for (let i = 0; i < 3; i++) expect(await library.customers(cookie)).toBe(200);
  expect(library.host.calls).toHaveLength(1);
  library.pass(minute);
  library.host.renews = 'renewed';
  const statuses = await Promise.all([1, 2, 3].map(() => library.customers(cookie)));
  expect(statuses).toEqual([200, 200, 200]);
  library.pass(minute);
  library.host.renews = null;
  expect(await library.check(cookie)).toMatchObject({ authenticated: true });
  expect(library.host.calls.slice(1).map(({ url, cookie: sent }) => `${url} ${sent}`)).toEqual([
    '/base/auth/check sid=session-1; lang=en',
    '/base/auth/check sid=renewed; lang=en',
  ]);
});

/** Another node of the same library, by the same clock; its settings may differ. */
async function startNode(
  { config, library }: Pick<TestLibrary, 'config' | 'library'>,
  auth: Config['auth'],
) {
  const opened = await openLibrary(config, library.now);
  const settings = { ...config, auth };
  const app = await buildApp({
    config: settings,
    library: opened,
    webDir: null,
    compilers: sharedCompilers,
  });
  onTestFinished(async () => {
    await app.close();
    await opened.db.destroy();
  });
  return async (cookie: string) =>
    (await app.inject({ url: '/vue-egd-lib/api/customers', headers: { cookie } })).statusCode;
}

test('nodes share what the host said, and the minute until it is asked again', async () => {
  const library = await startBehindHost();
  const customersThere = await startNode(library, library.config.auth);
  const cookie = await library.cookieOf();
  for (let minutes = 1; minutes <= 3; minutes++) {
    library.pass(minute);
    const here = () => library.customers(cookie);
    const there = () => customersThere(cookie);
    expect(await Promise.all([here(), there(), here(), there()])).toEqual([200, 200, 200, 200]);
    expect(library.host.calls).toHaveLength(1 + minutes);
  }
  library.host.endAll();
  library.pass(minute);
  expect([await customersThere(cookie), await library.customers(cookie)]).toEqual([401, 401]);
});

test('a session of a provider that is no longer in the settings opens nothing', async () => {
  const library = await startBehindHost();
  const local = { ...library.config.auth, provider: 'local', upstream: null } as const;
  const customersThere = await startNode(library, local);
  const cookie = await library.cookieOf();
  expect([await library.customers(cookie), await customersThere(cookie)]).toEqual([200, 401]);
});

test('a session that the host ended ends here with the next question, for good', async () => {
  const library = await startBehindHost();
  const cookie = await library.cookieOf();
  library.host.endAll();
  expect(await library.customers(cookie)).toBe(200);
  library.pass(minute);
  expect(await library.customers(cookie)).toBe(401);
  expect(await library.check(cookie)).toEqual({ authenticated: false });
  expect(await library.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  for (const instead of [{ status: 401 }, { status: 403 }, { status: 302, location: '/login' }]) {
    const next = await library.cookieOf();
    library.host.instead['/auth/check'] = instead;
    library.pass(minute);
    expect(await library.customers(next)).toBe(401);
    library.host.instead = {};
    expect(await library.customers(next)).toBe(401);
  }
  expect((await library.audit()).slice(0, 4)).toEqual([
    'account_added Anna upstream',
    'role_given Anna EGD_LIB',
    'signed_in Anna Unknown browser',
    'sessions_ended Anna by the auth host',
  ]);
});

test('roles follow the host: at every sign-in, and at a check that names them', async () => {
  const library = await startBehindHost();
  const cookie = await library.cookieOf();
  library.pass(minute);
  expect(await library.customers(cookie)).toBe(200); // its check says nothing of roles
  const told = (names: string[]) => ({
    body: { authenticated: true, access_role: names.map((role_name) => ({ role_name })) },
  });
  library.host.instead['/auth/check'] = told(['EGD_LIB', 'EGD_LIB_EDIT']);
  library.pass(minute);
  expect(await library.check(cookie)).toMatchObject({
    access_role: [{ role_name: 'EGD_LIB' }, { role_name: 'EGD_LIB_EDIT' }],
  });
  library.host.instead['/auth/check'] = told([]);
  library.pass(minute);
  expect(await library.customers(cookie)).toBe(403);
  library.host.instead = {};
  library.host.roles = ['EGD_LIB_EDIT'];
  expect((await library.signIn()).json()).toMatchObject({
    data: { access_role: [{ role_name: 'EGD_LIB_EDIT' }] },
  });
});

test('while the host is away sessions go on for the minutes that are set, and are back with it', async () => {
  const library = await startBehindHost({ UPSTREAM_GRACE_MINUTES: '5' });
  const cookie = await library.cookieOf();
  library.host.instead['/auth/check'] = { status: 503 };
  for (let minutes = 1; minutes < 5; minutes++) {
    library.pass(minute);
    expect(await library.customers(cookie)).toBe(200);
  }
  library.pass(minute);
  expect(await library.customers(cookie)).toBe(401);
  expect(await library.check(cookie)).toEqual({ authenticated: false });
  expect(library.host.calls).toHaveLength(6);
  library.host.instead = {};
  library.pass(minute);
  expect(await library.customers(cookie)).toBe(200);
});

test('a check whose answer is none is an outage, not a refusal', async () => {
  const library = await startBehindHost();
  const cookie = await library.cookieOf();
  for (const instead of [
    { body: '<html>maintenance' },
    { body: { authenticated: 'yes' } },
    { body: null },
    { status: 500, body: { authenticated: false } },
    { status: 404 },
    'endless',
    'broken',
  ] as const) {
    library.host.instead['/auth/check'] = instead;
    library.pass(minute);
    expect([instead, await library.customers(cookie)]).toEqual([instead, 200]);
  }
});

test('signing out is passed on, and works while the host is away', async () => {
  const library = await startBehindHost();
  const first = await library.cookieOf();
  expect((await library.get('/auth/logoutWithoutRedirect', first)).json()).toEqual({
    success: true,
  });
  expect(library.host.calls.at(-1)).toMatchObject({
    url: '/base/auth/logoutWithoutRedirect',
    cookie: 'sid=session-1; lang=en',
  });
  expect(await library.customers(first)).toBe(401);
  const second = await library.cookieOf();
  await library.host.stop();
  expect((await library.get('/auth/logoutWithoutRedirect', second)).statusCode).toBe(200);
  expect(await library.customers(second)).toBe(401);
});

test('local accounts sign in beside the host only where that is allowed', async () => {
  const closed = await startBehindHost();
  await closed.addUser('anna', 'EGD_LIB', 'EGD_LIB_EDIT');
  expect((await closed.signIn('anna', password)).statusCode).toBe(401);

  const open = await startBehindHost({ ALLOW_LOCAL_LOGIN: 'on' });
  await open.addUser('anna', 'EGD_LIB', 'EGD_LIB_EDIT');
  await open.host.stop();
  const cookie = await open.cookieOf('anna', password);
  open.pass(60 * minute);
  expect(await open.customers(cookie)).toBe(200);
});

test('a local account and one of the host with the same name are two, on the record too', async () => {
  const library = await startBehindHost({ ALLOW_LOCAL_LOGIN: 'on' });
  await library.addUser('anna', 'EGD_LIB');
  const names = async (word: string) =>
    (await library.signIn('anna', word)).json<{ data: { user: { username: string } } }>().data.user
      .username;
  expect(await names(password)).toBe('anna');
  expect(await names(annasPassword)).toBe('Anna (auth host)');
  expect(await names(annasPassword)).toBe('Anna (auth host)');
});

test('two people whom the host knows by other ids are two, whatever their names', async () => {
  const library = await startBehindHost();
  await library.signIn();
  library.host.user = { id: 8, username: 'Anna', display_name: 'Another Anna' };
  expect((await library.signIn()).json()).toMatchObject({
    data: { user: { username: 'Anna (auth host)', display_name: 'Another Anna' } },
  });
  library.host.user = { id: 7, username: 'Anna.Berg', display_name: 'Anna Berg' };
  expect((await library.signIn()).json()).toMatchObject({
    data: { user: { username: 'Anna.Berg' } },
  });
  expect(await library.db.selectFrom('users').select('external_id').execute()).toHaveLength(2);
});

test('an account of the host that is disabled here stays out, and has no password here', async () => {
  const library = await startBehindHost();
  const cookie = await library.cookieOf();
  const { disableUser, enableUser, changePassword, changeRoles } = await import('../accounts.ts');
  const change = { add: ['EGD_LIB_EDIT'], remove: [] };
  await expect(changeRoles(library.db, 'anna', change)).rejects.toThrow('at every sign-in');
  await expect(changePassword(library.db, 'anna', password)).rejects.toThrow('no password here');
  const own = await library.app.inject({
    method: 'POST',
    url: '/vue-egd-lib/api/account/password',
    headers: { cookie },
    payload: { current_password: annasPassword, new_password: 'plating without hydrogen' },
  });
  expect([own.statusCode, own.json()]).toMatchObject([
    400,
    { message: 'Anna has no password here. Change it where the account is managed.' },
  ]);
  await disableUser(library.db, 'Anna', new Date());
  expect(await library.customers(cookie)).toBe(401);
  expect((await library.signIn()).statusCode).toBe(401);
  await enableUser(library.db, 'Anna');
  expect((await library.signIn()).statusCode).toBe(200);
});

test('another library can be the host', async () => {
  const first = await startLibrary(onTestFinished);
  await first.addUser('anna', 'EGD_LIB');
  const env = { AUTH_PROVIDER: 'upstream', UPSTREAM_AUTH_URL: await first.listen() };
  const second = await startLibrary(onTestFinished, { env });
  const cookie = await second.signIn('anna');
  const check = async () =>
    (await second.app.inject({ url: '/auth/check', headers: { cookie } })).json<object>();
  second.pass(minute);
  expect(await check()).toMatchObject({ authenticated: true, user: { username: 'anna' } });
  const headers = { cookie, 'x-egd-library': '1' };
  await second.app.inject({ url: '/auth/logoutWithoutRedirect', headers });
  expect(await first.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
});
