import type { Page } from 'puppeteer-core';
import { newerFunctions } from '../../tools/browsers/newer-functions.ts';
import { chromium } from '../../tools/chromium.ts';
import { journeys } from './journeys.ts';
import { startChromium } from './puppeteer-browser.ts';

// A browser as old as the oldest that we support, as far as functions go: today's Chromium without all
// that one of them lacks.

const { globals, members } = newerFunctions();
const newer = {
  members: [...members.keys()].map((member) => member.split('.')),
  globals: [...globals.keys()],
};

const removal = `(({ members, globals }) => {
  for (const [object, member] of members) {
    const owner = globalThis[object];
    for (const each of [owner, owner?.prototype]) {
      if (each) Reflect.deleteProperty(each, member);
    }
  }
  for (const name of globals) Reflect.deleteProperty(globalThis, name);
})(${JSON.stringify(newer)});`;

/** Removes it from the page, and from every worker of pdf.js before the worker's own script. */
async function makeOlder(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(removal);
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const answered = request.url().endsWith('/pdf.worker.min.mjs')
      ? fetch(request.url()).then(async (response) =>
          request.respond({
            contentType: 'text/javascript',
            headers: {
              'content-security-policy': response.headers.get('content-security-policy') ?? '',
            },
            body: removal + (await response.text()),
          }),
        )
      : request.continue();
    answered.catch(() => {}); // the page is gone
  });
}

const { executablePath, args = [] } = chromium();
journeys('an older Chromium', {
  start:
    executablePath === undefined ? null : () => startChromium({ executablePath, args }, makeOlder),
  build: 'older',
});
