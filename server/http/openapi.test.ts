import { expect, onTestFinished, test } from 'vitest';
import { startLibrary } from '../../test/harness.ts';

type OpenApi = { paths: Record<string, Record<string, unknown>> };

test('the calls of the specification are described at openapi.json', async () => {
  const library = await startLibrary(onTestFinished);
  const answer = await library.app.inject({ url: '/vue-egd-lib/api/openapi.json' });
  const { paths } = answer.json<OpenApi>();
  const calls = Object.entries(paths).flatMap(([url, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${url}`),
  );
  expect(calls).toEqual(
    expect.arrayContaining([
      'POST /auth',
      'GET /auth/check',
      'GET /auth/logoutWithoutRedirect',
      'GET /vue-egd-lib/api/customers',
      'GET /vue-egd-lib/api/documents',
      'HEAD /document/egd-lib/{name}',
      'GET /document/egd-lib/{name}',
    ]) as unknown,
  );
  expect(JSON.stringify(paths['/vue-egd-lib/api/documents'])).toContain('modified_by_user');
});
