import type { Page } from '@playwright/test';
import { smallPdf } from '../small-pdf.ts';
import { expect, shownPage, test } from './library.ts';
import { linkedPdf } from '../pdfs.ts';
import { above, chooseView, openPdf, pages, tool, waitUntilDrawn, widthOf } from './viewer-page.ts';

const pageText = (page: Page, text: string) => expect(above(page)).toContainText(text);
const sheetOf = (page: Page, number: number) =>
  page.getByRole('region', { name: `Page ${number}`, exact: true });

test('continuous pages are scrolled through, and the page number and the address follow', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await smallPdf({ pages: 40 }), '&page=3');
  await expect(shownPage(page, 'Page 3 of 40')).toBeVisible();
  await chooseView(page, 'Continuous');
  await expect(sheetOf(page, 4)).toBeVisible();
  await pageText(page, 'Page 3 / 40');
  const width = await widthOf(sheetOf(page, 3));
  await sheetOf(page, 3).hover();
  await page.mouse.wheel(0, width * 1.5); // A4 is 1.41 times as high as wide
  await pageText(page, 'Page 4 / 40');
  await expect(page).toHaveURL(/page=4$/);
  await tool(page, 'Next page').click();
  await expect(sheetOf(page, 5)).toBeInViewport();
  await pageText(page, 'Page 5 / 40');
  await pages(page).hover();
  await page.mouse.wheel(0, -width * 1.5);
  await pageText(page, 'Page 4 / 40');
  // Only pages in view and beside it keep their pictures.
  await pages(page).focus();
  await page.keyboard.press('End');
  await expect(shownPage(page, 'Page 40 of 40')).toBeVisible();
  await pageText(page, 'Page 40 / 40');
  await expect.poll(() => pages(page).locator('canvas').count()).toBeLessThanOrEqual(4);
  // At the end there is nothing to turn to.
  await page.mouse.wheel(0, 4000);
  const left = () => pages(page).evaluate((e) => e.scrollHeight - e.clientHeight - e.scrollTop);
  await expect.poll(left).toBeLessThan(2);
  await pageText(page, 'Page 40 / 40');
  await page.keyboard.press('Home');
  await pageText(page, 'Page 1 / 40');
  await expect.poll(() => pages(page).evaluate((element) => element.scrollTop)).toBe(0);
});

test('page 326 stays where it is when pages become continuous, and single again', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await smallPdf({ pages: 350 }), '&page=326');
  await expect(shownPage(page, 'Page 326 of 350')).toBeVisible();
  await pages(page).evaluate((element) => element.scrollTo(0, 200));
  const hidden = async () => (await box(pages(page))).y - (await box(sheetOf(page, 326))).y;
  await expect.poll(hidden).toBe(200);
  await chooseView(page, 'Continuous');
  await expect(sheetOf(page, 327)).toBeVisible();
  await expect.poll(hidden).toBeCloseTo(200, 0);
  await pageText(page, 'Page 326 / 350');
  await chooseView(page, 'Single page');
  await expect(sheetOf(page, 327)).toHaveCount(0);
  await expect.poll(hidden).toBeCloseTo(200, 0);
  await expect(page).toHaveURL(/page=326$/);
});

test('continuous pages keep their place when they are zoomed, and each its width', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await linkedPdf(), '&page=2');
  await waitUntilDrawn(page);
  await chooseView(page, 'Continuous');
  await expect(sheetOf(page, 3)).toBeVisible();
  const before = await widthOf(sheetOf(page, 2));
  for (let step = 0; step < 5; step++) await page.keyboard.press('-');
  await expect.poll(() => widthOf(sheetOf(page, 2))).toBeCloseTo((before * 2.5) / 3, -1.5);
  await pageText(page, 'Page 2 / 4');
  await expect(sheetOf(page, 2)).toBeInViewport();
  const sharpness = () =>
    sheetOf(page, 2)
      .locator('canvas')
      .first()
      .evaluate((canvas) => {
        const { width } = canvas as unknown as { width: number };
        return width / canvas.getBoundingClientRect().width;
      });
  await expect.poll(sharpness).toBeCloseTo(1, 1);
});

test('two pages stand side by side and are turned together', async ({ page, library }) => {
  await openPdf(page, library, await smallPdf({ pages: 5 }), '&page=2');
  await expect(shownPage(page, 'Page 2 of 5')).toBeVisible();
  await chooseView(page, 'Two pages');
  await expect(shownPage(page, 'Page 1 of 5')).toBeVisible();
  await expect(shownPage(page, 'Page 2 of 5')).toBeVisible();
  await pageText(page, 'Page 1 / 5');
  const [left, right] = [await box(sheetOf(page, 1)), await box(sheetOf(page, 2))];
  const all = await box(pages(page));
  expect(right.x).toBeGreaterThan(left.x + left.width);
  expect(right.y).toBe(left.y);
  expect(left.width + right.width).toBeCloseTo(all.width, -2);
  await tool(page, 'Next page').click();
  await expect(shownPage(page, 'Page 4 of 5')).toBeVisible();
  await pageText(page, 'Page 3 / 5');
  await tool(page, 'Next page').click();
  await expect(shownPage(page, 'Page 5 of 5')).toBeVisible();
  await expect(tool(page, 'Next page')).toBeDisabled();
  // Both pages are in view when the page is fitted.
  await tool(page, 'Previous page').click();
  await tool(page, 'Fit page').click();
  await expect.poll(async () => (await box(sheetOf(page, 4))).height).toBeLessThan(all.height);
});

for (const mode of ['Single page', 'Continuous', 'Two pages']) {
  test(`${mode}: finding goes through all pages, and Ctrl+A copies the text of them all`, async ({
    page,
    library,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const texts = ['One bolt', 'Two nuts', 'Three bolts', 'Four nuts', 'Five bolts'];
    await openPdf(page, library, await smallPdf({ pages: texts, title: 'Parts' }));
    await waitUntilDrawn(page);
    await chooseView(page, mode);
    await page.keyboard.press('Control+f');
    const field = page.getByRole('search').getByRole('textbox');
    await field.fill('bolt');
    await expect(page.getByRole('search').getByRole('status')).toHaveText('1 of 3');
    await field.press('Enter');
    await expect(page.locator('.textLayer .highlight.selected')).toBeInViewport();
    await expect(shownPage(page, /^Three/).first()).toBeInViewport();
    await field.press('Enter');
    await expect(shownPage(page, /^Five/).first()).toBeInViewport();
    await expect(page.locator('.textLayer .highlight.selected')).toBeInViewport();
    await field.press('Escape');

    await page.keyboard.press('Control+a');
    const marked: string = await page.evaluate('getSelection().toString()');
    expect(marked).toContain('Five bolts');
    expect(marked).not.toContain('Search');
    await page.keyboard.press('Control+c');
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    await expect.poll(copied).toBe(texts.map((text) => `Parts\n${text}`).join('\n'));
    // A click ends it, and a field keeps its own.
    await page.getByRole('combobox', { name: 'Customer Name' }).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+c');
    await expect.poll(copied).toBe('Aurora Motors');
  });
}

test('text is selected from one page to the next', async ({ page, library }) => {
  await openPdf(page, library, await smallPdf({ pages: ['End of one', 'Start of two'] }));
  await waitUntilDrawn(page);
  await chooseView(page, 'Two pages');
  const [from, to] = [shownPage(page, 'End of one'), shownPage(page, 'Start of two')];
  await expect(to).toBeVisible();
  const [start, end] = [await box(from), await box(to)];
  await page.mouse.move(start.x + 1, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width - 1, end.y + end.height / 2, { steps: 8 });
  await page.mouse.up();
  const selected: string = await page.evaluate('getSelection().toString()');
  expect(selected.replaceAll(/\s+/g, ' ')).toMatch(/^End of one.*Start of two?$/);
});

test('mode and fit stay set for a user, also after logging out, and zoom for the document', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await smallPdf({ pages: 6 }));
  await waitUntilDrawn(page);
  await page.keyboard.press('+');
  await page.keyboard.press('+');
  await pageText(page, '3.2');
  await chooseView(page, 'Two pages');
  await page.reload();
  await expect(shownPage(page, 'Page 2 of 6')).toBeVisible();
  await pageText(page, '3.2');
  await tool(page, 'Fit page').click();
  await expect(tool(page, 'Fit page')).toHaveAttribute('aria-pressed', 'true');
  // What logging out does.
  await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await page.reload();
  await expect(shownPage(page, 'Page 2 of 6')).toBeVisible();
  await expect(tool(page, 'Fit page')).toHaveAttribute('aria-pressed', 'true');
  // A zoom chosen by hand is the document's, fit width everybody's.
  for (let step = 0; step < 30; step++) await page.keyboard.press('+');
  for (let step = 0; step < 20; step++) await page.keyboard.press('-');
  await pageText(page, '3.0');
  await tool(page, 'Fit width').click();
  await page.reload();
  await expect(shownPage(page, 'Page 2 of 6')).toBeVisible();
  await pageText(page, '3.0');
  await expect(tool(page, 'Fit page')).toHaveAttribute('aria-pressed', 'false');
  // Another user of the same browser has settings of their own.
  await page.evaluate("localStorage.setItem('username', 'Someone else')");
  await page.reload();
  await expect(shownPage(page, 'Page 1 of 6')).toBeVisible();
  await pageText(page, '3.0');
  await expect(sheetOf(page, 2)).toHaveCount(0);
});

test('in the dark theme pages are dimmed, until the reader wants them bright', async ({
  page,
  library,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openPdf(page, library, await smallPdf({ pages: 1 }));
  await waitUntilDrawn(page);
  await expect.poll(() => brightness(page)).toBeLessThan(190);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect.poll(() => brightness(page)).toBe(255);
  await page.emulateMedia({ colorScheme: 'dark' });
  await chooseView(page, 'Dim pages in the dark theme');
  await expect.poll(() => brightness(page)).toBe(255);
  await page.reload();
  await waitUntilDrawn(page);
  expect(await brightness(page)).toBe(255);
});

async function box(locator: ReturnType<typeof sheetOf>) {
  const found = await locator.boundingBox();
  if (found === null) throw new Error('It has no place on the screen.');
  return found;
}

/** Of the blank middle of the page, 0 to 255. */
async function brightness(page: Page): Promise<number> {
  const { x, y, width, height } = await box(pages(page));
  const clip = { x: x + width / 2, y: y + height / 2, width: 1, height: 1 };
  const picture = await page.screenshot({ clip });
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const context = createCanvas(1, 1).getContext('2d');
  context.drawImage(await loadImage(picture), 0, 0);
  return context.getImageData(0, 0, 1, 1).data[0] ?? 0;
}
