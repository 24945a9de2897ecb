import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Request } from '@playwright/test';
import { smallPdf } from '../../sample/small-pdf.ts';
import { heavyPdf } from '../pdfs.ts';
import {
  type BrowserLibrary,
  endAllSessions,
  expect,
  notAvailable,
  shownPage,
  test,
} from './library.ts';
import { above, documentAddress, openPdf, tool, waitUntilDrawn } from './viewer-page.ts';

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

test('a notice says that the server stopped, and reading goes on when it is back', async ({
  page,
  library,
}) => {
  await openPdf(page, library, heavy);
  await waitUntilDrawn(page);
  await stop(library);
  await tool(page, 'Page 1 / 20').click();
  await page.getByRole('textbox', { name: 'Page number, 1 to 20' }).fill('12');
  await page.keyboard.press('Enter');
  const notice = page.getByRole('status').filter({ hasText: 'interrupted' });
  await expect(notice).toBeVisible();
  await expect(above(page)).toContainText('Page 12 / 20');
  await startAgain(library);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(shownPage(page, 'Page 12 of 20')).toBeVisible();
  await expect(notice).toBeHidden();
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

test('a file deleted while one reads is Document Not Available', async ({ page, library }) => {
  await openPdf(page, library, heavy);
  await waitUntilDrawn(page);
  await rm(path.join(library.config.shareDir, 'AM-1_EN_1.pdf'));
  await page.keyboard.press('End');
  await expect(notAvailable(page)).toBeVisible();
});

test('a link to another page of the document that is open goes there', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await smallPdf({ pages: 9 }));
  await expect(shownPage(page, 'Page 1 of 9')).toBeVisible();
  await page.evaluate(
    `history.pushState({ key: 'link', idx: 1 }, '', '${documentAddress}&page=6')`,
  );
  await page.evaluate("dispatchEvent(new PopStateEvent('popstate'))");
  await expect(shownPage(page, 'Page 6 of 9')).toBeVisible();
});

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
