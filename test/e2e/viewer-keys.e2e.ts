import type { Page } from '@playwright/test';
import { smallPdf } from '../small-pdf.ts';
import { linkedPdf, wordyPdf } from '../pdfs.ts';
import { expect, test } from './library.ts';
import { above, below, openPdf, pages, sheet, tool, waitUntilDrawn } from './viewer-page.ts';

const pageText = (page: Page, text: string) => expect(above(page)).toContainText(text);
const scrollTop = (page: Page) => pages(page).evaluate((element) => element.scrollTop);

test('after a click on a tool or in the side panel, the keys move the page', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await linkedPdf());
  await waitUntilDrawn(page);
  await tool(page, 'Next page').click();
  await expectKeysOnPage(page, 2);
  await tool(page, 'Side panel').click();
  const panel = page.getByRole('complementary', { name: 'Side panel' });
  await panel.getByRole('button', { name: 'Go to page 3' }).click();
  await expectKeysOnPage(page, 3);
  await panel.getByRole('tab', { name: 'Outline' }).click();
  await panel.getByRole('button', { name: 'Chapter 2' }).click();
  await pageText(page, 'Page 2 / 4');
  await page.keyboard.press('Home');
  await pageText(page, 'Page 1 / 4');
});

/** On a page of four that is neither the first nor the last, and shows its top. */
async function expectKeysOnPage(page: Page, number: number): Promise<void> {
  const isAt = (wanted: number) => pageText(page, `Page ${wanted} / 4`);
  await isAt(number);
  await page.keyboard.press(' ');
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(100);
  await page.keyboard.press('Shift+ ');
  await expect.poll(() => scrollTop(page)).toBe(0);
  await isAt(number);
  await page.keyboard.press('PageUp');
  await isAt(number - 1);
  await page.keyboard.press('Control+End');
  await isAt(4);
  await page.keyboard.press('Control+Home');
  await isAt(1);
  await page.keyboard.press('ArrowRight');
  await isAt(2);
  await page.keyboard.press('Control+Equal');
  await pageText(page, '3.1');
  await page.keyboard.press('Control+Minus');
  await page.keyboard.press('Control+Minus');
  await pageText(page, '2.9');
  await page.keyboard.press('Control+0');
  await pageText(page, '3.0');
}

test('the focus never gets lost: at the last page, and after the page number', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await smallPdf({ pages: 3 }));
  await waitUntilDrawn(page);
  await tool(page, 'Next page').focus();
  await page.keyboard.press('Enter');
  await pageText(page, 'Page 2 / 3');
  await expect(tool(page, 'Next page')).toBeFocused(); // by keyboard, one presses it again
  await page.keyboard.press('Enter');
  await expect(tool(page, 'Next page')).toBeDisabled();
  await expect(pages(page)).toBeFocused();
  for (const leave of ['Enter', 'Escape', 'click']) {
    await tool(page, /^Page /).click();
    const field = page.getByRole('textbox', { name: 'Page number, 1 to 3' });
    await expect(field).toBeFocused();
    if (leave === 'click') await below(page).getByText('3.0').click();
    else await field.press(leave);
    await expect(field).toHaveCount(0);
    await expect(pages(page)).toBeFocused();
  }
});

test('page keys reach the page from the toolbar, and F3 finds on from everywhere', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await wordyPdf());
  await waitUntilDrawn(page);
  await tool(page, 'Fit width').focus();
  await page.keyboard.press('PageDown');
  await expect.poll(() => scrollTop(page)).toBeGreaterThan(100);
  await page.keyboard.press('F3');
  const bar = page.getByRole('search');
  await bar.getByRole('textbox').fill('bolt');
  await expect(bar.getByRole('status')).toHaveText('1 of 4');
  await sheet(page).click({ position: { x: 5, y: 5 } });
  for (const [key, found] of [
    ['F3', '2 of 4'],
    ['Control+g', '3 of 4'],
    ['Shift+F3', '2 of 4'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(bar.getByRole('status')).toHaveText(found);
  }
});
