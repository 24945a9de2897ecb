import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { login } from '#contract/auth.ts';
import { freePort } from '../test/postgres/server.ts';
import { serverCore, startOn, stop } from './children.ts';
import { reader } from './corpus.ts';

export type LibraryServer = {
  pid: number;
  url: string;
  /** Those of a reader who is signed in. */
  headers: Record<string, string>;
  /** The longest milliseconds of processor time that the event loop is held while `work` runs. */
  watchLoop: (work: () => Promise<unknown>) => Promise<number>;
  stop: () => Promise<void>;
};

/** Starts the server on one core, as an operator would, over a library with the corpus's reader, and signs in. */
export async function startServer(env: { DATA_DIR: string }): Promise<LibraryServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const main = path.join(import.meta.dirname, '..', 'server', 'main.js');
  // As server/main.js would start itself once more, which it cannot with a channel.
  const watch = path.join(import.meta.dirname, 'loop-watch.js');
  const flags = ['--max-semi-space-size=8', '--import', watch];
  const child = startOn(serverCore, [process.execPath, ...flags, main], {
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
  if (child.pid === undefined) throw new Error('The server has no pid.');
  return {
    pid: child.pid,
    url,
    headers: { cookie: await signIn(url), 'accept-encoding': 'br' },
    watchLoop: (work) => watchLoop(child, work),
    stop: () => stop(child),
  };
}

async function waitForAnswer(child: ChildProcess, url: string): Promise<void> {
  for (let attempt = 0; attempt < 300 && child.exitCode === null; attempt++) {
    const answered = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    );
    if (answered) return;
    await pause(50);
  }
  throw new Error(`The server does not answer at ${url}.`);
}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}${login.url}`, {
    method: login.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: reader.name, password: reader.password }),
  });
  const [cookie] = answer.headers.getSetCookie();
  if (!answer.ok || cookie === undefined) throw new Error(`No sign-in: ${await answer.text()}`);
  return cookie.split(';', 1).join('');
}

async function watchLoop(child: ChildProcess, work: () => Promise<unknown>): Promise<number> {
  child.send('watch');
  await work();
  const reported = once(child, 'message', { signal: AbortSignal.timeout(5000) });
  child.send('report');
  const [holdMs] = await reported;
  return Number(holdMs);
}
