import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { serverCore, startOn } from './children.ts';
import { answering, freePort } from './server.ts';
import type { Served } from './wrk.ts';

/** The peer: nginx with one process, serving `root` as files under /. */
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
  await answering(child, `${url}/up`);
  if (child.pid === undefined) throw new Error('nginx has no pid.');
  return { pid: child.pid, url, headers: {} };
}

// In the foreground and without a master process, so that the one process is our child and stays
// on its core. Without logs, and without tcp_nopush: over the loopback that makes every answer of 64 KiB
// or more wait 40 ms for an acknowledgement, 1,700 ranges a second instead of 33,000.
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
