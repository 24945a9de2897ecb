import { chmod, mkdir, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { pdfAddress, pdfFileName } from '#contract/file-name.ts';
import { type Answer, ask, hasNginx, startNginx } from '../behind-nginx.ts';
import { startReading, temporaryFolder } from '../harness.ts';

const mayBeSkipped = process.env['NOTHING_SKIPPED'] === undefined;
const entry = { doc_num: "Größe $uri 7#1%41;'", language: 'DE', doc_rev: '50%' };
const folder = 'unter ordner? $1';
const file = `${folder}/${pdfFileName(entry)}`;
const content = `%PDF-1.7 ${'0123456789'.repeat(20_000)}`;

/** A library with one PDF that nginx may send, and nginx before it. */
async function startBehindNginx({ isYoung = false } = {}) {
  const shareDir = await temporaryFolder(onTestFinished);
  await chmod(shareDir, 0o755);
  await mkdir(path.join(shareDir, folder));
  const library = await startReading(onTestFinished, {
    env: {
      SHARE_DIR: shareDir,
      TRUST_PROXY: '127.0.0.1',
      ACCEL_REDIRECT: '/_documents/',
      PUBLIC_URL: 'https://library.example',
      ACCESS_AUDIT: 'all',
    },
    entries: [entry],
    files: { [file]: content },
  });
  const onDisk = path.join(shareDir, file);
  if (!isYoung) {
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await utimes(onDisk, anHourAgo, anHourAgo);
    await library.scanNames();
  }
  const place = { library: await library.listen(), shareDir };
  const url = await startNginx(onTestFinished, place);
  const address = pdfAddress(entry);
  const host = { host: 'library.example', cookie: library.cookie };
  const through = (headers: Record<string, string>, method?: string) =>
    ask(`${url}${address}`, { ...host, ...headers }, method);
  const { etag = '' } = (await through({}, 'HEAD')).headers;
  return {
    ...library,
    url,
    address,
    host,
    through,
    etag,
    onDisk,
    /** Bytes 10 to 19, of the file with this tag. */
    part: (headers: Record<string, string> = {}) =>
      through({ range: 'bytes=10-19', 'if-match': etag, ...headers }),
  };
}

// What is ours to say; nginx adds its own name, its connection and the time.
function essence({ status, body, headers }: Answer): unknown {
  const {
    date: _,
    server: _s,
    connection: _c,
    'keep-alive': _k,
    'transfer-encoding': _t,
    ...rest
  } = headers;
  const { 'content-length': length, 'x-request-id': id, ...others } = rest;
  expect(id).toMatch(/^[0-9a-f-]{32,36}$/);
  if (status === 206) delete others['accept-ranges']; // nginx lets the part itself say that
  // An error's body has the id of its request, which no other has.
  const said = body.replace(/"request_id":"[^"]+"/, '').slice(0, 200);
  return { status, said, length: said.startsWith('{') ? null : (length ?? body.length), others };
}

describe.skipIf(!hasNginx && mayBeSkipped)('nginx before the library', () => {
  test('PDFs that nginx sends for the library are answered as the library would, header by header', async () => {
    const library = await startBehindNginx();
    const { url, address, host, through, etag } = library;
    // Of the library itself, as to somebody who is not the proxy.
    const direct = async (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET') => {
      const answer = await library.app.inject({
        url: address,
        method,
        remoteAddress: '10.9.9.9',
        headers: { ...host, ...headers },
      });
      const texts = answer.headers as IncomingMessage['headers']; // none of them is a number by now
      return { status: answer.statusCode, body: answer.body, headers: texts };
    };
    const { 'last-modified': modified = '' } = (await through({}, 'HEAD')).headers;
    const earlier = new Date(Date.parse(modified) - 5000).toUTCString();
    const later = new Date(Date.parse(modified) + 5000).toUTCString();
    const requests: Record<string, string>[] = [
      {},
      { range: 'bytes=0-65535' },
      { range: 'bytes=100-' },
      { range: 'bytes=-5' },
      { range: `bytes=10-${content.length * 2}` },
      { range: 'bytes=9999999-' },
      { range: 'bytes=5-2' },
      { range: 'bytes=0-1,4-5' },
      { range: 'bytes=0-9', 'if-range': etag },
      { range: 'bytes=0-9', 'if-range': '"another"' },
      { range: 'bytes=0-9', 'if-range': modified },
      { range: 'bytes=0-9', 'if-range': earlier },
      { range: 'bytes=0-9', 'if-match': etag },
      { range: 'bytes=10-19', 'if-match': etag },
      { range: 'bytes=100-', 'if-match': etag },
      { range: `bytes=10-${content.length * 2}`, 'if-match': etag },
      { range: 'bytes=9999999-', 'if-match': etag },
      { range: 'bytes=99999999999999999999-', 'if-match': etag },
      { range: 'bytes=-5', 'if-match': etag },
      { range: 'bytes=5-2', 'if-match': etag },
      { range: 'bytes=1-2,4-5', 'if-match': etag },
      { range: 'bytes=10-19', 'if-match': '"1-1"' },
      { range: 'bytes=10-19', 'if-match': `W/${etag}` },
      { range: 'bytes=10-19', 'if-match': etag, 'if-none-match': etag },
      { range: 'bytes=10-19', 'if-match': etag, 'if-range': '"another"' },
      { 'if-match': '"another"' },
      { 'if-match': '*' },
      { 'if-none-match': etag },
      { 'if-none-match': '"another"' },
      { 'if-none-match': '"another"', 'if-modified-since': later },
      { 'if-modified-since': modified },
      { 'if-modified-since': earlier },
      { 'if-modified-since': later },
      { 'if-unmodified-since': earlier },
      { 'if-unmodified-since': later },
    ];
    for (const headers of requests) {
      const sent = essence(await through(headers));
      expect({ headers, sent }).toEqual({ headers, sent: essence(await direct(headers)) });
    }
    for (const headers of [{}, { range: 'bytes=10-19', 'if-match': etag }]) {
      const sent = essence(await through(headers, 'HEAD'));
      expect({ headers, sent }).toEqual({
        headers,
        sent: essence(await direct(headers, 'HEAD')),
      });
    }
    expect((await through({ cookie: '' })).status).toBe(401);
    expect((await ask(`${url}/_documents/x.pdf`, host)).status).toBe(404);
    expect((await ask(`${url}/metrics`, host)).status).toBe(403);
  });

  test('a reader without the role is refused each part by the library, with its code', async () => {
    const library = await startBehindNginx();
    const { part, address, url, host } = library;
    await library.addUser('nobody');
    const nobody = await library.signIn('nobody');
    const { status, body } = await part();
    expect([status, body]).toEqual([206, content.slice(10, 20)]);
    const other = address.replace('50', '51');
    const refused = [
      await part({ cookie: '' }),
      await part({ cookie: nobody }),
      await part({ cookie: `${library.cookie}x` }),
      await part({ 'if-match': '"1-1"' }),
      await ask(`${url}${other}`, { ...host, range: 'bytes=10-19', 'if-match': library.etag }),
      await part({ host: 'elsewhere.example' }),
    ];
    const told = refused.map((one) => [one.status, JSON.parse(one.body).code as string]);
    expect(told).toEqual([
      [401, 'not_signed_in'],
      [403, 'no_permission'],
      [401, 'not_signed_in'],
      [412, 'precondition_failed'],
      [404, 'not_found'],
      [421, 'other_host'],
    ]);
  });

  test('a session that has ended does not get the next part', async () => {
    const { part, app, cookie } = await startBehindNginx();
    expect((await part()).status).toBe(206);
    const left = await app.inject({
      url: '/auth/logoutWithoutRedirect',
      headers: { cookie, host: 'library.example', 'sec-fetch-site': 'same-origin' },
    });
    expect(left.statusCode).toBe(200);
    expect((await part()).status).toBe(401);
  });

  test('a file that was replaced, in whichever way, gives no byte before a scan has seen it', async () => {
    const library = await startBehindNginx();
    const { part, onDisk, scanNames } = library;
    const facts = await stat(onDisk);
    const other = content.replaceAll('0', 'x');
    const inPlace = (text: string) => writeFile(onDisk, text);
    const renamed = async (text: string) => {
      await writeFile(`${onDisk}.part`, text);
      await rename(`${onDisk}.part`, onDisk);
    };
    const outside = path.join(
      path.dirname(path.dirname(onDisk)),
      '..',
      `${path.basename(onDisk)}.x`,
    );
    onTestFinished(() => rm(outside, { force: true }));
    const changes: Record<string, () => Promise<unknown>> = {
      'other bytes in place': () => inPlace(other),
      'more bytes in place': () => inPlace(`${other}more`),
      'cut off': () => inPlace(content.slice(0, 1000)),
      'another file in its place': () => renamed(other),
      'another one of the same second, longer': async () => {
        await renamed(`${other}more`);
        await utimes(onDisk, facts.atime, facts.mtime);
      },
      gone: () => rm(onDisk),
      'a link to another file': async () => {
        await rename(onDisk, outside);
        await symlink(outside, onDisk);
      },
      'a folder': async () => {
        await rm(onDisk);
        await mkdir(onDisk);
      },
    };
    for (const [how, change] of Object.entries(changes)) {
      expect([how, (await part()).status]).toEqual([how, 206]);
      await change();
      const { status, body } = await part();
      expect([how, status, JSON.parse(body).code]).toEqual([how, 503, 'file_changing']);
      await rm(onDisk, { recursive: true, force: true });
      await inPlace(content);
      await utimes(onDisk, facts.atime, facts.mtime);
      await scanNames();
    }
    for (const name of 'abcdefgh') await library.write(`${name}.pdf`, content);
    await scanNames();
    await rm(onDisk);
    await scanNames();
    const { status, body } = await part();
    expect([status, JSON.parse(body)]).toEqual([
      404,
      expect.objectContaining({ code: 'not_found', message: 'The PDF file was not found.' }),
    ]);
  });

  test('what begins at the first byte is an opening, and no other part is one', async () => {
    const { part, db } = await startBehindNginx();
    const openings = () =>
      db
        .selectFrom('access_audit')
        .select('detail')
        .where('action', '=', 'document_opened')
        .execute();
    for (let times = 0; times < 3; times++) expect((await part()).status).toBe(206);
    expect(await openings()).toEqual([]);
    expect((await part({ range: 'bytes=0-9' })).body).toBe(content.slice(0, 10));
    await expect.poll(openings).toEqual([{ detail: path.basename(file) }]);
  });

  test('no tag is ever of two versions, while a file is replaced time and again by others of its size', async () => {
    const { through, onDisk, scanNames } = await startBehindNginx({ isYoung: true });
    const lettersOf = new Map<string, Set<string>>();
    const byNginx = () => [...lettersOf].filter(([tag]) => /^"[0-9a-f]+-[0-9a-f]+"$/.test(tag));
    const over = new AbortController();
    const read = async () => {
      while (!over.signal.aborted) {
        const { etag } = (await through({}, 'HEAD')).headers;
        if (etag === undefined) continue; // being replaced
        for (let first = 10; first < 40; first++) {
          const range = `bytes=${first * 5000}-${first * 5000 + 99}`;
          const { status, body, headers } = await through({ range, 'if-match': etag });
          if (status !== 206) break;
          expect(headers.etag).toBe(etag);
          const letters = lettersOf.get(etag) ?? new Set();
          lettersOf.set(etag, letters);
          for (const letter of body) letters.add(letter);
        }
      }
    };
    const replace = async () => {
      for (const letter of 'abcdefghijkl') {
        await writeFile(`${onDisk}.part`, `%PDF-1.7 ${letter.repeat(content.length - 9)}`);
        await rename(`${onDisk}.part`, onDisk);
        await scanNames();
        // Every third is there for so long that nginx sends it.
        const wanted = () => ('cfil'.includes(letter) ? byNginx() : [...lettersOf]);
        const isRead = () => wanted().some(([, letters]) => letters.has(letter));
        await expect.poll(isRead, { interval: 5 }).toBe(true);
      }
      over.abort();
    };
    await Promise.all([replace(), read(), read(), read()]);
    const versions = [...lettersOf.values()].map((letters) => [...letters].join(''));
    expect(versions.filter((letters) => letters.length !== 1 && letters !== '0123456789')).toEqual(
      [],
    );
    expect(byNginx().length).toBeGreaterThanOrEqual(4);
  });
});
