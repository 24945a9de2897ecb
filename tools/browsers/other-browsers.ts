import { existsSync, globSync } from 'node:fs';

// Paths of the browsers of test/browsers, besides Chromium; null if one is missing.

const firefoxPlaces = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  String.raw`C:\Program Files\Mozilla Firefox\firefox.exe`,
];

export function firefox(): string | null {
  return process.env['FIREFOX_PATH'] ?? firefoxPlaces.find((path) => existsSync(path)) ?? null;
}

/** Where unpack-older-firefox.ts puts a Firefox that gets pdf.js's build for older browsers. */
export const olderFirefoxFolder = '/usr/local/lib/older-firefox';

export function olderFirefox(): string | null {
  const path = `${olderFirefoxFolder}/usr/lib/firefox-esr/firefox-esr`;
  return existsSync(path) ? path : null;
}

/** WebKit of Debian: a small browser, its WebDriver, and a virtual screen. */
export type WebKit = { driver: string; browser: string; screen: string };

export function webkit(): WebKit | null {
  const [driver, screen] = ['/usr/bin/WebKitWebDriver', '/usr/bin/xvfb-run'];
  const [browser] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');
  if (browser === undefined || !existsSync(driver) || !existsSync(screen)) return null;
  return { driver, browser, screen };
}
