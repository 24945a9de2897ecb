import type { Page } from '@playwright/test';
import { aheadHeader } from '#contract/calls.ts';
import { smallPdf } from '../small-pdf.ts';
import { expectNoFaults } from './axe.ts';
import { openConsole, chooseTool } from './console.ts';
import { enter, expect, notAvailable, shownPage, test } from './library.ts';
import { untilIndexed } from './search-page.ts';
import { pages } from './viewer-page.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Quick open' });
const field = (page: Page) => dialog(page).getByRole('combobox');
const options = (page: Page) => dialog(page).getByRole('option');
const active = (page: Page) => dialog(page).getByRole('option', { selected: true });
const group = (page: Page, name: string) => dialog(page).getByRole('group', { name });

test.use({
  options: {
    entries: [
      {},
      { doc_num: 'AM-2', doc_desc: 'Phosphating', language: null, doc_rev: 'B' },
      { customer: 'Boreal Air', doc_num: 'BA-7', doc_desc: 'Shot peening', language: 'DE' },
      { customer: 'Boreal Air', doc_num: 'GMW 3059', doc_desc: 'Substances', doc_rev: '2' },
      { customer: 'Boreal Air', doc_num: 'GMW 3059', doc_desc: 'Substances', doc_rev: '10' },
    ],
    files: { 'AM-1_EN_1.pdf': await smallPdf({ pages: 3, title: 'AM-1' }) },
  },
  shared: {
    prepare: async (library) => {
      await library.addUser('newcomer', 'EGD_LIB');
      await untilIndexed(library, 'quick-open?q=ba7', 1);
    },
  },
});
test.describe.configure({ mode: 'default' });

test('any document is found and opened from any screen, by keys alone', async ({
  page,
  library,
}) => {
  await enter(page, library, '/about');
  await expect(page.getByRole('heading', { name: 'About Us' })).toBeFocused();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  const ahead = page.waitForRequest('**/api/pages/GMW%203059_EN_10.pdf/1');
  await page.keyboard.type('gmw3059');
  await expect(options(page)).toHaveCount(3);
  expect((await ahead).headers()[aheadHeader]).toBe('1');
  await expect(active(page)).toContainText(
    'GMW 3059 Substances Boreal Air EN Rev. 10 Latest no PDF',
  );
  await expect(active(page).locator('mark')).toHaveText(['GMW 3059']);
  await page.keyboard.press('ArrowDown');
  await expect(active(page)).toHaveText('Show 1 older revision');
  await page.keyboard.press('Enter');
  await expect(active(page)).toHaveText('Hide 1 older revision');
  await page.keyboard.press('ArrowDown');
  await expect(active(page)).toContainText('Rev. 2 Superseded');
  await expect(field(page)).toHaveAttribute(
    'aria-activedescendant',
    (await active(page).getAttribute('id'))!,
  );
  for (let rows = 0; rows < 3; rows++) await page.keyboard.press('ArrowUp');
  await expect(active(page)).toContainText('Search all texts for “gmw3059”');
  await field(page).fill('gmw3059 2');
  await expect(options(page).nth(0)).toContainText('Rev. 2 Superseded');
  await expect(options(page).nth(1)).toContainText('Rev. 10 Latest');

  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('heading', { name: 'About Us' })).toBeFocused();

  await page.keyboard.press('/');
  await page.keyboard.type('peening');
  await page.keyboard.press('Enter'); // faster than the answer
  await expect(notAvailable(page)).toBeVisible();
  expect(page.url()).toContain('/main?customer=Boreal+Air&doc_num=BA-7&language=DE&doc_rev=1');

  await page.keyboard.press('Control+k');
  await page.keyboard.type('aurora zinc');
  await expect(active(page)).toContainText('AM-1');
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.keyboard.press('Control+Enter'),
  ]);
  await expect(shownPage(tab, 'Page 1 of 3')).toBeVisible();
  await tab.close();
  await page.keyboard.press('Enter');
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
  await expect(pages(page)).toBeFocused();
  await page.keyboard.press('/');
  await expect(dialog(page)).toBeVisible();
});

test('Enter in quick open that a click opened opens the document and nothing else', async ({
  page,
  library,
}) => {
  await enter(page, library);
  for (const press of ['Enter', 'click'] as const) {
    await page.getByRole('banner').getByRole('button', { name: 'Quick open' }).click();
    await field(page).fill('aurora zinc');
    await expect(active(page)).toContainText('AM-1');
    await (press === 'Enter' ? page.keyboard.press('Enter') : active(page).click());
    await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
    await expect(pages(page)).toBeFocused(); // the second time the document is on the screen already
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toBeHidden();
  }
  // Where there is no document to take it, the heading has the focus.
  await page.getByRole('banner').getByRole('button', { name: 'Quick open' }).click();
  await field(page).fill('ba7');
  await expect(active(page)).toContainText('BA-7');
  await page.keyboard.press('Enter');
  await expect(notAvailable(page)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Choose a document' })).toBeFocused();
});

test('a number typed wrong is answered apart, Enter opens the first that was perhaps meant, and librarians see it', async ({
  page,
  library,
}) => {
  await enter(page, library);
  await page.getByRole('banner').getByRole('button', { name: 'Quick open' }).click();
  await field(page).fill('gmw3095');
  await expect(dialog(page).getByText('No document matches “gmw3095”.')).toBeVisible();
  await expect(group(page, 'Did you mean').getByRole('option').first()).toContainText('GMW 3059');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/doc_num=GMW\+3059&language=EN&doc_rev=10$/);
  await page.goto('/main?q=gmw3095');
  await expect(page.getByText('Nothing found')).toBeVisible();

  await openConsole(page, library, 'standard-numbers');
  await chooseTool(page, 'Not found…');
  const missed = page.getByRole('dialog', { name: 'Missed searches' });
  await expect(missed.getByRole('row').nth(1)).toContainText(/^gmw30951/);
});

test('what one opened is listed, and can be forgotten', async ({ page, library }) => {
  const address = '/main?customer=Aurora+Motors&doc_num=AM-1&language=EN&doc_rev=1';
  await enter(page, library, address, 'newcomer');
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
  await page.goto('/main');
  const recent = page.getByRole('region', { name: 'Recently opened' });
  await recent.getByRole('link', { name: /^AM-1/ }).click();
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(group(page, 'Recently opened').getByRole('option')).toHaveCount(1);
  await expect(active(page)).toContainText('AM-1');
  await dialog(page).getByRole('button', { name: 'Clear' }).click();
  await expect(options(page)).toHaveCount(0);
  await expect(field(page)).toBeFocused();
  await page.goto('/about');
  await page.getByRole('banner').getByRole('button', { name: 'Quick open' }).click();
  await expect(dialog(page).getByText('Documents you open are listed here.')).toBeVisible();
});

test('a server that cannot answer is reported, and what was typed is found once it can', async ({
  page,
  library,
}) => {
  await enter(page, library, '/faq');
  await expect(page.getByRole('heading', { name: 'FAQs' })).toBeFocused();
  await page.route('**/api/quick-open**', (route) => route.abort());
  await page.keyboard.press('Control+k');
  await field(page).fill('ba7');
  await expect(dialog(page).getByText('Retrying…')).toBeVisible();
  await page.unroute('**/api/quick-open**');
  await expect(active(page)).toContainText('BA-7');
});

test('while an answer is awaited, no rows of the one before are shown', async ({
  page,
  library,
}) => {
  await enter(page, library, '/faq');
  await expect(page.getByRole('heading', { name: 'FAQs' })).toBeFocused();
  await page.keyboard.press('Control+k');
  await field(page).fill('ba7');
  await expect(active(page)).toContainText('BA-7');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/quick-open?q=gmw*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await field(page).fill('gmw');
  await expect(options(page)).toHaveText(['Search all texts for “gmw”']);
  await expect(active(page)).toHaveCount(0);
  await page.keyboard.press('Enter'); // waits for the answer
  held.resolve();
  await expect(page).toHaveURL(/doc_num=GMW\+3059&language=EN&doc_rev=10$/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('quick open is a sheet over everything, and a tap opens', async ({ page, library }) => {
    await enter(page, library);
    await page.getByRole('banner').getByRole('button', { name: 'Quick open' }).tap();
    expect(await dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    await field(page).fill('am 1');
    await active(page).filter({ hasText: 'AM-1' }).tap();
    await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
    await expect(dialog(page)).toBeHidden();
  });
});

test('axe finds no fault in quick open', async ({ page, library }) => {
  await enter(page, library, '/main', 'newcomer');
  await expect(page.getByRole('heading', { name: 'Choose a document' })).toBeFocused();
  await page.keyboard.press('Control+k');
  for (const [typed, arrived] of [
    ['', dialog(page).getByText('Documents you open are listed here.')],
    ['am', options(page).nth(1)],
    ['gmw3095', group(page, 'Did you mean')],
  ] as const) {
    await field(page).fill(typed);
    await arrived.waitFor();
    await expectNoFaults(page);
  }
});
