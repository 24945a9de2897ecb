import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newestBrowsers, oldestBrowsers } from './oldest-browsers.ts';
import { olderFirefoxFolder } from './other-browsers.ts';

/**
 * Debian's main archive has the previous ESR beside the newer one of its security archive. It is
 * unpacked, not installed: the newer one stays the Firefox of this machine, and has the same libraries.
 */
export function unpackOlderFirefox(): void {
  const version = olderVersion();
  if (version === undefined) throw new Error('the archive has none, or it is the installed one.');
  const folder = mkdtempSync(join(tmpdir(), 'older-firefox-'));
  try {
    run('apt-get', ['download', '-qq', `firefox-esr=${version}`], folder);
    const [file = ''] = globSync('*.deb', { cwd: folder });
    run('dpkg', ['-x', file, 'unpacked'], folder);
    run('unpacked/usr/lib/firefox-esr/firefox-esr', ['--version'], folder);
    run('mv', ['unpacked', olderFirefoxFolder], folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function olderVersion(): string | undefined {
  const installed = run('dpkg-query', ['-W', '-f', '${Version}', 'firefox-esr']);
  const lines = run('apt-cache', ['madison', 'firefox-esr']).split('\n');
  return lines
    .map((line) => line.split('|')[1]?.trim() ?? '')
    .find((version) => version !== installed && getsOlderBuild(Number.parseInt(version, 10)));
}

function getsOlderBuild(major: number): boolean {
  return major >= Number(oldestBrowsers.firefox) && major < Number(newestBrowsers.firefox);
}

function run(command: string, args: string[], cwd = '.'): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8' });
}
