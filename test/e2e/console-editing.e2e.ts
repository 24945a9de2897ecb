import { expectNoFaults, withOpenDropdown } from './axe.ts';
import type { Page } from '@playwright/test';
import {
  addManyEntries,
  allSaved,
  cell,
  chooseTool,
  grid,
  openConsole,
  row,
  write,
} from './console.ts';
import { endSessionsWith, expect, fillLogin, test } from './library.ts';

test('a librarian edits by keyboard alone', async ({ page, library }) => {
  await openConsole(page, library, 'standard-numbers');
  await row(page, 'AM-1').waitFor();
  // From the last chip into the grid: its first header cell, then down to the first row.
  await page.getByRole('group', { name: 'Upload Status' }).getByRole('button').last().focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  for (let column = 0; column < 4; column++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('F2');
  await page.keyboard.type('Zinc and nickel');
  await page.keyboard.press('Escape');
  await expect(cell(row(page, 'AM-1'), 'doc_desc')).toHaveText('Zinc plating of steel parts');
  await page.keyboard.type('Zinc and nickel');
  await page.keyboard.press('Tab');
  await page.keyboard.type('FR');
  await page.keyboard.press('Enter');
  // Its file would be called otherwise: Close, box, Cancel, and the button that goes ahead.
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Close' })).toBeFocused();
  for (let stop = 0; stop < 3; stop++) await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Change 1 row' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(cell(row(page, 'AM-2'), 'language')).toBeFocused();
  await allSaved(page);
  expect(
    await library.db
      .selectFrom('documents')
      .select(['doc_desc', 'language'])
      .where('doc_num', '=', 'AM-1')
      .execute(),
  ).toEqual([{ doc_desc: 'Zinc and nickel', language: 'FR' }]);
});

test('a cell with a fault says what is wrong, and the row is not sent', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await write(cell(row(page, 'BA-7'), 'customer'), 'Nobody');
  await expect(cell(row(page, 'BA-7'), 'customer')).toContainText(
    'Customer Nobody not found. Add it in the Customer tab.',
  );
  await expect(page.getByText('1 row not saved')).toBeVisible();
  await write(cell(row(page, 'BA-7'), 'customer'), 'Aurora Motors');
  await allSaved(page);
});

test('a row that could not be sent stays as typed and is sent by Retry', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await row(page, 'BA-7').waitFor();
  await page.route('**/manage/documents/save', (route) => route.abort());
  await write(cell(row(page, 'BA-7'), 'doc_desc'), 'Typed in a tunnel');
  await expect(page.getByText('1 row waiting to be saved')).toBeVisible();
  await expect(cell(row(page, 'BA-7'), 'doc_desc')).toHaveText('Typed in a tunnel');
  await page.unroute('**/manage/documents/save');
  await page.getByRole('button', { name: 'Retry' }).click();
  await allSaved(page);
});

/** Opens the first cell of a new row. */
async function beginRow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(grid(page).getByRole('row').getByRole('combobox')).toBeFocused();
}

/** Types a new row and leaves it. */
async function addRow(page: Page, texts: readonly string[]): Promise<void> {
  await beginRow(page);
  for (const text of texts) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await cell(row(page, 'AM-2'), 'doc_desc').click();
}

test('a row that was typed without a connection outlives a reload, and is sent when it is back', async ({
  page,
  context,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await row(page, 'BA-7').waitFor();
  await page.route('**/documents/save', (route) => route.abort());
  await context.setOffline(true);
  await write(cell(row(page, 'BA-7'), 'doc_desc'), 'Typed in a tunnel');
  await expect(page.getByText('1 row waiting to be saved')).toBeVisible();
  await addRow(page, ['Boreal Air', 'BA-8', 'New in a tunnel', 'EN', '1']);
  await expect(page.getByText('2 rows waiting to be saved')).toBeVisible();
  // Half of a row: it is not sent before it is left.
  await beginRow(page);
  await page.keyboard.type('Boreal');
  await page.keyboard.press('Tab');
  await expect(row(page, 'Boreal').filter({ hasNotText: 'BA-' })).toBeVisible();
  await context.setOffline(false);

  const second = await context.newPage();
  await second.goto('/manage/standard-numbers');
  await row(second, 'BA-7').waitFor();
  await allSaved(second); // the rows are the first page's
  await second.close();

  await page.reload();
  await expect(row(page, 'Typed in a tunnel')).toBeVisible();
  await expect(row(page, 'New in a tunnel')).toBeVisible();
  await expect(row(page, 'Boreal').filter({ hasNotText: 'BA-' })).toBeVisible();
  await expect(page.getByText('3 rows waiting to be saved')).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  const asked = page.getByRole('dialog', { name: '3 changes are not saved' });
  await expect(asked).toContainText('and saves them when you sign in here again.');
  await asked.getByRole('button', { name: 'Stay' }).click();

  await page.unroute('**/documents/save');
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(page.getByText('1 row not saved yet')).toBeVisible();
  const texts = () =>
    library.db.selectFrom('documents').select('doc_desc').orderBy('doc_num').execute();
  expect((await texts()).map(({ doc_desc }) => doc_desc)).toEqual(
    expect.arrayContaining(['Typed in a tunnel', 'New in a tunnel']),
  );
  await page.reload();
  await expect(row(page, 'Boreal').filter({ hasNotText: 'BA-' })).toBeVisible();
  await expect(page.getByText('1 row not saved yet')).toBeVisible();
});

test('what was kept meets what others changed meanwhile, and what is refused keeps its text', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await row(page, 'BA-7').waitFor();
  await page.route('**/documents/save', (route) => route.abort());
  await write(cell(row(page, 'BA-7'), 'doc_desc'), 'Ours');
  await addRow(page, ['Aurora Motors', 'AM-1', 'There already', 'EN', '1']);
  await expect(page.getByText('2 rows waiting to be saved')).toBeVisible();
  await page.goto('/about');
  await library.db
    .updateTable('documents')
    .set({ doc_desc: 'Theirs', version: 2 })
    .where('doc_num', '=', 'BA-7')
    .execute();
  await page.unroute('**/documents/save');
  await page.getByRole('link', { name: 'Manage' }).click();
  await page.getByRole('link', { name: 'Standard Number' }).click();
  await expect(page.getByText('2 rows not saved')).toBeVisible();
  await expect(page.getByText('Theirs', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^Keep mine/ }).click();
  await expect(page.getByText('1 row not saved')).toBeVisible();
  await page.reload();
  const refused = row(page, 'There already');
  await expect(cell(refused, 'state').getByRole('button', { name: /^Refused: / })).toBeVisible();
  await expect(cell(row(page, 'BA-7'), 'doc_desc')).toHaveText('Ours');
  await write(cell(refused, 'doc_rev'), '7');
  await allSaved(page);
});

test('a row that was typed as the session ended is sent after the next sign-in', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await row(page, 'BA-7').waitFor();
  await endSessionsWith(page, library, '**/documents/save');
  await write(cell(row(page, 'BA-7'), 'doc_desc'), 'Typed as the session ended');
  await fillLogin(page, 'librarian');
  await expect(page).toHaveURL(/\/manage\/standard-numbers/);
  await allSaved(page);
  await expect(cell(row(page, 'BA-7'), 'doc_desc')).toHaveText('Typed as the session ended');
});

test('closing the page asks only where the browser cannot keep what is not saved', async ({
  page,
  context,
  library,
}) => {
  await context.route('**/documents/save', (route) => route.abort());
  await openConsole(page, library, 'standard-numbers');
  await write(cell(row(page, 'BA-7'), 'doc_desc'), 'Kept');
  await expect(page.getByText('1 row waiting to be saved')).toBeVisible();
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;

  const other = await context.newPage();
  await other.addInitScript(`IDBFactory.prototype.open = () => { throw new Error('refused'); }`);
  await other.goto('/manage/standard-numbers');
  await write(cell(row(other, 'BA-7'), 'doc_desc'), 'Not kept');
  await expect(other.getByText('1 row waiting to be saved')).toBeVisible();
  const asked = other.waitForEvent('dialog');
  await other.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
});

test('leaving with unsaved rows warns first', async ({ page, library }) => {
  await openConsole(page, library, 'standard-numbers');
  await write(cell(row(page, 'BA-7'), 'doc_rev'), '');
  await expect(page.getByText('1 row not saved')).toBeVisible();
  await page.getByRole('link', { name: 'About' }).click();
  const dialog = page.getByRole('dialog', { name: '1 row not saved' });
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL('/manage/standard-numbers');
  await page.getByRole('link', { name: 'About' }).click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/about');
});

test('rows are sorted by a click, filtered in the header and searched over all columns', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  const numbers = grid(page).locator('[role=gridcell][aria-colindex="4"]');
  await expect(numbers).toHaveText(['AM-1', 'AM-2', 'BA-7']);
  const head = page.getByRole('columnheader', { name: 'Standard Number' });
  await head.click({ position: { x: 20, y: 15 } });
  await head.click({ position: { x: 20, y: 15 } });
  await expect(numbers).toHaveText(['BA-7', 'AM-2', 'AM-1']);
  await page.getByLabel('Filter Standard Number').fill('am');
  await expect(numbers).toHaveText(['AM-2', 'AM-1']);
  await page.getByLabel('Search all columns').fill('phos');
  await expect(numbers).toHaveText(['AM-2']);
  await expect(page.getByText('1 of 3 standard numbers')).toBeVisible();
});

test('an import shows what it would do before it does it', async ({ page, library }) => {
  await openConsole(page, library, 'standard-numbers');
  await page.getByRole('button', { name: 'Import…' }).click();
  const csv = [
    'customer,doc_num,doc_desc,doc_rev,language',
    'Boreal Air,BA-7,Shot peening of gears,4,DE',
    'Boreal Air,BA-8,Shot peening of springs,1,DE',
    'Boreal Air,,No number,1,DE',
  ].join('\n');
  const dialog = page.getByRole('dialog', { name: 'Import a spreadsheet' });
  await dialog
    .getByLabel(/Choose a CSV or XLSX file/)
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await expect(dialog).toContainText(
    'list.csv: 1 added, 1 changed, 0 unchanged, 1 refused. Nothing is imported yet.',
  );
  await expect(dialog.getByRole('row', { name: /^4/ })).toContainText('is missing');
  await expect(dialog.getByRole('row', { name: /^2/ })).toContainText('Shot peening');
  await expect(row(page, 'BA-8')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Import all but 1 refused row' }).click();
  await expect(dialog).toContainText('1 added, 1 changed, 0 unchanged. 1 row left out.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(row(page, 'BA-8')).toContainText('Shot peening of springs');
  await expect(row(page, 'BA-7')).toContainText('Shot peening of gears');
});

test('the history of a row tells who changed what', async ({ page, library }) => {
  await openConsole(page, library, 'standard-numbers');
  await write(cell(row(page, 'AM-2'), 'doc_desc'), 'Phosphating of wires');
  await allSaved(page);
  await cell(row(page, 'AM-2'), 'doc_num').click();
  await chooseTool(page, 'History');
  const lines = page.getByRole('dialog').getByRole('listitem');
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText('AM-2 · - · Rev. B changed by librarian');
  await expect(lines.first()).toContainText('Phosphating → Phosphating of wires');
});

test('of 50,000 rows all are there, and the last can be reached and edited', async ({
  page,
  library,
}) => {
  await addManyEntries(library, 49_997);
  await openConsole(page, library, 'standard-numbers');
  await expect(page.getByText('50,000 standard numbers')).toBeVisible({ timeout: 60_000 });
  await cell(row(page, 'AM-1'), 'doc_desc').click();
  await page.keyboard.press('Control+End');
  await expect(row(page, 'M-49997')).toBeVisible();
  await write(cell(row(page, 'M-49997'), 'doc_desc'), 'The last one');
  await allSaved(page);
  await page.getByLabel('Search all columns').fill('the last');
  await expect(page.getByText('1 of 50,000 standard numbers')).toBeVisible();
});

test('axe finds no fault in any tab, nor in a row that is not saved and its dialog', async ({
  page,
  library,
}) => {
  for (const tab of ['customers', 'files', 'history', 'standard-numbers'] as const) {
    await test.step(tab, async () => {
      await openConsole(page, library, tab);
      await page
        .getByText(/AM-1|Aurora Motors/)
        .filter({ visible: true })
        .first()
        .waitFor();
      await expectNoFaults(page, withOpenDropdown);
    });
  }
  await write(cell(row(page, 'BA-7'), 'doc_rev'), '');
  await page.getByRole('button', { name: /^Not saved/ }).hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await expectNoFaults(page, withOpenDropdown);
  await page.getByRole('button', { name: /^Not saved/ }).click();
  await page.getByRole('dialog').waitFor();
  await expectNoFaults(page, withOpenDropdown);
});
