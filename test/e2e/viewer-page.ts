import type { Locator, Page } from '@playwright/test';
import { type BrowserLibrary, enter } from './library.ts';

/** Where the first entry of every test library is read. */
export const documentAddress = '/main?customer=Aurora+Motors&doc_num=AM-1&language=EN&doc_rev=1';

export async function openPdf(
  page: Page,
  library: BrowserLibrary,
  pdf: Uint8Array | string,
  query = '',
): Promise<void> {
  await library.put('AM-1_EN_1.pdf', pdf);
  await enter(page, library, documentAddress + query);
}

export const above = (page: Page) => page.getByRole('toolbar', { name: 'Toolbar above the page' });
export const below = (page: Page) => page.getByRole('toolbar', { name: 'Toolbar below the page' });
export const tool = (page: Page, name: string | RegExp) =>
  above(page).getByRole('button', { name });

/** What scrolls, and in it the page. */
export const pages = (page: Page) => page.getByRole('group', { name: 'Pages' });
export const sheet = (page: Page) => page.getByRole('region', { name: /^Page / });

export async function widthOf(locator: Locator): Promise<number> {
  return (await locator.boundingBox())?.width ?? 0;
}

/** Clicks in the browser, faster than a hand could. */
export async function press(button: Locator, times: number): Promise<void> {
  await button.evaluate((element, count) => {
    for (let time = 0; time < count; time++) (element as { click?: () => void }).click?.();
  }, times);
}

let links = 0;
/** Follows a link inside the library, as its router does. */
export async function followLink(page: Page, address: string): Promise<void> {
  const entry = JSON.stringify({ key: `link ${++links}`, idx: links });
  await page.evaluate(`history.pushState(${entry}, '', '${address}')`);
  await page.evaluate("dispatchEvent(new PopStateEvent('popstate'))");
}

/** Resolves when the page is drawn sharply: pdf.js marks such pages. */
export async function waitUntilDrawn(page: Page): Promise<void> {
  await sheet(page).and(page.locator('[data-loaded="true"]:not(.loadingIcon)')).waitFor();
}

/** Chooses in the menu of the toolbar above the page. */
export async function chooseView(page: Page, name: string): Promise<void> {
  await tool(page, 'View').click();
  await page.getByRole('menu').getByText(name, { exact: true }).click();
}

/** Fingers put down, moved and lifted, as the touch screen itself would report them. */
export async function touch(page: Page, steps: number[][][]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const [at, fingers] of steps.entries()) {
    await session.send('Input.dispatchTouchEvent', {
      type: at === 0 ? 'touchStart' : 'touchMove',
      touchPoints: fingers.map(([x = 0, y = 0], id) => ({ x, y, id })),
    });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await session.detach();
}

/** Two taps that follow each other quickly, however slow the machine is. */
export async function tapTwice(page: Page, [x = 0, y = 0]: number[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const start = Date.now() / 1000;
  for (const [tap, seconds] of [0, 0.15].entries()) {
    const timestamp = start + seconds;
    const touchPoints = [{ x, y, id: tap }];
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints, timestamp });
    await session.send('Input.dispatchTouchEvent', {
      type: 'touchEnd',
      touchPoints: [],
      timestamp: timestamp + 0.05,
    });
  }
  await session.detach();
}
