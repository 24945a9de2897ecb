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
import { carryLibatomic } from '../node/carry-libatomic.js';
import { type Runtime, writeSbom } from './sbom.ts';
import { packZip, writeForWindows } from './windows.ts';

export const architectures = ['x64', 'arm64'] as const;
export const platforms = ['linux', 'win'] as const;
type Target = { platform: (typeof platforms)[number]; arch: (typeof architectures)[number] };
type Order = Target & {
  root: string;
  out: string;
  /** Given where there is no git, as in the build of the image. */
  commit?: string | undefined;
};

/** The largest size of a release, unpacked; more is a mistake. */
const mostMegabytes = 200;

/**
 * Makes a folder, and a tar of it (for Windows a zip), that runs on a machine with nothing else on it: the server as it
 * is written, the built web application, the packages that it needs and Node. The list of its contents is written beside it.
 */
export function makeRelease(order: Order): { folder: string; packed: string; sbom: string } {
  const { root, out, platform, arch, commit = commitOf(root) } = order;
  if (platform === 'win' && arch !== 'x64') throw new Error('For Windows there is only x64.');
  if (!existsSync(path.join(root, 'dist', 'index.html')))
    throw new Error('Run "npm run build" first.');
  const { version } = readJson<{ version: string }>(path.join(root, 'package.json'));
  const name = `egd-library-${releaseName(root, { version, commit })}-${platform}-${arch}`;
  const folder = path.join(out, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, 'bin'), { recursive: true });

  const server = packagesOf(root, ['server', 'cli', 'contract']);
  for (const sources of ['server', 'cli', 'contract']) copy(root, folder, sources, isOurs);
  for (const whole of [
    'dist',
    'docs',
    'web/content/pictures', // of docs/LIBRARIANS.md
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
  const node = addNode(root, folder, order);
  if (platform === 'win') writeForWindows(folder);
  else writeCommands(folder);

  const megabytes = bytesBelow(folder) / 1e6;
  if (megabytes > mostMegabytes)
    throw new Error(`The release has ${megabytes.toFixed(0)} MB, more than ${mostMegabytes}.`);
  const sbom = path.join(out, `${name}.cdx.json`);
  const shipped = new Map([...packagesOf(root, ['web']), ...server]);
  writeSbom(root, sbom, shipped, node);
  const packed = platform === 'win' ? packZip(out, name, timeOf(root)) : packTar(root, out, name);
  const hash = createHash('sha256').update(readFileSync(packed)).digest('hex');
  writeFileSync(`${packed}.sha256`, `${hash}  ${path.basename(packed)}\n`);
  return { folder, packed, sbom };
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

// TypeScript, which Node does not run in packages, maps, tests, manuals, builds and fonts for browsers: none of it is
// read when the library runs. Licences stay.
function isNeeded(at: string): boolean {
  if (/(^|\/)licen[cs]e/i.test(at)) return true;
  if (/^(\.\w+|tests?|docs?|benchmarks?|examples?)\//.test(at)) return false;
  if (/(^|\/)(umd|iife|browser)\/|\.(standalone|umd|iife)\.js$/.test(at)) return false;
  if (/(^|[/.-])browser([.-][^/]*)?\.[mc]?js$/.test(at)) return false;
  if (/\.(woff2|s?css)$|-\d+-\d+-normal\.woff$/.test(at)) return false;
  return !/\.(map|md|markdown|flow|tsbuildinfo|[mc]?ts)$|\.test\.[mc]?js$/.test(at);
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

/** The Node that the lockfile names; that of another machine comes from the registry. */
function addNode(root: string, folder: string, { platform, arch }: Target): Runtime {
  const name = `node-${platform}-${arch}`;
  const program = platform === 'win' ? 'node.exe' : 'node';
  const { optionalDependencies } = readJson<{ optionalDependencies: Record<string, string> }>(
    path.join(root, 'package.json'),
  );
  const version = optionalDependencies[name];
  if (version === undefined) throw new Error(`package.json names no ${name}.`);
  const own = path.join(root, 'node_modules', name);
  const cache = path.join(path.dirname(folder), '.node');
  const isOwn = existsSync(path.join(own, 'bin', program));
  const from = isOwn ? own : download(root, cache, `${name}@${version}`);
  const file = path.join(folder, 'bin', program);
  cpSync(path.join(from, 'bin', program), file);
  // The package for Windows has none; it is the same for all.
  const here = path.join(root, 'node_modules', `node-${process.platform}-${process.arch}`);
  const license = [from, here]
    .map((one) => path.join(one, 'LICENSE'))
    .find((one) => existsSync(one));
  if (license !== undefined) cpSync(license, path.join(folder, 'bin', 'LICENSE.node'));
  chmodSync(file, 0o755);
  rmSync(cache, { recursive: true, force: true });
  if (platform === 'linux') {
    carryLibatomic(file, arch);
    cpSync(
      path.join(root, 'tools/node/LICENSE.libatomic'),
      path.join(folder, 'bin/LICENSE.libatomic'),
    );
  }
  return { version, file };
}

/** Unpacks a package of the registry; npm checks its hash. */
function download(root: string, cache: string, name: string): string {
  mkdirSync(cache, { recursive: true });
  run('npm', ['pack', name, '--pack-destination', cache], root);
  run('tar', ['-xzf', path.join(cache, `${name.replace('@', '-')}.tgz`), '-C', cache], root);
  return path.join(cache, 'package');
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

/** Seconds since 1970, so that the same commit gives the same bytes; 0 where there is no git, as in the build of the image. */
function timeOf(root: string): number {
  const words = ['log', '-1', '--format=%ct'];
  const committed = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  const time = committed.status === 0 ? committed.stdout.trim() : '0';
  return Number(process.env['SOURCE_DATE_EPOCH'] ?? time);
}

/** In order of names, without owners, all of the time of the commit. */
function packTar(root: string, out: string, name: string): string {
  const tar = path.join(out, `${name}.tar.gz`);
  const mtime = `--mtime=@${timeOf(root)}`;
  const same = ['--sort=name', mtime, '--owner=0', '--group=0', '--numeric-owner'];
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
