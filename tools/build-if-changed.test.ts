import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../test/harness.ts';

test.skipIf(process.platform === 'win32')(
  'the web application is built again only when its sources changed',
  async () => {
    const root = await temporaryFolder(onTestFinished);
    for (const folder of ['web', 'contract', 'tools/browsers'])
      await mkdir(path.join(root, folder), { recursive: true });
    for (const file of ['web/main.tsx', 'contract/calls.ts', 'vite.config.ts', 'package-lock.json'])
      await writeFile(path.join(root, file), '');
    // In place of npm: a build empties dist.
    const npm = '#!/bin/sh\nrm -rf dist; mkdir dist; echo > dist/index.html; echo "$@" >> builds\n';
    await writeFile(path.join(root, 'npm'), npm, { mode: 0o755 });
    const run = async () => {
      const script = path.join(import.meta.dirname, 'build-if-changed.js');
      const env = { PATH: `${root}:${process.env['PATH']}` };
      execFileSync(process.execPath, [script], { cwd: root, env });
      return (await readFile(path.join(root, 'builds'), 'utf8')).trim().split('\n').length;
    };
    expect([await run(), await run()]).toEqual([1, 1]);
    await appendFile(path.join(root, 'contract/calls.ts'), '// changed');
    expect([await run(), await run()]).toEqual([2, 2]);
    await rm(path.join(root, 'dist/.built-from')); // as after a build by hand
    expect([await run(), await run()]).toEqual([3, 3]);
    await rm(path.join(root, 'dist'), { recursive: true });
    expect(await run()).toBe(4);
  },
);
