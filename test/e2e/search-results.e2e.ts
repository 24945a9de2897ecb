import type { Page } from '@playwright/test';
import { photographedPdf, wordyPdf } from '../pdfs.ts';
import { expectNoFaults, expectWholeRings } from './axe.ts';
import { dropdown, endAllSessions, enter, expect, fillLogin, shownPage, test } from './library.ts';
import { foundPages, results, untilIndexed } from './search-page.ts';
import { pages } from './viewer-page.ts';

const numbers = Array.from({ length: 25 }, (_, at) => `S-${at + 1}`);
const marks = (page: Page) => page.locator('.textLayer .highlight');
const find = (page: Page) => page.getByRole('textbox', { name: 'Find in document' });

const wordy = await wordyPdf();

test.use({
  options: {
    entries: [
      ...numbers.map((doc_num) => ({ doc_num, doc_desc: 'Fasteners' })),
      { customer: 'Boreal Air', doc_num: 'BA-7', doc_desc: 'Bolts', language: 'DE' },
      { customer: 'Boreal Air', doc_num: 'BA-8', doc_desc: 'A drawing', language: null },
    ],
    files: {
      ...Object.fromEntries(numbers.map((doc_num) => [`${doc_num}_EN_1.pdf`, wordy])),
      'BA-7_DE_1.pdf': wordy,
      'BA-8_-_1.pdf': await photographedPdf(),
    },
  },
  shared: {
    prepare: async (library) => {
      await library.scan();
      await untilIndexed(library, 'search?q=third', 26);
    },
  },
});
test.describe.configure({ mode: 'default' });

test('the viewer leads back to the results from which a document was opened, and to none otherwise', async ({
  page,
  library,
}) => {
  await enter(page, library, '/main?q=third+bolt');
  await expect(foundPages(page)).toHaveCount(20);
  await results(page).getByRole('button', { name: 'Show more' }).click();
  await expect(foundPages(page)).toHaveCount(26);
  const last = foundPages(page).last();
  await last.scrollIntoViewIfNeeded();
  const top = await scrolledBy(page);
  await last.click();
  await expect(marks(page)).toHaveText(['third', 'bolt']);
  await page.keyboard.press('ArrowRight'); // another page is no step of the history
  const back = page.getByRole('link', { name: 'Back to the results' });
  await back.click();
  await expect(foundPages(page)).toHaveCount(26);
  await expect(foundPages(page).last()).toBeFocused();
  expect(await scrolledBy(page)).toBe(top);
  const address = await foundPages(page).first().getAttribute('href');
  await page.goto(address ?? '');
  await expect(marks(page)).toHaveText(['third', 'bolt']);
  await expect(back).toHaveCount(0);
});

test('a page that was found opens with the words marked, and Back returns to the results as they were', async ({
  page,
  library,
}) => {
  await enter(page, library);
  await expect(page.getByRole('heading', { name: 'Choose a document' })).toBeFocused();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('third bolt');
  await page.getByRole('option', { name: 'Search all texts' }).click();
  const count = results(page).getByRole('status').first();
  await expect(count).toHaveText('26 documents');
  await expect(results(page).getByText('1 scan not searched: no text.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Search all texts' })).toBeFocused();
  await expect(page).toHaveTitle('“third bolt” · EGD Library');

  const filters = results(page).getByRole('region', { name: 'Filters' });
  await filters.getByRole('link', { name: 'Aurora Motors' }).click();
  await expect(results(page).getByText('25 documents')).toBeVisible();
  await expect(filters.getByRole('link', { name: 'Boreal Air 1' })).toBeVisible();
  await expect(page).toHaveURL('/main?q=third+bolt&in_customer=Aurora+Motors');

  await expect(foundPages(page)).toHaveCount(20);
  await results(page).getByRole('button', { name: 'Show more' }).click();
  await expect(foundPages(page)).toHaveCount(25);
  const last = foundPages(page).last();
  await expect(last.locator('mark')).toHaveText(['third', 'bolt']);
  await last.scrollIntoViewIfNeeded();
  const top = await scrolledBy(page);
  expect(top).toBeGreaterThan(500);
  await last.focus();
  await page.keyboard.press('Enter');
  await expect(marks(page)).toHaveText(['third', 'bolt']);
  await expect(page).toHaveURL(/&page=2&find=third&find=bolt$/);
  await expect(find(page)).toHaveValue('third bolt');
  await expect(pages(page)).toBeFocused();

  await page.goBack();
  await expect(last).toBeFocused();
  await expect(foundPages(page)).toHaveCount(25);
  expect(await scrolledBy(page)).toBe(top);
  await page.goBack(); // the filter
  await expect(count).toHaveText('26 documents');

  await page.goForward();
  await page.goForward();
  await expect(marks(page)).toHaveText(['third', 'bolt']);
  await page.reload(); // as phones do with what was in the background
  await expect(marks(page)).toHaveText(['third', 'bolt']);
  await page.goBack();
  await expect(last).toBeFocused();
  expect(await scrolledBy(page)).toBe(top);
});

test('documents with most of the words follow, the keys go through them, and what was not searched is shown', async ({
  page,
  library,
}) => {
  const unreadable = { broken: 2, encrypted: 1, too_large: 1 };
  const notSearched = { not_indexed: 1200, unread: 1, unreadable };
  await page.route('**/api/search?q=third+galvanic*', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    await route.fulfill({ response, json: { ...answer, ...notSearched } });
  });
  await enter(page, library, '/main?q=third+galvanic');
  await expect(
    results(page).getByText('0 documents with all words, 26 with some of them'),
  ).toBeVisible();
  await expect(
    results(page).getByText(
      'No searched document contains all words. Documents with some of them, best match first:',
    ),
  ).toBeVisible();
  await expect(
    results(page).getByText(
      '1,200 documents not indexed yet. 1 PDF not read yet. 1 scan not searched: no text. ' +
        '2 PDFs not searched: unreadable. 1 PDF not searched: password needed. ' +
        '1 PDF not searched: larger than 2 GB.',
    ),
  ).toBeVisible();
  const first = results(page).getByRole('listitem').filter({ hasText: 'Page 2' }).first();
  await expect(first.getByText('Without galvanic')).toBeVisible();
  await expect(first.locator('del')).toHaveText('galvanic');
  const links = results(page).locator('ol a');
  await results(page).getByRole('searchbox').press('ArrowDown');
  await expect(links.nth(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(links.nth(2)).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(links.nth(1)).toBeFocused();
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('Control+Enter');
  await (await opened).close();
  await page.keyboard.press('Enter');
  await expect(marks(page)).toHaveText(['third']);
  await page.goBack();
  await results(page).getByRole('searchbox').fill('"*"');
  await results(page).getByRole('searchbox').press('Enter');
  await expect(
    results(page).getByText('“"*"” has no letters or digits. Type a word or a number.'),
  ).toBeVisible();
  await results(page).getByRole('searchbox').fill('bolt '.repeat(300));
  await results(page).getByRole('searchbox').press('Enter');
  const refusal = 'This search has 1,499 letters; the limit is 1,000. Search for fewer words.';
  await expect(results(page).getByText(refusal, { exact: true })).toBeVisible();
});

test('what is typed while a search begins stays in its box', async ({ page, library }) => {
  await enter(page, library, '/main?q=third');
  await expect(results(page).getByText('26 documents')).toBeVisible();
  const box = results(page).getByRole('searchbox');
  const held = Promise.withResolvers<void>();
  await page.route('**/auth/check', async (route) => {
    await held.promise;
    await route.continue();
  });
  await box.fill('bolt');
  await box.press('Enter');
  await box.fill('bolt second');
  held.resolve();
  await expect(page).toHaveURL('/main?q=bolt');
  await expect(page).toHaveTitle('“bolt” · EGD Library');
  await expect(box).toHaveValue('bolt second');
  await box.press('Enter');
  await expect(page).toHaveURL('/main?q=bolt+second');
  await page.goBack();
  await expect(box).toHaveValue('bolt');
});

test('the query is changed in its box; a misspelt word gets a suggestion', async ({
  page,
  library,
}) => {
  await enter(page, library, '/main?q=thrid');
  await results(page).getByRole('link', { name: 'third', exact: true }).click();
  await expect(results(page).getByText('26 documents')).toBeVisible();
  const box = results(page).getByRole('searchbox');
  await expect(box).toHaveValue('third');
  await box.fill('"bolt third"');
  await box.press('Enter');
  await expect(results(page).getByText('Nothing found')).toBeVisible();
  await box.fill('"third bolt" -page');
  await box.press('Enter');
  await expect(
    results(page).getByText('No searched document contains “"third bolt" -page”'),
  ).toBeVisible();

  await page.route('**/api/search?**', (route) => route.abort());
  await box.fill('thir*');
  await box.press('Enter');
  await expect(results(page).getByText('Retrying…')).toBeVisible();
  await page.unroute('**/api/search?**');
  await expect(results(page).getByText('26 documents')).toBeVisible();

  await endAllSessions(library);
  await box.fill('two bolts');
  await box.press('Enter');
  await expect(page).toHaveURL(/\/login\?q=two\+bolts$/);
  await fillLogin(page, 'engineer');
  await expect(results(page).getByText('26 documents')).toBeVisible();
  await expect(dropdown(page, 'Customer Name')).toHaveCount(0); // one form on the screen
  await results(page).getByRole('link', { name: 'Choose a document' }).click();
  await expect(page).toHaveURL('/main');
  await expect(results(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Choose a document' })).toBeFocused();
  await page.goBack();
  await expect(results(page).getByText('26 documents')).toBeVisible();
});

test('that nothing is found is said in the middle, with what to do next', async ({
  page,
  library,
}) => {
  await enter(page, library, '/main?q=nothing+such');
  const heading = results(page).getByRole('heading', { name: 'Nothing found' });
  const middle = async (shown: typeof heading) => {
    const { x = 0, width = 0 } = (await shown.boundingBox()) ?? {};
    return x + width / 2;
  };
  await expect(heading).toBeVisible();
  expect(Math.abs((await middle(heading)) - (await middle(results(page))))).toBeLessThan(20);
  await results(page).getByRole('button', { name: 'Quick open' }).click();
  await expect(page.getByRole('dialog', { name: 'Quick open' })).toBeVisible();
  await page.goto('/main?q=nothing+such&latest=true');
  await results(page).getByRole('link', { name: 'Search without filters' }).click();
  await expect(page).toHaveURL('/main?q=nothing+such');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('results have the screen, and filters are behind a button', async ({ page, library }) => {
    await enter(page, library, '/main?q=third');
    await expect(results(page).getByText('26 documents')).toBeVisible();
    await expect(dropdown(page, 'Customer Name')).toBeHidden();
    await results(page).getByRole('button', { name: 'Filters' }).tap();
    await results(page).getByRole('link', { name: 'Boreal Air' }).tap();
    await expect(results(page).getByText('1 document')).toBeVisible();
    await foundPages(page).tap();
    await expect(shownPage(page, 'The third bolt')).toBeVisible();
    await expect(marks(page)).toHaveText(['third']);
    await page.goBack();
    await expect(foundPages(page)).toHaveCount(1);
  });
});

test('axe finds no fault in results', async ({ page, library }) => {
  await enter(page, library, '/main?q=third&in_customer=Boreal+Air');
  for (const [query, words] of [
    ['?q=third&in_customer=Boreal+Air', '1 document'],
    ['?q=thrid', 'Did you mean'],
    ['?q=nothing+such&latest=true', 'Nothing found'],
  ] as const) {
    await page.goto(`/main${query}`);
    await results(page).getByText(words).first().waitFor();
    await expectNoFaults(page);
    await expectWholeRings(page);
  }
});

/** How far the results are scrolled: the first box in them that is. */
function scrolledBy(page: Page): Promise<number> {
  return results(page)
    .locator('> div')
    .first()
    .evaluate((box: { scrollTop: number }) => box.scrollTop);
}
