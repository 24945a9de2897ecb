import type { Page } from '@playwright/test';
import { allSaved, cell, grid, openConsole, paste, row, write, chooseTool } from './console.ts';
import { expect, test } from './library.ts';

// Excel's habits. The rows of the library are AM-1, AM-2 and BA-7, in this order.

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const copied = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');
const chosen = (page: Page) => grid(page).getByRole('gridcell', { selected: true });
const descriptions = (page: Page) => grid(page).locator('[role=gridcell][aria-colindex="5"]');
const menu = (page: Page) => page.getByRole('menu', { name: 'Cells and rows' });

async function chooseDescriptions(page: Page): Promise<void> {
  await cell(row(page, 'AM-1'), 'doc_desc').click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
}

test('cells are chosen with Shift and arrows, and copied with or without their header', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await cell(row(page, 'AM-1'), 'doc_num').click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(chosen(page)).toHaveText([
    'AM-1',
    'Zinc plating of steel parts',
    'AM-2',
    'Phosphating',
  ]);
  await page.keyboard.press('Control+c');
  expect(await copied(page)).toBe('AM-1\tZinc plating of steel parts\nAM-2\tPhosphating');
  await cell(row(page, 'AM-2'), 'doc_desc').click({ button: 'right' });
  await menu(page).getByRole('menuitem', { name: 'Copy with header' }).click();
  expect(await copied(page)).toBe(
    'Standard Number\tDescription\nAM-1\tZinc plating of steel parts\nAM-2\tPhosphating',
  );
  await page.keyboard.press('Escape');
  await expect(chosen(page)).toHaveText(['AM-1']);
});

test('cells are chosen by dragging, and by Shift and a click', async ({ page, library }) => {
  await openConsole(page, library, 'standard-numbers');
  await cell(row(page, 'AM-1'), 'doc_desc').hover();
  await page.mouse.down();
  await cell(row(page, 'AM-2'), 'doc_desc').hover();
  await cell(row(page, 'BA-7'), 'language').hover();
  await page.mouse.up();
  await expect(chosen(page)).toHaveCount(6);
  await cell(row(page, 'AM-1'), 'doc_num').click();
  await expect(chosen(page)).toHaveCount(1);
  await cell(row(page, 'BA-7'), 'doc_num').click({ modifiers: ['Shift'] });
  await expect(chosen(page)).toHaveText(['AM-1', 'AM-2', 'BA-7']);
});

test('Ctrl+D fills the chosen cells down, and a single one from above', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await chooseDescriptions(page);
  await page.keyboard.press('Control+d');
  await allSaved(page);
  await expect(descriptions(page)).toHaveText(Array(3).fill('Zinc plating of steel parts'));
  await page.keyboard.press('Control+z');
  await expect(descriptions(page)).toHaveText([
    'Zinc plating of steel parts',
    'Phosphating',
    'Shot peening',
  ]);
  await cell(row(page, 'AM-2'), 'doc_desc').click();
  await page.keyboard.press('Control+d');
  await expect(descriptions(page).nth(1)).toHaveText('Zinc plating of steel parts');
});

test('the handle of a cell fills those it is dragged over', async ({ page, library }) => {
  await openConsole(page, library, 'standard-numbers');
  await cell(row(page, 'AM-1'), 'doc_desc').click();
  await grid(page).locator('.rdg-cell-drag-handle').hover();
  await page.mouse.down();
  await cell(row(page, 'BA-7'), 'doc_desc').hover();
  await page.mouse.up();
  await allSaved(page);
  await expect(descriptions(page)).toHaveText(Array(3).fill('Zinc plating of steel parts'));
});

test('one value goes into all chosen cells, typed with Ctrl+Enter or pasted', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await chooseDescriptions(page);
  await page.keyboard.type('Plating');
  await page.keyboard.press('Control+Enter');
  await allSaved(page);
  await expect(descriptions(page)).toHaveText(Array(3).fill('Plating'));
  await paste(page, 'Coating\r\n');
  await allSaved(page);
  await expect(descriptions(page)).toHaveText(Array(3).fill('Coating'));
});

test('Delete empties the chosen cells, and asks before revisions go', async ({ page, library }) => {
  await openConsole(page, library, 'standard-numbers');
  await chooseDescriptions(page);
  await page.keyboard.press('Delete');
  await allSaved(page);
  await expect(descriptions(page)).toHaveText(['', '', '']);
  await cell(row(page, 'AM-1'), 'language').click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('dialog', { name: '2 saved rows will become different entries' });
  await expect(dialog.getByRole('row', { name: /DE → -/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(cell(row(page, 'BA-7'), 'language')).toHaveText('DE');
});

test('find and replace counts and shows what it would change', async ({ page, library }) => {
  await openConsole(page, library, 'standard-numbers');
  await row(page, 'AM-1').waitFor();
  await page.keyboard.press('Control+h');
  const dialog = page.getByRole('dialog', { name: 'Find and replace' });
  await expect(dialog.getByLabel('Find')).toBeFocused();
  const boxes = await dialog.getByRole('textbox').or(dialog.getByRole('combobox')).all();
  const edges = await Promise.all(boxes.map((box) => box.boundingBox()));
  expect(
    edges.map((edge, at) => (edges[at + 1]?.x ?? 9999) > (edge?.x ?? 0) + (edge?.width ?? 0)),
  ).toEqual([true, true, true]);
  await dialog.getByLabel('Find').fill('ing');
  await dialog.getByLabel('Replace with').fill('ED');
  await expect(dialog).toContainText('3 cells in 3 rows of the 3 rows that are shown');
  await expect(dialog.getByRole('listitem').first()).toHaveText(
    'Zinc plating of steel parts → Zinc platED of steel parts',
  );
  await dialog.getByLabel('Match case').check();
  await dialog.getByRole('button', { name: 'Replace in 3 cells' }).click();
  await allSaved(page);
  await expect(descriptions(page)).toHaveText([
    'Zinc platED of steel parts',
    'PhosphatED',
    'Shot peenED',
  ]);
});

test('columns are moved, hidden and made wider, and stay so', async ({ page, library }) => {
  await page.setViewportSize({ width: 1800, height: 800 }); // columns out of sight are not drawn
  await openConsole(page, library, 'standard-numbers');
  const heads = grid(page).getByRole('columnheader');
  const width = async () => (await heads.filter({ hasText: 'Description' }).boundingBox())?.width;
  const before = (await width()) ?? 0;
  const head = heads.filter({ hasText: 'Description' });
  await head.click({ position: { x: 20, y: 15 } });
  for (let times = 0; times < 3; times++) await page.keyboard.press('Control+ArrowRight');
  await expect.poll(width).toBeGreaterThan(before + 20);

  await chooseTool(page, 'Columns…');
  const dialog = page.getByRole('dialog', { name: 'Columns' });
  await dialog.getByRole('checkbox', { name: 'Created' }).uncheck();
  for (let times = 0; times < 3; times++) {
    await dialog.getByRole('button', { name: 'Move Revision up' }).click();
  }
  await dialog.getByRole('button', { name: 'Done' }).click();
  const names = ['Customer', 'Revision', 'Standard Number', 'Description', 'Language'];
  const rest = ['Upload Status', 'Issued', 'Status', 'Modified'];
  const all = ['', 'State', ...names, ...rest].map((name) => new RegExp(name));
  await expect(heads).toHaveText(all);
  await page.reload();
  await expect(heads).toHaveText(all);
  await expect.poll(width).toBeGreaterThan(before + 20);

  await heads.filter({ hasText: 'Revision' }).dragTo(heads.filter({ hasText: 'Language' }));
  await expect(heads.nth(6)).toContainText('Revision');
  await chooseTool(page, 'Columns…');
  await dialog.getByRole('button', { name: 'Reset to default' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(heads.last()).toContainText('Created');
  await expect.poll(width).toBe(before);
});

test('the menu of a cell opens by its key, and a link leads to the row', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await cell(row(page, 'BA-7'), 'doc_num').click();
  await page.keyboard.press('Shift+F10');
  await expect(menu(page).getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(menu(page).getByRole('menuitem', { name: 'Delete', exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toHaveCount(0);
  await expect(cell(row(page, 'BA-7'), 'doc_num')).toBeFocused();
  await cell(row(page, 'BA-7'), 'doc_num').click({ button: 'right' });
  await menu(page).getByRole('menuitem', { name: 'Copy link to this row' }).click();
  const link = await copied(page);
  expect(link).toMatch(/\/manage\/standard-numbers\?entry=3$/);
  await page.goto('/manage/history');
  await page.goto(link);
  await expect(row(page, 'BA-7').getByRole('gridcell', { selected: true })).toBeFocused();
});

test('Ctrl+Z undoes what was typed and cannot be saved', async ({ page, library }) => {
  await openConsole(page, library, 'standard-numbers');
  await write(cell(row(page, 'Phosphating'), 'doc_rev'), '');
  await expect(page.getByText('1 row not saved')).toBeVisible();
  await page.keyboard.press('Control+z');
  await allSaved(page);
  await expect(cell(row(page, 'AM-2'), 'doc_rev')).toHaveText('B');
  await expect(page.getByText(/^Undone: what was typed in AM-2/)).toBeVisible();
});

test('rows are sorted by several columns, and so the next time', async ({ page, library }) => {
  await library.add({ doc_num: 'AM-10', doc_desc: 'Phosphating' });
  await openConsole(page, library, 'standard-numbers');
  const numbers = grid(page).locator('[role=gridcell][aria-colindex="4"]');
  const head = (name: string) => page.getByRole('columnheader', { name });
  const onName = { position: { x: 20, y: 15 } };
  await head('Description').click(onName);
  await head('Standard Number').click({ ...onName, modifiers: ['Control'] });
  await head('Standard Number').click({ ...onName, modifiers: ['Control'] });
  await expect(numbers).toHaveText(['AM-10', 'AM-2', 'BA-7', 'AM-1']);
  await page.reload();
  await expect(numbers).toHaveText(['AM-10', 'AM-2', 'BA-7', 'AM-1']);
});

test('a link to an entry that is no more says so', async ({ page, library }) => {
  await openConsole(page, library, 'standard-numbers');
  await page.goto('/manage/standard-numbers?entry=99');
  await expect(page.getByText('The link is broken. The entry no longer exists')).toBeVisible();
});
