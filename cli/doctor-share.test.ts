import { chmod, utimes } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startReading } from '../test/harness.ts';
import { freePort } from '../test/postgres/server.ts';
import { publicUrlFindings } from './doctor-public-url.ts';
import { shareFindings } from './doctor-share.ts';

const token = 'a token of sixteen and more';

test('a file that fewer may read than its folder, and one of a time to come, are wrong', async () => {
  const files = { 'AM-1_EN_1.pdf': '%PDF-1.7', 'AM-2_EN_1.pdf': '%PDF-1.7' };
  const { config } = await startReading(onTestFinished, { files });
  const [closed, early] = Object.keys(files).map((name) => path.join(config.shareDir, name));
  const textsOf = async () =>
    (await Array.fromAsync(shareFindings(config))).map(({ state, text }) => `${state} ${text}`);
  await chmod(config.shareDir, 0o755);
  await chmod(closed ?? '', 0o644);
  expect(await textsOf()).toEqual(['ok the shared folder holds 2 PDFs']);
  await chmod(closed ?? '', 0o600);
  const inAnHour = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000);
  await utimes(early ?? '', inAnHour, inAnHour);
  expect(await textsOf()).toEqual([
    'ok the shared folder holds 2 PDFs',
    `wrong 1 files have narrower permissions than their folder, such as ${closed}: a web server that sends them may answer 403`,
    `wrong ${early} has the time ${inAnHour.toISOString()}, which is in the future`,
  ]);
});

test('one file is asked for through PUBLIC_URL, without its bytes and only with the token', async () => {
  const port = String(await freePort());
  const library = await startReading(onTestFinished, {
    env: { PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, METRICS_TOKEN: token },
    entries: [{}],
  });
  const { config, app } = library;
  const textsOf = async () =>
    (await Array.fromAsync(publicUrlFindings(config))).map(({ state, text }) => `${state} ${text}`);
  expect(await textsOf()).toEqual([
    expect.stringContaining(`wrong this machine cannot reach http://127.0.0.1:${port}`),
  ]);
  await library.listen();
  const answers = `ok the library answers at http://127.0.0.1:${port}`;
  expect(await textsOf()).toEqual([
    answers,
    'note the file check through PUBLIC_URL was skipped: there is no PDF yet',
  ]);
  await library.put('AM-1_EN_1.pdf', '%PDF-1.7');
  await library.db.updateTable('files').set({ verdict: 'matched' }).execute();
  expect(await textsOf()).toEqual([answers, 'ok PUBLIC_URL serves a PDF']);
  const url = '/probe-file';
  expect((await app.inject({ url, method: 'HEAD' })).statusCode).toBe(403);
  const headers = { authorization: `Bearer ${token}` };
  const { statusCode, body } = await app.inject({ url, method: 'HEAD', headers });
  expect([statusCode, body]).toEqual([200, '']);
  expect((await app.inject({ url, headers })).body).not.toContain('%PDF');
});
