import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startLibrary, startManaging } from '../../test/harness.ts';

async function connect(origin: string, localAddress = '127.0.0.1'): Promise<Socket> {
  const { port, hostname } = new URL(origin);
  const socket = createConnection({ port: Number(port), host: hostname, localAddress });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

async function ask(socket: Socket): Promise<string> {
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  return bytes.toString('latin1').slice(0, 12);
}

// On Linux 127.0.0.2 is this machine too; elsewhere it would have to be configured first.
const linux = process.platform === 'linux';

test.runIf(linux)('one address cannot take the connections of all others', async () => {
  const library = await startLibrary(onTestFinished, { env: { CONNECTIONS_PER_ADDRESS: '8' } });
  const origin = await library.listen();
  const greedy: Socket[] = [];
  for (let i = 0; i < 8; i++) greedy.push(await connect(origin));
  for (const socket of greedy) expect(await ask(socket)).toBe('HTTP/1.1 200');

  const tooMany = await connect(origin);
  tooMany.on('error', () => {}); // it is cut off with our request under way
  const answer = new Promise((resolve) => {
    tooMany.once('data', () => resolve('answered')).once('close', () => resolve('cut off'));
  });
  tooMany.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  expect(await answer).toBe('cut off');
  expect(await ask(await connect(origin, '127.0.0.2'))).toBe('HTTP/1.1 200');

  const [first] = greedy;
  if (first === undefined) throw new Error('no connection');
  const closed = once(first, 'close');
  first.end();
  await closed;
  expect(await ask(await connect(origin))).toBe('HTTP/1.1 200');
});

test('a trusted proxy has no limit of connections', async () => {
  const library = await startLibrary(onTestFinished, {
    env: { CONNECTIONS_PER_ADDRESS: '8', TRUST_PROXY: 'loopback' },
  });
  const origin = await library.listen();
  for (let i = 0; i < 20; i++) expect(await ask(await connect(origin))).toBe('HTTP/1.1 200');
});

const impatient = { wholeWithinMs: 200, paceBytes: 1024, paceMs: 200 };
const calls = {
  'an upload': 'PUT /vue-egd-lib/api/manage/documents/1/file',
  'an import': 'POST /vue-egd-lib/api/manage/import',
  'a sign-in': 'POST /auth',
};

/** Sends the head of a request and then a byte from time to time, until it is cut off. */
async function sendSlowly(origin: string, call: string, cookie: string): Promise<string> {
  const socket = await connect(origin);
  const type = call.endsWith('/auth') ? 'application/json' : 'application/pdf';
  const head = [`${call} HTTP/1.1`, 'Host: localhost', `Content-Type: ${type}`];
  socket.write([...head, `Cookie: ${cookie}`, 'Content-Length: 100000', '', '%'].join('\r\n'));
  const sending = setInterval(() => socket.write('P'), 20);
  socket.on('error', () => {}); // a byte that was under way when it was cut off
  socket.resume();
  await new Promise((resolve) => socket.on('close', resolve));
  clearInterval(sending);
  return 'cut off';
}

test('a body that arrives too slowly is cut off, before and after sign-in', async () => {
  const library = await startManaging(onTestFinished, { entries: [{}], bodyLimits: impatient });
  const origin = await library.listen();
  for (const cookie of ['', library.cookie]) {
    for (const [what, call] of Object.entries(calls)) {
      expect([what, await sendSlowly(origin, call, cookie)]).toEqual([what, 'cut off']);
    }
  }
});

test('a body that arrives fast enough is received, however long it takes', async () => {
  const bodyLimits = { ...impatient, paceMs: 1000 };
  const library = await startManaging(onTestFinished, { entries: [{}], bodyLimits });
  const origin = await library.listen();
  const cutOff = new AbortController();
  const slow = sendSlowly(origin, calls['a sign-in'], '').then(() => cutOff.abort());
  const other = await connect(origin);
  // Takes longer than the limit for small bodies, as the slow one shows, and is faster than the least rate.
  async function* untilTheSlowOneIsCutOff() {
    yield Buffer.from('%PDF-1.7\n');
    while (!cutOff.signal.aborted) {
      yield Buffer.alloc(1024, ' ');
      await ask(other);
    }
    yield Buffer.from('%%EOF');
  }
  const answer = await fetch(`${origin}/vue-egd-lib/api/manage/documents/1/file`, {
    method: 'PUT',
    headers: { cookie: library.cookie, 'content-type': 'application/pdf' },
    body: ReadableStream.from(untilTheSlowOneIsCutOff()),
    duplex: 'half',
  } as RequestInit);
  await slow;
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    { status: { code: 'checking' } },
  ]);
});
