import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { CleanUp } from '../clean-up.ts';

/** How PostgreSQL is ended: after its transactions, at once, or not at all. */
export type Ending = 'fast' | 'immediate' | 'kill';

const signals = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const;
const startsWithinMs = 60_000;

/** The folder of PostgreSQL's programs, the newest that is installed; null where there is none. */
export function findPostgres(): string | null {
  const installed = globSync('/usr/lib/postgresql/*/bin/initdb').map((file) => path.dirname(file));
  const newest = installed.toSorted((a, b) => versionIn(b) - versionIn(a))[0];
  if (newest !== undefined) return newest;
  const asked = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' });
  const bindir = asked.status === 0 ? asked.stdout.trim() : '';
  return existsSync(path.join(bindir, 'initdb')) ? bindir : null;
}

function versionIn(folder: string): number {
  return Number(path.basename(path.dirname(folder)));
}

/** A real PostgreSQL in a temporary folder, on a free port of this machine, run by an ordinary user. */
export class TemporaryPostgres {
  readonly #bin: string;
  readonly #folder: string;
  readonly #settings: Record<string, string>;
  readonly port: number;
  #process: ChildProcess | null = null;

  private constructor(bin: string, folder: string, port: number, settings: Record<string, string>) {
    this.#bin = bin;
    this.#folder = folder;
    this.port = port;
    this.#settings = settings;
  }

  static async start(
    cleanUp: CleanUp,
    settings: Record<string, string> = {},
  ): Promise<TemporaryPostgres> {
    const bin = findPostgres();
    if (bin === null)
      throw new Error('PostgreSQL is not installed: node tools/install-programs.ts');
    const folder = await ownFolder(cleanUp);
    // Texts are compared by a language's rules where the schema does not say otherwise: it must.
    const locale = ['--locale=C', '--locale-provider=icu', '--icu-locale=en'];
    const options = ['--encoding=UTF8', '--auth=trust', '--username=owner', '--no-sync', ...locale];
    execFileSync(path.join(bin, 'initdb'), ['-D', folder, ...options], {
      ...ordinaryUser(),
      cwd: folder,
    });
    const server = new TemporaryPostgres(bin, folder, await freePort(), settings);
    cleanUp(() => server.end('immediate'));
    await server.start();
    return server;
  }

  /** A second server that has what this one has, and takes no writes. */
  async startReplica(cleanUp: CleanUp): Promise<TemporaryPostgres> {
    const folder = await ownFolder(cleanUp);
    const from = ['-h', '127.0.0.1', '-p', String(this.port), '-U', 'owner'];
    const options = ['-D', folder, '--write-recovery-conf', '--no-sync', '--checkpoint=fast'];
    execFileSync(path.join(this.#bin, 'pg_basebackup'), [...from, ...options], {
      ...ordinaryUser(),
      cwd: os.tmpdir(),
      stdio: 'ignore',
    });
    const replica = new TemporaryPostgres(this.#bin, folder, await freePort(), this.#settings);
    cleanUp(() => replica.end('immediate'));
    await replica.start();
    return replica;
  }

  get pid(): number {
    if (this.#process?.pid === undefined) throw new Error('PostgreSQL does not run.');
    return this.#process.pid;
  }

  /** The address of one of its databases. */
  url(database = 'postgres', user = 'owner'): string {
    return `postgres://${user}@127.0.0.1:${this.port}/${database}`;
  }

  async start(): Promise<void> {
    const settings = {
      port: String(this.port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: this.#folder,
      max_connections: '200',
      log_min_messages: 'fatal',
      ...this.#settings,
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    this.#process = spawn(path.join(this.#bin, 'postgres'), ['-D', this.#folder, ...options], {
      ...ordinaryUser(),
      cwd: this.#folder,
      stdio: 'ignore',
    });
    await this.#untilItAnswers();
  }

  async end(how: Ending): Promise<void> {
    const running = this.#process;
    this.#process = null;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill(signals[how]);
    await ended;
  }

  /** Asks for one statement as the server's owner. */
  async ask(statement: string, database = 'postgres'): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: this.url(database) });
    await client.connect();
    try {
      return (await client.query(statement)).rows;
    } finally {
      await client.end();
    }
  }

  async #untilItAnswers(): Promise<void> {
    const giveUpAt = performance.now() + startsWithinMs;
    for (;;) {
      try {
        await this.ask('select 1');
        return;
      } catch (error) {
        const hasEnded = this.#process === null || this.#process.exitCode !== null;
        if (hasEnded || performance.now() > giveUpAt) throw error;
        await pause(50); // it tells nobody when it is ready
      }
    }
  }
}

/** A new folder that belongs to PostgreSQL's user. */
export async function ownFolder(cleanUp: CleanUp): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'egd-postgres-'));
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  const { uid, gid } = ordinaryUser();
  if (uid !== undefined && gid !== undefined) await chown(folder, uid, gid);
  return folder;
}

/** PostgreSQL refuses to run as root: it runs as the user that its package makes, or as nobody. */
export function ordinaryUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((what) =>
      spawnSync('id', [what, name], { encoding: 'utf8' }),
    );
    if (uid?.status === 0 && gid?.status === 0) {
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    }
  }
  throw new Error('There is no ordinary user to run PostgreSQL.');
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
