import type { Route } from '@playwright/test';
import { smallPdf } from '../small-pdf.ts';
import { allSaved, cell, openConsole, paste, row, write } from './console.ts';
import { expect, test } from './library.ts';

test('a deletion is undone, and a lost answer to either is said as such', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await cell(row(page, 'AM-2'), 'doc_num').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('1 standard number deleted')).toBeVisible();
  await expect(row(page, 'AM-2')).toHaveCount(0);
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/manage/undo', loseAnswer, { times: 1 });
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Not undone yet. Try again.')).toBeVisible();
  await expect(row(page, 'AM-2')).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo: 1 standard number deleted' }).click();
  await expect(page.getByText('Undone: 1 standard number deleted')).toBeVisible();
  await page.getByRole('button', { name: 'Redo: 1 standard number deleted' }).click();
  await expect(row(page, 'AM-2')).toHaveCount(0);

  await page.route('**/manage/documents/delete', loseAnswer, { times: 1 });
  await cell(row(page, 'BA-7'), 'doc_num').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'The server did not answer, so the change may be done or not. Check the list, then try again.',
  );
  await expect(row(page, 'BA-7')).toHaveCount(0);
});

test('edits, a paste and a deletion are undone and redone by keys, and each is named', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  const desc = cell(row(page, 'AM-2'), 'doc_desc');
  await write(desc, 'Phosphating of wires');
  await allSaved(page);
  await cell(row(page, 'AM-1'), 'doc_desc').click();
  await paste(page, 'First\r\nSecond\r\n');
  await allSaved(page);
  await cell(row(page, 'BA-7'), 'doc_num').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(row(page, 'BA-7')).toHaveCount(0);

  await page.keyboard.press('Control+z');
  await expect(page.getByText('Undone: 1 standard number deleted')).toBeVisible();
  await expect(row(page, 'BA-7')).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Undone: 2 standard numbers changed')).toBeVisible();
  await expect(desc).toHaveText('Phosphating of wires');
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Undone: AM-2 · - · Rev. B changed')).toBeVisible();
  await expect(desc).toHaveText('Phosphating');
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Nothing to undo').first()).toBeVisible();

  await page.keyboard.press('Control+y');
  await expect(desc).toHaveText('Phosphating of wires');
  await page.keyboard.press('Control+Shift+z');
  await expect(desc).toHaveText('Second');
  await page.getByRole('button', { name: 'Redo: 1 standard number deleted' }).click();
  await expect(row(page, 'BA-7')).toHaveCount(0);
});

test('an import of this session is undone as a whole', async ({ page, library }) => {
  await openConsole(page, library, 'standard-numbers');
  await page.getByRole('button', { name: 'Import…' }).click();
  const csv = [
    'customer,doc_num,doc_desc,doc_rev,language',
    'Boreal Air,BA-7,Shot peening of gears,4,DE',
    'Caelora Aircraft,CA-1,Anodising,1,EN',
  ].join('\n');
  const dialog = page.getByRole('dialog', { name: 'Import a spreadsheet' });
  await dialog
    .getByLabel(/Choose a CSV or XLSX file/)
    .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await dialog.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(row(page, 'CA-1')).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Undone: list.csv imported')).toBeVisible();
  await expect(row(page, 'CA-1')).toHaveCount(0);
  await expect(cell(row(page, 'BA-7'), 'doc_desc')).toHaveText('Shot peening');
  const names = await library.db.selectFrom('customers').select('name').orderBy('id').execute();
  expect(names).toEqual([{ name: 'Aurora Motors' }, { name: 'Boreal Air' }]);
});

test('in a text field Ctrl+Z is the field’s own, and elsewhere it is never', async ({
  page,
  library,
}) => {
  await openConsole(page, library, 'standard-numbers');
  await write(cell(row(page, 'AM-2'), 'doc_desc'), 'Phosphating of wires');
  await allSaved(page);
  const search = page.getByLabel('Search all columns');
  await search.pressSequentially('wires');
  await page.keyboard.press('Control+z');
  await expect(search).not.toHaveValue('wires');
  await expect(cell(row(page, 'AM-2'), 'doc_desc')).toHaveText('Phosphating of wires');
  await search.fill('AM');
  await cell(row(page, 'AM-2'), 'doc_num').click();
  await page.keyboard.press('Control+z');
  await expect(cell(row(page, 'AM-2'), 'doc_desc')).toHaveText('Phosphating');
  await expect(search).toHaveValue('AM');
});

test('a rename of a file is undone', async ({ page, library }) => {
  await library.put('BA-7 DE rev 4.pdf', await smallPdf({ pages: 1, title: 'BA-7' }));
  await openConsole(page, library, 'standard-numbers');
  const status = cell(row(page, 'BA-7'), 'status');
  await status.getByRole('button', { name: 'Rename' }).click();
  await expect(status).not.toContainText('Wrong name');
  await page.getByRole('button', { name: 'Undo: 1 file renamed' }).click();
  await expect(status).toContainText('Wrong name');
});

test('any change of the history is undone, as a change of its own', async ({ page, library }) => {
  await library.add({ doc_desc: 'Zinc and nickel' });
  await openConsole(page, library, 'history');
  const line = page.getByRole('listitem').first();
  await line.getByRole('button', { name: 'Undo' }).click();
  const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
  await expect(dialog).toContainText('1 row will be undone');
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('listitem').first()).toContainText('changed by librarian');
  await expect(page.getByRole('listitem').first()).toContainText(
    'Zinc and nickel → Zinc plating of steel parts',
  );
  await page.keyboard.press('Control+z');
  await expect(page.getByText(/^Undone: undo of AM-1/)).toBeVisible();
  expect(
    await library.db
      .selectFrom('documents')
      .select('doc_desc')
      .where('doc_num', '=', 'AM-1')
      .execute(),
  ).toEqual([{ doc_desc: 'Zinc and nickel' }]);
});

test('where others built on a change both versions are shown, and neither is chosen', async ({
  page,
  library,
}) => {
  await library.add({ doc_desc: 'Zinc and nickel' });
  await library.add({ doc_desc: 'Zinc, nickel and tin' });
  await openConsole(page, library, 'history');
  await page
    .getByRole('listitem')
    .filter({ hasText: '→ Zinc and nickel' })
    .getByRole('button', { name: 'Undo' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
  await expect(dialog).toContainText('Changed by jsmith');
  await expect(dialog).toContainText('Now: Zinc, nickel and tin');
  await expect(dialog).toContainText('Before: Zinc plating of steel parts');
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: '1 row to decide' })).toBeVisible();
  await dialog.getByLabel('Undo it').check();
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText(/^Undone: /)).toBeVisible();
  expect(
    await library.db
      .selectFrom('documents')
      .select('doc_desc')
      .where('doc_num', '=', 'AM-1')
      .execute(),
  ).toEqual([{ doc_desc: 'Zinc plating of steel parts' }]);
});
