import type { FastifySchema, RouteOptions } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { oidcLogout, readPdf } from '#contract/calls.ts';
import { isOnPostgres } from '../../test/databases.ts';
import { startManaging } from '../../test/harness.ts';
import { largestValue, type Schema } from '../../test/largest-value.ts';
import { changeRoles } from '../auth/accounts.ts';

// Generated from the router's own table: a route that is added later is tried without being named.

/** The form of the issuer, which may have fields of its own. */
const formOfOthers = oidcLogout.url;
/** Links to a PDF live elsewhere, and may have parameters of others. */
const linkedFromElsewhere = readPdf.url;

/** A note has a limit in bytes, however it is drawn. */
const hasBytesOfItsOwn = /\/notes/;

const isFaultOfSchema =
  /^The (field|parameter) "|^The request's |^Username and password are required/;

test.skipIf(isOnPostgres)(
  'every body refuses an unknown field in every object, and an integer beyond the safe range in every number',
  async () => {
    const library = await startWithAllRoles();
    let tried = 0;
    for (const route of library.effects.filter(({ schema }) => schema?.body !== undefined)) {
      const body = route.schema?.body as Schema; // TypeBox writes JSON schemas
      const ask = (payload: unknown) => library.ask(route, '', payload);
      expect((await ask(sampleOf(body))).message).not.toMatch(isFaultOfSchema);
      for (const faulty of faultsIn(body)) {
        tried += 1;
        const refused = { status: 400, message: expect.stringMatching(isFaultOfSchema) };
        expect([route.url, faulty, await ask(faulty)]).toEqual([route.url, faulty, refused]);
      }
    }
    expect(tried).toBeGreaterThan(100);
  },
);

test.skipIf(isOnPostgres)(
  'a body with as many items as its lists may have fits, each of a few letters',
  async () => {
    const { effects, app } = await startWithAllRoles();
    const bodies = effects.filter(({ url, schema }) => schema?.body && !hasBytesOfItsOwn.test(url));
    const sizes = bodies.map(({ method, url, schema, bodyLimit }) => {
      const body = largestValue(schema?.body as Schema, { ...filling, items: 100_000 });
      const bytes = Buffer.byteLength(JSON.stringify(body));
      return [`${String(method)} ${url}`, bytes <= (bodyLimit ?? app.initialConfig.bodyLimit ?? 0)];
    });
    expect(sizes.filter(([, fits]) => !fits)).toEqual([]);
  },
);

test.skipIf(isOnPostgres)('a call that takes no body refuses one', async () => {
  const library = await startWithAllRoles();
  const bare = library.effects.filter(({ schema, config }) => !schema?.body && !config?.streams);
  expect(bare.length).toBeGreaterThan(3);
  for (const route of bare) {
    const answer = await library.ask(route, '', { unknown_field: 1 });
    const refused = { status: 400, message: 'This call accepts no body.' };
    expect([route.url, answer]).toEqual([route.url, refused]);
  }
});

test.skipIf(isOnPostgres)('every query refuses an unknown parameter', async () => {
  const library = await startWithAllRoles();
  const asking = library.app.routeTable.filter(
    ({ url, schema }) => schema?.querystring !== undefined && url !== linkedFromElsewhere,
  );
  expect(asking.length).toBeGreaterThan(20);
  for (const route of asking.filter(({ method }) => method !== 'HEAD')) {
    const sample = sampleOf(route.schema?.querystring as Schema) as Record<string, string>;
    const query = new URLSearchParams({ ...sample, unknown_field: '1' });
    const answer = await library.ask(route, `?${query}`);
    const refused = { status: 400, message: 'The parameter "unknown_field" is unknown.' };
    expect([route.url, answer]).toEqual([route.url, refused]);
  }
});

/** A library, its routes that have effects, and how to call one. */
async function startWithAllRoles() {
  const library = await startManaging(onTestFinished, { entries: [{}] });
  const { app, cookie, db } = library;
  await changeRoles(db, 'librarian', { add: ['EGD_LIB_REVIEW'], remove: [] });
  const ask = async ({ method, url, schema }: RouteOptions, query: string, payload?: unknown) => {
    const answer = await app.inject({
      method: [method].flat()[0] as 'POST', // a method of a route
      url: `${withSamples(url, schema)}${query}`,
      headers: {
        cookie,
        'x-egd-library': '1',
        ...(payload !== undefined && { 'content-type': 'application/json' }),
      },
      ...(payload !== undefined && { payload: JSON.stringify(payload) }),
    });
    return {
      status: answer.statusCode,
      message: answer.json<{ message?: string }>().message ?? '',
    };
  };
  const effects = app.routeTable.filter(
    ({ method, url }) => /POST|PUT|DELETE/.test(String(method)) && url !== formOfOthers,
  );
  return { ...library, effects, ask };
}

/** The address with values that the schema of its parameters allows. */
function withSamples(url: string, schema: FastifySchema | undefined): string {
  const params = schema?.params === undefined ? {} : sampleOf(schema.params as Schema);
  return url.replace(/:(\w+)/g, (_, name: string) =>
    String((params as Record<string, unknown>)[name] ?? 1),
  );
}

const filling = { begin: '', characters: 'a', textLength: 8, items: 1 };
const sampleOf = (schema: Schema) => largestValue(schema, filling);

/** Values with one fault each: an unknown field, or an integer beyond the safe range. */
function faultsIn(schema: Schema): unknown[] {
  const { type, anyOf, properties, items } = schema;
  if (anyOf !== undefined) return anyOf.flatMap(faultsIn);
  if (type === 'integer' || type === 'number')
    return schema.const === undefined ? [2 ** 53, -(2 ** 53)] : [];
  if (Array.isArray(items)) {
    return items.flatMap((item, at) =>
      faultsIn(item).map((fault) => (sampleOf(schema) as unknown[]).with(at, fault)),
    );
  }
  if (items !== undefined) return faultsIn(items).map((fault) => [fault]);
  if (properties === undefined) return [];
  const sample = sampleOf(schema) as object;
  return [
    { ...sample, unknown_field: 1 },
    ...Object.entries(properties).flatMap(([name, of]) =>
      faultsIn(of).map((fault) => ({ ...sample, [name]: fault })),
    ),
  ];
}
