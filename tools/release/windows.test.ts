import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/harness.ts';
import { packZip, requireWindowsPaths, writeForWindows } from './windows.ts';

const root = path.join(import.meta.dirname, '..', '..');

test('a zip for Windows has its commands, and the line ends of its programs', async () => {
  const out = await temporaryFolder(onTestFinished);
  const folder = path.join(out, 'egd');
  await mkdir(path.join(folder, 'deploy'), { recursive: true });
  await mkdir(path.join(folder, 'node_modules'));
  for (const name of ['egd-library.xml', 'egd-library.env', 'install.ps1']) {
    const text = await readFile(path.join(root, 'deploy/windows', name));
    await writeFile(path.join(folder, 'deploy', name), text);
  }
  await writeFile(path.join(folder, 'node_modules', 'readme.md'), 'theirs\n');
  writeForWindows(folder);
  const first = await readFile(packZip(out, 'egd', 1_763_000_000));
  const parts = unzipSync(new Uint8Array(first));
  const textOf = (name: string) => Buffer.from(parts[name] ?? []).toString();
  expect(Object.keys(parts).toSorted()).toEqual([
    'egd/deploy/egd-library.env',
    'egd/deploy/egd-library.xml',
    'egd/deploy/install.ps1',
    'egd/library.cmd',
    'egd/node_modules/readme.md',
    'egd/start.cmd',
  ]);
  expect(textOf('egd/library.cmd')).toBe('@"%~dp0bin\\node.exe" "%~dp0cli\\main.js" %*\r\n');
  expect(textOf('egd/start.cmd')).toBe('@"%~dp0bin\\node.exe" "%~dp0server\\main.js" %*\r\n');
  for (const name of Object.keys(parts).filter((one) => one.includes('/deploy/')))
    expect([name, /(?<!\r)\n/.test(textOf(name))]).toEqual([name, false]);
  expect(textOf('egd/node_modules/readme.md')).toBe('theirs\n');
  expect((await readFile(packZip(out, 'egd', 1_763_000_000))).equals(first)).toBe(true);
});

test('what Windows cannot unpack is refused', () => {
  requireWindowsPaths(['egd/bin/node.exe', 'egd/.env.example', 'egd/console/a.ts']);
  for (const name of ['egd/a:b', 'egd/con.ts', 'egd/aux/a', 'egd/end.', `egd/${'x'.repeat(200)}`]) {
    expect(() => requireWindowsPaths([name])).toThrow(`Windows cannot unpack ${name}.`);
  }
  expect(() => requireWindowsPaths(['a/License', 'a/LICENSE'])).toThrow('a/LICENSE is there twice');
});

test('the script of installation uses files of the release, and balanced brackets', async () => {
  const script = await readFile(path.join(root, 'deploy/windows/install.ps1'), 'utf8');
  for (const name of ['egd-library.env', 'egd-library.xml']) {
    expect(script).toContain(`(Join-Path $PSScriptRoot '${name}')`);
  }
  expect(script).toContain("'bin\\node.exe'");
  const bare = script.replaceAll(/<#[^]*?#>|^#.*$|'[^']*'|"(?:[^"]|"")*"/gm, '');
  for (const [open, close] of ['()', '{}', '[]']) {
    expect([open, bare.split(open ?? '').length]).toEqual([open, bare.split(close ?? '').length]);
  }
});
