import { smallPdf } from '../../sample/small-pdf.ts';
import { heavyPdf } from '../pdfs.ts';
import { enter, expect, search, shownPage, test } from './library.ts';
import { openPdf, waitUntilDrawn } from './viewer-page.ts';

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
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/document/**', async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
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
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/document/**', async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await openPdf(page, library, await smallPdf({ pages: 2 }));
  await expect(page.getByRole('progressbar', { name: 'Looking for the document' })).toBeAttached();
  await expect(page.getByText('Still looking for the document…')).toBeVisible();
  release();
  await expect(shownPage(page, 'Page 1 of 2')).toBeVisible();
});
