import { smallPdf } from '../small-pdf.ts';
import {
  allSaved,
  cell,
  drop,
  grid,
  openConsole,
  paste,
  row,
  write,
  chooseTool,
} from './console.ts';
import { enter, expect, search, shownPage, test } from './library.ts';

test('a reader has no Manage link, and the console is the 404 page', async ({ page, library }) => {
  await enter(page, library);
  await expect(page.getByRole('link', { name: 'About' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Manage' })).toHaveCount(0);
  for (const path of ['/manage', '/manage/customers', '/manage/files']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Oops! Page not found.' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go Home' })).toBeVisible();
  }
});

test('a librarian reaches the console, and an unknown tab of it is the 404 page', async ({
  page,
  library,
}) => {
  await enter(page, library, '/main', 'librarian');
  await page.getByRole('link', { name: 'Manage' }).click();
  await expect(page.getByRole('heading', { name: 'Manage' })).toBeFocused();
  await expect(grid(page)).toHaveAccessibleName('Customers');
  await page.goto('/manage/no-such-tab');
  await expect(page.getByRole('heading', { name: 'Oops! Page not found.' })).toBeVisible();
});

test('a phone shows rows on its side, and the whole import dialog upright', async ({
  page,
  library,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await openConsole(page, library, 'standard-numbers');
  await expect(row(page, 'AM-1')).toBeInViewport();
  await page.setViewportSize({ width: 360, height: 640 });
  await chooseTool(page, 'Import…');
  const chooser = page.getByRole('dialog').getByLabel(/Choose a CSV or XLSX file/);
  await expect(chooser).toBeInViewport({ ratio: 1 });
  const box = await chooser.boundingBox();
  const dialog = await page.getByRole('dialog').boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((dialog?.x ?? 0) + (dialog?.width ?? 0));
});

test.describe('with scans every second', () => {
  // Each library has its own process that scans.
  test.use({ scanning: true });

  test('a librarian adds customer, number and PDF, and a reader opens it', async ({
    page,
    library,
    browser,
  }) => {
    await openConsole(page, library, 'customers');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.keyboard.type('Caelora Aircraft');
    await page.keyboard.press('Enter');
    await allSaved(page);

    await page.getByRole('link', { name: 'Standard Number' }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    for (const text of ['Caelora Aircraft', 'CA-9', 'Anodising', 'EN', '2']) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('ArrowDown');
    await allSaved(page);
    const added = row(page, 'CA-9');
    await expect(cell(added, 'status')).toContainText('Cross: No file');

    const content = await smallPdf({ pages: 2, title: 'CA-9' });
    await drop(grid(page), [{ name: 'CA-9_EN_2.pdf', content }]);
    await expect(page.getByText('1 of 1 uploaded')).toBeVisible();
    await expect(cell(added, 'status')).toContainText('Check mark');

    const reader = await browser.newPage({ baseURL: library.url });
    await enter(reader, library);
    await search(reader, 'Caelora Aircraft', 'CA-9');
    await expect(shownPage(reader, 'Page 1 of 2')).toBeVisible();
    await reader.close();
  });

  test('a cross says why, and one click makes it a check mark', async ({ page, library }) => {
    await library.put('BA-7 DE rev 4.pdf', await smallPdf({ pages: 1, title: 'BA-7' }));
    await openConsole(page, library, 'standard-numbers');
    const status = cell(row(page, 'BA-7'), 'status');
    await expect(status).toContainText('Cross: Wrong name');
    await status.hover();
    await expect(page.getByRole('tooltip')).toHaveText(
      'Wrong name: BA-7 DE rev 4.pdf looks like it. Rename it to BA-7_DE_4.pdf.',
    );
    await status.getByRole('button', { name: 'Rename' }).click();
    await expect(status).toContainText('Check mark');
  });
});

test('a thousand rows pasted from a spreadsheet are saved in one call', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  const saves: number[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/manage/documents/save')) return;
    saves.push((request.postDataJSON() as { rows: unknown[] }).rows.length);
  });
  const lines = Array.from(
    { length: 1000 },
    (_, at) => `Aurora Motors\tP-${at}\tPasted\t${at % 2 ? 'EN' : '-'}\tA`,
  );
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.keyboard.press('Escape');
  await paste(page, `${lines.join('\r\n')}\r\n`);
  await expect(page.getByText('1,003 standard numbers')).toBeVisible();
  await allSaved(page);
  expect(saves).toEqual([1000]);
  const stored = await library.db
    .selectFrom('documents')
    .select(['doc_num', 'language'])
    .where('doc_desc', '=', 'Pasted')
    .orderBy('id')
    .execute();
  expect(stored).toHaveLength(1000);
});

test('of two librarians on one row each keeps their cells, and nothing is overwritten unasked', async ({
  page,
  library,
  browser,
}) => {
  await library.addUser('anna', 'EGD_LIB', 'EGD_LIB_EDIT');
  const other = await browser.newPage({ baseURL: library.url });
  await openConsole(page, library, 'standard-numbers');
  await openConsole(other, library, 'standard-numbers', 'anna');
  const desc = cell(row(page, 'AM-2'), 'doc_desc');
  await desc.dblclick();
  await desc.getByRole('textbox').fill('Mine');

  await write(cell(row(other, 'AM-2'), 'doc_desc'), 'Theirs');
  await write(cell(row(other, 'AM-2'), 'issued_on'), '2024-03-05');
  await allSaved(other);
  await page.keyboard.press('Enter');

  const conflict = grid(page).getByRole('group', { name: 'Conflict' });
  await expect(conflict).toContainText('anna changed this row, 20');
  const description = conflict.getByRole('group', { name: 'Description' });
  await expect(description).toContainText('Description: yours Mine, theirs Theirs');
  await expect(conflict.getByRole('group')).toHaveCount(1);
  // Beside its row: between the cells that it is about and the row below.
  const [above, shown, below] = await Promise.all(
    [desc, conflict, cell(row(page, 'BA-7'), 'doc_desc')].map((part) => part.boundingBox()),
  );
  expect(shown?.y).toBeGreaterThan(above?.y ?? Infinity);
  expect((shown?.y ?? Infinity) + (shown?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  await page.getByRole('button', { name: '1 row not saved' }).click();
  await expect(page.getByText('1 of 3 standard numbers')).toBeVisible();
  await page.getByRole('button', { name: /^Conflict: changed by anna, 20/ }).click();
  await expect(conflict.getByRole('button').first()).toBeFocused();
  await description.getByRole('button', { name: 'Keep mine' }).click();
  await allSaved(page);
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(cell(row(page, 'AM-1'), 'doc_num')).toBeVisible();
  // The cell that only the other changed is not wiped.
  await expect(cell(row(page, 'AM-2'), 'issued_on')).toHaveText('2024-03-05');
  await expect(cell(row(other, 'AM-2'), 'doc_desc')).toHaveText('Mine');
  await expect(cell(row(other, 'AM-2'), 'issued_on')).toHaveText('2024-03-05');
  await other.close();
});

test('a customer with documents is deleted only after saying what happens to them', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'customers');
  await row(page, 'Aurora Motors').getByRole('gridcell').nth(3).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Aurora Motors?' });
  await expect(dialog).toContainText('It has 2 standard numbers.');
  await dialog.getByRole('combobox', { name: 'Move to' }).selectOption('Boreal Air');
  await dialog.getByRole('button', { name: 'Delete customer' }).click();
  await expect(row(page, 'Aurora Motors')).toHaveCount(0);
  await expect(row(page, 'Boreal Air')).toContainText('3');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(row(page, 'Aurora Motors')).toContainText('2');
  await expect(row(page, 'Boreal Air')).toContainText('1');
});

test('a customer is renamed and keeps its documents', async ({ page, library }) => {
  await openConsole(page, library, 'customers');
  await row(page, 'Boreal Air').getByRole('gridcell').nth(2).dblclick();
  await page.keyboard.type('Boreal Aerospace');
  await page.keyboard.press('Enter');
  await allSaved(page);
  await page.getByRole('link', { name: 'Standard Number' }).click();
  await expect(cell(row(page, 'BA-7'), 'customer')).toHaveText('Boreal Aerospace');
});
