import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../test/harness.ts';
import { releaseName } from '../../tools/release/release.ts';
import { readBuild } from './build.ts';

const root = path.join(import.meta.dirname, '..', '..');

function git(folder: string, ...words: string[]): string {
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@example'];
  return spawnSync('git', [...who, ...words], { cwd: folder, encoding: 'utf8' }).stdout.trim();
}

test('a clone knows its commit, a release the one it was made of, a copy none', async () => {
  const clone = await temporaryFolder(onTestFinished);
  const file = path.join(clone, 'package.json');
  await writeFile(file, '{"version":"1.2.3"}');
  expect(readBuild(clone)).toEqual({ version: '1.2.3', commit: 'unknown' });
  git(clone, 'init');
  git(clone, 'add', '.');
  git(clone, 'commit', '--message', 'first');
  const commit = git(clone, 'rev-parse', '--short=12', 'HEAD');
  expect(commit).toMatch(/^[0-9a-f]{12}$/);
  expect(readBuild(clone)).toEqual({ version: '1.2.3', commit });
  expect(releaseName(clone, { version: '1.2.3', commit })).toBe(`1.2.3-${commit}`);
  git(clone, 'tag', 'v1.2.3');
  expect(releaseName(clone, { version: '1.2.3', commit })).toBe('1.2.3');

  const inside = path.join(clone, 'copy'); // the commit of the repository around it is not its own
  await mkdir(inside);
  await writeFile(path.join(inside, 'package.json'), '{"version":"1.2.3"}');
  expect(readBuild(inside).commit).toBe('unknown');
  await writeFile(file, '{"version":"1.2.4"}');
  expect(readBuild(clone)).toEqual({ version: '1.2.4', commit: `${commit}-dirty` });
  expect(releaseName(clone, readBuild(clone))).toBe(`1.2.4-${commit}-dirty`);
  await writeFile(file, '{"version":"1.2.3","commit":"abc"}');
  expect(readBuild(clone)).toEqual({ version: '1.2.3', commit: 'abc' });
});

test('the changelog, the image and the manifest of Kubernetes name the version of package.json', async () => {
  const read = (file: string) => readFile(path.join(root, file), 'utf8');
  const { version } = readBuild(root);
  const changelog = await read('CHANGELOG.md');
  const headings = [...changelog.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  expect(headings[0]).toBe('Unreleased');
  expect(headings[1]).toMatch(/^\d+\.\d+\.\d+(-rc\.\d+)? \(\d{4}-\d\d-\d\d\)$/);
  expect(headings[1]?.split(' ')[0]).toBe(version);
  expect(await read('deploy/docker/compose.yaml')).toContain(`image: egd-library:${version}\n`);
  expect(await read('deploy/kubernetes/egd-library.yaml')).toContain(`egd-library:${version}\n`);
});
