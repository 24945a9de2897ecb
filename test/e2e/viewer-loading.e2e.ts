import { rename } from 'node:fs/promises';
import { smallPdf } from '../small-pdf.ts';
import type { Page, Request } from '@playwright/test';
import { aheadHeader } from '#contract/calls.ts';
import { heavyPdf, rotatedPdf } from '../pdfs.ts';
import { choose, enter, expect, search, shownPage, test } from './library.ts';
import { above, documentAddress, openPdf, pages, sheet, waitUntilDrawn } from './viewer-page.ts';

test('while a document comes slowly, its outline is seen, and then how much has come', async ({
  page,
  library,
}) => {
  const network = await page.context().newCDPSession(page);
  const slowDown = (downloadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      uploadThroughput: -1,
      downloadThroughput,
    });
  await library.put('AM-1_EN_1.pdf', heavyPdf({ pages: 1, bytesEach: 1_300_000 }));
  const viewer = page.waitForRequest('**/pdf.worker.min.mjs');
  await enter(page, library);
  await (await viewer).response();
  await page.waitForLoadState('networkidle');
  await slowDown(40_000);
  await search(page, 'Aurora Motors', 'AM-1');
  await expect(page.getByRole('progressbar', { name: 'Opening the document' })).toBeAttached();
  await expect(page.getByText(/^Loading… [1-9][\d.]* kB of 1\.3 MB$/)).toBeVisible();
  await slowDown(-1);
  await expect(shownPage(page, 'Page 1 of 1')).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

test('a page that is waited for says so', async ({ page, library }) => {
  await openPdf(page, library, heavyPdf({ pages: 20, bytesEach: 200_000 }));
  await waitUntilDrawn(page);
  const release = await holdFile(page, ['HEAD', 'GET']);
  await page.keyboard.press('End');
  await expect(page.getByRole('progressbar', { name: 'Loading the page' })).toBeAttached();
  await expect(page.getByText('Loading page 20…')).toBeVisible();
  release();
  await expect(shownPage(page, 'Page 20 of 20')).toBeVisible();
  await expect(page.getByText('Loading page 20…')).toBeHidden();
});

test('a server that takes long to say whether a file is there is waited for in words', async ({
  page,
  library,
}) => {
  const release = await holdFile(page, ['HEAD', 'GET']);
  await openPdf(page, library, await smallPdf({ pages: 2 }));
  await expect(page.getByRole('progressbar', { name: 'Looking for the document' })).toBeAttached();
  await expect(page.getByText('Still looking for the document…')).toBeVisible();
  release();
  await expect(shownPage(page, 'Page 1 of 2')).toBeVisible();
});

const serverPicture = (page: Page) => pages(page).locator('[data-server-picture]');
const sharpIsComing = (page: Page) => page.getByText(/^Loading full quality…/);

/** Holds requests for the PDF until the returned function is called. */
async function holdFile(page: Page, methods: readonly string[] = ['GET']): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/document/**', async (route) => {
    if (methods.includes(route.request().method())) await held;
    await route.continue().catch(() => {});
  });
  return release;
}

/** Chooses AM-1, and waits until what is fetched ahead of Search has come. */
async function chooseAndWait(page: Page): Promise<void> {
  await choose(page, 'Customer Name', 'Aurora Motors');
  const ahead = [
    page.waitForResponse('**/api/pages/AM-1_EN_1.pdf'),
    page.waitForResponse('**/api/pages/AM-1_EN_1.pdf/1'),
    page.waitForResponse('**/document/egd-lib/AM-1_EN_1.pdf'),
  ];
  await choose(page, 'Standard Number', 'AM-1');
  await Promise.all(ahead);
}

test('a page can be read as a picture until the PDF has come, at once and in the same place', async ({
  page,
  library,
}) => {
  await library.put('AM-1_EN_1.pdf', heavyPdf({ pages: 20, bytesEach: 200_000 }));
  await library.scan();
  const release = await holdFile(page);
  await enter(page, library);
  await chooseAndWait(page);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(serverPicture(page)).toBeVisible();
  await expect(above(page).getByText('Page 1 / 20')).toBeDisabled();
  await expect(page.getByRole('progressbar', { name: 'Opening the document' })).toBeAttached();
  const ahead = await pages(page).locator('[data-ahead]').boundingBox();
  release();
  await waitUntilDrawn(page);
  await expect(serverPicture(page)).toHaveCount(0);
  expect(await sheet(page).boundingBox()).toEqual(ahead);

  // The same for a page that nobody has read yet.
  await page.unrouteAll();
  const releaseLast = await holdFile(page);
  await page.keyboard.press('End');
  await expect(page.locator('[data-page-number="20"] [data-server-picture]')).toBeVisible();
  await expect(sharpIsComing(page)).toBeVisible();
  releaseLast();
  await expect(shownPage(page, 'Page 20 of 20')).toBeVisible();
  await expect(serverPicture(page)).toHaveCount(0);
  await expect(sharpIsComing(page)).toHaveCount(0);
});

test('a rotated page, wider than the phone, is a picture in its place', async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 390, height: 780 });
  await library.put('AM-1_EN_1.pdf', rotatedPdf());
  await library.scan();
  const release = await holdFile(page);
  await enter(page, library, documentAddress);
  await expect(serverPicture(page)).toBeVisible();
  for (let step = 1; step <= 5; step++) await page.keyboard.press('+');
  const ahead = await pages(page).locator('[data-ahead]').boundingBox();
  expect(ahead?.width).toBeGreaterThan(390);
  expect(ahead?.width).toBeGreaterThan(ahead?.height ?? 0);
  release();
  await waitUntilDrawn(page);
  expect(await sheet(page).boundingBox()).toEqual(ahead);
});

test('a chosen document is open before Search; what became of it since then wins', async ({
  page,
  library,
}) => {
  await library.scan();
  await enter(page, library);
  await test.step('Search shows it, and tells the server only that it is read', async () => {
    const isPdf = (request: Request) =>
      request.method() === 'GET' && request.url().includes('/document/');
    const opened = page.waitForResponse((response) => isPdf(response.request()));
    await chooseAndWait(page);
    expect((await opened).request().headers()[aheadHeader]).toBe('1');
    await holdFile(page); // what is on its way still comes
    const told = page.waitForRequest(isPdf);
    await page.getByRole('button', { name: 'Search' }).click();
    await waitUntilDrawn(page);
    expect((await told).headers()).toMatchObject({ range: 'bytes=0-0' });
    expect((await told).headers()).not.toHaveProperty(aheadHeader);
    await page.unrouteAll();
  });

  await page.goto('/main');
  await chooseAndWait(page);
  await library.put('AM-1_EN_1.pdf', await smallPdf({ pages: ['Replaced'] }));
  await library.scan();
  const release = await holdFile(page);
  const replaced = page.waitForResponse('**/api/pages/AM-1_EN_1.pdf/1');
  await page.getByRole('button', { name: 'Search' }).click();
  await replaced;
  await expect(above(page).getByText('Page 1 / 1')).toBeDisabled();
  release();
  await expect(shownPage(page, 'Replaced')).toBeVisible();

  await page.goto('/main');
  await chooseAndWait(page);
  await rename(library.config.shareDir, `${library.config.shareDir}-gone`);
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(page.getByText('Document Not Available')).toBeVisible();
  await expect(serverPicture(page)).toHaveCount(0);
});
