import { expect, onTestFinished, test } from 'vitest';
import { pdfAddress } from '#contract/file-name.ts';
import { startReading } from '../../test/harness.ts';

const name = 'AM-1_EN_1.pdf';
const address = `/document/egd-lib/${name}`;
const content = '%PDF-1.7 0123456789';
// So long after it was written, a file is nginx's to send.
const youngMs = 2000;
const env = { TRUST_PROXY: '10.0.0.1', ACCEL_REDIRECT: '/_documents/' };

async function startBehindProxy() {
  const odd = { doc_num: 'Größe 7#1?', language: 'DE', doc_rev: '50%' };
  const library = await startReading(onTestFinished, {
    env,
    entries: [{}, odd],
    files: { [name]: content, 'Größe 7#1-_DE_50%.pdf': content },
  });
  library.pass(youngMs);
  const ask = (headers: Record<string, string> = {}, url = address, remoteAddress = '10.0.0.1') =>
    library.app.inject({ url, remoteAddress, headers: { cookie: library.cookie, ...headers } });
  return { ...library, ask, odd };
}

test('the proxy is told where a PDF is, as an address, and gets no bytes', async () => {
  const { ask, odd } = await startBehindProxy();
  const answer = await ask();
  expect([answer.statusCode, answer.body]).toEqual([200, '']);
  expect(answer.headers).toMatchObject({
    'x-accel-redirect': '/_documents/AM-1_EN_1.pdf',
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename=AM-1_EN_1.pdf',
    'cache-control': 'private, no-store',
  });
  const strange = await ask({}, pdfAddress(odd));
  expect(strange.headers['x-accel-redirect']).toBe(
    '/_documents/Gr%C3%B6%C3%9Fe%207%231-_DE_50%25.pdf',
  );
  const part = await ask({ range: 'bytes=0-3' });
  expect([part.statusCode, part.headers['x-accel-redirect']]).toEqual([
    200,
    '/_documents/AM-1_EN_1.pdf',
  ]);
  expect(part.headers['content-range']).toBeUndefined();
});

test('ranges that nginx sends are no more lines of the log than those that we send', async () => {
  const lines: string[] = [];
  const library = await startReading(onTestFinished, {
    env,
    entries: [{}],
    files: { [name]: content },
    logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } },
  });
  library.pass(youngMs);
  for (const range of ['bytes=0-3', 'bytes=4-7', undefined]) {
    const headers = { cookie: library.cookie, ...(range === undefined ? {} : { range }) };
    await library.app.inject({ url: address, remoteAddress: '10.0.0.1', headers });
  }
  expect(lines.filter((line) => line.includes(name) && line.includes('"request"'))).toHaveLength(1);
});

test('nobody but the proxy is told, and without the setting nobody at all', async () => {
  const { ask } = await startBehindProxy();
  const direct = await ask({}, address, '10.0.0.2');
  expect([direct.body, direct.headers['x-accel-redirect']]).toEqual([content, undefined]);
  const plain = await startReading(onTestFinished, {
    env: { TRUST_PROXY: '127.0.0.1' },
    entries: [{}],
    files: { [name]: content },
  });
  const { body, headers } = await plain.get(address);
  expect([body, headers['x-accel-redirect']]).toEqual([content, undefined]);
});

test('who may not read, and a file that changed since the scan, never get to the proxy', async () => {
  const library = await startBehindProxy();
  const { ask } = library;
  const answers = [
    await ask({ cookie: '' }),
    await ask({}, '/document/egd-lib/AM-9_EN_1.pdf'),
    await ask({ 'if-none-match': String((await ask()).headers['etag']) }),
    await ask({ 'if-match': '"another"' }),
    await ask({ range: 'bytes=900-' }),
  ];
  await library.write(name, `${content} and more`);
  answers.push(await ask());
  expect(answers.map((one) => one.statusCode)).toEqual([401, 404, 304, 412, 416, 503]);
  expect(answers.filter((one) => 'x-accel-redirect' in one.headers)).toEqual([]);
});

test('ranges that we pass over are answered by us', async () => {
  const { ask } = await startBehindProxy();
  const ignored = [
    { range: 'bytes=0-1,3-4' },
    { range: 'lines=1-2' },
    { range: 'bytes=0-3', 'if-range': '"another"' },
  ];
  for (const headers of ignored) {
    const answer = await ask(headers);
    expect([answer.statusCode, answer.body]).toEqual([200, content]);
    expect(answer.headers['x-accel-redirect']).toBeUndefined();
  }
});

test('a file that was written just now has a tag of ours and is sent by us, also to who goes on with it later', async () => {
  const library = await startReading(onTestFinished, {
    env: { ...env, TRUST_PROXY: '127.0.0.1' },
    entries: [{}],
    files: { [name]: content },
  });
  const young = await library.get(address);
  const ours = String(young.headers['etag']);
  expect([young.body, young.headers['x-accel-redirect']]).toEqual([content, undefined]);
  library.pass(youngMs);
  const goesOn = await library.get(address, { 'if-match': ours, range: 'bytes=5-8' });
  expect([goesOn.statusCode, goesOn.body, goesOn.headers['etag']]).toEqual([206, '1.7 ', ours]);
  const later = await library.get(address);
  expect(later.headers['x-accel-redirect']).toBe('/_documents/AM-1_EN_1.pdf');
  expect(later.headers['etag']).toMatch(/^"[0-9a-f]+-13"$/);
});
