import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InjectOptions, RouteOptions } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { logout } from '#contract/auth.ts';
import { encodePng } from '../../server/pdf/png.ts';
import { startFull } from '../full-library.ts';
import { temporaryFolder } from '../harness.ts';
import { type Filling, largestValue, type Schema } from '../largest-value.ts';

// Generated from the router's own table: a route that is added later is tried without being named.

const longestHoldMs = 100;
const attempts = 4;
const searchAddress = '/vue-egd-lib/api/search?q=zinc';
const metricsToken = 'a token of the metrics';

// What is costly to take apart: separators of names; marks to be composed and a letter that folds to eighteen.
const nasty = ['_', 'e\u0323\u0301\ufdfa1'];

test('no request holds the event loop for more than 100 ms, however large it is', async () => {
  const secretFile = path.join(await temporaryFolder(onTestFinished), 'secret');
  await writeFile(secretFile, 'secret');
  const library = await startFull(onTestFinished, {
    // With an issuer, who cannot be reached, there are the routes of single sign-on, too.
    env: {
      PUBLIC_URL: 'http://127.0.0.1',
      METRICS_TOKEN: metricsToken,
      OIDC_ISSUER: 'http://127.0.0.1:1',
      OIDC_CLIENT_ID: 'egd-library',
      OIDC_CLIENT_SECRET_FILE: secretFile,
    },
  });
  const headers = {
    cookie: library.cookie,
    'x-egd-library': '1',
    authorization: `Bearer ${metricsToken}`,
  };
  await expect
    .poll(async () => (await library.app.inject({ url: searchAddress, headers })).statusCode)
    .toBe(200); // until the index is built, a search is refused
  const refused: string[] = [];
  for (const route of library.app.routeTable) {
    if (route.method === 'HEAD' || route.url === logout.url) continue; // it would end our session
    const what = `${route.method} ${route.url.replace('/vue-egd-lib/api', '')}`;
    const statuses = new Set<number>();
    for (const request of requestsOf(route, library)) {
      let best = Infinity;
      for (let attempt = 1; attempt <= attempts && best > longestHoldMs; attempt++) {
        const asked = request(`${attempt}`);
        const send = async () => {
          const sent = { ...asked, headers: { ...headers, ...asked.headers } };
          const { statusCode } = await library.app.inject(sent);
          // Else nothing was tried: the request has to pass its schema and limits.
          expect(`${asked.method} ${route.url}: ${statusCode}`).not.toMatch(/: (403|500)$/);
          statuses.add(statusCode);
        };
        best = Math.min(best, await longestTurnMs(send));
      }
      const held = best <= longestHoldMs ? 'in time' : `${Math.round(best)} ms`;
      expect([what, request('').url?.toString().slice(0, 100), held]).toEqual([
        what,
        expect.anything(),
        'in time',
      ]);
    }
    if (![...statuses].some((status) => status < 400)) refused.push(what);
  }
  // All others did their work at least once.
  expect(refused.filter((what) => !mayBeRefused.has(what))).toEqual([]);
});

/** Calls that need more than the full library has: refused, or answered by someone who is not there. */
const mayBeRefused = new Set([
  'POST /auth',
  'POST /account/password',
  'GET /quick-open',
  'GET /cases/evidence',
  'PUT /cases/:id',
  'POST /cases/:id/start',
  'POST /cases/:id/sign',
  'POST /cases/:id/implement',
  'POST /cases/:id/close',
  'POST /cases/:id/waive',
  'POST /cases/:id/withdraw',
  'POST /cases/:id/reopen',
  'POST /cases/:id/renew',
  'POST /cases/:id/actions',
  'PUT /cases/:id/actions/:action',
  'POST /manage/case-rules',
  'POST /manage/calendars',
  'POST /manage/documents/delete',
  'POST /manage/documents/delete-many',
  'GET /manage/import/job',
  'POST /manage/import/call-off',
  'PUT /manage/documents/:id/file',
  'POST /manage/take-back',
  'POST /manage/standards/order',
  'GET /logo',
  'GET /redline/text', // of what a POST made, and that comes after it
  'POST /auth/oidc/logout',
]);

/** The most processor time that one turn of the event loop takes while this is done. */
async function longestTurnMs(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  const over = new AbortController();
  await nextTurn();
  let before = usedMs();
  const working = work().finally(() => over.abort());
  working.catch(() => {}); // awaited below
  while (!over.signal.aborted) {
    await nextTurn();
    const now = usedMs();
    longest = Math.max(longest, now - before);
    before = now;
  }
  await working;
  return longest;
}

// Of this thread alone: what other programs take of the machine does not count.
function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

type Request = Pick<InjectOptions, 'url' | 'method' | 'payload' | 'headers'>;

/** The largest requests that a route takes, each with texts of its own. */
function requestsOf(route: RouteOptions, there: There): ((begin: string) => Request)[] {
  const schema = (route.schema ?? {}) as Record<string, Schema | undefined>;
  const isPlain = JSON.stringify(schema).includes('"string"') === false;
  const generated = (isPlain ? nasty.slice(0, 1) : nasty).flatMap((characters) =>
    shapesOf(route, characters).map((shape) => (begin: string) => {
      const filling = { begin, characters, ...shape };
      return requestOf(route, schema, filling);
    }),
  );
  const naming = (begin: string) => {
    const known = {
      ...fieldsOf(route.url, there),
      id: `00000000-0000-4000-8000-${begin.padStart(12, '0')}`,
    };
    const filling = { begin, characters: 'zinc ', textLength: 1000, items: 1, known };
    return requestOf(route, schema, filling, {
      ...fieldsOf(route.url, there),
      ...addressOf(route, there),
    });
  };
  return [naming, ...generated];
}

type There = Awaited<ReturnType<typeof startFull>>;

// Lists within lists would grow with the cube of their items; a note may have thousands of points. Only its author
// may add it.
const drawn = {
  author: 'librarian',
  strokes: [Array.from({ length: 700 }, () => [123.456, 234.567, 0.5])],
  other_pages: [],
  rects: [[70, 70, 60, 40]],
};

const look = { colour: '#ff0000', strokes: drawn.strokes };
/** As large as a picture may be. */
const png = encodePng(1000, 1000, new Uint8Array(4_000_000)).toString('base64');

/** What is there, by the names of the fields of a body. */
function fieldsOf(url: string, { content, caseVersion }: There): Record<string, unknown> {
  return {
    ...drawn,
    look,
    signature: look,
    png,
    content,
    page: 1,
    words: null,
    kind: 'ink',
    group: null,
    version: url.includes('/notes') ? 1 : caseVersion,
    name: 'AM_1_EN_1.pdf',
    customer: 'Aurora Motors',
    doc_num: 'AM_1',
    language: 'EN',
    doc_rev: '1',
    ...(url.includes('/redline') ? sides : {}),
  };
}

const sides = { from: 'AM_1_EN_1.pdf', to: 'AM_1_EN_1.pdf' };

/** The same, of parameters. */
function addressOf({ url, method }: RouteOptions, there: There): Record<string, string> {
  const { note, spare, comment, picture, caseId } = there;
  const ids = [
    ['/notes/pictures', picture],
    ['/notes/', method === 'DELETE' && !url.includes('comments') ? spare : note],
    ['/cases', String(caseId)],
  ] as const;
  const id = ids.find(([part]) => url.includes(part))?.[1] ?? '1';
  return {
    ...(url.includes('/redline') ? sides : {}),
    id,
    comment,
    page: '1',
    version: '1',
    as: 'json',
    q: 'zinc '.repeat(80),
  };
}

function requestOf(
  route: RouteOptions,
  { params = {}, querystring = {}, body }: Record<string, Schema | undefined>,
  filling: Filling,
  named = filling.known ?? {},
): Request {
  // An address has 16 KiB at most, with its letters encoded.
  const inAddress = { ...filling, textLength: 400, known: named };
  const names = Object(largestValue(params, inAddress)) as Record<string, string>;
  const query = Object(largestValue(querystring, inAddress)) as Record<string, string>;
  const place = route.url.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(names[name] ?? '1'),
  );
  // Fastify's own types know one of them or several.
  const method = [route.method].flat()[0] as 'GET';
  const asked = { method, url: `${place}?${new URLSearchParams(query)}` };
  const withBody = (type: string, payload: string) => ({
    ...asked,
    payload,
    headers: { 'content-type': type },
  });
  if (body !== undefined) {
    return withBody('application/json', JSON.stringify(largestValue(body, filling)));
  }
  return route.config?.streams === true
    ? withBody('application/pdf', '%PDF'.repeat(2 ** 18))
    : asked;
}

type Shape = Pick<Filling, 'textLength' | 'items' | 'known'>;

/** Few long texts; and as many as there may be, such as could be saved. */
function shapesOf(route: RouteOptions, characters: string): Shape[] {
  const { body } = (route.schema ?? {}) as { body?: Schema };
  if (body === undefined) return [{ textLength: 4000, items: 1 }];
  const fitting = (textLength: number) => {
    const bytes = (items: number) => {
      const value = largestValue(body, { begin: '1', characters, textLength, items, known: drawn });
      return Buffer.byteLength(JSON.stringify(value));
    };
    const each = bytes(3) - bytes(2);
    const most = ((route.bodyLimit ?? 64 * 1024) - bytes(2)) / Math.max(each, 1);
    const items = Math.max(1, Math.min(10_000, Math.floor(most * 0.99)));
    return { textLength, items, known: drawn };
  };
  const known = {
    ...drawn,
    customer: 'Aurora Motors',
    language: null,
    doc_rev: '1',
    issued_on: null,
  };
  return [fitting(4000), { ...fitting(40), known }];
}
