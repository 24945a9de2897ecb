import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import fastify, { type RouteOptions } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { logout, roles } from '#contract/auth.ts';
import { listDocuments } from '#contract/catalogue.ts';
import { isOnPostgres } from '../../test/databases.ts';
import { sendRaw, startLibrary, temporaryFolder, type TestLibrary } from '../../test/harness.ts';
import { changeRoles } from './accounts.ts';
import { guardRoutes } from './guard.ts';

// Generated from the router's own table: a route that is added later is tried without being named.

type Caller = {
  name: string;
  cookie: string | null;
  signedIn: boolean;
  /** The roles that count: none without EGD_LIB. */
  holds: readonly string[];
};

async function callersOf(library: TestLibrary): Promise<Caller[]> {
  const nothing = { signedIn: false, holds: [] };
  const [read, edit, review, audit] = roles;
  const account = async (name: string, held: string[], may: Partial<Caller>): Promise<Caller> => {
    await library.addUser(name, ...held);
    return { ...nothing, signedIn: true, ...may, name, cookie: await library.signIn(name) };
  };
  const callers = [
    { ...nothing, name: 'anonymous', cookie: null },
    { ...nothing, name: 'forger', cookie: `egd_session=${'x'.repeat(43)}` },
    await account('without role', [], {}),
    await account('reader', [read], { holds: [read] }),
    await account('librarian', [read, edit], { holds: [read, edit] }),
    await account('reviewer', [read, review], { holds: [read, review] }),
    await account('auditor', [read, audit], { holds: [read, audit] }),
    await account('librarian who may not read', [edit], {}),
    await account('role just removed', [read, edit], {}),
    await account('session just ended', [read, edit], { signedIn: false }),
  ];
  // Both made a request a moment ago, so their sessions are in the cache.
  for (const name of ['role just removed', 'session just ended']) {
    const cookie = callers.find((caller) => caller.name === name)?.cookie ?? '';
    const before = await library.app.inject({
      url: '/vue-egd-lib/api/customers',
      headers: { cookie },
    });
    expect(before.statusCode).toBe(200);
  }
  await changeRoles(library.db, 'role just removed', { add: [], remove: [...roles] });
  const ended = callers.find((caller) => caller.name === 'session just ended')?.cookie ?? '';
  await library.app.inject({
    url: '/auth/logoutWithoutRedirect',
    headers: { cookie: ended, 'x-egd-library': '1' },
  });
  return callers;
}

const metricsToken = 'a token of the metrics';
const everyMethod = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

test.skipIf(isOnPostgres)(
  'every route lets in just whom it names, by every method it has, and by no other',
  async () => {
    // With an issuer, who cannot be reached, there are the routes of single sign-on, too.
    const secretFile = path.join(await temporaryFolder(onTestFinished), 'secret');
    await writeFile(secretFile, 'secret');
    const library = await startLibrary(onTestFinished, {
      entries: [{}],
      files: { 'AM-1_EN_1.pdf': '%PDF' },
      env: {
        PUBLIC_URL: 'http://127.0.0.1',
        METRICS_TOKEN: metricsToken,
        OIDC_ISSUER: 'http://127.0.0.1:1',
        OIDC_CLIENT_ID: 'egd-library',
        OIDC_CLIENT_SECRET_FILE: secretFile,
      },
    });
    const callers = await callersOf(library);
    const guarded = library.app.routeTable.filter((route) => route.config?.access !== 'public');
    expect(guarded.length).toBeGreaterThanOrEqual(15);
    const urls = new Set(library.app.routeTable.map((route) => route.url));
    for (const url of urls) {
      const routes = library.app.routeTable.filter((route) => route.url === url);
      for (const method of everyMethod) {
        const route =
          routes.find((one) => [one.method].flat().includes(method)) ??
          library.app.routeTable.find((one) => isShadow(one, method, url));
        for (const caller of callers) {
          if (url === logout.url && caller.cookie !== null) continue; // it would end their session
          const own = { 'x-egd-library': '1', authorization: `Bearer ${metricsToken}` };
          const headers = caller.cookie === null ? own : { ...own, cookie: caller.cookie };
          const address = addressOf(url);
          const { statusCode } = await library.app.inject({ method, url: address, headers });
          expect(`${method} ${address} by ${caller.name}: ${statusCode}`).toMatch(
            route === undefined ? /: 404$/ : expectedStatus(caller, route),
          );
        }
      }
    }
  },
);

test('EGD_LIB_AUDIT adds no call that writes to those of a reader', async () => {
  const { app } = await startLibrary(onTestFinished);
  const audited = app.routeTable.filter(({ config }) =>
    [config?.access].flat().includes('EGD_LIB_AUDIT'),
  );
  const methods = new Set(audited.flatMap(({ method }) => method));
  expect([...methods].toSorted()).toEqual(['GET', 'HEAD']);
  expect([...new Set(audited.map(({ url }) => url))].toSorted()).toEqual([
    '/vue-egd-lib/api/manage/audit',
    '/vue-egd-lib/api/manage/audit/export',
    '/vue-egd-lib/api/manage/calendars',
    '/vue-egd-lib/api/manage/case-rules',
    '/vue-egd-lib/api/manage/changes',
    '/vue-egd-lib/api/manage/customers',
    '/vue-egd-lib/api/manage/history',
  ]);
});

/** `PUT /notes/words` is taken by `PUT /notes/:id`. */
function isShadow({ url, method }: RouteOptions, asked: string, address: string): boolean {
  const pattern = new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`);
  return url.includes(':') && [method].flat().includes(asked) && pattern.test(address);
}

function expectedStatus(caller: Caller, route: RouteOptions): RegExp {
  const access = route.config?.access;
  const isIn =
    access === 'public' || [access].flat().some((role) => caller.holds.includes(role ?? ''));
  if (isIn) return /: (200|204|302|400|404|415|503)$/;
  return caller.signedIn ? /: 403$/ : /: 401$/;
}

function addressOf(url: string): string {
  const query = url === listDocuments.url ? '?customer=Aurora%20Motors' : '';
  return url.replace(':name', 'AM-1_EN_1.pdf') + query;
}

test('no spelling of an address gets around the guard', async () => {
  const library = await startLibrary(onTestFinished, {
    entries: [{}],
    files: { 'AM-1_EN_1.pdf': '%PDF-secret' },
  });
  const url = await library.listen();
  for (const spelling of [
    '/vue-egd-lib/%61pi/customers',
    '/%76ue-egd-lib/api/customers',
    '//vue-egd-lib/api/customers',
    '/vue-egd-lib//api/customers',
    '/./vue-egd-lib/api/customers',
    '/x/../vue-egd-lib/api/customers',
    '/vue-egd-lib/api/customers/',
    '/VUE-EGD-LIB/API/CUSTOMERS',
    '/vue-egd-lib/api/customers;a=b',
    '/vue-egd-lib/api/customers%00',
    '/vue-egd-lib%2Fapi%2Fcustomers',
    '/document/egd-lib/%41M-1_EN_1.%70df',
    '/document//egd-lib/AM-1_EN_1.pdf',
    '/document/egd-lib/./AM-1_EN_1.pdf',
    '/document/egd-lib/../egd-lib/AM-1_EN_1.pdf',
    '/document/egd-lib/..%2F..%2Flibrary.sqlite',
    '/document/egd-lib/%2e%2e%2flibrary.sqlite',
    '/DOCUMENT/EGD-LIB/AM-1_EN_1.PDF',
    '/assets/../library.sqlite',
    '/..%2Flibrary.sqlite',
    'http://127.0.0.1/vue-egd-lib/api/customers',
  ]) {
    // Sent over a raw socket: an HTTP client would normalize it first.
    const answer = await sendRaw(url, `GET ${spelling} HTTP/1.1`);
    expect(`${spelling}: ${answer.slice(0, 13)}`).toMatch(/: HTTP\/1\.1 40[014] $/);
    expect(answer).not.toMatch(/Aurora|secret/);
  }
});

test('the server does not start with a route that does not say who may call it', async () => {
  const app = fastify();
  onTestFinished(() => app.close());
  guardRoutes(app, {
    publicUrl: null,
    readVersions: async () => ({ auth: 0, catalogue: 0, files: 0, notes: 0 }),
    findSession: async () => null,
  });
  app.get('/forgotten', () => 'open to all');
  await expect(app.ready()).rejects.toThrow(
    'These routes lack config.access (who may call them): GET /forgotten',
  );
});

test('every answer carries the security headers, errors included', async () => {
  const library = await startLibrary(onTestFinished);
  for (const url of ['/auth/check', '/vue-egd-lib/api/customers', '/nowhere']) {
    const { headers } = await library.app.inject({ url });
    expect(headers['content-security-policy']).toBe(
      "default-src 'self';img-src 'self' data: blob:;worker-src 'self';object-src 'none';" +
        "base-uri 'none';form-action 'self';frame-ancestors 'none'",
    );
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['referrer-policy']).toBe('same-origin');
  }
});
