import { createServer, request } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import nodeFs from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { ownBuild } from '../config/build.ts';
import { isOnPostgres } from '../../test/databases.ts';
import { sendRaw, startLibrary, startReading } from '../../test/harness.ts';

const token = 'a token of sixteen and more';

test('the metrics are for this machine, or need the token', async () => {
  const library = await startLibrary(onTestFinished, { env: { METRICS_TOKEN: token } });
  const status = async (remoteAddress: string, headers: Record<string, string> = {}) =>
    (await library.app.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
  expect(await status('127.0.0.1')).toBe(200);
  expect(await status('::1')).toBe(200);
  expect(await status('10.0.0.1')).toBe(403);
  expect(await status('127.0.0.1', { 'x-forwarded-for': '10.0.0.1' })).toBe(403);
  expect(await status('10.0.0.1', { authorization: 'Bearer wrong' })).toBe(403);
  expect(await status('10.0.0.1', { authorization: `Bearer ${token}` })).toBe(200);
});

test('version and commit are in the metrics, and shown to readers, not to strangers', async () => {
  const library = await startReading(onTestFinished);
  const { version, commit } = ownBuild();
  const { body } = await library.app.inject({ url: '/metrics' });
  expect(body).toContain(`build_info{version="${version}",commit="${commit}"} 1\n`);
  const url = '/vue-egd-lib/api/version';
  expect((await library.get(url)).json()).toEqual({ version, commit });
  expect((await library.app.inject({ url })).statusCode).toBe(401);
});

/** A proxy on this machine that sets no forwarding headers; returns its address. */
async function startProxy(to: string, rewritesHost: boolean): Promise<string> {
  const proxy = createServer((asked, reply) => {
    const headers = { ...asked.headers, ...(rewritesHost ? { host: new URL(to).host } : {}) };
    const passedOn = request(`${to}${asked.url ?? ''}`, { headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(reply);
    });
    passedOn.end();
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => void proxy.close());
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

const metricsAt = async (origin: string, headers: Record<string, string> = {}) =>
  (await fetch(`${origin}/metrics`, { headers })).status;

test('through a proxy that names no client the metrics need the token', async () => {
  const library = await startLibrary(onTestFinished, { env: { METRICS_TOKEN: token } });
  const origin = await library.listen();
  expect(await metricsAt(origin)).toBe(200);
  const proxy = await startProxy(origin, false);
  expect(await metricsAt(proxy)).toBe(403);
  expect(await metricsAt(proxy, { authorization: `Bearer ${token}` })).toBe(200);
  // As nginx forwards a request by default.
  expect(await sendRaw(origin, 'GET /metrics HTTP/1.0')).toMatch(/^HTTP\/1\.1 403/);
});

test('if the settings name a proxy, one without forwarding headers needs the token too', async () => {
  for (const env of [{ TRUST_PROXY: 'loopback' }, { PUBLIC_URL: 'https://library.example' }]) {
    const library = await startLibrary(onTestFinished, { env: { ...env, METRICS_TOKEN: token } });
    const proxy = await startProxy(await library.listen(), true);
    expect([env, await metricsAt(proxy)]).toEqual([env, 403]);
    expect(await metricsAt(proxy, { authorization: `Bearer ${token}` })).toBe(200);
  }
});

test('a share that hangs is reported within its limit, and the node stays in the balancer', async () => {
  const hangs = { ...nodeFs, stat: () => {} } as unknown as typeof nodeFs;
  const library = await startReading(onTestFinished, { entries: [{}], shareFs: hangs });
  const answer = await library.get('/readyz');
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    { status: 'degraded', database: 'ok', share: 'No answer within 2 seconds.' },
  ]);
  expect((await library.get('/vue-egd-lib/api/customers')).statusCode).toBe(200);
});

test.skipIf(isOnPostgres)(
  'a locked SQLite is not ready, and the share is reported as ok',
  async () => {
    const library = await startLibrary(onTestFinished, { entries: [{}] });
    const { database } = library.config;
    if (database.kind !== 'sqlite') throw new Error('This is about SQLite.');
    const other = new DatabaseSync(database.file);
    onTestFinished(() => other.close());
    other.exec('begin immediate');
    const locked = await library.app.inject({ url: '/readyz' });
    expect([locked.statusCode, locked.json()]).toEqual([
      503,
      { status: 'not ready', database: 'No answer within 2 seconds.', share: 'ok' },
    ]);
    other.exec('rollback');
    await expect
      .poll(async () => (await library.app.inject({ url: '/readyz' })).json())
      .toEqual({ status: 'ok', database: 'ok', share: 'ok' });
  },
);

test('if the database does not answer, the share is still reported as ok', async () => {
  const library = await startLibrary(onTestFinished, { entries: [{}] });
  await library.db.schema.dropTable('scan_state').execute();
  await library.db.schema.dropTable('versions').execute();
  const answer = await library.app.inject({ url: '/readyz' });
  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    { status: 'not ready', database: 'No answer. See the log.', share: 'ok' },
  ]);
});
