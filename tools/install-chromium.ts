import { spawnSync } from 'node:child_process';
import { chromium } from './chromium.ts';

// Installs Chromium for the browser tests if there is none: from Debian if we are root there, else
// from Playwright.

function run(command: string): boolean {
  console.log(command);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, { shell: true, stdio: 'inherit', env }).status === 0;
}

const found = chromium().executablePath;
const mayInstall = process.getuid?.() === 0 && process.platform === 'linux';
if (found !== undefined) console.log(`Browser: ${found}`);
else if (mayInstall && run('apt-get update -qq && apt-get install -y -qq chromium')) {
  console.log('Browser: installed by apt-get');
} else if (!run('playwright install chromium')) {
  console.error('No browser: install Chromium or Chrome, or set CHROME_PATH to one.');
  process.exitCode = 1;
}
