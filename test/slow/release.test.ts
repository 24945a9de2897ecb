import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  globSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { architectures, bytesBelow, makeRelease } from '../../tools/release/release.ts';
import { signInAt } from '../drill/server-process.ts';
import { password, temporaryFolder } from '../harness.ts';

const root = path.join(import.meta.dirname, '..', '..');

// Neither Node nor npm, nor anything else.
const nothing = { PATH: '/nowhere' };

const arch = architectures.find((one) => one === process.arch);

test.runIf(process.platform === 'linux' && arch !== undefined)(
  'a release starts on a machine without Node, npm and registry, signs people in, and finds itself well',
  async () => {
    const out = await temporaryFolder(onTestFinished);
    const order = { root, out, platform: 'linux', arch: arch ?? 'x64' } as const;
    const { packed: tar, sbom } = makeRelease(order);
    const blank = await temporaryFolder(onTestFinished);
    expect(spawnSync('tar', ['-xzf', tar, '-C', blank, '--strip-components=1']).status).toBe(0);
    expect(bytesBelow(blank)).toBeLessThan(200e6);
    expect(newerThanRhel9(blank)).toEqual([]);
    const load = `for (const name of ${JSON.stringify(importedNames())}) await import(name)`;
    const words = ['--input-type=module', '-e', load];
    const loaded = spawnSync(path.join(blank, 'bin/node'), words, { cwd: blank, encoding: 'utf8' });
    expect(loaded).toMatchObject({ status: 0, stderr: '' });

    const env = { ...nothing, DATA_DIR: path.join(blank, 'data'), PORT: '0' };
    await mkdir(path.join(blank, 'data', 'documents'), { recursive: true });
    // By a link to a link, as an administrator makes it.
    const links = await temporaryFolder(onTestFinished);
    await symlink(path.join(blank, 'library'), path.join(links, 'first'));
    await symlink('first', path.join(links, 'library'));
    await symlink(path.join(blank, 'start'), path.join(links, 'start'));
    const library = async (words: string[], input = '') => {
      const child = spawn(path.join(links, 'library'), words, { cwd: blank, env });
      child.stdin.end(input);
      const said = Promise.all([text(child.stdout), text(child.stderr)]);
      const [code] = (await once(child, 'close')) as [number];
      return { code, said: (await said).join('') };
    };
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    const { said } = await library(['--version']);
    const commit = /^EGD Library (\S+) \(([0-9a-f]{12})(-dirty)?\)\n$/.exec(said);
    expect(commit?.[1]).toBe(version);
    expect(path.basename(tar)).toContain(`egd-library-${version}-`);
    const added = await library(['user', 'add', 'reader', '--role', 'EGD_LIB'], `${password}\n`);
    expect(added).toEqual({ code: 0, said: 'Added reader (EGD_LIB).\n' });

    const server = spawn(path.join(links, 'start'), { cwd: blank, env });
    onTestFinished(async () => {
      const ended = once(server, 'exit'); // and with it all that it started and that writes here
      if (server.kill('SIGINT')) await ended;
    });
    let url: string | undefined;
    for await (const line of createInterface(server.stdout)) {
      url = /listening at (http:\/\/[\d.:]+)/.exec(line)?.[1];
      if (url !== undefined) break;
    }
    if (url === undefined) throw new Error('It ended before it listened.');
    server.stdout.resume();
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
    expect(await (await fetch(`${url}/login`)).text()).toContain('EGD Library needs JavaScript.');
    const cookie = await signInAt(url, 'reader');
    const customers = await fetch(`${url}/vue-egd-lib/api/customers`, { headers: { cookie } });
    expect([customers.status, await customers.json()]).toEqual([200, { data: [] }]);
    const doctor = await library(['doctor']);
    expect(doctor).toMatchObject({ code: 0, said: expect.stringContaining('All is well.') });
    const kept = path.join(blank, 'kept');
    expect(await library(['backup', kept])).toMatchObject({ code: 0 });
    expect(await library(['verify', kept])).toMatchObject({ code: 0 });

    const { components } = JSON.parse(readFileSync(sbom, 'utf8')) as {
      components: { name: string; group?: string; licenses: object[]; hashes: object[] }[];
    };
    expect(components.filter(({ licenses, hashes }) => !licenses[0] || !hashes[0])).toEqual([]);
    const help = await library(['help']);
    expect(help.said).toContain('  ./library doctor\n');
    expect(help.said + doctor.said).not.toContain('npm');
    expect(readFileSync(path.join(blank, 'docs/operations/settings.md'), 'utf8')).not.toContain(
      'npm run library',
    );
    expect(deadLinksIn(path.join(blank, 'docs'))).toEqual([]);
    const names = components.map(({ group, name }) => (group ? `${group}/${name}` : name));
    const some = ['fastify', 'kysely', 'pdfjs-dist', 'node', 'libatomic1'];
    expect(names).toEqual(expect.arrayContaining(some));
    expect(names.filter((name) => ['vite', 'vitest', 'typescript', 'knip'].includes(name))).toEqual(
      [],
    );
  },
);

/** Links and pictures of manuals that lead to a file that is not there. */
function deadLinksIn(folder: string): string[] {
  return globSync('**/*.md', { cwd: folder }).flatMap((page) => {
    const links = readFileSync(path.join(folder, page), 'utf8').matchAll(/\]\(([^)#:]+)[)#]/g);
    return [...links]
      .map(([, to = '']) => path.join(folder, page, '..', to))
      .filter((file) => !existsSync(file));
  });
}

/** What programs and libraries need of glibc and libstdc++ that RHEL 9 lacks; of libatomic also for the other processor. */
function newerThanRhel9(release: string): string[] {
  const highest: Record<string, string> = { GLIBC: '2.34', GLIBCXX: '3.4.29', CXXABI: '1.3.13' };
  const files = globSync(['**/*', path.join(root, 'tools/node/**/*.so.1')], { cwd: release })
    .map((name) => path.resolve(release, name))
    .filter((file) => statSync(file).isFile() && firstBytes(file) === '\u007fELF');
  expect(files.length).toBeGreaterThanOrEqual(4); // Node and three times libatomic
  return files.flatMap((file) => {
    const { stdout } = spawnSync('readelf', ['-VW', file], { encoding: 'utf8' });
    const needed = [...stdout.matchAll(/Name: (GLIBC|GLIBCXX|CXXABI)_([\d.]+) /g)];
    expect([file, needed.length > 0]).toEqual([file, true]);
    return needed
      .filter(([, name = '', version = '']) => isNewer(version, highest[name] ?? ''))
      .map(([text]) => `${file}: ${text}`);
  });
}

const isNewer = (version: string, than: string) =>
  version.localeCompare(than, 'en', { numeric: true }) > 0;

function firstBytes(file: string): string {
  const bytes = Buffer.alloc(4);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, bytes);
  closeSync(descriptor);
  return bytes.toString('latin1');
}

/** What the sources import from packages, such as `csv-parse/sync`. */
function importedNames(): string[] {
  const sources = ['server', 'cli', 'contract']
    .flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root }))
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(path.join(root, file), 'utf8'));
  const imports = sources.flatMap((source) => [
    ...source.matchAll(/^(?:import (?!type).*|\}) from '((?!node:)[^'.#][^']*)'/gm),
  ]);
  return [...new Set(imports.map(([, name = '']) => name))];
}
