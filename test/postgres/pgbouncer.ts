import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { CleanUp } from '../clean-up.ts';
import { freePort, ordinaryUser } from './server.ts';

const programs = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'];

export function findPgBouncer(): string | null {
  return programs.find((file) => existsSync(file)) ?? null;
}

const startsWithinMs = 20_000;

/**
 * A real PgBouncer before this database, in transaction mode and with few connections, so that what one
 * transaction leaves behind in a connection would meet another. Gives its address.
 */
export async function startPgBouncer(cleanUp: CleanUp, databaseUrl: string): Promise<string> {
  const program = findPgBouncer();
  if (program === null)
    throw new Error('PgBouncer is not installed: node tools/install-programs.ts');
  const server = new URL(databaseUrl);
  const port = await freePort();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'egd-pgbouncer-'));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  const user = ordinaryUser();
  const settings = path.join(folder, 'pgbouncer.ini');
  await writeFile(path.join(folder, 'users.txt'), `"${server.username}" ""\n`);
  await writeFile(
    settings,
    `[databases]
* = host=${server.hostname} port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users.txt
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
`,
  );
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid);
  const bouncer = spawn(program, ['-q', settings], { ...user, cwd: folder, stdio: 'ignore' });
  cleanUp(async () => {
    if (bouncer.exitCode !== null) return;
    const ended = once(bouncer, 'exit');
    bouncer.kill('SIGTERM');
    await ended;
  });
  const url = Object.assign(new URL(databaseUrl), { port: String(port) }).href;
  await untilItAnswers(url);
  return url;
}

async function untilItAnswers(url: string): Promise<void> {
  const giveUpAt = performance.now() + startsWithinMs;
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await pause(50); // it tells nobody when it is ready
    } finally {
      await client.end().catch(() => {});
    }
  }
}
