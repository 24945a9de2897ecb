import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fillAddress, readPagePicture } from '#contract/calls.ts';
import { type Bare, canBeBare, type Machine, makeBare } from '../bare-machine.ts';
import { signInAt } from '../drill/server-process.ts';
import { temporaryFolder } from '../harness.ts';

const root = path.join(import.meta.dirname, '..', '..');
const installing = 'Installing the packages of package-lock.json';

// CI has time for one; `npm run proof` runs all.
const all: Bare[] = [
  { suite: 'bookworm', node: { node: '22.12.0', npm: '10.9.0' } },
  { suite: 'bookworm', node: { node: '20.19.0', npm: '10.8.2' } },
  { suite: 'trixie', node: { node: '24.11.0', npm: '11.6.1' } },
  { suite: 'trixie', node: 'debian' },
];
const tried = process.env['PROOF'] === undefined ? all.slice(0, 1) : all;

test.runIf(canBeBare || process.env['NOTHING_SKIPPED'] !== undefined).each(tried)(
  'on a bare $suite with npm and $node README works, and so does a release that is made there without git',
  async (bare) => {
    const machine = await makeBare(onTestFinished, bare);
    expect(await say(machine, ['find', '/', '-xdev', '-name', 'libatomic.so*'])).toBe('');
    await expectReadme(machine);

    if (bare.node === 'debian') return; // its npm knows no list of parts (SBOM)
    rmSync(path.join(machine.clone, '.git'), { recursive: true });
    const make = ['tools/release.ts', '--out', '/srv/release', '--commit', 'none'];
    await say(machine, ['node_modules/.bin/node', ...make]);
    await say(machine, ['sh', '-c', 'tar -xzf /srv/release/*.tar.gz -C /opt --strip-components=1']);
    await say(machine, ['rm', '-r', '/srv/release', '/srv/egd/node_modules']);
    const library = (words: string) =>
      say(machine, ['sh', '-c', `exec env -i DATA_DIR=/srv/data /opt/library ${words}`]);
    await say(machine, ['cp', '-r', '/srv/egd/.demo', '/srv/data']);
    expect(await library('--version')).toContain('(none)');
    expect(await library('scan')).toContain('files');
    expect(await library('doctor')).toContain('All is well.');
  },
);

test.runIf(!canBeBare)('on a fresh clone README works', async () => {
  const clone = path.join(await temporaryFolder(onTestFinished), 'clone');
  await expectReadme({ clone, start: startHere(clone) });
});

/** Starts programs as a shell of somebody who has just cloned the project: with the Node of that shell. */
function startHere(cwd: string): Machine['start'] {
  const places = (process.env['PATH'] ?? '').split(path.delimiter);
  const PATH = places.filter((place) => !place.includes('node_modules')).join(path.delimiter);
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|VITEST|NODE_)/i.test(name));
  return ([program = '', ...words], settings) =>
    spawn(program, words, {
      cwd,
      env: { ...Object.fromEntries(own), PATH, PORT: '0', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
}

/** `npm run demo` and `npm test`, each with nothing before it. */
async function expectReadme(machine: Machine): Promise<void> {
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${root}`, machine.clone]);

  // Without a registry it is seen that a script installs first, and all the packages come once only.
  const noRegistry = { npm_config_cache: 'empty-cache', npm_config_offline: 'true' };
  for (const script of ['test', 'start', 'dev', 'library']) {
    const { said, ended } = follow(machine.start(['npm', 'run', script], noRegistry));
    expect([script, await ended, said().includes(installing)]).toEqual([script, 1, true]);
  }

  const demo = follow(machine.start(['npm', 'run', 'demo']));
  await expect.poll(demo.said, { timeout: 600_000 }).toContain('Ctrl+C ends it.');
  expect(demo.said().split(installing)).toHaveLength(2);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(demo.said())?.[0] ?? '';
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(await (await fetch(`${url}/login`)).text()).toContain('<title>');
  const cookie = await signInAt(url, 'engineer', 'standards-demo');
  // Once the file is read, its second page is drawn when it is asked for, by a reader without an environment.
  const page = fillAddress(readPagePicture.url, { name: 'AHN 12.101_EN_b.pdf', page: '2' });
  const picture = () => fetch(url + page, { headers: { cookie } });
  await expect.poll(async () => (await picture()).status).toBe(200);
  expect((await (await picture()).bytes()).length).toBeGreaterThan(1000);
  demo.end();
  await demo.ended;

  const tests = follow(machine.start(['npm', 'test', '--', 'contract/file-name.test.ts']));
  expect([await tests.ended, tests.said().includes(installing)]).toEqual([0, false]);
  expect(tests.said()).toContain('passed');
  const version = follow(machine.start(['npm', 'run', 'library', '--', '--version']));
  expect([await version.ended, version.said()]).toEqual([
    0,
    expect.stringContaining('EGD Library'),
  ]);
}

async function say(machine: Machine, words: string[]): Promise<string> {
  const { said, ended } = follow(machine.start(words));
  expect([words, await ended, said()]).toEqual([words, 0, said()]);
  return said();
}

/** What a program says, and its end, also of all that it started. */
function follow(child: ChildProcess) {
  let said = '';
  for (const output of [child.stdout, child.stderr])
    output?.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'close').then(([status]) => status as number | null);
  const end = () => {
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (isRunning) process.kill(-(child.pid ?? 0), 'SIGTERM');
  };
  onTestFinished(end);
  return { ended, end, said: () => said };
}
