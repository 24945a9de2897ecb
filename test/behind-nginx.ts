import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { CleanUp } from './clean-up.ts';
import { deployedNginx, type Place } from './deployed-nginx.ts';
import { temporaryFolder } from './harness.ts';
import { freePort } from './postgres/server.ts';

export const hasNginx = spawnSync('nginx', ['-v']).status === 0;

/** Starts the nginx of deploy/nginx before a library, and gives its address. */
export async function startNginx(
  cleanUp: CleanUp,
  { library, ...place }: Pick<Place, 'library' | 'shareDir'>,
): Promise<string> {
  const home = await temporaryFolder(cleanUp);
  await chmod(home, 0o755);
  const port = await freePort();
  const curve = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1';
  const words = `req -x509 ${curve} -nodes -days 2 -subj /CN=localhost`.split(' ');
  const tls = { key: path.join(home, 'key.pem'), certificate: path.join(home, 'certificate.pem') };
  run('openssl', [...words, '-keyout', tls.key, '-out', tls.certificate]);
  const ours = deployedNginx({
    ...place,
    library: new URL(library).host,
    listen: `127.0.0.1:${port}`,
    socket: path.join(home, 'http.sock'),
    tls,
  });
  await writeFile(path.join(home, 'egd-library.conf'), ours);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  await writeFile(
    path.join(home, 'nginx.conf'),
    `worker_processes 1; pid nginx.pid; error_log stderr warn; events { worker_connections 256; }
    http { access_log off; ${temporary.map((name) => `${name}_temp_path ${name};`).join(' ')}
      include egd-library.conf; }`,
  );
  const start = ['-p', home, '-e', 'stderr', '-c', 'nginx.conf'];
  run('nginx', [...start, '-t']);
  const nginx = spawn('nginx', [...start, '-g', 'daemon off;'], { stdio: 'inherit' });
  cleanUp(async () => {
    const ended = once(nginx, 'exit');
    nginx.kill('SIGTERM');
    await ended;
  });
  const url = `https://127.0.0.1:${port}`;
  for (;;) {
    const up = await ask(`${url}/healthz`, { host: 'library.example' }).catch(() => null);
    if (up?.status === 200) return url;
    await pause(50); // nginx does not say when it listens
  }
}

function run(program: string, words: string[]): void {
  const { status, stderr } = spawnSync(program, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`);
}

const agent = new Agent({ rejectUnauthorized: false, keepAlive: true });
export type Answer = {
  status: number | undefined;
  body: string;
  headers: IncomingMessage['headers'];
};

export async function ask(
  url: string,
  headers: Record<string, string>,
  method = 'GET',
): Promise<Answer> {
  const asked = request(url, { agent, method, headers }).end();
  try {
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const body = (await buffer(answer)).toString();
    return { status: answer.statusCode, body, headers: answer.headers };
  } catch (error) {
    // nginx closes a connection after a 412 of its own: like a browser, we ask on another one.
    if (asked.reusedSocket) return ask(url, headers, method);
    throw error;
  }
}
