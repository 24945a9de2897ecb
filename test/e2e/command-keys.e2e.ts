import type { Page } from '@playwright/test';
import { enter, expect, test } from './library.ts';
import { bar, fill, open } from './notes-page.ts';
import { documentAddress, sheet, tool, waitUntilDrawn, widthOf } from './viewer-page.ts';

// Single letters act while the document has the focus, and for nobody who turned them off.

const keyOf = (page: Page, name: string) => tool(page, name).getAttribute('data-hint-key');
const isFullscreen = (page: Page) => page.evaluate('document.fullscreenElement !== null');

test('letters act in the viewer and on the body alone; page keys act everywhere', async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await fill(library);
  await open(page, library);
  const elsewhere = page.getByRole('link', { name: 'FAQ' });
  const before = await widthOf(sheet(page));
  for (const key of ['h', 'd', '+', 'f']) await elsewhere.press(key);
  await elsewhere.press('End'); // comes after them, and is seen
  await expect(tool(page, 'Next page')).toBeDisabled();
  await expect(bar(page, 'Highlight')).toHaveCount(0);
  await expect(bar(page, 'Draw')).toHaveCount(0);
  expect(await widthOf(sheet(page))).toBe(before);
  expect(await isFullscreen(page)).toBe(false);

  await elsewhere.blur(); // to the body
  await page.keyboard.press('h');
  await expect(bar(page, 'Highlight')).toBeVisible();
  await tool(page, 'Side panel').focus();
  await page.keyboard.press('d');
  await expect(bar(page, 'Draw')).toBeVisible();
  await elsewhere.press('Escape');
  await expect(bar(page, 'Draw')).toBeVisible();
});

test('a switch of the account turns single keys off, for one person', async ({ page, library }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await fill(library);
  await library.addUser('other', 'EGD_LIB');
  await enter(page, library, '/account');
  const keys = page.getByRole('region', { name: 'Keyboard' });
  await keys.getByText('All keys').click();
  await expect(keys.getByRole('listitem').filter({ hasText: 'Fullscreen: F' })).toBeVisible();
  await keys.getByRole('checkbox').uncheck();
  await expect(keys.getByRole('listitem').filter({ hasText: 'Fullscreen' })).toHaveCount(0);
  await expect(keys.getByRole('listitem').filter({ hasText: 'Quick open' })).toHaveText(
    'Quick open: Ctrl+K',
  );

  await page.goto(documentAddress);
  await waitUntilDrawn(page);
  expect(await keyOf(page, 'Fullscreen')).toBeNull();
  expect(await keyOf(page, 'Zoom in')).toBe('Ctrl++');
  await page.keyboard.press('f');
  await page.keyboard.press('/');
  await page.keyboard.press('End');
  await expect(tool(page, 'Next page')).toBeDisabled();
  expect(await isFullscreen(page)).toBe(false);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();

  // It outlives a logout, which clears what the browser keeps, and is nobody else's.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await enter(page, library, '/account', 'other');
  await expect(keys.getByRole('checkbox')).toBeChecked();
  await enter(page, library, '/account');
  await expect(keys.getByRole('checkbox')).not.toBeChecked();
});
