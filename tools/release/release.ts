import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { type Build, commitOf } from '../../server/config/build.ts';
import { isSource, packagesOf } from './packages.ts';
import { writeSbom } from './sbom.ts';

export const architectures = ['x64', 'arm64'] as const;
type Order = {
  root: string;
  out: string;
  arch: (typeof architectures)[number];
  /** Given where there is no git, as in the build of the image. */
  commit?: string | undefined;
};

/** The largest size of a release, unpacked; more is a mistake. */
const mostMegabytes = 200;

/**
 * Makes a folder, and a tar of it, that runs on a Linux with nothing else on it: the server as it is written, the
 * built web application, the packages that it needs and Node. The list of what is in it lies beside.
 */
export function makeRelease({ root, out, arch, commit = commitOf(root) }: Order): {
  folder: string;
  tar: string;
  sbom: string;
} {
  if (!existsSync(path.join(root, 'dist', 'index.html')))
    throw new Error('Run "npm run build" first.');
  const { version } = readJson<{ version: string }>(path.join(root, 'package.json'));
  const name = `egd-library-${releaseName(root, { version, commit })}-linux-${arch}`;
  const folder = path.join(out, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, 'bin'), { recursive: true });

  const server = packagesOf(root, ['server', 'cli', 'contract']);
  for (const sources of ['server', 'cli', 'contract']) copy(root, folder, sources, isOurs);
  for (const whole of [
    'dist',
    'docs/operations',
    'docs/LIBRARIANS.md',
    'LICENSE',
    'CHANGELOG.md',
    '.env.example',
    'deploy',
  ]) {
    copy(root, folder, whole, (at) => !/\.test\.ts$|two-nodes|\.built-from$/.test(at));
  }
  for (const at of server.keys())
    copy(root, folder, at, (from) => isNeeded(path.relative(path.join(root, at), from)));
  nameCommands(folder);
  writePackageJson(root, folder, commit);
  const node = addNode(root, folder, arch);
  writeCommands(folder);

  const megabytes = bytesBelow(folder) / 1e6;
  if (megabytes > mostMegabytes)
    throw new Error(`The release has ${megabytes.toFixed(0)} MB, more than ${mostMegabytes}.`);
  const sbom = path.join(out, `${name}.cdx.json`);
  const shipped = new Map([...packagesOf(root, ['web']), ...server]);
  writeSbom(root, sbom, shipped, { version: node, file: path.join(folder, 'bin', 'node') });
  const tar = pack(root, out, name);
  writeFileSync(
    `${tar}.sha256`,
    `${createHash('sha256').update(readFileSync(tar)).digest('hex')}  ${path.basename(tar)}\n`,
  );
  return { folder, tar, sbom };
}

/** `1.0.0` of the commit that is tagged v1.0.0, else with the commit: two builds never share a name. */
export function releaseName(root: string, { version, commit }: Build): string {
  const words = ['tag', '--points-at', 'HEAD', `v${version}`];
  const tagged = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  const isTagged = tagged.status === 0 && tagged.stdout.trim() !== '' && !commit.endsWith('-dirty');
  return isTagged ? version : `${version}-${commit}`;
}

function copy(root: string, folder: string, what: string, isWanted: (at: string) => boolean): void {
  const from = path.join(root, what);
  cpSync(from, path.join(folder, what), {
    recursive: true,
    dereference: true,
    filter: (at) =>
      statSync(at).isDirectory()
        ? !/node_modules$|\/\.cache$/.test(at.slice(from.length))
        : isWanted(at),
  });
}

/** Its manuals say `./library`: there is no npm on the machine. */
function nameCommands(folder: string): void {
  const manuals = readdirSync(path.join(folder, 'docs'), { recursive: true, encoding: 'utf8' });
  for (const name of manuals.filter((one) => one.endsWith('.md'))) {
    const file = path.join(folder, 'docs', name);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replaceAll(/npm\s+run\s+library\s+--(?=\s)/g, './library'));
  }
}

const isOurs = (at: string) => isSource(path.basename(at));

// Declarations, maps, tests, manuals, and builds for browsers: none of it is read when it runs. Licences stay.
function isNeeded(at: string): boolean {
  if (/(^|\/)licen[cs]e/i.test(at)) return true;
  if (/^(\.\w+|tests?|docs?|benchmarks?|examples?)\//.test(at)) return false;
  if (/(^|\/)(umd|iife)\/|\.(standalone|umd|iife)\.js$/.test(at)) return false;
  return !/\.(map|md|markdown|flow|tsbuildinfo)$|\.d\.[mc]?ts$|\.test\.[mc]?[jt]s$/.test(at);
}

// Without scripts and packages for development, which are not in the release.
function writePackageJson(root: string, folder: string, commit: string): void {
  const { name, version, license, type, imports, dependencies } = readJson<Record<string, unknown>>(
    path.join(root, 'package.json'),
  );
  writeFileSync(
    path.join(folder, 'package.json'),
    `${JSON.stringify({ name, version, commit, license, type, imports, dependencies }, null, 2)}\n`,
  );
}

/** The Node that the lockfile names; that of another machine comes from the registry. Returns its version. */
function addNode(root: string, folder: string, arch: Order['arch']): string {
  const name = `node-linux-${arch}`;
  const { optionalDependencies } = readJson<{ optionalDependencies: Record<string, string> }>(
    path.join(root, 'package.json'),
  );
  const version = optionalDependencies[name];
  if (version === undefined) throw new Error(`package.json names no ${name}.`);
  let from = path.join(root, 'node_modules', name);
  if (!existsSync(path.join(from, 'bin', 'node'))) {
    const cache = path.join(path.dirname(folder), '.node');
    mkdirSync(cache, { recursive: true });
    run('npm', ['pack', `${name}@${version}`, '--pack-destination', cache], root);
    run('tar', ['-xzf', path.join(cache, `${name}-${version}.tgz`), '-C', cache], root);
    from = path.join(cache, 'package');
  }
  cpSync(path.join(from, 'bin', 'node'), path.join(folder, 'bin', 'node'));
  if (existsSync(path.join(from, 'LICENSE')))
    cpSync(path.join(from, 'LICENSE'), path.join(folder, 'bin', 'LICENSE.node'));
  chmodSync(path.join(folder, 'bin', 'node'), 0o755);
  rmSync(path.join(path.dirname(folder), '.node'), { recursive: true, force: true });
  return version;
}

// A link may lead here, as /usr/local/bin/library; `command -p` finds readlink whatever PATH is.
const findFolder = `#!/bin/sh
file=$0
while [ -L "$file" ]; do
  to=$(command -p readlink "$file")
  case $to in /*) file=$to ;; *) file=\${file%/*}/$to ;; esac
done
here=\${file%/*}
`;

/** `./start` serves the library, `./library` is its command line; neither needs anything of the system but a shell. */
function writeCommands(folder: string): void {
  for (const [name, program] of Object.entries({
    start: 'server/main.js',
    library: 'cli/main.js',
  })) {
    const script = `${findFolder}exec "$here/bin/node" "$here/${program}" "$@"\n`;
    writeFileSync(path.join(folder, name), script, { mode: 0o755 });
  }
}

/** The same bytes for the same commit: in order of names, without owners, all of the time of the commit. */
function pack(root: string, out: string, name: string): string {
  const committed = spawnSync('git', ['log', '-1', '--format=%ct'], {
    cwd: root,
    encoding: 'utf8',
  });
  const time = process.env['SOURCE_DATE_EPOCH'] ?? (committed.stdout.trim() || '0');
  const tar = path.join(out, `${name}.tar.gz`);
  const same = ['--sort=name', `--mtime=@${time}`, '--owner=0', '--group=0', '--numeric-owner'];
  run('tar', [...same, '--use-compress-program=gzip -n -6', '-cf', tar, '-C', out, name], root);
  return tar;
}

function run(program: string, words: readonly string[], cwd: string): void {
  const { status, stderr, error } = spawnSync(program, words, { cwd, encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${program} ${words.join(' ')} failed: ${error?.message ?? stderr}`);
}

export function bytesBelow(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(path.join(entry.parentPath, entry.name)).size, 0);
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(file, 'utf8')) as T; // package.json is ours
}
