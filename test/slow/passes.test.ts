import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  mkdir,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { errorHeader, logout } from '#contract/calls.ts';
import { pdfAddress, pdfFileName } from '#contract/file-name.ts';
import { type Answer, ask, hasNginx, startNginx } from '../behind-nginx.ts';
import { slotMs } from '../../server/db/withdraw-passes.ts';
import { startReading, temporaryFolder } from '../harness.ts';

const mayBeSkipped = process.env['NOTHING_SKIPPED'] === undefined;
const root = path.join(import.meta.dirname, '..', '..');
const entry = { doc_num: "Größe $uri 7#1%41;' &+=,~{}", language: 'DE', doc_rev: '50%' };
const plain = { doc_num: 'AM-1', language: 'EN', doc_rev: '1' };
const folder = 'unter ordner? $1';
const content = `%PDF-1.7 ${'0123456789'.repeat(20_000)}`;

/** A library that gives passes, nginx before it, and a reader who has opened the PDF of an entry. */
async function startBehindNginx(of = plain) {
  const shareDir = await temporaryFolder(onTestFinished);
  const passes = await temporaryFolder(onTestFinished);
  await chmod(shareDir, 0o755);
  await chmod(passes, 0o711);
  await mkdir(path.join(shareDir, folder));
  const file = `${folder}/${pdfFileName(of)}`;
  const library = await startReading(onTestFinished, {
    env: {
      SHARE_DIR: shareDir,
      TRUST_PROXY: '127.0.0.1',
      ACCEL_REDIRECT: '/_documents/',
      ACCEL_PASSES: passes,
      PUBLIC_URL: 'https://library.example',
      ACCESS_AUDIT: 'all',
    },
    entries: [of],
    files: { [file]: content },
  });
  const onDisk = path.join(shareDir, file);
  const anHourAgo = new Date(Date.now() - 3_600_000);
  await utimes(onDisk, anHourAgo, anHourAgo);
  await library.scanNames();
  let asked = 0;
  library.app.server.on('request', () => void asked++);
  const url = await startNginx(onTestFinished, {
    library: await library.listen(),
    shareDir,
    passes,
  });
  const address = pdfAddress(of);
  let pass = '';
  let session = library.cookie;
  const through = async (headers: Record<string, string> = {}, at = address, method?: string) => {
    const cookie = `${session}; egd_pass=${pass}`;
    const answer = await ask(
      `${url}${at}`,
      { host: 'library.example', cookie, ...headers },
      method,
    );
    pass = /egd_pass=([\w-]+)/.exec(String(answer.headers['set-cookie']))?.[1] ?? pass;
    return answer;
  };
  const { etag = '' } = (await through({}, address, 'HEAD')).headers;
  const part = (headers: Record<string, string> = {}, at?: string) =>
    through({ range: 'bytes=10-19', 'if-match': etag, ...headers }, at);
  /** An answer, and whether the library was asked for it. */
  const told = async (answer: Promise<Answer>) => {
    const before = asked;
    const { status, body } = await answer;
    return { status, body, asked: asked > before };
  };
  /** Reads on until nginx sends a part by itself: where a slot ends just now, the next has to begin. */
  const readOn = async (headers?: Record<string, string>): Promise<Answer> => {
    const before = asked;
    const answer = await part(headers);
    if (asked > before) return readOn(headers); // the test's own limit ends it
    expect(answer.status).toBe(206);
    return answer;
  };
  return {
    ...library,
    address,
    onDisk,
    etag,
    shareDir,
    through,
    part,
    told,
    readOn,
    pass: () => pass,
    setCookie: (cookie: string) => void (session = cookie),
  };
}

/** A process of its own, as an administrator would start it. */
async function runCommand(dataDir: string, ...words: string[]): Promise<void> {
  const program = path.join(root, 'cli', 'main.js');
  const child = spawn(process.execPath, [program, ...words], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number];
  expect([words, code]).toEqual([words, 0]);
}

// nginx adds its own name, its connection and the time.
function headersOf({ headers }: Pick<Answer, 'headers'>) {
  const { date: _, server: _s, connection: _c, 'keep-alive': _k, ...rest } = headers;
  const { 'x-request-id': id, 'accept-ranges': _a, 'set-cookie': _p, ...others } = rest;
  expect(id).toMatch(/^[0-9a-f-]{32,36}$/);
  return others;
}

describe.skipIf(!hasNginx && mayBeSkipped)('passes, with nginx before the library', () => {
  test('parts are sent without asking, with the headers of those that were asked about', async () => {
    const library = await startBehindNginx();
    const { readOn, told, part, app, address, etag, cookie } = library;
    const sent = await readOn({ range: 'bytes=100-65635' });
    const direct = await app.inject({
      url: address,
      remoteAddress: '10.9.9.9',
      headers: { host: 'library.example', cookie, range: 'bytes=100-65635' },
    });
    const ours = direct.headers as IncomingMessage['headers']; // none of them is a number by now
    expect([sent.status, sent.body]).toEqual([206, content.slice(100, 65_636)]);
    expect(headersOf(sent)).toEqual({
      ...headersOf({ headers: { ...ours, 'x-request-id': '0'.repeat(32) } }),
      etag,
      'content-disposition': 'inline', // nobody asks for its name in the middle of a file
    });
    await readOn();
    expect((await told(part({ range: `bytes=10-${content.length * 2}` }))).body).toBe(
      content.slice(10),
    );
  });

  test('names with every odd character are sent by a pass, too', async () => {
    const { readOn } = await startBehindNginx(entry);
    expect((await readOn()).body).toBe(content.slice(10, 20));
  });

  test('what begins at the first byte, or is unusual, is asked about', async () => {
    const { readOn, told, part, through, etag, address, pass, cookie, app } =
      await startBehindNginx();
    const { headers } = await part();
    const modified = String(headers['last-modified']);
    const requests: (() => Promise<Answer>)[] = [
      () => part({ range: 'bytes=0-9' }),
      () => part({ range: 'bytes=10-' }),
      () => part({ range: 'bytes=-9' }),
      () => part({ range: 'bytes=1-2,4-5' }),
      () => part({ range: 'bytes=010-19' }),
      () => part({ 'if-match': '*' }),
      () => part({ 'if-match': `${etag}, "x"` }),
      () => part({ 'if-match': `W/${etag}` }),
      () => part({ 'if-none-match': '"x"' }),
      () => part({ 'if-range': etag }),
      () => part({ 'if-modified-since': modified }),
      () => part({ 'if-unmodified-since': modified }),
      () => through({ range: 'bytes=10-19' }),
      () => through({ 'if-match': etag }),
      () => part({}, `${address}?download`),
      () => part({ host: 'elsewhere.example' }),
      () => part({ cookie }),
      () => part({ cookie: `egd_pass=${pass().slice(1)}` }),
      () => part({ cookie: `egd_pass=${'A'.repeat(43)}` }),
      () => part({ cookie: `egd_pass=${pass()}/../${pass()}` }),
      () => part({ cookie: `egd_pass=../${pass()}` }),
      () => part({ cookie: `egd_pass=${'.'.repeat(43)}` }),
      () => part({}, address.replace('AM-1', 'am-1')),
      () => part({}, address.replace('/AM-1', '/%2e%2e%2fAM-1')),
      () => part({}, `${address}%2f${path.basename(address)}`),
      () => part({}, '/document/egd-lib/%2e%2e'),
      () => through({ range: 'bytes=10-19', 'if-match': etag }, address, 'HEAD'),
      () => through({ range: 'bytes=10-19', 'if-match': etag }, address, 'POST'),
    ];
    for (const [index, request] of requests.entries()) {
      await readOn();
      expect([index, (await told(request())).asked]).toEqual([index, true]);
    }
    // Everything at once in a header must not be taken for the headers after it.
    await readOn();
    const slot = Math.floor(Date.now() / slotMs);
    const crafted = `bytes=10-19:${etag}::${pass()}:${slot}0.000`;
    expect((await told(part({ range: crafted }))).asked).toBe(true);
    expect(app.server.listening).toBe(true);
  });

  test('a pass is for one session and one file', async () => {
    const library = await startBehindNginx();
    const { readOn, part, told, address, add, put, onDisk, pass } = library;
    await add({ ...plain, doc_rev: '2' });
    await put(`${folder}/${pdfFileName({ ...plain, doc_rev: '2' })}`, content);
    const { atime, mtime } = await stat(onDisk);
    await utimes(onDisk.replace('_1.pdf', '_2.pdf'), atime, mtime);
    await library.scanNames();
    await readOn();
    const other = await told(part({}, address.replace('_1.pdf', '_2.pdf')));
    expect(other).toEqual({ status: 206, body: content.slice(10, 20), asked: true });
    await library.addUser('second', 'EGD_LIB');
    const second = await library.signIn('second');
    await readOn();
    const first = pass();
    const theirs = await part({ cookie: second });
    expect(String(theirs.headers['set-cookie'])).toMatch(/egd_pass=[\w-]{43};.*HttpOnly; Secure/);
    expect(pass()).not.toBe(first);
  });

  test('whoever may not read any more does not get the next part', async () => {
    const library = await startBehindNginx();
    const { readOn, part, told, db, config, app } = library;
    const { dataDir } = config;
    const roles = () => db.insertInto('user_roles').values({ user_id: 1, role_name: 'EGD_LIB' });
    const command = (...words: string[]) => runCommand(dataDir, ...words);
    const ways: Record<string, [() => Promise<unknown>, number, () => Promise<unknown>]> = {
      'a role taken away by the server': [
        () => db.deleteFrom('user_roles').execute(),
        403,
        () => roles().execute(),
      ],
      'a role taken away by a command': [
        () => command('user', 'role', 'reader', '--remove', 'EGD_LIB'),
        403,
        () => command('user', 'role', 'reader', '--add', 'EGD_LIB'),
      ],
      'an account disabled by a command': [
        () => command('user', 'disable', 'reader'),
        401,
        () => command('user', 'enable', 'reader'),
      ],
    };
    for (const [how, [take, status, giveBack]] of Object.entries(ways)) {
      library.setCookie(await library.signIn('reader'));
      await readOn();
      await take();
      expect([how, await told(part())]).toMatchObject([how, { status, asked: true }]);
      await giveBack();
    }
    const ends: Record<string, (cookie: string) => Promise<unknown>> = {
      'sessions ended by a command': () => command('user', 'sessions', 'reader', '--end'),
      'signed out': (cookie) =>
        app.inject({
          url: logout.url,
          headers: { cookie, host: 'library.example', 'sec-fetch-site': 'same-origin' },
        }),
    };
    for (const [how, end] of Object.entries(ends)) {
      const cookie = await library.signIn('reader');
      library.setCookie(cookie);
      await readOn();
      await end(cookie);
      expect([how, await told(part())]).toMatchObject([how, { status: 401, asked: true }]);
    }
  });

  test('an entry that is deleted is asked about', async () => {
    const library = await startBehindNginx();
    const { readOn, part, told, db } = library;
    await readOn();
    await db.deleteFrom('documents').execute();
    expect(await told(part())).toMatchObject({ status: 404, asked: true });
  });

  test('a file that was replaced, in whichever way, gives no byte', async () => {
    const library = await startBehindNginx();
    const { readOn, part, onDisk, scanNames, shareDir } = library;
    const facts = await stat(onDisk);
    const other = content.replaceAll('0', 'x');
    const inPlace = (text: string) => writeFile(onDisk, text);
    const renamed = async (text: string) => {
      await writeFile(`${onDisk}.part`, text);
      await rename(`${onDisk}.part`, onDisk);
    };
    const outside = path.join(await temporaryFolder(onTestFinished), path.basename(onDisk));
    const ways: Record<string, [() => Promise<unknown>, string]> = {
      'other bytes in place': [() => inPlace(other), 'precondition_failed'],
      'cut off': [() => inPlace(content.slice(0, 1000)), 'precondition_failed'],
      'another file in its place': [() => renamed(other), 'precondition_failed'],
      'another one of the same second, longer': [
        async () => {
          await renamed(`${other}more`);
          await utimes(onDisk, facts.atime, facts.mtime);
        },
        'precondition_failed',
      ],
      gone: [() => rm(onDisk), 'file_changing'],
      'a link to the same bytes elsewhere': [
        async () => {
          await chmod(path.dirname(outside), 0o755);
          await rename(onDisk, outside);
          await symlink(outside, onDisk);
        },
        'file_changing',
      ],
      'a folder': [
        async () => {
          await rm(onDisk);
          await mkdir(onDisk);
        },
        'file_changing',
      ],
    };
    for (const [how, [change, code]] of Object.entries(ways)) {
      await readOn();
      await change();
      const { body, headers, status } = await part();
      const said = JSON.parse(body) as { code: string; request_id: string };
      // Where the pass has ended meanwhile, the library says that it is changing.
      expect([code, 'file_changing']).toContain(said.code);
      expect([how, headers[errorHeader], said.request_id]).toEqual([
        how,
        said.code,
        expect.stringMatching(/^[0-9a-f]{32}$/),
      ]);
      expect([412, 503]).toContain(status);
      await rm(onDisk, { recursive: true, force: true });
      await inPlace(content);
      await utimes(onDisk, facts.atime, facts.mtime);
      await scanNames();
    }
    expect((await readdir(shareDir)).length).toBe(1);
  });

  test('bytes that a file has not are refused as by the library', async () => {
    const { readOn, part } = await startBehindNginx();
    await readOn();
    const { status, body, headers } = await part({ range: 'bytes=9999998-9999999' });
    expect([status, headers['content-range'], JSON.parse(body).code]).toEqual([
      416,
      `bytes */${content.length}`,
      'range_not_satisfiable',
    ]);
  });

  test('where the library has gone, passes end with their tens of seconds', async () => {
    const { readOn, part, app } = await startBehindNginx();
    await readOn();
    app.server.closeAllConnections();
    app.server.close();
    const ends = slotMs - (Date.now() % slotMs);
    await pause(ends + 100); // nginx's clock is a moment late
    expect((await part()).status).toBe(502);
  });
});
