import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import type { CleanUp } from '../clean-up.ts';
import { password } from '../harness.ts';

const program = path.join(import.meta.dirname, '..', '..', 'server', 'main.js');

/** The real server, in a process of its own. */
export class ServerProcess {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  static async start(
    cleanUp: CleanUp,
    dir: string,
    env: Record<string, string> = {},
    main = program,
  ): Promise<ServerProcess> {
    const child = spawn(process.execPath, [main], {
      cwd: dir,
      env: { PATH: process.env['PATH'], DATA_DIR: dir, PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    cleanUp(async () => void child.kill('SIGKILL'));
    if (child.stdout === null) throw new Error('no log');
    const log = createInterface(child.stdout);
    for await (const line of log) {
      const url = /listening at (http:\/\/[\d.:]+)/.exec(line)?.[1];
      if (url === undefined) continue;
      child.stdout.resume(); // the rest of the log is nobody's
      return new ServerProcess(child, url);
    }
    throw new Error('The server ended before it listened.');
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('The server was not started.');
    return this.#child.pid;
  }

  /** Resident memory in megabytes, without the processes that scan and read. */
  get residentMegabytes(): number {
    const pages = Number(readFileSync(`/proc/${this.pid}/statm`, 'utf8').split(' ')[1]);
    return (pages * 4096) / 1e6;
  }

  /** Whether somebody is connected: a balancer that has noticed that it runs, for example. */
  get isConnected(): boolean {
    return this.connections > 0;
  }

  get connections(): number {
    return socketsAt(Number(new URL(this.url).port), 'established').size;
  }

  /** Kills just this process, after a look that it is the one that listens. */
  async kill(): Promise<void> {
    const port = Number(new URL(this.url).port);
    if (!listensOn(this.pid, port)) throw new Error(`Process ${this.pid} does not listen.`);
    const ended = once(this.#child, 'exit');
    process.kill(this.pid, 'SIGKILL');
    await ended;
    // A process that it was just starting holds the socket until it runs its own program.
    for (let tries = 0; socketsAt(port, 'listening').size > 0; tries++) {
      if (tries === 100) throw new Error(`Something still listens on ${port}.`);
      await pause(100);
    }
  }

  /** As the loss of its machine would: with the processes that scan and read for it. */
  async killWithChildren(): Promise<void> {
    process.kill(this.pid, 'SIGSTOP'); // or it would tell others of the children's end
    const children = readFileSync(`/proc/${this.pid}/task/${this.pid}/children`, 'utf8');
    for (const pid of children.trim().split(' ').filter(Boolean))
      process.kill(Number(pid), 'SIGKILL');
    await this.kill();
  }

  async stop(signal: 'SIGINT' | 'SIGTERM' = 'SIGINT'): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill(signal);
    await ended;
  }

  /** Signs in and gives the cookie. */
  signIn(username: string): Promise<string> {
    return signInAt(this.url, username);
  }
}

/** Signs in at this address and gives the cookie. */
export async function signInAt(url: string, username: string, word = password): Promise<string> {
  const answer = await fetch(`${url}/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: word }),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
  if (cookie === undefined) throw new Error(`${username} cannot sign in: ${await answer.text()}`);
  return cookie;
}

function listensOn(pid: number, port: number): boolean {
  const sockets = socketsAt(port, 'listening');
  return readdirSync(`/proc/${pid}/fd`).some((fd) => {
    try {
      return sockets.has(
        /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? '',
      );
    } catch {
      return false; // closed meanwhile
    }
  });
}

/** The inodes of the sockets that listen on a port: proc(5), /proc/net/tcp. */
// As Linux numbers them.
const states = { established: '01', listening: '0A' };

function socketsAt(port: number, wanted: keyof typeof states): Set<string> {
  const rows = readFileSync('/proc/net/tcp', 'utf8').trim().split('\n').slice(1);
  const columns = rows.map((row) => row.trim().split(/\s+/));
  const found = columns.filter(
    ([, local, , state]) =>
      state === states[wanted] && Number.parseInt(local?.split(':')[1] ?? '', 16) === port,
  );
  return new Set(found.map((row) => row[9] ?? ''));
}
