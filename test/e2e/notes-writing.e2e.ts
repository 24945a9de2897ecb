import type { Locator, Page } from '@playwright/test';
import { expect, shownPage, test } from './library.ts';
import { bar, card, drag, fill, kinds, note, open, place, selectWords } from './notes-page.ts';
import { pages, sheet, tool, touch } from './viewer-page.ts';

const bubble = (page: Page) => page.getByRole('toolbar', { name: 'Selected text' });
const boxAround = async (of: Locator) =>
  (await of.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
const boxOf = async (page: Page) => {
  const { x, y, width, height } = await boxAround(sheet(page));
  return [x, y, width, height].map(Math.round);
};
const look = (page: Page) => card(page).getByRole('radio', { checked: true });

test('selected text is marked by its bubble and by keys; modes come and go by keys', async ({
  page,
  library,
}) => {
  await fill(library);
  await open(page, library);
  const before = await boxOf(page);

  await selectWords(page);
  await expect(bubble(page).getByRole('button')).toHaveCount(5);
  await page.keyboard.press('Escape');
  await expect(bubble(page)).toHaveCount(0);
  await page.mouse.click(...(await place(page, 0.5, 0.6))); // pressed on, a selection would be dragged
  await selectWords(page);
  await bubble(page).getByRole('button', { name: 'Highlight in green' }).click();
  await expect(note(page, 'highlight')).toHaveCount(1);
  await expect(bubble(page)).toHaveCount(0);
  await expect(card(page)).toBeFocused();
  await expect(look(page)).toHaveAccessibleName('Green');
  await page.keyboard.press('Delete');
  await expect.poll(() => kinds(page)).toEqual([]);

  for (const [key, style] of [
    ['h', 'highlight'],
    ['u', 'underline'],
    ['k', 'strike'],
  ] as const) {
    await selectWords(page);
    await bubble(page).waitFor();
    await page.keyboard.press(key);
    await expect(card(page)).toBeFocused();
    await expect(card(page).getByLabel('Style')).toHaveValue(style);
    await page.keyboard.press('Delete');
    await expect.poll(() => kinds(page)).toEqual([]);
  }

  await selectWords(page);
  await bubble(page).getByRole('button', { name: 'Comment' }).click();
  await expect(page.getByRole('textbox', { name: 'Remark' })).toBeFocused();
  await page.keyboard.type('Why?');
  await page.keyboard.press('Escape');

  await page.keyboard.press('u'); // nothing is selected
  for (const [key, name] of [
    ['h', 'Highlight'],
    ['t', 'Text'],
    ['d', 'Draw'],
    ['s', 'Stamp'],
    ['g', 'Signature'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(bar(page, name)).toBeVisible();
    // The bar neither moves nor scales the page.
    expect(await boxOf(page)).toEqual(before);
    await page.keyboard.press(key);
    await expect(bar(page, name)).toHaveCount(0);
  }
  expect(await kinds(page)).toEqual(['highlight']);
});

test('a note that was placed by keyboard is selected, moved and deleted by keyboard', async ({
  page,
  library,
}) => {
  await fill(library);
  await open(page, library);
  await pages(page).focus();
  await page.keyboard.press('s');
  await bar(page, 'Stamp').waitFor();
  // After the pages, their text and their links comes the bar.
  const inBar = () => page.evaluate(`document.activeElement.closest('[data-notes-bar]') !== null`);
  const links = await sheet(page).getByRole('link').count();
  for (let stop = 0; stop < links + 2; stop++) await page.keyboard.press('Tab');
  expect(await inBar()).toBe(true);
  await bar(page, 'Stamp')
    .getByRole('button', { name: /^Place in the middle/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(note(page, 'stamp')).toHaveAttribute('data-selected', 'true');
  await expect(card(page)).toBeFocused();
  const left = async () => Math.round((await note(page, 'stamp').boundingBox())?.x ?? 0);
  const before = await left();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(left).toBeGreaterThan(before + 5);
  await page.keyboard.press('Delete');
  await expect.poll(() => kinds(page)).toEqual([]);
});

test('the bar is one row over the lower edge of the page, at every width', async ({
  page,
  library,
}) => {
  await fill(library);
  await open(page, library);
  await pages(page).focus();
  await page.keyboard.press('h');
  for (const [width, height] of [
    [1920, 1080],
    [1280, 800],
    [1100, 800],
    [768, 1024],
    [390, 844],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    const row = bar(page, 'Highlight');
    await expect(row).toBeVisible();
    const isOneRow = async () => {
      const boxes = await Promise.all(
        (await row.locator('> *').all()).map((one) => one.boundingBox()),
      );
      const middles = boxes.map((box) => (box === null ? 0 : box.y + box.height / 2));
      return Math.max(...middles) - Math.min(...middles) < 8;
    };
    await expect.poll(isOneRow, `${width} px`).toBe(true);
    // It lies within the pages' area: it covers no control.
    const [inner, outer] = [await row.boundingBox(), await pages(page).boundingBox()];
    if (inner === null || outer === null) throw new Error('Both are there.');
    expect(inner.y, `${width} px`).toBeGreaterThan(outer.y);
    expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height);
    expect(inner.x).toBeGreaterThanOrEqual(outer.x);
    expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
    await expect(row.getByRole('button', { name: 'Back to reading' })).toBeInViewport();
  }
});

test('with Fit page, a mode leaves the scale as it is, and the end of the page can be scrolled out', async ({
  page,
  library,
}) => {
  await fill(library);
  await open(page, library);
  await tool(page, 'Fit page').click();
  await expect.poll(async () => (await boxOf(page))[3]).toBeLessThan(800);
  const before = await boxOf(page);
  await page.keyboard.press('d');
  await bar(page, 'Draw').waitFor();
  expect(await boxOf(page)).toEqual(before);
  await pages(page).evaluate((element) => element.scrollTo(0, element.scrollHeight));
  const [, top = 0, , height = 0] = await boxOf(page);
  const row = await bar(page, 'Draw').boundingBox();
  expect(top + height).toBeLessThanOrEqual(row?.y ?? 0);
});

test('a stroke goes on while the page is drawn at another scale, also off the page', async ({
  page,
  library,
}) => {
  await fill(library);
  await open(page, library);
  await page.keyboard.press('d');
  await bar(page, 'Draw').waitFor();
  await page.mouse.move(...(await place(page, 0.2, 0.25)));
  await page.mouse.down();
  await page.mouse.move(...(await place(page, 0.3, 0.3)));
  const picture = await sheet(page).locator('canvas').elementHandle();
  await page.setViewportSize({ width: 1100, height: 800 });
  await picture?.waitForElementState('hidden');
  await page.mouse.move(...(await place(page, 0.4, -0.05)));
  await page.mouse.up();
  await expect(note(page, 'ink')).toHaveCount(1);
});

for (const width of [320, 390]) {
  test.describe(`for fingers, ${width} px wide`, () => {
    test.use({ viewport: { width, height: 844 }, hasTouch: true, isMobile: true });

    test('the bubble is below the selection, and whole', async ({ page, library }) => {
      await fill(library);
      await open(page, library);
      const words = await boxAround(shownPage(page, /Parts are/));
      await touch(page, [[[words.x + 20, words.y + words.height / 2]]]);
      // As the browser does after a long press.
      await page.evaluate(`{
        const element = [...document.querySelectorAll('.textLayer span')]
          .find(({ textContent }) => textContent.startsWith('Parts are'));
        getSelection().setBaseAndExtent(element.firstChild, 0, element.firstChild, 9);
      }`);
      await bubble(page).waitFor();
      const whole = await boxAround(bubble(page));
      const last = await boxAround(bubble(page).getByRole('button', { name: 'Comment' }));
      expect(whole.y).toBeGreaterThan(words.y + words.height);
      expect(whole.x).toBeGreaterThanOrEqual(0);
      expect(whole.x + whole.width).toBeLessThanOrEqual(width);
      expect(last.x + last.width).toBeLessThanOrEqual(whole.x + whole.width);
      await bubble(page).getByRole('button', { name: 'Highlight in pink' }).tap();
      await expect(note(page, 'highlight')).toHaveCount(1);
      await expect(look(page)).toHaveAccessibleName('Pink');
    });
  });
}

test('where the reader may not write, there is no bubble', async ({ page, library }) => {
  await fill(library);
  await page.route('**/api/notes?*', async (route) => {
    const response = await route.fetch();
    const body = { ...(await response.json()), may_write: false, why_not: 'Read only.' };
    await route.fulfill({ response, json: body });
  });
  await open(page, library);
  await expect(tool(page, 'Notes')).toBeEnabled();
  await page.waitForResponse('**/api/notes?*');
  await selectWords(page);
  await page.keyboard.press('h');
  await drag(page, await place(page, 0.5, 0.6), await place(page, 0.5, 0.62));
  await expect(bubble(page)).toHaveCount(0);
  expect(await kinds(page)).toEqual([]);
});
