import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { serverCore, startOn } from '../children.ts';
import { waitForAnswer, freePort } from './server.ts';
import type { Served } from './wrk.ts';

/** Starts nginx with one process, serving the files of `root`. */
export async function startNginx(
  dir: string,
  options: { root: string; contentType: string; headers?: Record<string, string> },
): Promise<Served> {
  const port = await freePort();
  const home = path.join(dir, 'nginx');
  await mkdir(home);
  const config = path.join(home, 'nginx.conf');
  await writeFile(config, configOf(home, port, options));
  const child = startOn(serverCore, ['nginx', '-p', home, '-e', 'stderr', '-c', config], {
    stdio: ['ignore', 'ignore', 2],
  });
  const url = `http://127.0.0.1:${port}`;
  await waitForAnswer(child, `${url}/up`);
  if (child.pid === undefined) throw new Error('nginx has no pid.');
  return { pid: child.pid, url, headers: {} };
}

// In the foreground and without a master process: the one process is our child and stays on its
// core. Without logs. Without tcp_nopush: over the loopback, answers of 64 KiB and more would wait
// 40 ms for an acknowledgement, and nginx would send 1,700 ranges a second instead of 33,000.
function configOf(
  home: string,
  port: number,
  { root, contentType, headers = {} }: Parameters<typeof startNginx>[1],
): string {
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
  types { }
  default_type '${contentType}';
  server {
    listen 127.0.0.1:${port} backlog=1024;
    root ${root};
    location = /up { return 204; }
    ${Object.entries(headers)
      .map(([name, value]) => `add_header ${name} '${value}';`)
      .join('\n    ')}
  }
}
`;
}
