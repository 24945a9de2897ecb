import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { sendRaw, startReading } from '../../test/harness.ts';

// For any input: no 5xx, and no stack trace or internal detail.

const start = () =>
  startReading(onTestFinished, { entries: [{}], files: { 'AM-1_EN_1.pdf': '%PDF' } });

const pieces = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }).map((text) => encodeURI(text.toWellFormed())),
  fc.constantFrom('%', '%zz', '%00', '%2F', '..', '/', '//', '?', '&', '=', '#', '%ff', '\\', ';'),
  fc.constantFrom('vue-egd-lib/api/', 'document/egd-lib/', 'auth', 'documents?customer=', 'a[b]='),
);
const address = fc.array(pieces, { maxLength: 8 }).map((parts) => `/${parts.join('')}`);

function expectPlain(answer: { statusCode: number; body: string }, asked: unknown): void {
  expect([asked, answer.statusCode >= 200 && answer.statusCode < 500]).toEqual([asked, true]);
  expect(answer.body).not.toMatch(/\bat .+\.[jt]s:\d+|node_modules|SQLITE|Error:/);
}

test('any address and query', async () => {
  const library = await start();
  const origin = await library.listen();
  await fc.assert(
    fc.asyncProperty(address, async (url) => {
      const answer = await sendRaw(origin, `GET ${url} HTTP/1.1`, [`Cookie: ${library.cookie}`]);
      const [, status = '', body = ''] = /^HTTP\/1\.1 (\d+) .*?\r\n\r\n(.*)$/s.exec(answer) ?? [];
      expectPlain({ statusCode: Number(status), body }, url);
    }),
    { numRuns: 400 },
  );
});

test('any document name and customer', async () => {
  const library = await start();
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ maxLength: 3000 }),
  );
  await fc.assert(
    fc.asyncProperty(text, async (raw) => {
      const part = encodeURIComponent(raw.toWellFormed());
      expectPlain(await library.get(`/document/egd-lib/${part}`), raw);
      expectPlain(await library.get(`/vue-egd-lib/api/documents?customer=${part}`), raw);
    }),
    { numRuns: 200 },
  );
});

test('any body to the login', async () => {
  const library = await start();
  const payload = fc.oneof(
    fc.json(),
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc.constantFrom(
      '{"__proto__":{}}',
      '{"username":',
      '[]',
      'null',
      '"x"',
      '{"username":{"a":1}}',
    ),
    fc.constant(`{"username":"${'x'.repeat(70_000)}"}`),
  );
  const type = fc.constantFrom(
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'x',
    '',
  );
  await fc.assert(
    fc.asyncProperty(payload, type, async (body, contentType) => {
      const headers = { 'content-type': contentType };
      const answer = await library.app.inject({
        method: 'POST',
        url: '/auth',
        payload: body,
        headers,
      });
      expectPlain(answer, body);
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    }),
    { numRuns: 200 },
  );
});

test('any headers', async () => {
  const library = await start();
  const name = fc.constantFrom(
    'range',
    'if-range',
    'if-none-match',
    'if-match',
    'if-modified-since',
    'accept-encoding',
    'cookie',
    'accept',
    'host',
    'origin',
    'referer',
    'x-forwarded-for',
    'sec-fetch-site',
  );
  const value = fc.oneof(
    fc.stringMatching(/^[\x20-\x7e]{0,80}$/),
    fc.constantFrom(
      'bytes=0-99999999999999999999',
      'bytes=--1',
      '"',
      'W/"',
      '*',
      'br;q=x',
      ',,,',
      'egd_session=%',
    ),
  );
  const urls = fc.constantFrom(
    '/document/egd-lib/AM-1_EN_1.pdf',
    '/vue-egd-lib/api/customers',
    '/auth/check',
  );
  await fc.assert(
    fc.asyncProperty(urls, fc.dictionary(name, value, { maxKeys: 5 }), async (url, headers) => {
      expectPlain(await library.get(url, headers), { url, headers });
    }),
    { numRuns: 400 },
  );
});

test('an empty body that has a type is answered', async () => {
  const library = await start();
  const origin = await library.listen();
  for (const [method, url, status] of [
    ['POST', '/auth', 400],
    ['DELETE', '/vue-egd-lib/api/customers', 404],
    ['POST', '/vue-egd-lib/api/manage/import?format=csv', 401],
  ] as const) {
    const headers = { 'content-type': 'application/json', 'content-length': '0' };
    const asked = request(`${origin}${url}`, { method, headers, agent: false });
    asked.end();
    const [{ statusCode }] = (await once(asked, 'response')) as [IncomingMessage];
    expect([url, statusCode]).toEqual([url, status]);
  }
});
