import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { deployedNginx } from '../../test/deployed-nginx.ts';
import { serverCore, startOn } from '../children.ts';
import { waitForAnswer, freePort } from './server.ts';
import type { Served } from './wrk.ts';

type Files = { root: string; contentType: string; headers?: Record<string, string> };

/** Starts nginx with one process, serving the files of `root`. */
export async function startNginx(
  dir: string,
  { root, contentType, headers = {} }: Files,
): Promise<Served> {
  const added = Object.entries(headers).map(([name, value]) => `add_header ${name} '${value}';`);
  const port = await freePort();
  const server = `server {
    listen 127.0.0.1:${port} backlog=1024;
    location = /up { return 204; }
    types { }
    default_type '${contentType}';
    root ${root};
    ${added.join('\n    ')}
  }`;
  return startOne(path.join(dir, 'nginx'), port, server, '/up');
}

/** Starts nginx before a library with ACCEL_REDIRECT, as in deploy/nginx but without TLS. */
export async function startNginxBefore(
  dir: string,
  library: Served,
  shareDir: string,
): Promise<Served> {
  const home = path.join(dir, 'nginx-before');
  const port = await freePort();
  const deployed = deployedNginx({
    library: new URL(library.url).host,
    listen: `127.0.0.1:${port} backlog=1024`,
    socket: path.join(home, 'http.sock'),
    serverName: '127.0.0.1',
    tls: null,
    shareDir,
  });
  const started = await startOne(home, port, deployed, '/healthz');
  return { ...started, headers: library.headers, besides: [library.pid] };
}

async function startOne(home: string, port: number, servers: string, up: string): Promise<Served> {
  await mkdir(home);
  const config = path.join(home, 'nginx.conf');
  await writeFile(config, configOf(home, servers));
  const child = startOn(serverCore, ['nginx', '-p', home, '-e', 'stderr', '-c', config], {
    stdio: ['ignore', 'ignore', 2],
  });
  const url = `http://127.0.0.1:${port}`;
  await waitForAnswer(child, `${url}${up}`);
  if (child.pid === undefined) throw new Error('nginx has no pid.');
  return { pid: child.pid, url, headers: {} };
}

// In the foreground and without a master process: the one process is our child and stays on its
// core. Without logs. Without tcp_nopush: over the loopback, answers of 64 KiB and more would wait
// 40 ms for an acknowledgement, and nginx would send 1,700 ranges a second instead of 33,000.
function configOf(home: string, servers: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off;
master_process off;
worker_processes 1;
pid ${home}/nginx.pid;
error_log stderr warn;
events { worker_connections 1024; }
http {
  ${temporary.map((name) => `${name}_temp_path ${home}/${name};`).join('\n  ')}
  access_log off;
  sendfile on;
  keepalive_requests 100000000;
  ${servers}
}
`;
}
