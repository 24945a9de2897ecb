import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What runs here: the version of package.json, and the commit that it was built from. */
export type Build = { version: string; commit: string };

const root = path.join(import.meta.dirname, '..', '..');

/** Whether this is a release, unpacked, and not a clone of the project. */
export function isRelease(): boolean {
  return readPackage(root).commit !== undefined;
}

/** How the command line is called here, for messages. */
export function libraryCommand(): string {
  if (!isRelease()) return 'npm run library --';
  return process.platform === 'win32' ? '.\\library' : './library';
}

let own: Build | undefined;

/** The build of this process. */
export function ownBuild(): Build {
  own ??= readBuild(root);
  return own;
}

/** A release has its commit in package.json; in a clone git is asked. */
export function readBuild(folder: string): Build {
  const { version, commit } = readPackage(folder);
  return { version, commit: commit ?? commitOf(folder) };
}

function readPackage(folder: string): { version: string; commit?: string } {
  const text = readFileSync(path.join(folder, 'package.json'), 'utf8');
  return JSON.parse(text) as { version: string; commit?: string }; // ours
}

/** The short commit of a clone, with `-dirty` if files are changed; `unknown` without git. */
export function commitOf(folder: string): string {
  // Without this, git would answer for a repository around the folder.
  if (!existsSync(path.join(folder, '.git'))) return 'unknown';
  const words = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'];
  const { status, stdout } = spawnSync('git', words, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : 'unknown';
}

export function describeBuild({ version, commit }: Build): string {
  return `EGD Library ${version} (${commit})`;
}
