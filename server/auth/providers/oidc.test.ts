import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { collectLog } from '../../../test/collected-log.ts';
import { type LibraryOptions, startLibrary, temporaryFolder } from '../../../test/harness.ts';
import { clientId, clientSecret, newKey, startIssuer } from '../../../test/oidc-issuer.ts';
import { changeRoles } from '../accounts.ts';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

const publicUrl = 'http://library.example';
const hidden = { host: 'library.example' };

async function startWithIssuer(
  env: Record<string, string> = {},
  options: Pick<LibraryOptions, 'logger'> = {},
) {
  const issuer = await startIssuer(onTestFinished, publicUrl);
  const secretFile = path.join(await temporaryFolder(onTestFinished), 'secret');
  await writeFile(secretFile, `${clientSecret}\n`);
  const settings = {
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: issuer.issuer,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET_FILE: secretFile,
    OIDC_LABEL: 'Corp ID',
    ROLE_MAP: 'readers=EGD_LIB;librarians=EGD_LIB_EDIT',
    ...env,
  };
  const library = await startLibrary(onTestFinished, { ...options, env: settings });
  const customers = async (cookie: string) =>
    (await library.app.inject({ url: '/vue-egd-lib/api/customers', headers: { cookie } }))
      .statusCode;
  const usersOf = () =>
    library.db.selectFrom('users').select(['name', 'provider', 'external_id']).execute();
  const post = (logout_token: string) =>
    library.app.inject({
      method: 'POST',
      url: '/auth/oidc/logout',
      headers: { ...hidden, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token }).toString(),
    });
  return { ...library, issuer, customers, usersOf, post, browser: () => browse(library.app) };
}

type App = Awaited<ReturnType<typeof startLibrary>>['app'];

/** Follows addresses as a browser does, with the cookies of both sides, until the library shows a page. */
function browse(app: App) {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (origin: string) => jars.get(origin) ?? jars.set(origin, new Map()).get(origin)!;
  const cookieFor = (origin: string) =>
    [...jarOf(origin)].map(([name, value]) => `${name}=${value}`).join('; ');

  async function step(address: URL): Promise<{ location: string | null }> {
    const jar = jarOf(address.origin);
    const keep = (lines: readonly string[]) => {
      for (const line of lines) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '' || /Max-Age=0/i.test(line)) jar.delete(name);
        else jar.set(name, value);
      }
    };
    const cookie = cookieFor(address.origin);
    if (address.origin === publicUrl) {
      const url = `${address.pathname}${address.search}`;
      const answer = await app.inject({ url, headers: { ...hidden, cookie } });
      keep([answer.headers['set-cookie'] ?? []].flat());
      const { location } = answer.headers;
      return { location: typeof location === 'string' ? location : null };
    }
    const answer = await fetch(address, { redirect: 'manual', headers: { cookie } });
    keep(answer.headers.getSetCookie());
    return { location: answer.headers.get('location') };
  }

  return {
    cookie: () => cookieFor(publicUrl),
    jar: jarOf(publicUrl),
    forgetIssuer: (issuer: string) => jars.delete(issuer),
    /** Where it ends; `stopAt` ends it before that address is opened. */
    async open(start: string, stopAt: (address: URL) => boolean = () => false): Promise<URL> {
      let address = new URL(start, publicUrl);
      for (let steps = 0; steps < 12; steps++) {
        const isPage = address.origin === publicUrl && address.pathname === '/login';
        if (isPage || stopAt(address)) return address;
        const { location } = await step(address);
        if (location === null) throw new Error(`${address.href} leads nowhere.`);
        address = new URL(location, address);
      }
      throw new Error('It goes round in circles.');
    },
  };
}

const isCallback = ({ pathname }: URL) => pathname === '/auth/oidc/callback';

test('a reader signs in with the issuer, and comes back to the page of the link', async () => {
  const library = await startWithIssuer();
  const branding = await library.app.inject({ url: '/vue-egd-lib/api/branding' });
  expect(branding.json()).toMatchObject({ sign_in_with: 'Corp ID' });
  const browser = library.browser();
  const end = await browser.open('/auth/oidc/start?customer=A%26B&page=3');
  expect(`${end.pathname}${end.search}`).toBe('/login?customer=A%26B&page=3&entered=1');
  expect([...browser.jar.keys()]).toEqual(['egd_session']);
  expect(await library.customers(browser.cookie())).toBe(200);
  expect(await library.usersOf()).toEqual([
    { name: 'anna', provider: 'oidc', external_id: `${library.issuer.issuer} subject-1` },
  ]);
  const check = await library.app.inject({
    url: '/auth/check',
    headers: { cookie: browser.cookie() },
  });
  expect(check.json()).toMatchObject({
    authenticated: true,
    user: { username: 'anna', display_name: 'Anna Berg' },
    access_role: [{ role_name: 'EGD_LIB' }],
  });
});

test('codes, tokens and secrets are not logged', async () => {
  const log = collectLog();
  const library = await startWithIssuer({}, { logger: { level: 'trace', stream: log.stream } });
  const browser = library.browser();
  let code = '';
  await browser.open('/auth/oidc/start', (address) => {
    code = address.searchParams.get('code') ?? code;
    return false;
  });
  expect(code).not.toBe('');
  expect(log.text()).toContain('/auth/oidc/callback');
  for (const secret of [code, clientSecret, browser.jar.get('egd_session') ?? '', 'eyJ']) {
    expect(log.text()).not.toContain(secret);
  }
});

test('roles follow the claim: a missing one leaves them, an empty one removes them', async () => {
  const library = await startWithIssuer();
  const { claims } = library.issuer;
  const enter = async (groups: unknown) => {
    library.issuer.claims = { ...claims, groups };
    const browser = library.browser();
    const end = await browser.open('/auth/oidc/start');
    return end.search;
  };
  const no = '?fault=no_permission';
  expect(await enter(undefined)).toBe(no); // the first time, there are no roles to leave
  expect(await library.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  await changeRoles(library.db, 'anna', { add: ['EGD_LIB'], remove: [] });
  expect(await enter(undefined)).toBe('?entered=1');
  expect(await enter([])).toBe(no);
  expect(await enter(undefined)).toBe(no);
  expect(await enter(['readers', 'librarians'])).toBe('?entered=1');
  expect(await enter('readers')).toBe('?entered=1');
});

test('what was not begun here, or took too long, or is used twice, opens nothing', async () => {
  const library = await startWithIssuer();
  const outcome = async (tamper: (browser: ReturnType<typeof browse>, callback: URL) => URL) => {
    const browser = library.browser();
    const callback = await browser.open('/auth/oidc/start', isCallback);
    return (await browser.open(tamper(browser, callback).href)).search;
  };
  const withParameter = (name: string, value: string) => (_: unknown, callback: URL) => {
    callback.searchParams.set(name, value);
    return callback;
  };
  expect(await outcome(withParameter('state', 'another'))).toBe('?fault=failed');
  expect(await outcome(withParameter('code', 'another'))).toBe('?fault=failed');
  expect(await outcome(withParameter('iss', 'http://elsewhere.example'))).toBe('?fault=failed');
  const without = (browser: ReturnType<typeof browse>, callback: URL) => {
    browser.jar.delete('egd_oidc');
    return callback;
  };
  expect(await outcome(without)).toBe('?fault=expired');
  const forged = (browser: ReturnType<typeof browse>, callback: URL) => {
    const cookie = browser.jar.get('egd_oidc') ?? '';
    browser.jar.set(
      'egd_oidc',
      cookie.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
    );
    return callback;
  };
  expect(await outcome(forged)).toBe('?fault=expired');
  const late = (_: unknown, callback: URL) => {
    library.pass(11 * 60_000);
    return callback;
  };
  expect(await outcome(late)).toBe('?fault=expired');

  const browser = library.browser();
  const callback = await browser.open('/auth/oidc/start', isCallback);
  const cookie = browser.jar.get('egd_oidc') ?? '';
  expect((await browser.open(callback.href)).search).toBe('?entered=1');
  browser.jar.set('egd_oidc', cookie);
  expect((await browser.open(callback.href)).search).toBe('?fault=failed');
});

test('the login page shows a refusal and an outage of the issuer, and keeps the link', async () => {
  const library = await startWithIssuer();
  library.issuer.denies = true;
  expect((await library.browser().open('/auth/oidc/start?page=3')).search).toBe(
    '?page=3&fault=denied',
  );
  const away = await startWithIssuer({ OIDC_ISSUER: 'http://127.0.0.1:9' });
  expect((await away.browser().open('/auth/oidc/start?page=3')).search).toBe(
    '?page=3&fault=unavailable',
  );
});

test('after the issuer changed its keys, sign-ins go on', async () => {
  const library = await startWithIssuer();
  expect((await library.browser().open('/auth/oidc/start')).search).toBe('?entered=1');
  await library.issuer.rotateKey();
  expect((await library.browser().open('/auth/oidc/start')).search).toBe('?entered=1');
});

test('signing out returns where the issuer signs out, with its ID token', async () => {
  const library = await startWithIssuer();
  const browser = library.browser();
  await browser.open('/auth/oidc/start');
  const headers = { cookie: browser.cookie(), 'x-egd-library': '1' };
  const answer = await library.app.inject({ url: '/auth/logoutWithoutRedirect', headers });
  const { success, end_session_url } = answer.json<{ success: true; end_session_url: string }>();
  const address = new URL(end_session_url);
  expect([success, address.origin, address.pathname]).toEqual([
    true,
    library.issuer.issuer,
    '/session/end',
  ]);
  expect(address.searchParams.get('post_logout_redirect_uri')).toBe(`${publicUrl}/login`);
  const [, payload = ''] = (address.searchParams.get('id_token_hint') ?? '').split('.');
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
    sub: 'subject-1',
    aud: clientId,
  });
  expect(await library.customers(browser.cookie())).toBe(401);
});

test('the issuer ends sessions by a token that only it can sign, and nothing else does', async () => {
  const library = await startWithIssuer();
  const { issuer } = library;
  const browser = library.browser();
  await browser.open('/auth/oidc/start');
  const row = await library.db
    .selectFrom('sessions')
    .select('provider_session')
    .executeTakeFirstOrThrow();
  const sid = row.provider_session ?? '';
  expect(sid).not.toBe('');
  const old = Math.floor(Date.now() / 1000) - 3600;
  for (const token of [
    'nonsense',
    '',
    await issuer.logoutToken({ sid, aud: 'another' }),
    await issuer.logoutToken({ sid, iss: 'http://elsewhere.example' }),
    await issuer.logoutToken({ sid, nonce: 'as in an ID token' }),
    await issuer.logoutToken({ sid, events: {} }),
    await issuer.logoutToken({ sid, iat: old, exp: old + 60 }),
    await issuer.logoutToken({ sid, iat: old + 7200, exp: old + 7260 }),
    await issuer.logoutToken({}),
    await issuer.logoutToken({ sid }, await newKey('first')),
  ]) {
    expect((await library.post(token)).statusCode).toBe(400);
  }
  expect((await library.post(await issuer.logoutToken({ sid: 'another' }))).statusCode).toBe(200);
  expect(await library.customers(browser.cookie())).toBe(200);
  // Half a minute fast: clocks differ.
  const ahead = Math.floor(Date.now() / 1000) + 30;
  expect((await library.post(await issuer.logoutToken({ sid, iat: ahead }))).statusCode).toBe(200);
  expect(await library.customers(browser.cookie())).toBe(401);
});

test('a logout token without a session ends all sessions of the subject, and of nobody else', async () => {
  const library = await startWithIssuer();
  const first = library.browser();
  await first.open('/auth/oidc/start');
  library.issuer.subject = 'subject-2';
  const second = library.browser();
  await second.open('/auth/oidc/start');
  expect((await library.usersOf()).map(({ name }) => name)).toEqual([
    'anna',
    'anna (single sign-on)',
  ]);
  await library.post(await library.issuer.logoutToken({ sub: 'subject-1' }));
  expect(await library.customers(first.cookie())).toBe(401);
  expect(await library.customers(second.cookie())).toBe(200);
});

const hourMs = 3_600_000;

test('without a refresh token a session ends OIDC_SESSION_HOURS after the sign-in', async () => {
  const library = await startWithIssuer({ OIDC_SESSION_HOURS: '2' });
  const browser = library.browser();
  await browser.open('/auth/oidc/start');
  library.pass(2 * hourMs - 60_000);
  expect(await library.customers(browser.cookie())).toBe(200);
  library.pass(60_000);
  expect(await library.customers(browser.cookie())).toBe(401);
  library.pass(5 * 60_000); // it is not asked about more often
  expect(await library.customers(browser.cookie())).toBe(401);
  expect(await library.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
});

test('with a refresh token the issuer is asked again: roles follow, a closed account is out', async () => {
  const library = await startWithIssuer({ OIDC_SESSION_HOURS: '2' });
  const { issuer } = library;
  issuer.refreshes = true;
  const browser = library.browser();
  await browser.open('/auth/oidc/start');
  // Longer than a session lives without being confirmed, in steps in which its reader is not idle.
  for (let hour = 1; hour <= 5; hour++) {
    library.pass(hourMs);
    expect(await library.customers(browser.cookie())).toBe(200);
  }
  issuer.claims = { ...issuer.claims, groups: ['librarians'] };
  expect(await library.customers(browser.cookie())).toBe(200); // asked every five minutes at most
  library.pass(5 * 60_000);
  expect(await library.customers(browser.cookie())).toBe(403);
  issuer.claims = { ...issuer.claims, groups: ['readers'] };
  library.pass(5 * 60_000);
  expect(await library.customers(browser.cookie())).toBe(200);
  issuer.isClosed = true;
  library.pass(5 * 60_000);
  expect(await library.customers(browser.cookie())).toBe(401);
  expect(await library.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
});

test('while the issuer is away sessions go on, until OIDC_SESSION_HOURS after they were confirmed', async () => {
  const library = await startWithIssuer({ OIDC_SESSION_HOURS: '2' });
  library.issuer.refreshes = true;
  const browser = library.browser();
  await browser.open('/auth/oidc/start');
  await library.issuer.close();
  library.pass(hourMs);
  expect(await library.customers(browser.cookie())).toBe(200);
  library.pass(hourMs);
  expect(await library.customers(browser.cookie())).toBe(401);
});

test('an ID token of the future is refused', async () => {
  const library = await startWithIssuer();
  library.pass(-50_000); // clocks differ
  expect((await library.browser().open('/auth/oidc/start')).search).toBe('?entered=1');
  library.pass(-60_000);
  expect((await library.browser().open('/auth/oidc/start')).search).toBe('?fault=failed');
});

test('characters that nobody sees are dropped from names', async () => {
  const library = await startWithIssuer();
  library.issuer.claims = {
    ...library.issuer.claims,
    preferred_username: 'an\u200Bna\u202E',
    name: '\u2066Anna\u00AD Berg',
  };
  const browser = library.browser();
  await browser.open('/auth/oidc/start');
  const users = library.db.selectFrom('users').select(['name', 'display_name']);
  expect(await users.execute()).toEqual([{ name: 'anna', display_name: 'Anna Berg' }]);
});

test('a discovery document of more than 64 KiB is refused', async () => {
  let padding = 60_000;
  const server = createServer((_request, response) => {
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const endpoints = {
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/t`,
    };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ issuer, ...endpoints, padding: 'x'.repeat(padding) }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const OIDC_ISSUER = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const start = async () => {
    const library = await startWithIssuer({ OIDC_ISSUER });
    return (await library.app.inject({ url: '/auth/oidc/start', headers: hidden })).headers
      .location;
  };
  expect(await start()).toContain(`${OIDC_ISSUER}/authorize?`);
  padding = 66_000;
  expect(await start()).toBe('/login?fault=unavailable');
});

test('without an issuer in the settings its routes do not exist', async () => {
  const library = await startLibrary(onTestFinished);
  for (const url of ['/auth/oidc/start', '/auth/oidc/callback?code=x&state=y']) {
    expect((await library.app.inject({ url })).statusCode).toBe(404);
  }
});
