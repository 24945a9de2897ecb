import { enter, expect, test } from './library.ts';
import { documentAddress, openPdf, sheet, tool, waitUntilDrawn } from './viewer-page.ts';
import { smallPdf } from '../small-pdf.ts';

// What differs for other browsers and devices, in a Chromium that says it is one of them.

test('WebKit, which prints no frame, opens the file in a tab', async ({ page, library }) => {
  await page.addInitScript(
    `Object.defineProperty(Navigator.prototype, 'vendor', { get: () => 'Apple Computer, Inc.' })`,
  );
  await enter(page, library, documentAddress);
  const opened = page.waitForEvent('popup');
  await tool(page, 'Print').click();
  await opened;
  expect(await page.locator('iframe').count()).toBe(0);
});

test('where no element can fill the screen, there is no button for it', async ({
  page,
  library,
}) => {
  await page.addInitScript('delete Element.prototype.requestFullscreen');
  await enter(page, library, documentAddress);
  await expect(page.getByRole('link', { name: 'Download' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Fullscreen' })).toHaveCount(0);
});

test('Safari, which cannot say when it is idle, fetches the viewer ahead, too', async ({
  page,
  library,
}) => {
  await page.addInitScript('delete window.requestIdleCallback; delete window.cancelIdleCallback');
  const fetched = page.waitForRequest('**/assets/viewer-*.js');
  await enter(page, library, '/main');
  expect((await fetched).resourceType()).toBe('script');
});

test.describe('on a tablet of many pixels', () => {
  test.use({ deviceScaleFactor: 4, userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/141.0' });

  test('a page takes no more memory than pdf.js allows there', async ({ page, library }) => {
    await openPdf(page, library, await smallPdf({ pages: 1 }));
    await waitUntilDrawn(page);
    const canvas = sheet(page).locator('canvas').first();
    const pixels = await canvas.evaluate(
      (element: { width?: number; height?: number }) =>
        (element.width ?? 0) * (element.height ?? 0),
    );
    expect(pixels).toBeGreaterThan(1_000_000);
    expect(pixels).toBeLessThanOrEqual(5 * 1024 * 1024);
  });
});
