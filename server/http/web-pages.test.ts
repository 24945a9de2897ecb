import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startLibrary, startReading, temporaryFolder } from '../../test/harness.ts';

async function startWithPages() {
  const webDir = await temporaryFolder(onTestFinished);
  await mkdir(path.join(webDir, 'assets'));
  await writeFile(path.join(webDir, 'index.html'), '<title>EGD Library</title>');
  await writeFile(path.join(webDir, 'assets', 'main-abc123.js'), 'run()');
  await writeFile(path.join(webDir, 'pdf.worker.min.mjs'), 'work()');
  const library = await startLibrary(onTestFinished, { webDir });
  return (url: string, accept = 'text/html,*/*') =>
    library.app.inject({ url, headers: { accept } });
}

test('every screen’s address gives the page, with or without a query', async () => {
  const get = await startWithPages();
  for (const url of [
    '/',
    '/main?customer=A',
    '/login',
    '/about',
    '/faq',
    '/account',
    '/manage',
    '/manage/files',
  ]) {
    const answer = await get(url);
    expect([url, answer.statusCode, answer.body]).toEqual([url, 200, '<title>EGD Library</title>']);
    expect(answer.headers['cache-control']).toBe('no-cache');
  }
});

test('a reader who opens a link to a document gets its picture with the page', async () => {
  const webDir = await temporaryFolder(onTestFinished);
  await writeFile(path.join(webDir, 'index.html'), '<title>EGD Library</title>');
  const library = await startReading(onTestFinished, { webDir });
  const url = '/main?customer=A&doc_num=AM%2F1&language=-&doc_rev=%22%3E3&page=7';
  const first = '</vue-egd-lib/api/pages/AM-1_-_--3.pdf>; rel=preload; as=fetch';
  const second = '</vue-egd-lib/api/pages/AM-1_-_--3.pdf/7>; rel=preload; as=fetch';
  const credentials = 'crossorigin=use-credentials';
  expect((await library.get(url)).headers.link).toBe(
    `${first}; ${credentials}, ${second}; ${credentials}`,
  );
  for (const other of ['/main?customer=A', '/main?customer=A&doc_num=AM-1', '/about']) {
    expect((await library.get(other)).headers.link).toBeUndefined();
  }
  // Nobody else learns anything from a link.
  expect((await library.app.inject({ url })).headers.link).toBeUndefined();
  await library.addUser('visitor');
  const cookie = await library.signIn('visitor');
  expect((await library.app.inject({ url, headers: { cookie } })).headers.link).toBeUndefined();
});

test('an unknown page is the page with status 404, an unknown call is JSON', async () => {
  const get = await startWithPages();
  for (const url of ['/no/such/page', '/main/', '/login/', '/manage/files/', '/index.html']) {
    const page = await get(url);
    expect([url, page.statusCode, page.headers['content-type'], page.body]).toEqual([
      url,
      404,
      'text/html; charset=utf-8',
      '<title>EGD Library</title>',
    ]);
  }
  for (const url of [
    '/vue-egd-lib/api/nothing',
    '/auth/nothing',
    '/document/x',
    '/assets/gone.js',
  ]) {
    const call = await get(url);
    expect([url, call.statusCode, call.json()]).toMatchObject([url, 404, { code: 'not_found' }]);
  }
  expect((await get('/no/such/thing', 'application/json')).json()).toMatchObject({
    code: 'not_found',
  });
});

test('built assets are cached for good, all else is revalidated', async () => {
  const get = await startWithPages();
  const asset = await get('/assets/main-abc123.js');
  expect([asset.body, asset.headers['cache-control']]).toEqual([
    'run()',
    'public, max-age=31536000, immutable',
  ]);
  const worker = await get('/pdf.worker.min.mjs');
  expect([worker.statusCode, worker.headers['cache-control']]).toEqual([200, 'no-cache']);
  expect(worker.headers['content-type']).toMatch(/javascript/);
});

test('only the PDF worker may compile WebAssembly', async () => {
  const get = await startWithPages();
  const policyOf = async (url: string) =>
    String((await get(url)).headers['content-security-policy']);
  expect(await policyOf('/pdf.worker.min.mjs')).toBe(
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
  );
  for (const url of ['/main', '/assets/main-abc123.js', '/no/such/page']) {
    expect(await policyOf(url)).not.toContain('unsafe');
  }
});
