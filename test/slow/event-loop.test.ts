import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RouteOptions } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { encodePng } from '../../server/pdf/draw/png.ts';
import {
  type Call,
  callOf,
  callsInOrder,
  drawn,
  nameOf,
  partsOf,
  type There,
  workingParts,
} from '../full-calls.ts';
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
  const folder = await temporaryFolder(onTestFinished);
  const [secretFile, logoFile] = [path.join(folder, 'secret'), path.join(folder, 'logo.png')];
  await writeFile(secretFile, 'secret');
  await writeFile(logoFile, encodePng(1, 1, new Uint8Array(4)));
  const library = await startFull(onTestFinished, {
    // With an issuer, who cannot be reached, there are the routes of single sign-on, too.
    env: {
      PUBLIC_URL: 'http://127.0.0.1',
      METRICS_TOKEN: metricsToken,
      OIDC_ISSUER: 'http://127.0.0.1:1',
      OIDC_CLIENT_ID: 'egd-library',
      OIDC_CLIENT_SECRET_FILE: secretFile,
      LOGO_FILE: logoFile,
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
  const [late, refused]: [string[], string[]] = [[], []];
  for (const route of callsInOrder(library.app.routeTable)) {
    const what = nameOf(route);
    let isDone = false;
    for (const request of requestsOf(route, library)) {
      const tried: { ms: number; works: boolean; url: string }[] = [];
      // An attempt that is refused tells nothing of one that did its work.
      const counted = () => {
        const worked = tried.filter(({ works }) => works);
        return worked.length > 0 ? worked : tried;
      };
      const isInTime = () => counted().some(({ ms }) => ms <= longestHoldMs);
      for (let attempt = 1; attempt <= attempts && !isInTime(); attempt++) {
        const asked = await request(attempt);
        const sent = { ...asked, headers: { ...headers, ...asked.headers } };
        let status = 0;
        const ms = await longestTurnMs(async () => {
          status = (await library.app.inject(sent)).statusCode;
        });
        // Else nothing was tried: the request has to pass its schema and limits.
        expect(`${what}: ${status}`).not.toMatch(/: (403|500)$/);
        tried.push({ ms, works: status < 400, url: String(asked.url).slice(0, 100) });
        isDone ||= status < 400;
      }
      const best = counted().toSorted((a, b) => a.ms - b.ms)[0];
      if (!isInTime()) late.push(`${what} ${best?.url}: ${Math.round(best?.ms ?? 0)} ms`);
    }
    if (!isDone) refused.push(what);
  }
  expect(late).toEqual([]);
  expect(refused).toEqual([noIssuer]); // all others did their work at least once
});

/** Nobody is there who could sign what is sent. */
const noIssuer = 'POST /auth/oidc/logout';

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

/** The largest requests that a route takes, each with texts of its own. */
function requestsOf(route: RouteOptions, there: There): ((attempt: number) => Promise<Call>)[] {
  const isPlain = JSON.stringify(route.schema ?? {}).includes('"string"') === false;
  const generated = (isPlain ? nasty.slice(0, 1) : nasty).flatMap((characters) =>
    shapesOf(route, characters).map((shape) => async (attempt: number) => {
      return callOf(route, partsOf(route, { begin: `${attempt}`, characters, ...shape }));
    }),
  );
  const working = async (attempt: number) =>
    callOf(route, await workingParts(route, there, attempt));
  return [working, ...generated];
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
