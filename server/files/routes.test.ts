import { createHash } from 'node:crypto';
import { once } from 'node:events';
import nodeFs from 'node:fs';
import { mkdir, rename, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isOnPostgres } from '../../test/databases.ts';
import { pdfAddress } from '#contract/file-name.ts';
import type { CleanUp } from '../../test/clean-up.ts';
import { entryOf, startReading, type TestLibrary } from '../../test/harness.ts';
import { shared } from '../../test/shared.ts';
import type { ShareFs } from '../share/shared-folder.ts';

const name = 'AM-1_EN_1.pdf';
const address = `/document/egd-lib/${name}`;
const content = '%PDF-1.7 0123456789';

function startWithFile(cleanUp: CleanUp = onTestFinished) {
  return startReading(cleanUp, { entries: [{}], files: { [name]: content } });
}

/** For tests that only read. */
const unchanged = shared(startWithFile);

test('a whole PDF is sent inline under its own name, and never stored', async () => {
  const library = unchanged();
  const answer = await library.get(address);
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toBe(content);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': '19',
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-store',
    'content-disposition': 'inline; filename=AM-1_EN_1.pdf',
    'x-frame-options': 'SAMEORIGIN',
    'content-security-policy':
      "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    'x-content-type-options': 'nosniff',
  });
  const squeezed = await library.get(address, { 'accept-encoding': 'br, gzip' });
  expect(squeezed.headers['content-encoding']).toBeUndefined();
});

test('HEAD tells what GET would, without the bytes, and ignores ranges', async () => {
  const library = unchanged();
  const { headers: got } = await library.get(address);
  const head = await library.app.inject({
    method: 'HEAD',
    url: address,
    headers: { cookie: library.cookie, range: 'bytes=0-3' },
  });
  expect([head.statusCode, head.body]).toEqual([200, '']);
  for (const header of ['etag', 'content-length', 'last-modified', 'content-disposition']) {
    expect(head.headers[header]).toBe(got[header]);
  }
});

test('?download makes it an attachment, and a name beyond ASCII survives', async () => {
  const of = { doc_num: '規格 7#1', language: 'JA', doc_rev: '2' };
  const library = await startReading(onTestFinished, {
    entries: [of],
    files: { '規格 7#1_JA_2.pdf': content },
  });
  const answer = await library.get(`${pdfAddress(of)}?download`);
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-disposition']).toBe(
    `attachment; filename="?? 7#1_JA_2.pdf"; filename*=UTF-8''%E8%A6%8F%E6%A0%BC%207%231_JA_2.pdf`,
  );
});

test.each([
  ['bytes=0-3', 206, '%PDF', 'bytes 0-3/19'],
  ['bytes=15-', 206, '6789', 'bytes 15-18/19'],
  ['bytes=-4', 206, '6789', 'bytes 15-18/19'],
  ['bytes=-400', 206, content, 'bytes 0-18/19'],
  ['bytes=18-9999', 206, '9', 'bytes 18-18/19'],
  ['bytes=0-0,5-6', 200, content, undefined],
  ['bytes=5-3', 200, content, undefined],
  ['bytes=-', 200, content, undefined],
  ['lines=1-2', 200, content, undefined],
])('the range %s is answered %i', async (range, status, body, contentRange) => {
  const library = unchanged();
  const answer = await library.get(address, { range });
  expect([answer.statusCode, answer.body]).toEqual([status, body]);
  expect(answer.headers['content-range']).toBe(contentRange);
  expect(answer.headers['content-length']).toBe(String(body.length));
});

test.each(['bytes=19-', 'bytes=99-100', 'bytes=-0'])(
  'the range %s, which the file does not have, is 416 with the size',
  async (range) => {
    const library = unchanged();
    const answer = await library.get(address, { range });
    expect(answer.statusCode).toBe(416);
    expect(answer.headers['content-range']).toBe('bytes */19');
    expect(answer.json()).toMatchObject({ code: 'range_not_satisfiable' });
  },
);

test('conditions are kept: 304, 412, and ranges only of the file one began with', async () => {
  const library = unchanged();
  const first = await library.get(address);
  const etag = String(first.headers.etag);
  const modified = String(first.headers['last-modified']);
  const status = async (headers: Record<string, string>) =>
    (await library.get(address, headers)).statusCode;
  expect(etag).toMatch(/^"[\w-]+"$/);
  expect(await status({ 'if-none-match': etag })).toBe(304);
  expect(await status({ 'if-none-match': `"x", W/${etag}` })).toBe(304);
  expect(await status({ 'if-none-match': '"x"' })).toBe(200);
  expect(await status({ 'if-modified-since': modified })).toBe(304);
  expect(await status({ 'if-modified-since': 'yesterday' })).toBe(200);
  expect(await status({ 'if-match': '"x"' })).toBe(412);
  expect(await status({ 'if-match': etag })).toBe(200);
  expect(await status({ 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).toBe(412);
  const range = 'bytes=0-3';
  expect(await status({ range, 'if-range': etag })).toBe(206);
  expect(await status({ range, 'if-range': modified })).toBe(206);
  expect(await status({ range, 'if-range': `W/${etag}` })).toBe(200);
  expect(await status({ range, 'if-range': '"older"' })).toBe(200);
  const second = 1000;
  for (const apart of [-second, second]) {
    const otherDate = new Date(Date.parse(modified) + apart).toUTCString();
    expect(await status({ range, 'if-range': otherDate })).toBe(200);
  }
});

test('a replaced file has another tag, even of the same size and time', async () => {
  const library = await startWithFile();
  const at = path.join(library.config.shareDir, name);
  const time = new Date('2026-01-01T00:00:00Z');
  await utimes(at, time, time);
  await library.scanNames();
  const before = await library.get(address);
  await writeFile(`${at}.new`, content.replace('0', 'X'));
  await utimes(`${at}.new`, time, time);
  await rename(`${at}.new`, at);
  const after = await library.get(address);
  expect(after.body).toBe(content.replace('0', 'X'));
  expect(after.headers.etag).not.toBe(before.headers.etag);
});

test('an entry without a file, and a file without an entry, are 404 in words', async () => {
  const library = await startReading(onTestFinished, {
    entries: [{}],
    files: { 'secret.pdf': 'x', 'AM-9_EN_1.pdf': 'x' },
  });
  const missing = await library.get(address);
  expect([missing.statusCode, missing.json()]).toMatchObject([
    404,
    { code: 'not_found', message: 'The PDF file was not found.' },
  ]);
  for (const other of ['secret.pdf', 'AM-9_EN_1.pdf', '..%2Flibrary.sqlite', '%00', '%2E%2E']) {
    const answer = await library.get(`/document/egd-lib/${other}`);
    expect([other, answer.statusCode]).toEqual([other, 404]);
  }
});

test('a file appears and disappears with the folder, without a restart', async () => {
  const library = await startReading(onTestFinished, {
    entries: [{}],
    files: { 'other.pdf': content },
  });
  const status = async () => (await library.get(address)).statusCode;
  expect(await status()).toBe(404);
  await library.put(name, content);
  expect(await status()).toBe(200);
  await rm(path.join(library.config.shareDir, name));
  await library.scanNames();
  expect(await status()).toBe(404);
});

test('a file that changed since the last scan is not sent, for it may be half there', async () => {
  const library = await startWithFile();
  await writeFile(path.join(library.config.shareDir, name), `${content} and more`);
  const changing = await library.get(address);
  expect([changing.statusCode, changing.json()]).toMatchObject([
    503,
    { code: 'file_changing', message: 'The PDF file is being copied or replaced.' },
  ]);
  await library.scanNames();
  expect((await library.get(address)).body).toBe(`${content} and more`);
});

test('a file that is away is being replaced until a scan finds that it is gone', async () => {
  let scansWanted = 0;
  const library = await startReading(onTestFinished, {
    entries: [{}],
    files: { [name]: content, 'other.pdf': content },
    scans: { scanNow: () => void scansWanted++ },
  });
  const head = () =>
    library.app.inject({ method: 'HEAD', url: address, headers: { cookie: library.cookie } });
  await rm(path.join(library.config.shareDir, name));
  for (let time = 0; time < 3; time++) {
    const answer = await head();
    expect([answer.statusCode, answer.headers]).toMatchObject([
      503,
      { 'retry-after': '2', 'x-egd-library-error': 'file_changing' },
    ]);
  }
  expect(scansWanted).toBe(1);
  await library.scanNames();
  const gone = await head();
  expect([gone.statusCode, gone.headers['x-egd-library-error']]).toEqual([404, 'not_found']);
  expect(scansWanted).toBe(1);
});

test('a file that is there but no PDF, or cut off, is reported as such and not as missing', async () => {
  const library = await startReading(onTestFinished, { entries: [{}, { doc_num: 'AM-2' }] });
  await library.write(name, 'not a PDF at all');
  await library.write('AM-2_EN_1.pdf', '%PDF-1.7 and no end');
  await library.scan();
  const answer = async (url: string) => {
    const { statusCode, json } = await library.get(url);
    return [statusCode, json<{ message: string }>().message];
  };
  const cutOff = '/document/egd-lib/AM-2_EN_1.pdf';
  expect(await answer(address)).toEqual([409, 'The file exists, but it is not a PDF.']);
  expect(await answer(cutOff)).toEqual([503, 'The PDF file is being copied or replaced.']);
  library.pass(10 * 60_000);
  expect(await answer(cutOff)).toEqual([409, 'The PDF file exists, but it was cut off.']);
});

test('a file is found in another letter case, Unicode form or subfolder', async () => {
  const library = await startReading(onTestFinished, {
    entries: [{ doc_num: 'Prüfung-1' }, { doc_num: 'AM-2' }],
    files: { ['prüfung-1_en_1.PDF'.normalize('NFD')]: 'one' },
  });
  const sub = path.join(library.config.shareDir, 'Aurora', '2026');
  await mkdir(sub, { recursive: true });
  await writeFile(path.join(sub, 'AM-2_EN_1.pdf'), 'two');
  await library.scanNames();
  const read = async (doc_num: string) =>
    (await library.get(pdfAddress(entryOf({ doc_num })))).body;
  expect(await read('Prüfung-1')).toBe('one');
  expect(await read('AM-2')).toBe('two');
});

test('the FAQ’s short name is taken where it can mean one document only', async () => {
  const german = { doc_num: 'AM-1', language: 'DE', doc_rev: '1' };
  const library = await startReading(onTestFinished, {
    entries: [german, { doc_num: 'AM-2', language: null, doc_rev: 'C' }],
    files: { 'AM-1_1.pdf': 'short', 'AM-2_C.pdf': 'no language' },
  });
  const read = async (of: Parameters<typeof pdfAddress>[0]) => {
    const answer = await library.get(pdfAddress(of));
    return answer.statusCode === 200 ? answer.body : answer.statusCode;
  };
  expect(await read(german)).toBe('short');
  expect(await read({ doc_num: 'AM-2', language: null, doc_rev: 'C' })).toBe('no language');
  await library.add({ ...german, language: 'EN' });
  expect(await read(german)).toBe(404); // of which language would it be?
  await library.put('AM-1_DE_1.pdf', 'full');
  expect(await read(german)).toBe('full');
});

test('a short name that is another document’s full name belongs to that one', async () => {
  const full = { doc_num: 'X', language: 'EN', doc_rev: '1' };
  const short = { doc_num: 'X_EN', language: null, doc_rev: '1' };
  const library = await startReading(onTestFinished, {
    entries: [full, short],
    files: { 'X_EN_1.pdf': 'the full one' },
  });
  expect((await library.get(pdfAddress(full))).body).toBe('the full one');
  expect((await library.get(pdfAddress(short))).statusCode).toBe(404);
});

test.skipIf(isOnPostgres)('links, pipes and folders in the share are no files', async () => {
  const library = await startReading(onTestFinished, {
    entries: [{}, { doc_num: 'AM-2' }],
    files: {},
  });
  await symlink(
    path.join(library.config.dataDir, 'library.sqlite'),
    path.join(library.config.shareDir, name),
  );
  await mkdir(path.join(library.config.shareDir, 'AM-2_EN_1.pdf'));
  await library.scanNames();
  expect((await library.get(address)).statusCode).toBe(404);
  expect((await library.get('/document/egd-lib/AM-2_EN_1.pdf')).statusCode).toBe(404);
});

test('a share that is gone is reported as such, not as a missing file, and recovers', async () => {
  const library = await startWithFile();
  const away = `${library.config.shareDir}-unplugged`;
  await rename(library.config.shareDir, away);
  const answer = await library.get(address);
  expect([answer.statusCode, answer.json()]).toMatchObject([503, { code: 'share_unreachable' }]);
  const ready = await library.get('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([
    200,
    {
      status: 'degraded',
      database: 'ok',
      share: 'The shared folder cannot be read. Try again.',
    },
  ]);
  await rename(away, library.config.shareDir);
  expect((await library.get(address)).statusCode).toBe(200);
  expect((await library.get('/readyz')).json()).toEqual({
    status: 'ok',
    database: 'ok',
    share: 'ok',
  });
});

// Over a real connection from here on: what matters is what happens to it.

const large = Buffer.alloc(8 * 1024 * 1024, 'engineering standard ');

// More than the two ends of a connection hold for a reader who does not read: 256 MB of nothing.
async function putEndless(library: TestLibrary): Promise<string> {
  const at = path.join(library.config.shareDir, name);
  await writeFile(at, '');
  await truncate(at, 256 * 1024 * 1024);
  await library.scanNames();
  return at;
}

async function request(
  library: { listen: () => Promise<string>; cookie: string },
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  const url = `${await library.listen()}${address}`;
  const asked = get(url, { headers: { cookie: library.cookie, ...headers }, agent: false });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  return answer;
}

async function openFilesOf(library: { get: (url: string) => Promise<{ body: string }> }) {
  const { body } = await library.get('/metrics');
  return Number(/^share_open_files (\d+)$/m.exec(body)?.[1]);
}

test.skipIf(isOnPostgres)('a large file arrives byte for byte', async () => {
  const library = await startReading(onTestFinished, { entries: [{}], files: { [name]: large } });
  const digest = createHash('sha256');
  for await (const bytes of await request(library)) digest.update(bytes as Buffer);
  expect(digest.digest('hex')).toBe(createHash('sha256').update(large).digest('hex'));
});

test.skipIf(isOnPostgres)('a file that shrinks while it is read ends the connection', async () => {
  const library = await startReading(onTestFinished, { entries: [{}] });
  const at = await putEndless(library);
  const answer = await request(library);
  await truncate(at, 1024);
  const failed = once(answer, 'error');
  answer.resume();
  const [error] = (await failed) as [NodeJS.ErrnoException];
  expect(error.code).toBe('ECONNRESET');
  expect(answer.complete).toBe(false);
});

test.skipIf(isOnPostgres)('a client that goes away frees the descriptor at once', async () => {
  const closed: number[] = [];
  const { promise: freed, resolve } = Promise.withResolvers<void>();
  const shareFs: ShareFs = {
    ...nodeFs,
    close: ((fd: number, done: () => void) => {
      closed.push(fd);
      nodeFs.close(fd, done);
      resolve();
    }) as typeof nodeFs.close,
  };
  const library = await startReading(onTestFinished, { entries: [{}], shareFs });
  await putEndless(library);
  const answer = await request(library);
  expect(await openFilesOf(library)).toBe(1);
  answer.destroy();
  await freed; // well before the two seconds for which a descriptor otherwise stays
  expect(closed).toHaveLength(1);
  expect(await openFilesOf(library)).toBe(0);
});

test.skipIf(isOnPostgres)(
  'a share that hangs holds up its own readers only, and they see why',
  async () => {
    const hanging: ShareFs = { ...nodeFs, lstat: (() => {}) as unknown as typeof nodeFs.lstat };
    const { SharedFolder } = await import('../share/shared-folder.ts');
    const folder = new SharedFolder({
      root: '/nowhere',
      fs: hanging,
      longestWaitMs: 50,
    });
    const file = { path: name, bytes: 19, modified_ns: '0' };
    const readers = Array.from({ length: 40 }, () => folder.open(file));
    for (const outcome of await Promise.allSettled(readers)) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'share_unreachable' } });
    }
  },
);

test.skipIf(isOnPostgres)(
  'a read that fails in the middle ends the connection, and the server goes on',
  async () => {
    let reads = 0;
    const shareFs: ShareFs = {
      ...nodeFs,
      read: ((...args: Parameters<typeof nodeFs.read>) => {
        reads += 1;
        const done = args.at(-1) as unknown as (error: Error | null, bytes: number) => void;
        if (reads === 3) return done(Object.assign(new Error('EIO'), { code: 'EIO' }), 0);
        return nodeFs.read(...args);
      }) as typeof nodeFs.read,
    };
    const options = { entries: [{}], files: { [name]: large }, shareFs };
    const library = await startReading(onTestFinished, options);
    const answer = await request(library);
    const failed = once(answer, 'error');
    answer.resume();
    const [error] = (await failed) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNRESET');
    expect((await library.get(address)).rawPayload.equals(large)).toBe(true);
  },
);
