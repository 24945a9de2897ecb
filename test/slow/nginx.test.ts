import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { pdfAddress } from '#contract/file-name.ts';
import { startReading, temporaryFolder } from '../harness.ts';
import { freePort } from '../postgres/server.ts';

const root = path.join(import.meta.dirname, '..', '..');
const hasNginx = spawnSync('nginx', ['-v']).status === 0;
const mayBeSkipped = process.env['NOTHING_SKIPPED'] === undefined;
const entry = { doc_num: 'Größe 7#1', language: 'DE', doc_rev: '50%' };
const content = `%PDF-1.7 ${'0123456789'.repeat(20_000)}`;

/** The nginx of deploy/nginx, with this machine's ports and folders. */
async function startNginx(library: string, shareDir: string): Promise<string> {
  const home = await temporaryFolder(onTestFinished);
  await chmod(home, 0o755);
  const port = await freePort();
  const words = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost'.split(' ');
  const [key, certificate] = [path.join(home, 'key.pem'), path.join(home, 'certificate.pem')];
  const made = spawnSync('openssl', [...words, '-keyout', key, '-out', certificate]);
  expect(made.status).toBe(0);
  const ours = (await readFile(path.join(root, 'deploy', 'nginx', 'egd-library.conf'), 'utf8'))
    .replace('server 127.0.0.1:3000;', `server ${new URL(library).host};`)
    .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`)
    .replaceAll('/srv/standards/', `${shareDir}/`)
    .replace('/etc/ssl/certs/library.example.pem', certificate)
    .replace('/etc/ssl/private/library.example.key', key);
  await writeFile(path.join(home, 'egd-library.conf'), ours);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    path.join(home, 'nginx.conf'),
    `worker_processes 1; pid nginx.pid; error_log stderr warn; events { worker_connections 256; }
    http { access_log off; ${temporary.map((name) => `${name}_temp_path ${name};`).join(' ')}
      include egd-library.conf; }`,
  );
  const start = ['-p', home, '-e', 'stderr', '-c', 'nginx.conf'];
  const tried = spawnSync('nginx', [...start, '-t'], { encoding: 'utf8' });
  expect([tried.status, tried.stderr]).toEqual([0, expect.stringContaining('test is successful')]);
  const nginx = spawn('nginx', [...start, '-g', 'daemon off;'], { stdio: 'inherit' });
  onTestFinished(async () => {
    const ended = once(nginx, 'exit');
    nginx.kill('SIGTERM');
    await ended;
  });
  return `https://127.0.0.1:${port}`;
}

const agent = new Agent({ rejectUnauthorized: false, keepAlive: true });
type Answer = { status: number | undefined; body: string; headers: IncomingMessage['headers'] };

async function ask(url: string, headers: Record<string, string>, method = 'GET'): Promise<Answer> {
  const asked = request(url, { agent, method, headers }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const body = (await buffer(answer)).toString();
  return { status: answer.statusCode, body, headers: answer.headers };
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

test.skipIf(!hasNginx && mayBeSkipped)(
  'PDFs that nginx sends for the library are answered as the library would, header by header',
  async () => {
    const shareDir = await temporaryFolder(onTestFinished);
    await chmod(shareDir, 0o755);
    await mkdir(path.join(shareDir, 'unter ordner'));
    const library = await startReading(onTestFinished, {
      env: {
        SHARE_DIR: shareDir,
        TRUST_PROXY: '127.0.0.1',
        ACCEL_REDIRECT: '/_documents/',
        PUBLIC_URL: 'https://library.example',
      },
      entries: [entry],
      files: { 'unter ordner/Größe 7#1_DE_50%.pdf': content },
    });
    const url = await startNginx(await library.listen(), shareDir);
    const address = pdfAddress(entry);
    const host = { host: 'library.example', cookie: library.cookie };
    const through = (headers: Record<string, string>, method?: string) =>
      ask(`${url}${address}`, { ...host, ...headers }, method);
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
    for (;;) {
      if (
        await ask(`${url}/healthz`, host).then(
          ({ status }) => status === 200,
          () => false,
        )
      )
        break;
      await pause(50); // nginx does not say when it listens
    }

    const { etag = '', 'last-modified': modified = '' } = (await through({}, 'HEAD')).headers;
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
    expect(essence(await through({}, 'HEAD'))).toEqual(essence(await direct({}, 'HEAD')));
    expect((await through({ cookie: '' })).status).toBe(401);
    expect((await ask(`${url}/_documents/unter%20ordner/x.pdf`, host)).status).toBe(404);
    expect((await ask(`${url}/metrics`, host)).status).toBe(403);
  },
);
