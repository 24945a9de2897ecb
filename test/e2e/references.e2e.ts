import type { Locator, Page } from '@playwright/test';
import { ReferencesKeeper } from '../../server/references/references-keeper.ts';
import { textPdf } from '../pdfs.ts';
import { expectNoFaults } from './axe.ts';
import { chooseTool } from './console.ts';
import { type BrowserLibrary, enter, expect, shownPage, test } from './library.ts';
import { above, pages, sheet, tool, waitUntilDrawn } from './viewer-page.ts';

const rules = '/main?customer=Aurora+Motors&doc_num=AM+100+10&language=EN&doc_rev=1';

test.use({
  options: {
    entries: [
      { doc_num: 'AM 100 10', doc_desc: 'General rules' },
      { doc_num: 'AM 100 20', doc_desc: 'Zinc plating', doc_rev: '1' },
      { doc_num: 'AM 100 20', doc_desc: 'Zinc plating of steel', doc_rev: '2' },
      { doc_num: 'AM 100 30', doc_desc: 'Salt spray test' },
    ],
    files: {},
  },
  shared: {
    prepare: async (library) => {
      await fill(library);
      await new ReferencesKeeper({ db: library.db }).follow();
    },
  },
});
test.describe.configure({ mode: 'default' });

const filler = 'Parts are degreased, rinsed and dried before they are coated. '.repeat(14);

async function fill(library: BrowserLibrary): Promise<void> {
  await library.write(
    'AM 100 10_EN_1.pdf',
    await textPdf(
      'General rules',
      `${filler}Coat as in AM 100 20 Rev. 1 and test as in AM 100 30. See AM 100 77, too. ${filler}`,
      'The last page',
    ),
  );
  await library.write('AM 100 20_EN_2.pdf', await textPdf('Zinc plating, see AM 10010'));
  await library.scan();
}

async function openRules(page: Page, library: BrowserLibrary, query = '&page=2', user?: string) {
  await enter(page, library, rules + query, user);
  await waitUntilDrawn(page);
  await shownPage(page, query === '' ? 'General rules' : /Coat as in/).waitFor();
}

const link = (page: Page, number: string) =>
  sheet(page).getByRole('link', { name: new RegExp(`^${number}`) });
const card = (page: Page) =>
  page.locator('[data-reference]').filter({ hasText: /Revision .*Latest/ });
const scrollTop = (page: Page) => pages(page).evaluate((element) => Math.round(element.scrollTop));
const boxOf = async (locator: Locator) => {
  const { x = 0, y = 0, width = 0, height = 0 } = (await locator.boundingBox()) ?? {};
  return { x, y, width, height };
};

test('a cited number says what is behind it, opens it, and Back returns to the place', async ({
  page,
  library,
}) => {
  await openRules(page, library);
  const cited = link(page, 'AM 100 20');
  await cited.waitFor();
  await pages(page).evaluate((element) => element.scrollTo(0, 90));
  const place = 90;
  await expect.poll(() => scrollTop(page)).toBe(place);
  await cited.hover();
  await expect(card(page)).toContainText('Zinc plating of steel');
  await expect(card(page)).toContainText('Revision 2Latest');
  await expect(card(page)).toContainText('PDF available');
  await expect(card(page)).toContainText('Cited as revision 1, which is not the latest');
  await page.mouse.move(5, 5);
  await expect(card(page)).toHaveCount(0);

  await cited.click();
  await expect(page).toHaveURL(/doc_num=AM\+100\+20.*doc_rev=2/);
  await expect(shownPage(page, /Zinc plating, see/)).toBeVisible();
  await page.goBack();
  await expect(above(page)).toContainText('Page 2 / 3');
  await expect.poll(async () => Math.abs((await scrollTop(page)) - place)).toBeLessThan(4);
});

test('links are on their numbers, however the page is zoomed and turned', async ({
  page,
  library,
}) => {
  await openRules(page, library);
  const expectOnNumber = async () => {
    await waitUntilDrawn(page);
    const cited = await boxOf(link(page, 'AM 100 30'));
    const around = await boxOf(sheet(page));
    const text = await sheet(page)
      .locator('.textLayer span', { hasText: 'AM 100 30' })
      .first()
      .boundingBox();
    const line = text ?? around;
    expect(cited.width * cited.height).toBeGreaterThan(0);
    expect(cited.x).toBeGreaterThanOrEqual(line.x - 4);
    expect(cited.y).toBeGreaterThanOrEqual(line.y - 4);
    expect(cited.x + cited.width).toBeLessThanOrEqual(line.x + line.width + 4);
    expect(cited.y + cited.height).toBeLessThanOrEqual(line.y + line.height + 4);
  };
  await expectOnNumber();
  await tool(page, 'Zoom in').click();
  await expectOnNumber();
  await tool(page, 'Rotate').click();
  await expectOnNumber();
  await tool(page, 'Rotate').click();
  await expectOnNumber();
});

test('by keyboard: the card comes with the focus and goes with Escape, Enter opens', async ({
  page,
  library,
}) => {
  await openRules(page, library);
  await pages(page).focus();
  await page.keyboard.press('Tab'); // to the text, which pdf.js makes a stop
  await page.keyboard.press('Tab');
  await expect(link(page, 'AM 100 20')).toBeFocused();
  await expect(card(page)).toContainText('Zinc plating of steel');
  await page.keyboard.press('Escape');
  await expect(card(page)).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(link(page, 'AM 100 30')).toBeFocused();
  await expect(card(page)).toContainText('No PDF yet');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(shownPage(page, /Zinc plating, see/)).toBeVisible();
  await page.goBack();
  await expect(above(page)).toContainText('Page 2 / 3');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the first tap shows the card, whose button opens', async ({ page, library }) => {
    await openRules(page, library);
    await link(page, 'AM 100 20').tap();
    const dialog = page.getByRole('dialog', { name: 'AM 100 20' });
    await expect(dialog).toContainText('Zinc plating of steel');
    await expect(dialog.getByRole('link', { name: 'Open' })).toBeFocused();
    const { x, width } = await boxOf(dialog);
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(390);
    await dialog.getByRole('button', { name: 'Close' }).tap();
    await expect(dialog).toHaveCount(0);
    // Elsewhere first: two quick taps on one place zoom.
    await link(page, 'AM 100 30').tap();
    await expect(page.getByRole('dialog', { name: 'AM 100 30' })).toContainText('No PDF yet');
    await link(page, 'AM 100 20').tap();
    await dialog.getByRole('link', { name: 'Open' }).tap();
    await expect(shownPage(page, /Zinc plating, see/)).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(/doc_num=AM\+100\+10.*page=2/);
  });
});

const panel = (page: Page) => page.getByRole('complementary', { name: 'Side panel' });

async function openPanel(page: Page): Promise<void> {
  await tool(page, 'Side panel').click();
  await panel(page).getByRole('tab', { name: 'References' }).click();
}

test('the panel lists what the document cites and what cites it, with pages', async ({
  page,
  library,
}) => {
  await openRules(page, library, '');
  await openPanel(page);
  const cites = panel(page).getByRole('region', { name: 'Cites (2)' });
  await expect(cites.getByRole('listitem')).toHaveText([
    'AM 100 20Zinc plating of steelRev. 2LatestCited as revision 1, which is not the latestPage 2',
    'AM 100 30Salt spray testRev. 1LatestNo PDFPage 2',
  ]);
  const citedBy = panel(page).getByRole('region', { name: 'Cited by (1)' });
  await expect(citedBy.getByRole('listitem')).toHaveText([
    'AM 100 20Zinc plating of steelRev. 2LatestENPage 1',
  ]);
  await cites.getByRole('button', { name: 'Page 2' }).first().click();
  await expect(above(page)).toContainText('Page 2 / 3');
  await citedBy.getByRole('link', { name: 'AM 100 20', exact: true }).click();
  await expect(page).toHaveURL(/doc_num=AM\+100\+20.*doc_rev=2/);
  await expect(panel(page).getByRole('region', { name: 'Cites (1)' })).toContainText('AM 100 10');
});

test('axe finds no fault with links, card and panel', async ({ page, library }) => {
  await openRules(page, library);
  await openPanel(page);
  await pages(page).focus();
  await page.keyboard.press('Tab');
  await link(page, 'AM 100 20').focus();
  await expect(card(page)).toBeVisible();
  await expectNoFaults(page);
});

test('librarians see what is cited and missing', async ({ page, library }) => {
  await openRules(page, library, '', 'librarian');
  await page.goto('/manage/standard-numbers');
  await chooseTool(page, 'Not found…');
  await page.getByRole('button', { name: 'Cited by standards' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cited but not in the library' });
  await expect(dialog.getByRole('row')).toHaveCount(2);
  await expect(dialog.getByRole('row').nth(1)).toContainText('AM 100 77');
  await expect(dialog.getByRole('row').nth(1)).toContainText('Aurora Motors');
  await expectNoFaults(page, { within: 'dialog' });
  await dialog.getByRole('link', { name: 'AM 100 10, Rev. 1' }).click();
  await expect(above(page)).toContainText('Page 2 / 3');
});

test.describe('with a process that scans', () => {
  test.use({ scanning: true, shared: null });

  test('a document that arrives is looked through while it is open', async ({ page, library }) => {
    await fill(library);
    await enter(page, library, `${rules}&page=2`);
    await waitUntilDrawn(page);
    await openPanel(page);
    await expect(panel(page).getByRole('region', { name: 'Cites (2)' })).toBeVisible();
    await expect(link(page, 'AM 100 20')).toBeVisible();
  });
});
