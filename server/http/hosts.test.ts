import os from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { startLibrary } from '../../test/harness.ts';

const env = { PUBLIC_URL: 'https://library.example', ALLOWED_HOSTS: 'docs, 10.20.30.40' };

test('the server answers under its own names and addresses, with or without a port', async () => {
  const library = await startLibrary(onTestFinished, { env });
  for (const host of [
    'localhost:3000',
    '127.0.0.1:3000',
    '127.8.8.8',
    '[::1]:3000',
    os.hostname(),
    `${os.hostname().toUpperCase()}:80`,
    ...Object.values(os.networkInterfaces())
      .flat()
      .flatMap((one) => (one?.family === 'IPv4' ? [one.address] : [])),
    'library.example',
    'library.example.:443',
    'docs:8080',
    '10.20.30.40',
  ]) {
    const answer = await library.app.inject({ url: '/healthz', headers: { host } });
    expect([host, answer.statusCode]).toEqual([host, 200]);
  }
});

test('under another name the server refuses, and names the setting', async () => {
  const library = await startLibrary(onTestFinished, { env });
  for (const host of [
    'evil.example',
    'localhost.evil.example:3000',
    '8.8.8.8',
    '[2001:db8::1]',
    'x:y',
  ]) {
    for (const url of ['/healthz', '/', '/vue-egd-lib/api/branding', '/nowhere']) {
      const answer = await library.app.inject({ url, headers: { host } });
      expect([host, url, answer.statusCode]).toEqual([host, url, 421]);
      expect(answer.json()).toMatchObject({
        code: 'other_host',
        message: expect.stringContaining('add it to ALLOWED_HOSTS or set PUBLIC_URL'),
      });
    }
  }
});

test('a trusted proxy names the host', async () => {
  const library = await startLibrary(onTestFinished, { env: { ...env, TRUST_PROXY: 'loopback' } });
  const status = async (forwarded: string) => {
    const headers = { host: 'localhost', 'x-forwarded-host': forwarded };
    return (await library.app.inject({ url: '/healthz', headers })).statusCode;
  };
  expect(await status('library.example')).toBe(200);
  expect(await status('evil.example')).toBe(421);
});
