import fc from 'fast-check';
import type { RouteOptions } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { anyValue } from '../test/any-value.ts';
import { callOf, callsInOrder, nameOf, type Parts, workingParts } from '../test/full-calls.ts';
import { startFull } from '../test/full-library.ts';
import type { Schema } from '../test/largest-value.ts';
import { times } from '../test/times.ts';

// Generated from the router's own table: a route that is added later is tried without being named.

const runs = times({ short: 6, full: 24 });
/** Of so many runs each begins with what the first could do; then something else is taken. */
const runsOfOne = 3;
const sizes = {
  entries: 280,
  cases: 120,
  casesInState: 22,
  lines: 5,
  notes: 10,
  drawings: 2,
  pictures: 2,
};

test('any call that its schema allows is answered or refused in words, and later ones are saved', async () => {
  const library = await startFull(onTestFinished, {}, sizes);
  const headers = { cookie: library.cookie, 'x-egd-library': '1' };
  const worked = new Set<string>();
  for (const route of callsInOrder(library.app.routeTable)) {
    const what = nameOf(route);
    let run = 0;
    let parts = await workingParts(route, library, 1);
    const property = fc.asyncProperty(anyChange(route), async (changed) => {
      if (++run % runsOfOne === 0) parts = await workingParts(route, library, 1 + run / runsOfOne);
      const call = callOf(route, changed(parts));
      const sent = { ...call, headers: { ...headers, ...call.headers } };
      const { statusCode, body } = await library.app.inject(sent);
      if (statusCode < 300) worked.add(what);
      expect(isFault(statusCode) ? { call, statusCode, body } : null).toBeNull();
      expect(body).not.toMatch(/\bat .+\.[jt]s:\d+|node_modules|SQLITE/);
    });
    await fc.assert(property, { numRuns: runs, endOnFailure: true });
  }
  const saved = await library.post('customers/save', {
    rows: [{ id: null, version: null, customer: 'One more' }],
  });
  expect(saved.json()).toMatchObject({ results: [{ outcome: 'saved' }] });
  expect(worked.size).toBeGreaterThan(80);
});

const isFault = (status: number) => status === 500 || status === 502;

type Change = (parts: Parts) => Parts;

/** Takes one to three of the values of a call for other ones, or the whole body. */
function anyChange(route: RouteOptions): fc.Arbitrary<Change> {
  const { params, querystring, body } = (route.schema ?? {}) as Record<string, Schema | undefined>;
  const within = (part: 'params' | 'query' | 'body', of: Schema | undefined) =>
    Object.entries(of?.properties ?? {}).map(([name, schema]) =>
      anyValue(schema).map((value): Change => {
        return (parts) => ({ ...parts, [part]: { ...(parts[part] as object), [name]: value } });
      }),
    );
  const changes = [
    ...within('params', params),
    ...within('query', querystring),
    ...within('body', body),
    ...(body === undefined
      ? []
      : [
          anyValue(body).map((value): Change => (parts) => ({ ...parts, body: value })),
        ]),
    fc.constant<Change>((parts) => parts),
  ];
  const some = fc.array(fc.oneof(...changes), { minLength: 1, maxLength: 3 });
  return some.map((list) => (parts) => list.reduce((changed, change) => change(changed), parts));
}
