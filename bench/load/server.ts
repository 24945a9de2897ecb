import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { login } from '#contract/auth.ts';
import { serverCore, startOn, stop } from '../children.ts';
import { reader } from '../corpus.ts';
import type { Served } from './wrk.ts';

export type LibraryServer = Served & {
  /** What the server sends for a path, as it goes over the wire: compressed. */
  get: (path: string) => Promise<Buffer>;
  /** Signs another account in and gives the cookie. */
  signIn: (account: Account) => Promise<string>;
  /** Sends JSON, and gives the JSON that comes back. */
  post: <T>(path: string, body: object) => Promise<T>;
  /** Measures how long the event loop is held while `work` runs. */
  watchLoop: (work: () => Promise<unknown>) => Promise<LoopReport>;
  stop: () => Promise<void>;
};

type Account = { name: string; password: string };

/** The longest time of each kind. */
export type LoopReport = {
  /** From one turn to the next, by the clock: our work, garbage collection, waiting for the core. */
  delayMs: number;
  /** From one turn to the next, in processor time of the thread: our work alone. */
  holdMs: number;
  /** One garbage collection; it is part of both. */
  collectionMs: number;
};

const root = path.join(import.meta.dirname, '..', '..');

/** Starts the server as an operator would, over a library with the corpus's reader, and signs in. */
export async function startServer(
  env: { DATA_DIR: string } & Record<string, string>,
  cores: number | string = serverCore,
): Promise<LibraryServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const watch = path.join(import.meta.dirname, 'loop-watch.js');
  const main = path.join(root, 'server', 'main.js');
  // As server/main.js would start itself once more, which it cannot with a channel.
  const flags = ['--max-semi-space-size=8', '--import', watch];
  const child = startOn(cores, [process.execPath, ...flags, main], {
    stdio: ['ignore', 2, 2, 'ipc'],
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: String(port),
      LOG_LEVEL: 'warn',
      MALLOC_ARENA_MAX: '2',
      SEARCH: 'off', // building an index takes minutes of a core; bench/search.ts measures it
      ...env,
    },
  });
  await waitForAnswer(child, `${url}/readyz`);
  const cookie = await signIn(url, reader);
  const headers = { cookie, 'accept-encoding': 'br' };
  if (child.pid === undefined) throw new Error('The server has no pid.');
  return {
    pid: child.pid,
    url,
    headers,
    get: (at) => get(`${url}${at}`, headers),
    signIn: (account) => signIn(url, account),
    post: (at, body) => post(`${url}${at}`, cookie, body),
    watchLoop: (work) => watchLoop(child, work),
    stop: () => stop(child),
  };
}

/** A port of this machine that is not in use. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

/** Waits until the process answers at this address; fails when it ends instead. */
export async function waitForAnswer(child: ChildProcess, url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    if (child.exitCode !== null) break;
    const answered = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (answered) return;
    await pause(50);
  }
  throw new Error(`${child.spawnargs.join(' ')} does not answer at ${url}.`);
}

// Not with `fetch`, which decompresses.
async function get(url: string, headers: Record<string, string>): Promise<Buffer> {
  const asked = request(url, { headers }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const bytes = await buffer(answer);
  if (answer.statusCode !== 200) throw new Error(`${url} answers ${answer.statusCode}: ${bytes}`);
  return bytes;
}

async function post<T>(url: string, cookie: string, body: object): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T; // the caller knows the call
}

async function signIn(url: string, { name: username, password }: Account): Promise<string> {
  const answer = await fetch(`${url}${login.url}`, {
    method: login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  const [cookie] = answer.headers.getSetCookie();
  if (!answer.ok || cookie === undefined) throw new Error(`No sign-in: ${await answer.text()}`);
  return cookie.split(';', 1).join('');
}

async function watchLoop(child: ChildProcess, work: () => Promise<unknown>): Promise<LoopReport> {
  child.send('watch');
  await pause(50);
  await work();
  await pause(50);
  const reported = once(child, 'message', { signal: AbortSignal.timeout(5000) });
  child.send('report');
  const [report] = await reported;
  return report as LoopReport; // loop-watch.js sends nothing else
}
