import type { Page } from '@playwright/test';
import { smallPdf } from '../small-pdf.ts';
import { expect, test } from './library.ts';
import { above, openPdf, pages, tool, waitUntilDrawn } from './viewer-page.ts';

test('what a toolbar has no room for is done from its menu, and the keys go on to the page', async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openPdf(page, library, await smallPdf({ pages: 3 }));
  await waitUntilDrawn(page);
  await expect(tool(page, 'Download')).toHaveCount(0); // it is a link
  await tool(page, 'More').click();
  const panel = page.getByRole('complementary', { name: 'Side panel' });
  const panelItem = page.getByRole('menuitemcheckbox', { name: 'Side panel' });
  await panelItem.click();
  await expect(panel).toBeVisible();
  await page.keyboard.press('End');
  await expect(above(page)).toContainText('Page 3 / 3');
  // It covers the page: a choice, a press beside it and Escape close it.
  await panel.getByRole('button', { name: 'Go to page 2' }).click();
  await expect(panel).toBeHidden();
  await expect(above(page)).toContainText('Page 2 / 3');
  await expect(pages(page)).toBeFocused();
  await tool(page, 'More').click();
  await panelItem.click();
  await page
    .getByRole('button', { name: 'Close the side panel' })
    .click({ position: { x: 310, y: 200 } });
  await expect(panel).toBeHidden();
  await tool(page, 'More').click();
  await panelItem.click();
  await panel.getByRole('tab', { name: 'Pages' }).focus();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(pages(page)).toBeFocused();
  await tool(page, 'More').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
  await expect(tool(page, 'More')).toBeFocused();
});

test('a menu opens by key on its first command, and is closed by its tool and from outside', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await smallPdf({ pages: 3 }));
  await waitUntilDrawn(page);
  const [menu, view] = [page.getByRole('menu', { name: 'View' }), tool(page, 'View')];
  const commands = menu.locator('[role^=menuitem]');
  await expect(view).toHaveAttribute('aria-expanded', 'false');
  for (const key of ['ArrowDown', 'Enter', 'ArrowUp', ' ']) {
    await view.focus();
    await page.keyboard.press(key);
    await expect(view).toHaveAttribute('aria-expanded', 'true');
    await expect(commands.first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(commands.nth(1)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(view).toBeFocused();
  }
  for (const key of ['Tab', 'Shift+Tab']) {
    await view.click();
    await expect(menu).toBeFocused();
    await page.keyboard.press(key);
    await expect(menu).toHaveCount(0);
    await expect(view).toBeFocused();
  }
  await view.click();
  await expect(menu).toBeVisible();
  await view.click();
  await expect(menu).toHaveCount(0);
  await view.click();
  await view.focus(); // as long as the menu has not taken the focus
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await view.click();
  await expect(menu).toBeVisible();
  await commands.last().click();
  await expect(pages(page)).toBeFocused();
  await view.click();
  await expect(menu).toBeVisible();
  await view.click();
  await expect(view).toBeFocused(); // what was chosen before no longer counts
  await view.click();
  await expect(menu).toBeVisible();
  await pages(page).click();
  await expect(menu).toHaveCount(0);
  await expect(pages(page).locator(':focus')).toHaveCount(1);
});

test('a tool that goes away or is disabled leaves the stop of the Tab key to another', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await smallPdf({ pages: 3 }));
  await waitUntilDrawn(page);
  await tool(page, 'Page 1 / 3').click();
  await page.keyboard.press('ArrowLeft'); // the number was selected: the caret goes before it
  await expect(page.getByRole('textbox', { name: 'Page number' })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Tab');
  await expect(tool(page, 'Page 1 / 3')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter'); // the last page: the tool is disabled
  await expect(above(page)).toContainText('Page 3 / 3');
  await expect(page.getByRole('group', { name: 'Pages' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(tool(page, 'Side panel')).toBeFocused();
});

test('a tool tells its name and its key to a pointer that rests on it, in full screen, too', async ({
  page,
  library,
}) => {
  await openPdf(page, library, await smallPdf({ pages: 3 }));
  await waitUntilDrawn(page);
  const hint = page.getByRole('tooltip');
  await tool(page, 'Find in document').hover();
  await expect(hint).toHaveText('Find in documentCtrl+F');
  await tool(page, 'Rotate').hover();
  await expect(hint).toHaveText('Rotate');
  await sheetAway(page);
  await expect(hint).toHaveCount(0);
  await page.keyboard.press('f');
  await tool(page, 'Leave fullscreen').hover();
  await expect(hint).toHaveText('Leave fullscreenF');
  await expect(hint).toBeInViewport();
});

const sheetAway = (page: Page) => pages(page).hover();
