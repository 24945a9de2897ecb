import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { CleanUp } from './clean-up.ts';
import { temporaryFolder } from './harness.ts';

/** A Debian of the smallest kind, with Node and npm of the registry, or those of Debian itself. */
export type Bare = {
  suite: 'bookworm' | 'trixie';
  node: { node: string; npm: string } | 'debian';
};

/** Where this project is cloned to, and how programs run there. */
export type Machine = {
  /** The clone, as this machine sees it. */
  clone: string;
  start: (words: string[], settings?: Record<string, string>, folder?: string) => ChildProcess;
};

/** By root only, who may mount and change the root. */
export const canBeBare =
  process.getuid?.() === 0 && spawnSync('debootstrap', ['--version']).status === 0;

const run = promisify(execFile);

export async function makeBare(cleanUp: CleanUp, { suite, node }: Bare): Promise<Machine> {
  const system = path.join(await temporaryFolder(cleanUp), suite);
  await run('debootstrap', ['--variant=minbase', suite, system, ...mirror()]);
  const at = (...parts: string[]) => path.join(system, ...parts);
  mkdirSync(at('srv/egd'));
  copyFileSync('/etc/hosts', at('etc/hosts'));
  const npmrc = path.join(os.homedir(), '.npmrc');
  if (existsSync(npmrc)) copyFileSync(npmrc, at('root/.npmrc'));
  // A network may have certificates of its own.
  const certificates = process.env['NODE_EXTRA_CA_CERTS'];
  if (certificates !== undefined) copyFileSync(certificates, at('certificates.pem'));
  const env = {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => /_proxy$/i.test(name))),
    ...(certificates !== undefined && { NODE_EXTRA_CA_CERTS: '/certificates.pem' }),
    PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
    HOME: '/root',
    PORT: '0',
    npm_config_cache: '/npm-cache',
  };
  // npm checks what it fetched once, and need not fetch it twice.
  const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
  for (const folder of [cache, at('npm-cache')]) mkdirSync(folder, { recursive: true });

  // Its mounts and its processes are its own, and end with it.
  const enter = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', inside, system, cache];
  const start: Machine['start'] = (words, settings = {}, folder = '/srv/egd') =>
    spawn('unshare', [...enter, folder, ...words], {
      env: { ...env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
  const inIt = (...words: string[]) => run('unshare', [...enter, '/', ...words], { env });
  if (node === 'debian') {
    await inIt('apt-get', 'update');
    await inIt('apt-get', 'install', '-y', '--no-install-recommends', 'nodejs', 'npm');
  } else await addNode(system, node);
  return { clone: at('srv/egd'), start };
}

// Words of the shell: the root, npm's cache, the folder to be in, and the command.
const inside = `mount -t proc proc "$0/proc" && mount --bind "$1" "$0/npm-cache" && shift
exec chroot "$0" sh -c 'cd "$0" && exec "$@"' "$@"`;

/** Where this machine gets its packages from. */
function mirror(): string[] {
  const words = ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'];
  const { stdout } = spawnSync('apt-get', words, { encoding: 'utf8' });
  return stdout.split('\n', 1).filter((address) => address !== '');
}

async function addNode(system: string, { node, npm }: { node: string; npm: string }) {
  const folder = mkdtempSync(path.join(system, 'tmp/packages-'));
  const unpack = async (name: string, version: string, to: string) => {
    await run('npm', ['pack', `${name}@${version}`, '--pack-destination', folder]);
    const packed = path.join(folder, `${name}-${version}.tgz`);
    await run('tar', ['-xzf', packed, '-C', folder]);
    mkdirSync(path.join(system, path.dirname(to)), { recursive: true });
    renameSync(path.join(folder, 'package'), path.join(system, to));
  };
  await unpack(`node-linux-${process.arch}`, node, 'usr/local/node');
  await unpack('npm', npm, 'usr/local/lib/node_modules/npm');
  symlinkSync('../node/bin/node', path.join(system, 'usr/local/bin/node'));
  const npmCli = '../lib/node_modules/npm/bin/npm-cli.js';
  symlinkSync(npmCli, path.join(system, 'usr/local/bin/npm'));
}
