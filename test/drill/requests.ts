import { Agent, request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import type { CleanUp } from '../clean-up.ts';
import { sendRaw, startManaging } from '../harness.ts';
import { whenThere } from '../searching.ts';
import { type Drill, type Findings, noFindings, randomFrom } from './drill.ts';

/** Whatever is sent, by whomever: an answer below 500 that shows nothing of the inside. */
export const requestsDrill: Drill = {
  what: 'malformed requests in all roles',
  times: { full: 1_000_000, short: 3000 },
  run: sendAgainAndAgain,
};

const atOnce = 32;
const longestMs = 10_000;
const inside = /\bat .+\.[jt]s:\d+|node_modules|SQLITE|Error:/;

async function sendAgainAndAgain(times: number, cleanUp: CleanUp): Promise<Findings> {
  const library = await startManaging(cleanUp, {
    entries: [{}],
    files: { 'AM-1_EN_1.pdf': '%PDF-1.7 ' },
  });
  await library.addUser('reader', 'EGD_LIB');
  const cookies = ['', await library.signIn('reader'), library.cookie];
  const origin = await library.listen();
  // An index that is being built is refused with 503, rightly: it is built first.
  await whenThere(() =>
    library.app.inject({
      url: '/vue-egd-lib/api/search?q=a',
      headers: { cookie: library.cookie },
    }),
  );
  const { paths } = (await library.app.inject({ url: '/vue-egd-lib/api/openapi.json' })).json<{
    paths: Record<string, object>;
  }>();
  const findings = noFindings();
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const worker = async (seed: number) => {
    const random = randomFrom(seed);
    while (findings.tried < times) {
      findings.tried += 1;
      const cookie = cookies[random(cookies.length)] ?? '';
      const asked = requestBy(random, Object.keys(paths), cookie);
      const answer = await ask(agent, origin, asked).catch((error: unknown) => String(error));
      const isPlain =
        typeof answer !== 'string' && answer.status < 500 && !inside.test(answer.body);
      if (!isPlain) findings.lost.push(JSON.stringify({ ...asked, answer }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, (_, at) => worker(at)));
  for (let at = 0; at < Math.min(times, 20_000); at += 10) {
    const line = `${pick(randomFrom(at), ['GET', 'HEAD', 'FOO', ''])} ${pick(randomFrom(at + 1), pieces)} HTTP/${at % 30}.1`;
    const answer = await sendRaw(origin, line, [`Cookie: ${cookies[at % 3]}`]).catch(() => '');
    findings.tried += 1;
    if (answer.startsWith('HTTP/1.1 5') || inside.test(answer))
      findings.lost.push(`${line}: ${answer}`);
  }
  agent.destroy();
  const after = await library.app.inject({
    url: '/vue-egd-lib/api/customers',
    headers: { cookie: await library.signIn('reader') },
  });
  if (after.statusCode !== 200) findings.lost.push(`afterwards a list is ${after.statusCode}`);
  return findings;
}

type Asked = { method: string; url: string; headers: Record<string, string>; body: string };

const pieces = [
  '%',
  '%zz',
  '%00',
  '%2F',
  '..',
  '/',
  '//',
  '?',
  '&',
  '=',
  '#',
  '%ff',
  '\\',
  ';',
  '[',
  ']',
  '*',
  '"',
  "'",
  '%F0%9F%98%80',
  '-1',
  '0',
  '1',
  '99999999999999999999',
  'NaN',
  'null',
  'true',
  'x'.repeat(300),
  'customer',
  'Aurora%20Motors',
  'AM-1_EN_1.pdf',
  'format=csv',
  'replace=yes',
  'after=1',
  'limit=-5',
];
const headerNames = [
  'range',
  'if-range',
  'if-none-match',
  'if-match',
  'if-modified-since',
  'accept-encoding',
  'accept',
  'origin',
  'referer',
  'sec-fetch-site',
  'x-forwarded-for',
  'x-egd-library',
  'expect',
  'host',
];
const headerValues = [
  'bytes=0-',
  'bytes=-1',
  'bytes=5-2',
  'bytes=0-99999999999999999999',
  'bytes=a-b',
  '"',
  'W/"x"',
  '*',
  '',
  'gzip;q=x',
  ',,,',
  'null',
  'http://evil.example',
  'same-origin',
  'cross-site',
  '1',
  '::1, %',
  'localhost',
];
const types = [
  'application/json',
  'application/octet-stream',
  'application/pdf',
  'text/plain',
  'x',
  '',
];
const bodies = [
  '',
  '{',
  '[]',
  'null',
  '{}',
  '{"rows":[]}',
  '{"rows":[{}]}',
  '{"rows":[{"id":1,"version":1}]}',
  '{"__proto__":{"a":1}}',
  '{"username":"reader","password":1}',
  '{"username":"\\u0000","password":"x"}',
  '{"rows":[{"file_id":1,"document_id":-1}]}',
  '{"change_id":"x"}',
  '{"names":[""]}',
  '%PDF-1.7',
  'PK\u0003\u0004',
  'customer,doc_num\n,,,,,\n',
  `"${'x'.repeat(5000)}"`,
  '[[[[[[[[[[[[[[[[[[[[',
  '{"rows":[{"id":1e400}]}',
];

function requestBy(random: (below: number) => number, paths: string[], cookie: string): Asked {
  const method = pick(random, [
    'GET',
    'GET',
    'GET',
    'HEAD',
    'POST',
    'PUT',
    'DELETE',
    'PATCH',
    'OPTIONS',
  ]);
  const known = pick(random, paths).replaceAll(/\{\w+\}/g, () => pick(random, pieces));
  const start = random(4) === 0 ? `/${pick(random, pieces)}` : known;
  const url = `${start}${tail(random)}`.replaceAll(/[\s"\\]/g, (sign) => encodeURIComponent(sign));
  const headers: Record<string, string> = {};
  for (let i = random(4); i > 0; i--)
    headers[pick(random, headerNames)] = pick(random, headerValues);
  delete headers['expect']; // Node's own client waits for it
  if (cookie !== '') headers['cookie'] = random(20) === 0 ? `${cookie}%` : cookie;
  const hasBody = ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method);
  const body = hasBody ? pick(random, bodies) : '';
  if (hasBody) headers['content-type'] = pick(random, types);
  // Node's client sends a DELETE's body without its length, which spoils the kept connection.
  if (hasBody) headers['content-length'] = String(Buffer.byteLength(body));
  return { method, url, headers, body };
}

function tail(random: (below: number) => number): string {
  const parts = Array.from({ length: random(4) }, () => pick(random, pieces));
  return parts.length === 0 ? '' : `?${parts.join(random(2) === 0 ? '&' : '=')}`;
}

function pick<T>(random: (below: number) => number, from: readonly T[]): T {
  const one = from[random(from.length)];
  if (one === undefined) throw new Error('There is nothing to pick from.');
  return one;
}

function ask(agent: Agent, origin: string, { method, url, headers, body }: Asked) {
  return new Promise<{ status: number; body: string }>((resolve, reject) => {
    const { hostname, port } = new URL(origin);
    const options = { agent, method, headers, hostname, port, path: url };
    const sent = send(options, (answer) => {
      const status = answer.statusCode ?? 0;
      text(answer).then((read) => resolve({ status, body: read.slice(0, 500) }), reject);
    });
    sent.setTimeout(longestMs, () => sent.destroy(new Error(`no answer in ${longestMs} ms`)));
    sent.on('error', reject).end(body);
  });
}
