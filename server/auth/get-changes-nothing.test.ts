import type { RouteOptions } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { logout, oidcCallback, startOidc } from '#contract/calls.ts';
import { redlineName } from '#contract/file-name.ts';
import { allRows } from '../../test/all-rows.ts';
import { largestValue, type Schema } from '../../test/largest-value.ts';
import { noteOn, startNoting } from '../../test/noting.ts';
import { settingPdf, standardParagraphs } from '../../test/redline-pdfs.ts';

// Generated from the router's own table: a route that is added later is tried without being named.

/** Sign-in and sign-out. */
const ofSessions = new Set<string>([logout.url, startOidc.url, oidcCallback.url]);
/** The access audit, when a session was last used, one's own recent documents, and searches without a hit. */
const mayChange = ['access_audit', 'sessions', 'opened_documents', 'searches_without_hit'];
/** A timer writes how the workers are. */
const ofTimer = ['workers'];

const people = {
  reader: [],
  librarian: ['EGD_LIB_EDIT'],
  reviewer: ['EGD_LIB_REVIEW'],
  auditor: ['EGD_LIB_AUDIT'],
};

test('GET changes no table as any role, and leaves no work behind', async () => {
  const library = await startWithWork();
  const before = await tablesOf(library);
  const answered = new Set<string>();
  for (const { name, cookie } of library.people) {
    for (const route of library.app.routeTable) {
      if (![route.method].flat().includes('GET') || ofSessions.has(route.url)) continue;
      for (const address of addressesOf(route)) {
        const headers = { cookie, 'x-egd-library': '1' };
        const { statusCode } = await library.app.inject({ url: address, headers });
        if (statusCode < 300) answered.add(route.url);
        expect(`${name} ${address}: ${statusCode}`).not.toMatch(/: 50[0-2]/);
      }
    }
  }
  expect(answered.size).toBeGreaterThan(40);
  await library.app.close(); // waits for what was started
  expect(await tablesOf(library)).toEqual(before);
  expect(before['jobs']).toHaveLength(1);
});

/** A comparison to make, notes to carry over, an action, a second revision that nobody compared. */
async function startWithWork() {
  const paragraphs = standardParagraphs(2);
  const pdfs = {
    'AM-1_EN_1.pdf': await settingPdf({ paragraphs }),
    'AM-1_EN_2.pdf': await settingPdf({ paragraphs: [...paragraphs, 'One paragraph more.'] }),
  };
  const library = await startNoting(onTestFinished, pdfs, { entries: [{ doc_rev: '1' }] });
  const anna = await library.person('anna', 'EGD_LIB_REVIEW');
  const { content } = await anna.list();
  await anna.write(noteOn(content, { words: [0, 3], text: 'to carry over' }));
  await library.app.follow();
  await library.add({ doc_rev: '2' });
  await library.scan();
  await anna.send('POST', '/vue-egd-lib/api/cases', { name: nameOf('2') });
  const searched = () => anna.send('GET', '/vue-egd-lib/api/quick-open?q=AM-1');
  await expect.poll(async () => (await searched()).statusCode, { timeout: 30_000 }).toBe(200);
  const signedIn = Object.entries(people).map(([name, roles]) => library.person(name, ...roles));
  return { ...library, people: await Promise.all(signedIn) };
}

const nameOf = (doc_rev: string) =>
  redlineName({ customer: 'Aurora Motors', doc_num: 'AM-1', language: 'EN', doc_rev });

async function tablesOf({ db }: Awaited<ReturnType<typeof startWithWork>>) {
  const left = Object.entries(await allRows(db)).filter(
    ([table]) => ![...mayChange, ...ofTimer].includes(table),
  );
  return Object.fromEntries(left);
}

/** The address without a query, with each value of a parameter that it needs, and with all parameters. */
function addressesOf({ url, schema }: RouteOptions): string[] {
  const params: Record<string, string> = { name: 'AM-1_EN_2.pdf' };
  const path = url.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '1');
  if (schema?.querystring === undefined) return [path];
  // TypeBox writes JSON schemas.
  const { properties = {}, required = [] } = schema.querystring as Schema & { required?: string[] };
  const values = Object.entries(properties).map(([name, of]): [string, string[]] => [
    name,
    known[`${url} ${name}`] ?? known[name] ?? of.enum?.map(String) ?? [sampleOf(of)],
  ]);
  const first = values.map(([name, [value = '']]): [string, string] => [name, value]);
  const needed = first.filter(([name]) => required.includes(name));
  const others = values
    .filter(([name]) => required.includes(name))
    .flatMap(([name, some]) => some.slice(1).map((value) => [...needed, [name, value]]));
  const queries = [needed, ...others, first].map((query) => new URLSearchParams(query).toString());
  return [path, ...new Set(queries.map((query) => `${path}?${query}`))];
}

const sampleOf = (schema: Schema) => String(largestValue(schema, filling));
const filling = { begin: '', characters: 'a', textLength: 8, items: 1 };
const known: Record<string, string[]> = {
  name: ['AM-1_EN_2.pdf', nameOf('2')],
  customer: ['Aurora Motors'],
  doc_num: ['AM-1'],
  doc_rev: ['2'],
  language: ['EN'],
  q: ['AM-1', 'no such text'],
  audit: ['0'],
  files: ['0'],
  '/vue-egd-lib/api/redline from': [nameOf('1')],
  '/vue-egd-lib/api/redline to': [nameOf('2')],
  '/vue-egd-lib/api/redline/text from': [nameOf('1')],
  '/vue-egd-lib/api/redline/text to': [nameOf('2')],
};
