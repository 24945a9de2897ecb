import { type LaunchOptions, type Page, launch } from 'puppeteer-core';
import type { Browser } from './browser.ts';

/** Firefox, over WebDriver BiDi. */
export function startFirefox(executablePath: string): Promise<Browser> {
  // A PDF that was downloaded is not opened: its tab would hide the page at a moment of its own.
  const extraPrefsFirefox = { 'pdfjs.disabled': true };
  return start({ browser: 'firefox', executablePath, extraPrefsFirefox });
}

/** Chromium, of which `prepare` may take something away before the first page. */
export function startChromium(
  options: { executablePath: string; args: string[] },
  prepare: (page: Page) => Promise<void>,
): Promise<Browser> {
  return start({ browser: 'chrome', ...options }, prepare);
}

async function start(
  options: LaunchOptions,
  prepare?: (page: Page) => Promise<void>,
): Promise<Browser> {
  const browser = await launch({ ...options, headless: true });
  const page = await browser.newPage();
  await prepare?.(page);
  return {
    async open(url) {
      await page.goto(url);
    },
    async resize(width, height) {
      await page.setViewport({ width, height }).catch((error: unknown) => {
        // Puppeteer also sets the orientation, which Firefox 140 cannot. The size is set by then, or soon.
        if (!String(error).includes('setScreenOrientationOverride')) throw error;
      });
    },
    // What an expression gives is known where it is written.
    evaluate: async <T>(expression: string) => (await page.evaluate(expression)) as T,
    async drag(from, to) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y);
      await page.mouse.up();
    },
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    picture: () => page.screenshot(),
    close: () => browser.close(),
  };
}
