import type { Page } from '@playwright/test';
import { textPdf } from '../pdfs.ts';
import { drop, grid, openConsole, row } from './console.ts';
import { type BrowserLibrary, enter, expect, shownPage, test } from './library.ts';
import { sheet } from './viewer-page.ts';

// The story that revisions are for, with the process that scans: a new revision arrives, readers of the
// old one are shown, see what changed, follow a citation and come back.

const rules = (grade: string) =>
  textPdf(
    `General rules. Bolts are made of steel of property class ${grade} and nuts of the class that goes ` +
      'with it. They are plated as in AM 100 20 after they were degreased, rinsed and dried.',
    'The supplier keeps the certificates of the mill for ten years and shows them when asked.',
  );

test.use({
  scanning: true,
  options: {
    entries: [
      { doc_num: 'AM 100 10', doc_desc: 'General rules' },
      { doc_num: 'AM 100 20', doc_desc: 'Zinc plating' },
    ],
    files: {},
  },
});

const addressOf = (doc_rev: string) =>
  `/main?customer=Aurora+Motors&doc_num=AM+100+10&language=EN&doc_rev=${doc_rev}`;
const banner = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Revision 1 was superseded by 2' });

/** Readers get it once two scans have found it the same. */
async function untilServed(page: Page, name: string): Promise<void> {
  const address = `/document/egd-lib/${encodeURIComponent(name)}`;
  await expect.poll(async () => (await page.request.head(address)).status()).toBe(200);
}

async function openFirst(page: Page, library: BrowserLibrary): Promise<void> {
  await library.write('AM 100 10_EN_1.pdf', await rules('8.8'));
  await library.write('AM 100 20_EN_1.pdf', await textPdf('Zinc plating of steel parts'));
  await enter(page, library, '/about');
  for (const number of ['AM 100 10', 'AM 100 20']) await untilServed(page, `${number}_EN_1.pdf`);
  await page.goto(addressOf('1'));
  await expect(shownPage(page, /General rules/)).toBeVisible();
}

/** As if the reader came back to the window. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
}

const planted = (page: Page) =>
  page.getByRole('button').filter({ hasText: /class 8\.8 10\.9 and/ });
const cited = (page: Page) => sheet(page).getByRole('link', { name: /^AM 100 20/ });

test('by folder, and by keyboard alone: banner, what changed, a cited standard and back', async ({
  page,
  library,
}) => {
  await openFirst(page, library);
  await library.add({ doc_num: 'AM 100 10', doc_desc: 'General rules', doc_rev: '2' });
  await library.write('AM 100 10_EN_2.pdf', await rules('10.9'));
  await untilServed(page, 'AM 100 10_EN_2.pdf');
  await comeBack(page);
  await expect(banner(page)).toBeVisible();

  await page.getByRole('link', { name: 'What changed', exact: true }).first().focus();
  await page.keyboard.press('Enter');
  await expect(planted(page)).toBeVisible();
  await page.keyboard.press('n');
  await expect(planted(page)).toHaveAttribute('aria-current', 'true');

  await page.goto(addressOf('1'));
  await cited(page).focus();
  await page.keyboard.press('Enter');
  await expect(shownPage(page, /Zinc plating of steel parts/)).toBeVisible();
  await page.goBack();
  await expect(shownPage(page, /General rules/)).toBeVisible();
  await expect(page).toHaveURL(/doc_num=AM\+100\+10/);
});

test('by drop in the console, read on a phone', async ({ page, library, browser }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const context = await browser.newContext({ baseURL: library.url, ...phone });
  const reader = await context.newPage();
  await openFirst(reader, library);

  await openConsole(page, library, 'standard-numbers');
  await row(page, /AM 100 10/).waitFor();
  await drop(grid(page), [{ name: 'AM 100 10_EN_2.pdf', content: await rules('10.9') }]);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('2 becomes the latest; 1 is superseded.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Upload' }).click();
  await untilServed(reader, 'AM 100 10_EN_2.pdf');

  await comeBack(reader);
  await expect(banner(reader)).toBeVisible();
  await reader.getByRole('link', { name: 'What changed', exact: true }).first().click();
  await planted(reader).click();
  await expect(reader).toHaveURL(/&change=\d+/);
  await context.close();
});
