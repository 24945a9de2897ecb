import type { Page } from '@playwright/test';
import { choose, enter, expect, search, shownPage, test } from './library.ts';
import { above, below, documentAddress, pages, tool } from './viewer-page.ts';

const column = (page: Page) => page.getByRole('region', { name: 'Choose a document' });
const hide = (page: Page) => page.getByRole('button', { name: 'Hide the form' });
const show = (page: Page) => page.getByRole('button', { name: /^Show the form/ });

test('at a desk the search column is folded away by button and key, and stays so', async ({
  page,
  library,
}) => {
  await enter(page, library);
  await expect(hide(page)).toHaveCount(0); // without a document there is nothing to make room for
  const field = page.getByRole('combobox', { name: 'Customer Name' });
  const before = (await field.boundingBox())?.y;
  await search(page, 'Aurora Motors', 'AM-1');
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
  await expect(column(page)).toBeVisible();
  expect((await field.boundingBox())?.y).toBe(before); // the button to hide the form moves nothing
  await expect(page.getByText('AM-1 · EN · Rev. 1 · Latest', { exact: true })).toBeInViewport();
  await expect(page).toHaveTitle('AM-1 · EN · Rev. 1 · EGD Library');
  await hide(page).click();
  await expect(column(page)).toBeHidden();
  await expect(show(page)).toBeFocused();
  await expect(above(page)).toContainText('AM-1 · EN · Rev. 1');
  // On an upright tablet the toolbar has no room for the name: it gets a line of its own.
  await page.setViewportSize({ width: 768, height: 1024 });
  const line = page.getByRole('paragraph').filter({ hasText: 'AM-1 · EN · Rev. 1' });
  await expect(line).toBeInViewport();
  // As at a browser zoom of 200 %: the line above the viewer has the name, and the toolbar does not repeat it.
  await page.setViewportSize({ width: 720, height: 450 });
  await expect(show(page)).toContainText('AM-1 · EN · Rev. 1');
  await expect(above(page)).not.toContainText('AM-1');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.reload();
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
  await expect(column(page)).toBeHidden();
  await page.keyboard.press('Control+b');
  await expect(column(page)).toBeVisible();
  await expect(hide(page)).toBeFocused();
  await page.reload();
  await expect(column(page)).toBeVisible();
});

test('after a search that finds, the keys act on the page; not if one goes on typing', async ({
  page,
  library,
}) => {
  await enter(page, library);
  await search(page, 'Aurora Motors', 'AM-1');
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
  await expect(pages(page)).toBeFocused();
  await page.keyboard.press('End');
  await expect(above(page)).toContainText('Page 3 / 3');
  await page.getByRole('button', { name: 'Search', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: 'Customer Name' }).fill('Bor');
  await expect(above(page)).toContainText('Page 1 / 3');
  await expect(page.getByRole('combobox', { name: 'Customer Name' })).toBeFocused();
});

test('in full screen the document is named, also where the toolbar has no room for it', async ({
  page,
  library,
}) => {
  await enter(page, library, documentAddress);
  await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
  await page.keyboard.press('f');
  await expect(tool(page, 'Leave fullscreen')).toBeVisible();
  await expect(above(page)).toContainText('AM-1 · EN · Rev. 1');
  await page.keyboard.press('f');
  await expect(tool(page, 'Fullscreen')).toBeVisible();
  // In a page of its own: where full screen is entered again at once, Chromium may leave it by itself.
  const narrow = await page.context().newPage();
  await narrow.setViewportSize({ width: 600, height: 800 });
  await narrow.goto(documentAddress);
  await expect(shownPage(narrow, 'Page 1 of 3')).toBeVisible();
  await narrow.keyboard.press('f');
  await expect(tool(narrow, 'Leave fullscreen')).toBeVisible();
  await expect(above(narrow)).not.toContainText('AM-1');
  const line = narrow.getByRole('paragraph').filter({ hasText: 'AM-1 · EN · Rev. 1' });
  await expect(line).toBeInViewport();
});

for (const [device, viewport] of Object.entries({
  'an upright tablet': { width: 768, height: 1024 },
  'a phone on its side': { width: 844, height: 390 },
})) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport, hasTouch: true, isMobile: true });

    test('form and card stand beside the document, and a fold is remembered', async ({
      page,
      library,
    }) => {
      await enter(page, library);
      await search(page, 'Aurora Motors', 'AM-1');
      await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
      await expect(column(page)).toBeInViewport();
      await expect(above(page)).toBeInViewport({ ratio: 1 });
      await expect(below(page)).toBeInViewport({ ratio: 1 });
      await hide(page).tap();
      await expect(column(page)).toBeHidden();
      await page.reload();
      await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
      await expect(column(page)).toBeHidden();
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('form and card fold away when a document opens, and the page is all that scrolls', async ({
    page,
    library,
  }) => {
    await enter(page, library);
    await search(page, 'Aurora Motors', 'AM-1');
    await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
    await expect(column(page)).toBeHidden();
    await expect(pages(page)).toBeFocused();
    await expect(above(page)).toBeInViewport({ ratio: 1 });
    await expect(below(page)).toBeInViewport({ ratio: 1 });
    expect((await scrollAreas(page)).filter((name) => name !== 'Pages')).toEqual([]);
    await show(page).tap();
    await expect(column(page).getByRole('definition').first()).toHaveText('Aurora Motors');
    await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeVisible();
    await choose(page, 'Standard Number', 'AM-2');
    await page.getByRole('button', { name: 'Search', exact: true }).tap();
    await expect(page.getByText('This document entry exists')).toBeInViewport({ ratio: 1 });
    await expect(column(page)).toBeVisible(); // to search for something else
    await page.goBack();
    await expect(shownPage(page, 'Page 1 of 3')).toBeVisible();
    await expect(column(page)).toBeHidden();
  });
});

/** The elements that a finger can scroll up or down, by their names. */
function scrollAreas(page: Page): Promise<string[]> {
  return page.evaluate(`
    [...document.querySelectorAll('*')]
      .filter((element) => element.checkVisibility() && element.scrollHeight > element.clientHeight + 1)
      .filter((element) => element === document.scrollingElement ||
        /auto|scroll/.test(getComputedStyle(element).overflowY))
      .map((element) => element.getAttribute('aria-label') ?? element.tagName)
  `);
}
