import type { Page } from '@playwright/test';
import { pdfFileName } from '#contract/file-name.ts';
import { smallPdf } from '../small-pdf.ts';
import { type BrowserLibrary, choose, enter, expect, shownPage, test } from './library.ts';
import { above, documentAddress, waitUntilDrawn } from './viewer-page.ts';

/** A page that nobody sees yet. */
const prepared = (page: Page) =>
  page.locator('[inert] .page[data-page-number="1"][data-loaded]:not(.loadingIcon) canvas');

/** pdf.js asks for a context before it draws a page. */
const countDraws = `(() => {
  globalThis.drawings = 0;
  const { getContext } = HTMLCanvasElement.prototype;
  HTMLCanvasElement.prototype.getContext = function (...args) {
    if (this.closest('.page[data-page-number="1"]')) drawings += 1;
    return getContext.apply(this, args);
  };
})()`;

test.beforeEach(async ({ library }) => {
  await library.put(
    pdfFileName({ doc_num: 'AM-2', language: null, doc_rev: 'B' }),
    await smallPdf({ pages: ['Phosphating', 'Annex'] }),
  );
  await library.scan();
});

async function openAndChoose(page: Page, library: BrowserLibrary): Promise<void> {
  await enter(page, library, documentAddress);
  await waitUntilDrawn(page);
  await choose(page, 'Standard Number', 'AM-2');
  await prepared(page).waitFor({ state: 'attached' });
}

for (const panel of ['closed', 'open Pages'])
  for (const mode of ['single-page', 'continuous', 'two-pages'])
    test(`the press shows a page that is drawn already; ${mode}, panel ${panel}`, async ({
      page,
      library,
    }) => {
      const cookies = { 'view-mode.User': mode, 'side-panel.User': encodeURIComponent(panel) };
      await page
        .context()
        .addCookies(
          Object.entries(cookies).map(([name, value]) => ({ name, value, url: library.url })),
        );
      await enter(page, library);
      await choose(page, 'Customer Name', 'Aurora Motors');
      await choose(page, 'Standard Number', 'AM-2');
      await prepared(page).waitFor({ state: 'attached' });
      await expect(shownPage(page, 'Phosphating')).toHaveCount(0);
      const canvas = await prepared(page).elementHandle();
      await page.route('**/document/**', (route) =>
        route.request().method() === 'HEAD' ? route.continue() : route.abort(),
      );
      await page.evaluate(countDraws);
      await page.getByRole('button', { name: 'Search' }).click();
      await expect(above(page).getByText('Page 1 / 2')).toBeVisible();
      await expect(shownPage(page, 'Phosphating')).toBeVisible();
      expect(await canvas?.isVisible()).toBe(true);
      expect(await page.evaluate('drawings')).toBe(0);
    });

test('keys, find and notes belong to the document that is seen', async ({ page, library }) => {
  await openAndChoose(page, library);
  await page.getByRole('group', { name: 'Pages' }).focus();
  await page.keyboard.press('End');
  await expect(shownPage(page, 'Page 3 of 3')).toBeVisible();
  await page.keyboard.press('Control+f');
  await expect(page.getByRole('search')).toHaveCount(1);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(shownPage(page, 'Phosphating')).toBeVisible();
  await expect(above(page).getByText('Page 1 / 2')).toBeVisible();
  await expect(page.getByRole('search')).toHaveCount(0);
  await expect(page).toHaveURL(/doc_num=AM-2/);
  await expect(page).not.toHaveURL(/page=/);
  await page.locator('svg[data-mode]').first().waitFor({ state: 'attached' }); // the notes have their keys
  await page.getByRole('group', { name: 'Pages' }).focus();
  await page.keyboard.press('d');
  await expect(page.getByRole('toolbar', { name: 'Notes: Draw' })).toBeVisible();
  await page.keyboard.press('End');
  await expect(page).toHaveURL(/doc_num=AM-2.*page=2/);
});

test('what nobody opens goes after 30 seconds, and when another is chosen', async ({
  page,
  library,
}) => {
  await page.clock.install();
  await openAndChoose(page, library);
  await page.clock.fastForward(31_000);
  await expect(page.locator('[inert] canvas')).toHaveCount(0);
  await choose(page, 'Standard Number', 'AM-1');
  await choose(page, 'Standard Number', 'AM-2');
  await prepared(page).waitFor({ state: 'attached' });
  await choose(page, 'Standard Number', 'AM-1');
  await expect(page.locator('[inert] canvas')).toHaveCount(0);
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
});
