import { expect, onTestFinished, test } from 'vitest';
import { startLibrary } from '../../test/harness.ts';

test('the id of a request is in its answer, its error and every line of its log', async () => {
  const lines: string[] = [];
  const { app } = await startLibrary(onTestFinished, {
    env: { TRUST_PROXY: '10.0.0.1' },
    logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } },
  });
  const ask = (remoteAddress: string, id: string) =>
    app.inject({
      url: '/vue-egd-lib/api/customers',
      remoteAddress,
      headers: { 'x-request-id': id },
    });
  const given = 'f3b1c2d4e5f60718';
  const answer = await ask('10.0.0.1', given);
  expect([answer.headers['x-request-id'], answer.json()]).toMatchObject([
    given,
    { request_id: given },
  ]);
  expect(lines.filter((line) => line.includes('"event":"request"'))).toEqual([
    expect.stringContaining(`"reqId":"${given}"`),
  ]);
  // Not accepted from other addresses, nor if it is not a valid id.
  for (const [from, id] of [
    ['10.0.0.2', given],
    ['10.0.0.1', 'a b\tc"d'],
    ['10.0.0.1', 'short'],
  ] as const) {
    expect((await ask(from, id)).headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  }
});
