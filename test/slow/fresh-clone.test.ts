import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../harness.ts';

const root = path.join(import.meta.dirname, '..', '..');
const installing = 'Installing the packages of package-lock.json';

/** Runs npm as in a shell of somebody who has just cloned the project: with the Node of that shell. */
function npm(folder: string, words: string[], settings: Record<string, string> = {}) {
  const PATH = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .filter((place) => !place.includes('node_modules'))
    .join(path.delimiter);
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_)/i.test(name));
  const child = spawn('npm', words, {
    cwd: folder,
    env: { ...Object.fromEntries(own), PATH, PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
  const end = () => {
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (isRunning) process.kill(-(child.pid ?? 0), 'SIGTERM');
  };
  onTestFinished(end);
  return { child, end, said: () => said };
}

test('on a fresh clone npm test and npm run demo each work with nothing before them', async () => {
  const clone = path.join(await temporaryFolder(onTestFinished), 'clone');
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${root}`, clone]);

  // Without a registry it is seen that a script installs first, and all the packages come once only.
  const empty = await temporaryFolder(onTestFinished);
  const noRegistry = { npm_config_cache: empty, npm_config_offline: 'true' };
  for (const script of ['test', 'start', 'dev']) {
    const { child, said } = npm(clone, ['run', script], noRegistry);
    const [status] = await once(child, 'close');
    expect([script, status, said().includes(installing)]).toEqual([script, 1, true]);
  }

  const demo = npm(clone, ['run', 'demo']);
  await expect.poll(demo.said, { timeout: 600_000 }).toContain('Ctrl+C ends it.');
  expect(demo.said().split(installing)).toHaveLength(2);
  const address = /http:\/\/127\.0\.0\.1:\d+/.exec(demo.said())?.[0];
  const page = await fetch(`${address}/login`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>')]);
  const ended = once(demo.child, 'close'); // npm exits before what it started does
  demo.end();
  await ended;

  const tests = npm(clone, ['test', '--', 'contract/file-name.test.ts']);
  const [status] = await once(tests.child, 'close');
  expect([status, tests.said().includes(installing)]).toEqual([0, false]);
  expect(tests.said()).toContain('passed');
});
