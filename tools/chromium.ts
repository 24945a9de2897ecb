import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  String.raw`C:\Program Files\Google\Chrome\Application\chrome.exe`,
  String.raw`C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe`,
];

const shellPlaces = ['/usr/lib/chromium/chromium-headless-shell'];

/** Chromium that never has a window, as Debian has it beside the other. */
export const headlessShell = shellPlaces.find((path) => existsSync(path));

/** The browser for tests: they take half the processor time in one that never has a window. */
export function testChromium(): LaunchOptions {
  const executablePath = process.env['CHROME_PATH'] ?? headlessShell;
  return { ...chromium(), ...(executablePath === undefined ? {} : { executablePath }) };
}

/** The browser of this machine, or that of `playwright install`; it makes no requests of its own. */
export function chromium(): LaunchOptions {
  const executablePath = process.env['CHROME_PATH'] ?? usualPlaces.find((path) => existsSync(path));
  return {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: [
      '--no-sandbox', // Chromium refuses to run with one as root, as in a container
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  };
}
