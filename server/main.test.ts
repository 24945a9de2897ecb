import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createConnection, type Socket } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { newDatabaseEnv } from '../test/databases.ts';
import { entryOf, password, temporaryFolder } from '../test/harness.ts';
import { addUser } from './auth/accounts.ts';
import { changeLibrary } from './changes/change.ts';
import { saveEntries } from './catalogue/entries.ts';
import { readConfig } from './config/config.ts';
import { openLibrary } from './library.ts';

const program = path.join(import.meta.dirname, 'main.js');

async function start(folder: string, env: Record<string, string> = {}): Promise<ChildProcess> {
  const database = await newDatabaseEnv(onTestFinished);
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: { PATH: process.env['PATH'], DATA_DIR: folder, PORT: '0', ...database, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Reads the log until a line has these words, and gives the address it listens on. */
async function logLine(child: ChildProcess, words: string): Promise<string> {
  if (child.stdout === null) throw new Error('no log');
  for await (const line of createInterface(child.stdout)) if (line.includes(words)) return line;
  throw new Error(`The server ended without saying "${words}".`);
}

/** Looks whole from both ends. */
function pdfOf(bytes: number): Buffer {
  const pdf = Buffer.alloc(bytes);
  pdf.write('%PDF-1.7');
  pdf.write('%%EOF', bytes - 5);
  return pdf;
}

test('with faulty settings it says them all and does not start', async () => {
  const child = await start(await temporaryFolder(onTestFinished), {
    PORT: 'x',
    TRUST_PROXY: 'all',
  });
  const [err, [code]] = await Promise.all([
    child.stderr === null ? '' : text(child.stderr),
    once(child, 'close') as Promise<[number]>,
  ]);
  expect(code).toBe(1);
  expect(err).toMatch(/^The settings contain 2 faults:\n {2}- PORT .+\n {2}- TRUST_PROXY .+\n$/);
});

test('with no account it says how to add one', async () => {
  const child = await start(await temporaryFolder(onTestFinished));
  expect(await logLine(child, 'no account')).toContain(
    'no account exists yet: npm run library -- user add NAME --role EGD_LIB',
  );
});

test('asked to end, it stops accepting, finishes what is under way, and goes', async () => {
  const folder = await temporaryFolder(onTestFinished);
  const database = await newDatabaseEnv(onTestFinished);
  const library = await openLibrary(readConfig({ DATA_DIR: folder, ...database }));
  const { db } = library;
  await addUser(db, { name: 'reader', password, roles: ['EGD_LIB'] }, new Date());
  await changeLibrary(library, { user: 'jsmith' }, (tx, change) =>
    saveEntries(tx, [entryOf({})], change),
  );
  await db.destroy();
  const bytes = 64 * 1024 * 1024;
  await mkdir(path.join(folder, 'documents'));
  await writeFile(path.join(folder, 'documents', 'AM-1_EN_1.pdf'), pdfOf(bytes));
  const child = await start(folder, { SCAN_EVERY_SECONDS: '1', ...database });
  const line = await logLine(child, 'listening');
  const url = /http:\/\/[\d.:]+/.exec(line)?.[0] ?? '';
  const login = await fetch(`${url}/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'reader', password }),
  });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const read = () => fetch(`${url}/document/egd-lib/AM-1_EN_1.pdf`, { headers: { cookie } });
  let reading = await read();
  while (reading.status !== 200) {
    await pause(100); // until two scans found it the same; asked without a pause, the server would hold them up
    reading = await read();
  }

  const ended = once(child, 'exit') as Promise<[number]>;
  child.kill('SIGINT');
  // It has stopped accepting once a new connection is refused.
  for (let accepting = true; accepting;) {
    accepting = await fetch(`${url}/healthz`).then(
      (answer) => answer.status === 200,
      () => false,
    );
  }
  expect((await reading.arrayBuffer()).byteLength).toBe(bytes);
  expect(await ended).toEqual([0, null]);
});

/** One request on a kept connection: its status line and whether it is the connection's last. */
async function askOn(socket: Socket, url: string): Promise<{ status: string; isLast: boolean }> {
  socket.write(`GET ${url} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  const [bytes] = (await Promise.race([
    once(socket, 'data'),
    once(socket, 'close').then(() => [Buffer.from('closed without an answer')]),
  ])) as [Buffer];
  const answer = bytes.toString('latin1');
  return { status: answer.slice(0, 24), isLast: /^connection: close/im.test(answer) };
}

test('asked to end, it answers on kept connections and says that this was the last', async () => {
  const child = await start(await temporaryFolder(onTestFinished));
  const url = /http:\/\/[\d.:]+/.exec(await logLine(child, 'listening'))?.[0] ?? '';
  const { port, hostname } = new URL(url);
  const connect = async () => {
    const socket = createConnection({ port: Number(port), host: hostname });
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    expect(await askOn(socket, '/healthz')).toEqual({
      status: 'HTTP/1.1 200 OK\r\ncontent',
      isLast: false,
    });
    return socket;
  };
  const [asking, idle] = [await connect(), await connect()];
  const ended = once(child, 'exit') as Promise<[number]>;
  child.kill('SIGTERM');
  for (let isLast = false; !isLast;) {
    const answer = await askOn(asking, '/healthz');
    expect(answer.status).toContain('200 OK');
    ({ isLast } = answer);
  }
  // By now it has heard the signal. A balancer is told not to send more.
  expect(await askOn(idle, '/readyz')).toMatchObject({
    status: expect.stringContaining('503'),
    isLast: true,
  });
  expect(await ended).toEqual([0, null]);
});
