import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page, Request } from '@playwright/test';
import { smallPdf } from '../small-pdf.ts';
import { heavyPdf } from '../pdfs.ts';
import {
  type BrowserLibrary,
  endAllSessions,
  enter,
  expect,
  notAvailable,
  shownPage,
  test,
} from './library.ts';
import {
  above,
  documentAddress,
  followLink,
  openPdf,
  pages,
  tool,
  waitUntilDrawn,
} from './viewer-page.ts';

const heavy = heavyPdf({ pages: 20, bytesEach: 200_000 });

test('only what is read is fetched, in ranges, after one HEAD', async ({ page, library }) => {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/document/')) requests.push(request);
  });
  await openPdf(page, library, heavy);
  await expect(shownPage(page, 'Page 1 of 20')).toBeVisible();
  const [head, ...ranges] = requests;
  expect(head?.method()).toBe('HEAD');
  let bytes = 0;
  for (const range of ranges) {
    const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(range.headers()['range'] ?? '') ?? [];
    expect(Number(first) % 8192).toBe(0);
    bytes += Number(last) + 1 - Number(first);
  }
  expect(bytes).toBeLessThan(heavy.length / 3);
});

test('a notice says that the server stopped, and reading goes on when it is back, however late', async ({
  page,
  library,
}) => {
  await page.clock.install();
  await openPdf(page, library, heavy);
  await waitUntilDrawn(page);
  await stop(library);
  await tool(page, 'Page 1 / 20').click();
  await page.getByRole('textbox', { name: 'Page number, 1 to 20' }).fill('12');
  await page.keyboard.press('Enter');
  const notice = page.getByRole('status').filter({ hasText: 'interrupted' });
  await expect(notice).toBeVisible();
  await expect(above(page)).toContainText('Page 12 / 20');
  for (let minute = 0; minute < 8; minute++) await page.clock.fastForward(60_000);
  // One message, in the middle of the viewer: not beside it that the page is still loading.
  await expect(page.getByText('Loading page 12…')).toBeHidden();
  const [strip, area] = [await middleOf(notice.locator('> span')), await middleOf(pages(page))];
  expect(strip.x).toBeCloseTo(area.x, -1);
  expect(strip.y).toBeCloseTo(area.y, -1);
  await startAgain(library);
  await expect(shownPage(page, 'Page 12 of 20')).toBeVisible();
  await expect(notice).toBeHidden();
});

test('Try again, the network and the window each try at once what could not be fetched', async ({
  page,
  library,
}) => {
  await page.clock.install();
  await openPdf(page, library, heavy);
  await waitUntilDrawn(page);
  await stop(library);
  await page.keyboard.press('End');
  const notice = page.getByRole('status').filter({ hasText: 'interrupted' });
  await expect(notice).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60 * 60_000);
  const tries = [
    () => notice.getByRole('button', { name: 'Try again' }).click(),
    () => page.evaluate("dispatchEvent(new Event('online'))"),
    () => page.evaluate("dispatchEvent(new Event('focus'))"),
  ];
  for (const retry of tries) {
    const failed = page.waitForEvent('requestfailed');
    await retry();
    await failed;
  }
  await startAgain(library);
  await page.clock.resume();
  await expect(shownPage(page, 'Page 20 of 20')).toBeVisible();
});

test('a HEAD that is lost is asked again before anything is said', async ({
  page,
  library,
  watch,
}) => {
  let heads = 0;
  await page.route('**/document/**', (route) => {
    if (route.request().method() === 'HEAD' && ++heads === 1) return route.abort();
    return route.continue();
  });
  await openPdf(page, library, await smallPdf({ pages: 2 }));
  await expect(shownPage(page, 'Page 1 of 2')).toBeVisible();
  expect(heads).toBe(2);
  expect(watch.consoleTexts.join()).not.toContain('Failed to look for the PDF');
});

test('a file that is there and not sent, or sent in part, is shown as such until it comes', async ({
  page,
  library,
}) => {
  let answers: 'none' | 'few' | 'all' = 'none';
  await page.route('**/document/**', async (route) => {
    if (route.request().method() === 'HEAD' || answers === 'all') return route.continue();
    if (answers === 'none') return route.fulfill({ status: 404 });
    const response = await route.fetch();
    const body = (await response.body()).subarray(0, 100);
    const headers = { ...response.headers(), 'content-length': '100' };
    return route.fulfill({ status: 206, headers, body });
  });
  await openPdf(page, library, heavy);
  await expect(page.getByText('the server does not send it')).toBeVisible();
  await expect(notAvailable(page)).toBeHidden();
  answers = 'few';
  await expect(page.getByText('The server sent only a part of this file.')).toBeVisible();
  answers = 'all';
  await expect(shownPage(page, 'Page 1 of 20')).toBeVisible();
  await expect(page.getByText('only a part')).toBeHidden();
});

test('a session that ends while one reads leads to the login and back to the page', async ({
  page,
  library,
}) => {
  await openPdf(page, library, heavy, '&page=9');
  await waitUntilDrawn(page);
  await endAllSessions(library);
  await page.keyboard.press('End');
  await expect(page).toHaveURL(/\/login\?.*doc_num=AM-1/);
});

test('a file replaced while one reads is opened again on the same page', async ({
  page,
  library,
}) => {
  await openPdf(page, library, heavy, '&page=9');
  await expect(shownPage(page, 'Page 9 of 20')).toBeVisible();
  await library.put('AM-1_EN_1.pdf', await smallPdf({ pages: 14, title: 'The new revision' }));
  // Seen at the next bytes that are fetched, for this page or for one prepared meanwhile.
  await page.keyboard.press('ArrowRight');
  await expect(shownPage(page, 'The new revision')).toBeVisible();
  await expect(shownPage(page, /Page (9|10) of 14/)).toBeVisible();
});

test('while a file is replaced what was read stays, and the new one opens when it is whole', async ({
  page,
  library,
}) => {
  const next = await smallPdf({ pages: 14, title: 'The new revision' });
  await openPdf(page, library, heavy, '&page=9');
  await expect(shownPage(page, 'Page 9 of 20')).toBeVisible();
  await waitUntilDrawn(page);
  await library.write('AM-1_EN_1.pdf', next.subarray(0, next.length / 2));
  await tool(page, 'Page 9 / 20').click();
  await page.getByRole('textbox', { name: 'Page number, 1 to 20' }).fill('2');
  await page.keyboard.press('Enter');
  const notice = page.getByText('This document is being replaced.');
  await expect(notice).toBeVisible();
  await tool(page, 'Page 2 / 20').click();
  await page.getByRole('textbox', { name: 'Page number, 1 to 20' }).fill('9');
  await page.keyboard.press('Enter');
  await expect(page.getByText('interrupted')).toBeHidden();
  await rm(path.join(library.config.shareDir, 'AM-1_EN_1.pdf'));
  await expect.poll(() => statusOf(page)).toBe(503);
  await expect(notice).toBeVisible();
  await expect(notAvailable(page)).toBeHidden();
  await library.put('AM-1_EN_1.pdf', next);
  await expect(shownPage(page, 'Page 9 of 14')).toBeVisible();
  await expect(notice).toBeHidden();
});

test.describe('where a process scans the folder', () => {
  test.use({ scanning: true });

  test('a file replaced while the reader was away is waited for and opened on the same page', async ({
    page,
    library,
  }) => {
    await enter(page, library, `${documentAddress}&page=2`);
    await expect(shownPage(page, 'Page 2 of 3')).toBeVisible();
    const next = await smallPdf({ pages: 5 });
    await library.write('AM-1_EN_1.pdf', next.subarray(0, next.length / 2));
    await comeBack(page);
    await expect(page.getByText('This document is being replaced.')).toBeVisible();
    await expect(shownPage(page, 'Page 2 of 3')).toBeVisible();
    await library.write('AM-1_EN_1.pdf', next);
    await expect(shownPage(page, 'Page 2 of 5')).toBeVisible();
  });
});

test('a document that is searched for while its file is copied opens when it is whole', async ({
  page,
  library,
}) => {
  const whole = await smallPdf({ pages: 4 });
  await library.write('AM-1_EN_1.pdf', whole.subarray(0, whole.length / 2));
  await enter(page, library, documentAddress);
  await expect(
    page.getByRole('heading', { name: 'This document is being replaced' }),
  ).toBeVisible();
  await library.put('AM-1_EN_1.pdf', whole);
  await expect(shownPage(page, 'Page 1 of 4')).toBeVisible();
});

test('a file deleted while one reads is Document Not Available, and one that comes opens there', async ({
  page,
  library,
}) => {
  await library.put('another.pdf', await smallPdf({ pages: 1 }));
  await openPdf(page, library, heavy, '&page=9');
  await waitUntilDrawn(page);
  await rm(path.join(library.config.shareDir, 'AM-1_EN_1.pdf'));
  await library.scanNames();
  await page.keyboard.press('End');
  await expect(notAvailable(page)).toBeVisible();
  await library.put('AM-1_EN_1.pdf', await smallPdf({ pages: 30 }));
  await comeBack(page);
  await expect(shownPage(page, 'Page 20 of 30')).toBeVisible();
});

test('a link to another page of the document that is open goes there', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await smallPdf({ pages: 9 }));
  await expect(shownPage(page, 'Page 1 of 9')).toBeVisible();
  await followLink(page, `${documentAddress}&page=6`);
  await expect(shownPage(page, 'Page 6 of 9')).toBeVisible();
});

/** As when one comes back to the tab. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
}

/** What the server says of the document. */
function statusOf(page: Page): Promise<unknown> {
  return page.evaluate(
    "fetch('/document/egd-lib/AM-1_EN_1.pdf', { method: 'HEAD' }).then((answer) => answer.status)",
  );
}

async function stop({ app }: BrowserLibrary): Promise<void> {
  const closed = once(app.server, 'close');
  app.server.close();
  app.server.closeAllConnections();
  await closed;
}

async function startAgain({ app, url }: BrowserLibrary): Promise<void> {
  app.server.listen(Number(new URL(url).port), '127.0.0.1');
  await once(app.server, 'listening');
}

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await locator.boundingBox())!;
  return { x: x + width / 2, y: y + height / 2 };
}
