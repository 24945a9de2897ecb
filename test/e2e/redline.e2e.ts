import type { Page } from '@playwright/test';
import { redlineName } from '#contract/file-name.ts';
import { expectNoFaults, expectWholeRings } from './axe.ts';
import { endAllSessions, enter, expect, fillLogin, test } from './library.ts';
import { revisedPdfs } from './revised-pdfs.ts';
import { untilIndexed } from './search-page.ts';

const [older, newer] = await revisedPdfs();

test.use({
  options: {
    entries: [
      ...['1', '2', '3', '4'].map((doc_rev) => ({ doc_rev })),
      ...['1', '2'].map((doc_rev) => ({ doc_num: 'BX-9', doc_rev })),
    ],
    files: {
      'AM-1_EN_1.pdf': older,
      'AM-1_EN_2.pdf': newer,
      'AM-1_EN_3.pdf': newer,
      'BX-9_EN_1.pdf': older,
      'BX-9_EN_2.pdf': newer,
    },
  },
  shared: { prepare: (library) => library.scan() },
});
test.describe.configure({ mode: 'default' });

const name = (doc_rev: string) =>
  redlineName({ customer: 'Aurora Motors', doc_num: 'AM-1', language: 'EN', doc_rev });
const address = (from: string, to: string) =>
  `/redline?${new URLSearchParams({ from: name(from), to: name(to) })}`;

const panel = (page: Page) => page.getByRole('region', { name: 'Changes', exact: true });
const announced = (page: Page) => page.getByRole('status').filter({ hasText: /^Change / });
const side = (page: Page, which: 'Older' | 'Newer') =>
  page.getByRole('region', { name: `${which} document` });
const row = (page: Page, text: string | RegExp) =>
  panel(page).getByRole('button').filter({ hasText: text });

test('from the list to both places, on to the next, to one text, and to paper', async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, library, address('1', '2'));
  await expect(page.getByRole('heading', { name: 'What changed', level: 1 })).toBeFocused();
  await expect(page).toHaveTitle('What changed in AM-1: 1 → 2 · EGD Library');
  const value = row(page, '8.8');
  await expect(value).toContainText(
    /^≠Changed\s+2 Material page 2 → 3 Bolts are made of steel of property class 8\.8 10\.9 and nuts/,
  );
  await expect(row(page, 'shall')).toContainText(/raised.*The thickness should shall be measured/);
  await expect(
    panel(page).getByText(/^1 limit changed, 1 new limit, 1 obligation raised/),
  ).toBeVisible();
  await panel(page)
    .getByRole('button', { name: /^Headers, footers, watermarks/ })
    .click();
  await expect(panel(page).getByText(/on 5 pages: .*Issue 1.* → .*Issue 2/)).toBeVisible();

  await value.click();
  await expect(page).toHaveURL(/&change=\d+$/);
  for (const which of ['Older', 'Newer'] as const) {
    await expect(side(page, which).getByText('2 Material')).toBeInViewport();
    const [mark, sign] = [
      side(page, which).locator('button[data-current=true]'),
      side(page, which).locator('span[data-current=true]'),
    ];
    await expect(mark).toBeInViewport();
    const [view, marked, signed] = [
      await side(page, which).boundingBox(),
      await mark.boundingBox(),
      await sign.boundingBox(),
    ];
    const middle = (view?.y ?? 0) + (view?.height ?? 0) / 2;
    expect(Math.abs((marked?.y ?? 0) - middle)).toBeLessThan(30);
    const paper = await side(page, which).getByRole('group').first().boundingBox();
    expect((signed?.x ?? 0) + (signed?.width ?? 0)).toBeLessThanOrEqual(paper?.x ?? 0);
  }
  await expect(announced(page)).toHaveText(/“8\.8” became “10\.9”/);

  const before = page.url();
  await page.keyboard.press('n');
  await expect(page).not.toHaveURL(before);
  await page.keyboard.press('p');
  await expect(page).toHaveURL(before);
  await page.keyboard.press('F7');
  await page.keyboard.press('Shift+F7');
  await expect(page).toHaveURL(before);
  await expect(value).toHaveAttribute('aria-current', 'true');
  await page.reload();
  await expect(value).toHaveAttribute('aria-current', 'true');

  await page.getByRole('link', { name: 'In one' }).click();
  const text = page.getByRole('region', { name: 'Both texts in one' });
  await expect(text.locator('del[data-current=true]')).toHaveText('8.8');
  await expect(text.locator('ins[data-current=true]')).toHaveText('10.9');
  await page.getByRole('button', { name: 'Next change' }).click();
  await expect(text.locator('[data-current=true]').first()).toBeInViewport();
  await expect(text.locator('[data-current=true]').first()).not.toHaveText('8.8');
  await page.goBack();
  await expect(side(page, 'Older')).toBeVisible();

  await panel(page)
    .getByRole('button', { name: /^Changed \d+$/ })
    .click();
  await expect(value).toHaveCount(0);
  await panel(page)
    .getByRole('button', { name: /^Changed \d+$/ })
    .click();
  await expect(value).toHaveCount(1);

  const limits = panel(page).getByRole('button', { name: /^Limits and values/ });
  await limits.click();
  await expect(limits).toHaveAttribute('aria-expanded', 'false');
  await expect(value).toHaveCount(0);
  await page.keyboard.press('n');
  await page.keyboard.press('p'); // going to a change opens its part
  await expect(value).toHaveCount(1);

  await page.pdf(); // the browser prints
});

test('it opens at the first change of the list, and not on the cover', async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, library, address('1', '2'));
  const mark = side(page, 'Newer').locator('button[data-current=true]').first();
  await expect(mark).toBeInViewport();
  await expect(panel(page).locator('[aria-current=true]')).toBeVisible();
  await expect(page.getByText(/^1 of \d+$/)).toBeVisible();
  expect(page.url()).not.toContain('change=');
  await page.keyboard.press('n');
  await expect(page.getByText(/^2 of \d+$/)).toBeVisible();
});

test('what is printed has both names and hashes, and every change', async ({ page, library }) => {
  await enter(page, library, address('1', '2'));
  await row(page, '8.8').waitFor();
  await page.evaluate('window.dispatchEvent(new Event("beforeprint"))');
  await page.emulateMedia({ media: 'print' });
  const printed = page.getByRole('article');
  await expect(printed.getByText('AM-1 · EN · Rev. 1')).toBeVisible();
  await expect(printed.getByText(/SHA-256 [0-9a-f]{64}$/).first()).toBeVisible();
  await expect(printed.locator('del').getByText('8.8')).toBeVisible();
  await expect(printed.getByText(/steel of property class 8.8 10.9 and nuts/)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main navigation' })).toBeHidden();
  await expect(panel(page)).toBeHidden();
});

test('both sides scroll together by their text, or each alone', async ({ page, library }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await enter(page, library, address('1', '2'));
  await side(page, 'Newer').getByText('5 Marking and packing').waitFor();
  const tops = () =>
    Promise.all(
      (['Older', 'Newer'] as const).map((which) =>
        side(page, which).evaluate((box: { scrollTop: number }) => box.scrollTop),
      ),
    );
  await side(page, 'Older').hover();
  await page.mouse.wheel(0, 1500);
  await expect.poll(async () => (await tops())[1]).toBeGreaterThan(1500);
  await page.getByRole('button', { name: 'Scroll together' }).click();
  const [olderTop = 0, newerTop] = await tops();
  await side(page, 'Older').hover();
  await page.mouse.wheel(0, -700);
  await expect.poll(async () => (await tops())[0]).toBeLessThan(olderTop - 600);
  expect((await tops())[1]).toBe(newerTop);
});

test('of the same bytes it is said that nothing changed; of a file that is missing, what to do', async ({
  page,
  library,
}) => {
  await enter(page, library, address('2', '3'));
  await expect(panel(page).getByText('Both files are the same, byte for byte.')).toBeVisible();
  await page.goto(address('1', '4'));
  await expect(
    page.getByRole('heading', { name: 'One of the documents is missing' }),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Choose other documents' }).click();
  await expect(page.getByRole('heading', { name: 'Compare two documents' })).toBeFocused();
});

test('any two documents are chosen by hand, by keyboard alone, and swapped', async ({
  page,
  library,
}) => {
  await untilIndexed(library, 'quick-open?q=AM-1', 1);
  await enter(page, library, '/redline');
  await expect(page.getByRole('heading', { name: 'Compare two documents' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('am-1');
  await pick(page, 'Older document', '1');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await pick(page, 'Newer document', '2'); // nothing is typed: the same number is offered
  await page.keyboard.press('Enter');
  await expect(row(page, '8.8')).toContainText('8.8 10.9');
  await panel(page).getByRole('link', { name: 'Swap the two documents' }).click();
  await expect(row(page, '8.8')).toContainText('10.9 8.8');
});

test('the latest revision of a standard is compared with the one before by one press', async ({
  page,
  library,
}) => {
  await enter(page, library, '/redline');
  const offered = page.getByRole('region', { name: 'Latest against previous' }).getByRole('link');
  await expect(offered).toHaveCount(1); // of AM-1 the latest has no PDF
  await expect(offered).toContainText('Rev. 2 Latest compared with Rev. 1');
  await offered.click();
  await expect(row(page, '8.8')).toContainText('8.8 10.9');
});

test('a link to a change survives the login', async ({ page, library }) => {
  const link = `${address('1', '2')}&change=2`;
  await page.goto(link);
  await expect(page).toHaveURL(/\/login\?from=/);
  await fillLogin(page, 'engineer');
  await expect(page).toHaveURL(link);
  await expect(announced(page)).toHaveText(/^Change \d of \d/);
  await endAllSessions(library);
  await page.reload();
  await expect(page).toHaveURL(/\/login\?from=/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the list comes first; a change opens its places, and Back returns to it', async ({
    page,
    library,
  }) => {
    await enter(page, library, address('1', '2'));
    await expect(side(page, 'Older')).toBeHidden();
    await row(page, '8.8').tap();
    await expect(side(page, 'Older').getByText('2 Material')).toBeInViewport();
    await expect(side(page, 'Newer').getByText('2 Material')).toBeInViewport();
    const [above, below] = [
      await side(page, 'Older').boundingBox(),
      await side(page, 'Newer').boundingBox(),
    ];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.goBack();
    await expect(row(page, '8.8')).toBeFocused();
    await expect(side(page, 'Older')).toBeHidden();
  });
});

test('axe finds no fault in a comparison at any width', async ({ page, library }) => {
  await enter(page, library, `${address('1', '2')}&change=2`);
  for (const [width, height, view] of [
    [1440, 900, 'pages'],
    [1440, 900, 'text'],
    [768, 1024, 'pages'],
    [844, 390, 'pages'],
    [390, 844, 'pages'],
    [390, 844, 'list'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${address('1', '2')}&view=${view}&change=2`);
    await announced(page).waitFor();
    await expectNoFaults(page);
    await expectWholeRings(page);
  }
  await page.goto('/redline');
  await page.getByRole('combobox', { name: 'Older document' }).click();
  await expectNoFaults(page);
});

/** Goes down the open list to a revision, and takes it. */
async function pick(page: Page, label: string, doc_rev: string): Promise<void> {
  await expect(page.getByRole('option')).toHaveCount(4);
  const wanted = page.getByRole('option', { name: `Rev. ${doc_rev}` });
  while ((await wanted.getAttribute('aria-selected')) !== 'true') {
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: label })).toHaveValue(
    `AM-1 · EN · Rev. ${doc_rev}`,
  );
}
